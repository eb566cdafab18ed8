// Which passwords may be chosen (contract 2; case K18), and the one form in which a password reaches the hasher. NFC is
// that form (RFC 8265, OpaqueString): keyboards differ in how they compose é or 한, and the same characters must be the
// same password everywhere. Nothing is trimmed, mapped or cut.

import { formFault } from '../accounts/form-faults.ts';
import type { Fault } from '../fault.ts';
import { countCharacters } from '../profile/plain-text.ts';

export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 256;

/** The form that is hashed and compared: at sign-up, change, reset and sign-in alike. */
export const toHashedForm = (password: string): string => password.normalize('NFC');

/**
 * Everything wrong with a password somebody wants to have; empty when it is good.
 * @param password as typed; undefined: nothing was.
 * @param email of its account; undefined when it is unknown or faulty itself.
 * @param field the form's field, for the faults' path.
 */
export async function checkNewPassword(
  password: string | undefined,
  email: string | undefined,
  field = 'password',
): Promise<Fault[]> {
  if (!password) return [formFault([field], 'password-missing')];
  const form = toHashedForm(password);
  const characters = countCharacters(form);
  if (characters < PASSWORD_MIN_CHARACTERS) {
    return [formFault([field], 'password-too-short', { minimum: PASSWORD_MIN_CHARACTERS })];
  }
  if (characters > PASSWORD_MAX_CHARACTERS) {
    return [formFault([field], 'password-too-long', { maximum: PASSWORD_MAX_CHARACTERS })];
  }
  if (await isCommon(form)) return [formFault([field], 'password-common')];
  return email && isLikeEmail(form, email) ? [formFault([field], 'password-like-email')] : [];
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The list is read when it is first needed: most processes and every start do without. */
function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import('./common-passwords.ts').then(
    ({ COMMON_PASSWORDS }) => new Set(COMMON_PASSWORDS.trim().split(/\s+/)),
  );
  return commonPasswords.then((list) => list.has(password.toLowerCase()));
}

/** The address or the name in it, with at most three characters around it. */
function isLikeEmail(password: string, email: string): boolean {
  const typed = password.toLowerCase();
  const address = email.toLowerCase();
  const name = address.slice(0, address.indexOf('@'));
  return [address, name].some(
    (part) => countCharacters(part) > 2 && typed.includes(part) && countCharacters(typed.replace(part, '')) <= 3,
  );
}
