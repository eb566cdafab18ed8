// What every way to create an account shares: sign-up, the setup link and the command line.
import type { Fault } from '../fault.ts';
import { checkNewPassword } from '../passwords/password-rules.ts';
import { readField } from '../profile/profile-fields.ts';
import { newId } from '../secrets.ts';
import type { Account, Origin, Role } from './account.ts';
import { type EmailAddress, readEmailAddress } from './email.ts';
import { formFault } from './form-faults.ts';

/** The fields of a sign-up form, as typed. */
export type NewAccountForm = {
  email: string | undefined;
  password: string | undefined;
  nickname: string | undefined;
};

export type CheckedForm =
  | { kind: 'valid'; address: EmailAddress; password: string; nickname: string }
  | { kind: 'invalid'; faults: Fault[] };

/** Checks the three fields. Returns all input errors at once, in the order of the fields. */
export async function checkNewAccountForm(form: NewAccountForm): Promise<CheckedForm> {
  const { address, faults } = checkEmail(form.email);
  faults.push(...(await checkNewPassword(form.password, address?.email)));
  const nickname = readField('nickname', form.nickname);
  if (!nickname) faults.push(formFault(['nickname'], 'nickname-missing'));
  else if ('fault' in nickname) faults.push(formFault(['nickname'], nickname.fault, nickname.values));
  else if (address && form.password && faults.length === 0) {
    return { kind: 'valid', address, password: form.password, nickname: nickname.value };
  }
  return { kind: 'invalid', faults };
}

export function checkEmail(typed: string | undefined): { address: EmailAddress | undefined; faults: Fault[] } {
  if (!typed?.trim()) return { address: undefined, faults: [formFault(['email'], 'email-missing')] };
  const address = readEmailAddress(typed);
  return { address, faults: address ? [] : [formFault(['email'], 'email-malformed')] };
}

export const makeAccount = (input: {
  address: EmailAddress;
  passwordHash: string | undefined;
  nickname: string | undefined;
  role: Role;
  origin: Origin;
  now: number;
}): Account => ({
  id: newId(),
  email: input.address.email,
  emailKey: input.address.emailKey,
  emailVerified: false,
  emailVerifiedBy: undefined,
  emailVerifiedAt: undefined,
  passwordHash: input.passwordHash,
  role: input.role,
  origin: input.origin,
  username: undefined,
  usernameChanges: [],
  profile: input.nickname === undefined ? {} : { nickname: input.nickname },
  disabledAt: undefined,
  signInEpoch: 0,
  grantEpoch: 0,
  createdAt: input.now,
  updatedAt: input.now,
});
