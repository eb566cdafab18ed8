// One reading of an e-mail address for every path that takes one (contract 2; cases K15, K20): all spellings of an
// address give one key, and look-alikes of `@` are refused rather than folded into it.
import { parseUrl } from '../parse-url.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../profile/plain-text.ts';

export type EmailAddress = {
  /** As the person wrote it: trimmed, NFC. */
  email: string;
  /** How it is compared: compatible letters as their ordinary ones, without case, domain as A-label. */
  emailKey: string;
  /** How it was compared before compatible letters counted as the same; undefined where that is no other key. */
  formerKey?: string | undefined;
};

export const MAX_EMAIL_LENGTH = 254;

/** Separators of RFC 5322 that would turn one address into several, quotes, and white space of any kind. */
const NOT_IN_LOCAL_PART = /[\s"(),:;<>[\\\]]/u;
/** What cannot be in a domain as people write it, in ASCII; letters beyond ASCII become A-labels below. */
const NOT_IN_DOMAIN = /[^a-z0-9.\-\u0080-\u{10FFFF}]/iu;
/** Signs that look like `@`: full-width and small commercial at. */
const LOOK_ALIKE_AT = /[\uFF20\uFE6B]/u;

/** The address and its key; undefined when it is none. */
export function readEmailAddress(text: string): EmailAddress | undefined {
  const email = toPlainText(text);
  const [local, domain, ...rest] = email.split('@');
  if (!local || !domain || rest.length > 0 || countCharacters(email) > MAX_EMAIL_LENGTH) return undefined;
  if (hasForbiddenCharacters(email) || LOOK_ALIKE_AT.test(email) || NOT_IN_LOCAL_PART.test(local)) return undefined;
  const ascii = toAsciiDomain(domain);
  if (ascii === undefined) return undefined;
  const former = local.toLowerCase().normalize('NFC');
  const key = keyOf(local);
  const emailKey = `${key}@${ascii}`;
  return former === key ? { email, emailKey } : { email, emailKey, formerKey: `${former}@${ascii}` };
}

/**
 * Upper case between: `ı` has an ordinary letter there, and no other way back from it. Lower case before: `ẞ` is its
 * own upper case, and that of its small letter is SS.
 */
const keyOf = (local: string): string =>
  local.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/** Lower case and A-labels (UTS 46), as browsers and mail servers compare; undefined when it is no domain name. */
function toAsciiDomain(domain: string): string | undefined {
  const ascii = NOT_IN_DOMAIN.test(domain) ? undefined : parseUrl(`http://${domain}`)?.hostname;
  if (ascii === undefined) return undefined;
  const labels = ascii.split('.');
  const last = labels.at(-1) ?? '';
  // A number in the last place would be an IP address, which URL parsing also rewrites ("127.1" is 127.0.0.1).
  const isName = labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isName && !/^\d+$/.test(last) ? ascii : undefined;
}
