// Reads an email address, in the same way everywhere (contract 2; cases K15, K20): all spellings of an address have one
// key, and look-alikes of `@` are refused rather than replaced.
import { parseUrl } from '../parse-url.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../texts/plain-text.ts';

export type EmailAddress = {
  /** As the person wrote it: trimmed, NFC. */
  email: string;
  /** The compared form: compatibility letters replaced by ordinary ones, without case, domain as A-label. */
  emailKey: string;
  /** The compared form from before compatibility letters were replaced; undefined when it is the same. */
  formerKey?: string | undefined;
};

export const MAX_EMAIL_LENGTH = 254;

/**
 * Characters refused in the local part: separators of RFC 5322 that would turn one address into several, quotes, and
 * white space.
 */
const NOT_IN_LOCAL_PART = /[\s"(),:;<>[\\\]]/u;
/** ASCII characters refused in a domain. Letters beyond ASCII become A-labels below. */
const NOT_IN_DOMAIN = /[^a-z0-9.\-\u0080-\u{10FFFF}]/iu;
/** Look-alikes of `@`: full-width and small commercial at. */
const LOOK_ALIKE_AT = /[\uFF20\uFE6B]/u;

/** @returns undefined when the text is not an email address */
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
 * Whether the local part has no letters that count as others, as in `ﬁona@` for `fiona@`: only the case of ASCII
 * letters differs from the key. Mail goes to an address as it is stored, so an account with another spelling would keep
 * the owner of the plain one out, and no mail would ever reach them (decision 66).
 */
export function isPlain({ email, emailKey }: EmailAddress): boolean {
  const [local = ''] = email.split('@');
  return emailKey.startsWith(`${local.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}@`);
}

/** The spelling that `isPlain`, with the domain as it is; undefined where that is no address. */
export function plainSpelling({ email, emailKey }: EmailAddress): string | undefined {
  const [key] = emailKey.split('@');
  const [, domain] = email.split('@');
  return readEmailAddress(`${key}@${domain}`)?.email;
}

/**
 * What the key of every address begins with that begins with this text, in any spelling. A domain beyond ASCII is found
 * once it is complete.
 */
export function emailKeyPrefix(text: string): string {
  const complete = readEmailAddress(text);
  if (complete) return complete.emailKey;
  const [local = '', ...domain] = toPlainText(text).split('@');
  return [keyOf(local), ...domain.map((part) => part.toLowerCase())].join('@');
}

/**
 * Folds case. Only the upper-case step maps `ı` to an ordinary letter. The lower-case step before it is for `ẞ`, which
 * is its own upper case, while the upper case of its small letter is SS.
 */
const keyOf = (local: string): string =>
  local.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/**
 * @returns the domain in lower case with A-labels (UTS 46), as browsers and mail servers compare it; undefined when it
 *   is not a domain name
 */
export function toAsciiDomain(domain: string): string | undefined {
  const ascii = NOT_IN_DOMAIN.test(domain) ? undefined : parseUrl(`http://${domain}`)?.hostname;
  if (ascii === undefined) return undefined;
  const labels = ascii.split('.');
  const last = labels.at(-1) ?? '';
  // A number as the last label would make it an IP address, which URL parsing also rewrites ("127.1" is 127.0.0.1).
  const isName = labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isName && !/^\d+$/.test(last) ? ascii : undefined;
}
