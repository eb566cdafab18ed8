// What users may be led to: the support contact, and the service's own pages.
import { parseUrl } from '../../core/ground/parse-url.ts';

const MAX_URL_CHARACTERS = 2000;

/** An email address, or an https URL; without spaces, control characters, and those that reverse or hide text. */
export const isSupportContact = (value: string): boolean =>
  value.length <= MAX_URL_CHARACTERS &&
  !/[\s\p{Cc}\p{Cf}]/u.test(value) &&
  (/^[^@<>]+@[^@<>]+$/.test(value) || (value.startsWith('https://') && parseUrl(value) !== undefined));

/** https, or http on a loopback host; without credentials. */
export function isServicePage(value: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(value) || value.length > MAX_URL_CHARACTERS) return false;
  const url = parseUrl(value);
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}
