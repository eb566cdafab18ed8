// Checks the texts and links of an application that the consent page shows (contract 3; case K11).
import { isCanonicalHost, splitAuthority } from '../../../protocol/host.ts';
import type { Fault } from '../../ground/fault.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../../ground/texts/plain-text.ts';
import { type ApplicationFaultCode, applicationFault, MAX_LINK_LENGTH, MAX_NAME_LENGTH } from './application-faults.ts';
import type { TextField } from './field.ts';

// A letter, digit, punctuation mark or symbol, except those that show nothing (Hangul fillers, blank Braille).
const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** @returns the name as stored: NFC, trimmed. Like every check in this folder, it adds input errors to `faults` */
export function checkName(text: string | undefined, path: Fault['path'], faults: Fault[]): string {
  const name = toPlainText(text ?? '');
  if (hasForbiddenCharacters(name)) faults.push(applicationFault(path, 'text-forbidden-characters'));
  else if (!VISIBLE.test(name)) faults.push(applicationFault(path, 'name-missing'));
  if (countCharacters(name) > MAX_NAME_LENGTH) faults.push(applicationFault(path, 'name-too-long'));
  return name;
}

/** A sentence beside a consent item. @returns it as stored; undefined when it is empty */
export function checkSentence(
  text: string | undefined,
  bounds: { maxLength: number; tooLong: ApplicationFaultCode },
  path: Fault['path'],
  faults: Fault[],
): string | undefined {
  const sentence = toPlainText(text ?? '');
  if (hasForbiddenCharacters(sentence)) faults.push(applicationFault(path, 'text-forbidden-characters'));
  if (countCharacters(sentence) > bounds.maxLength) faults.push(applicationFault(path, bounds.tooLong));
  return sentence === '' ? undefined : sentence;
}

/** @returns the text of a plain field as stored */
export function checkFieldText(
  { wire, maxLength, refusal }: TextField,
  sent: string | undefined,
  faults: Fault[],
): string | undefined {
  if (sent === undefined) return undefined;
  const text = toPlainText(sent);
  if (hasForbiddenCharacters(text)) faults.push(applicationFault([wire], 'text-forbidden-characters'));
  else if (!VISIBLE.test(text) || countCharacters(text) > maxLength) faults.push(applicationFault([wire], refusal));
  return text;
}

/** A link on the consent page: an https URI, stored as sent. The server never fetches it. */
export function checkLink(uri: string | undefined, path: Fault['path'], faults: Fault[]): string | undefined {
  if (uri !== undefined && !isHttpsUri(uri)) faults.push(applicationFault(path, 'link-malformed'));
  return uri;
}

// RFC 3986 characters only. A fragment is allowed (`#terms`).
const HTTPS_URI = /^https:\/\/([^/?#]*)[A-Za-z0-9\-._~:/?@!$&'()*+,;=%]*(?:#[A-Za-z0-9\-._~:/?@!$&'()*+,;=%]*)?$/;

export function isHttpsUri(uri: string): boolean {
  if (uri.length > MAX_LINK_LENGTH || /%(?![0-9A-Fa-f]{2})|%[01][0-9A-Fa-f]|%7[Ff]/.test(uri)) return false;
  const match = HTTPS_URI.exec(uri);
  const authority = splitAuthority(match?.[1] ?? '');
  return match !== null && typeof authority !== 'string' && isCanonicalHost(authority.host);
}
