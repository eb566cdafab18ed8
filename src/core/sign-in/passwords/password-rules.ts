// Which passwords are allowed (contract 2; case K18), and the form in which they are hashed: NFC (RFC 8265,
// OpaqueString). Keyboards differ in how they compose é or 한, and the same characters must be the same password
// everywhere. Nothing is trimmed, mapped or cut.

import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import { countCharacters } from '../../ground/texts/plain-text.ts';

export const MIN_PASSWORD_CHARACTERS = 8;
export const MAX_PASSWORD_CHARACTERS = 256;

/** The form that is hashed and compared at sign-up, change, reset and sign-in. */
export const toHashedForm = (password: string): string => password.normalize('NFC');

/**
 * Checks a new password.
 * @param password as typed; undefined: nothing was typed
 * @param email of its account; undefined when it is unknown or invalid itself
 * @param field the form's field, for the path of the input errors
 * @returns empty when the password is allowed
 */
export async function checkNewPassword(
  password: string | undefined,
  email: string | undefined,
  field = 'password',
): Promise<Fault[]> {
  if (!password) return [formFault([field], 'password-missing')];
  const form = toHashedForm(password);
  const characters = countCharacters(form);
  if (characters < MIN_PASSWORD_CHARACTERS) {
    return [formFault([field], 'password-too-short', { minimum: MIN_PASSWORD_CHARACTERS })];
  }
  if (characters > MAX_PASSWORD_CHARACTERS) {
    return [formFault([field], 'password-too-long', { maximum: MAX_PASSWORD_CHARACTERS })];
  }
  if (await isCommon(form)) return [formFault([field], 'password-common')];
  return email && isLikeEmail(form, email) ? [formFault([field], 'password-like-email')] : [];
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list when it is first needed. Most processes never need it. */
function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import('./common-passwords.ts').then(
    ({ COMMON_PASSWORDS }) => new Set(COMMON_PASSWORDS.trim().split(/\s+/)),
  );
  return commonPasswords.then((list) => list.has(password.toLowerCase()));
}

/** Whether the password is the address or the name in it, with at most three more characters. */
function isLikeEmail(password: string, email: string): boolean {
  const typed = password.toLowerCase();
  const address = email.toLowerCase();
  const name = address.slice(0, address.indexOf('@'));
  return [address, name].some(
    (part) => countCharacters(part) > 2 && typed.includes(part) && countCharacters(typed.replace(part, '')) <= 3,
  );
}
