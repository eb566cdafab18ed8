// The code that a person types from a device's screen (RFC 8628 6.1): eight consonants, so that it spells no word, of
// 34.5 bits.
import type { ServerSecrets } from '../../ground/secrets.ts';
import { newUserCodeText, USER_CODE_ALPHABET } from '../../ground/secrets.ts';
import { foldTypedCode } from '../../ground/typed-code.ts';

const LENGTH = 8;
const FORM = new RegExp(`^[${USER_CODE_ALPHABET}]{${LENGTH}}$`);

export const newUserCode = (): string => newUserCodeText(LENGTH);

/** As it is shown: `WDJB-MJHT`. */
export const showUserCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/**
 * @param typed in any case and width, with or without hyphens and spaces
 * @returns undefined for what is no such code
 */
export function readUserCode(typed: string): string | undefined {
  const code = foldTypedCode(typed).toUpperCase();
  return FORM.test(code) ? code : undefined;
}

/** As it is stored. */
export const hashUserCode = (secrets: ServerSecrets, code: string): Buffer => secrets.mac('user-code', code);

/** The hashes that it may be stored under, while the server's secret is being changed. */
export const userCodeHashes = (secrets: ServerSecrets, code: string): readonly Buffer[] =>
  secrets.macs('user-code', code);
