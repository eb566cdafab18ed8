// Recovery codes: ten for an account, each of which replaces a one-time code once (contract 24). A code is 120 random
// bits in six groups of four characters. Only its hash is stored.
import { hashSecret, newRecoveryCodeText } from '../secrets.ts';
import { foldTypedCode } from '../typed-code.ts';

export const RECOVERY_CODES = 10;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inGroups(newRecoveryCodeText()));

const inGroups = (text: string): string => text.match(/.{4}/g)?.join('-') ?? text;

const WRITTEN = /^[0-9a-hjkmnp-tv-z]{24}$/;

/**
 * A typed code as it is hashed: capital letters make no difference, and letters that look like a digit count as that
 * digit. Undefined: the text is no recovery code.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const text = foldTypedCode(typed).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  return WRITTEN.test(text) ? text : undefined;
}

/** @param code as `newRecoveryCodes` or `readRecoveryCode` returned it */
export const hashRecoveryCode = (code: string): Buffer => hashSecret(code.replaceAll('-', ''));
