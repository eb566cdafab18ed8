// Recovery codes: ten for an account, each of which replaces a one-time code once (contract 24). A code is 50 random
// bits in two groups of five characters. Only its hash is stored, which is slow to compute (decision 78).
import { hashSecret, hashSlowly, newRecoveryCodeText } from '../../ground/secrets.ts';
import { foldTypedCode } from '../../ground/typed-code.ts';

export const RECOVERY_CODES = 10;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newRecoveryCodeText().replace(/^.{5}/, '$&-'));

/** Codes that were made before decision 78 have 24 characters, and go on working. */
const WRITTEN = /^(?:[0-9a-hjkmnp-tv-z]{10}|[0-9a-hjkmnp-tv-z]{24})$/;
const LONG = 24;

/**
 * A typed code as it is hashed: capital letters make no difference, and letters that look like a digit count as that
 * digit. Undefined: the text is no recovery code.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const text = foldTypedCode(typed).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  return WRITTEN.test(text) ? text : undefined;
}

/** One for all, so that hashes keep their worth on a server that an export takes them to. */
const SALT = 'latchkey recovery code';

/** @param code as `newRecoveryCodes` or `readRecoveryCode` returned it */
export async function hashRecoveryCode(code: string): Promise<Buffer> {
  const text = code.replaceAll('-', '');
  return text.length === LONG ? hashSecret(text) : hashSlowly(text, SALT);
}

export const hashRecoveryCodes = (codes: readonly string[]): Promise<Buffer[]> =>
  Promise.all(codes.map(hashRecoveryCode));
