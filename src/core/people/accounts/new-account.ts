// What every way to create an account shares: sign-up, the setup link and the command line.

import type { Account, Origin, Role } from '../../ground/accounts/account.ts';
import { type EmailAddress, isPlain, plainSpelling, readEmailAddress } from '../../ground/accounts/email.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { DocumentVersion } from '../../ground/document.ts';
import type { Fault } from '../../ground/fault.ts';
import { newId } from '../../ground/secrets.ts';
import type { Rules } from '../../server/policy/rules.ts';
import type { FirstPasskey } from '../../sign-in/passkeys/passkey-use.ts';
import { checkNewPassword } from '../../sign-in/passwords/password-rules.ts';
import { checkBoxes, NOTHING_TICKED, type TickedBoxes } from '../documents/check-boxes.ts';
import type { Ports } from '../ports.ts';
import { readField } from '../profile/profile-fields.ts';
import { checkEmailDomain } from './email-domains.ts';

/** The fields of a sign-up form, as typed. */
export type NewAccountForm = {
  email: string | undefined;
  password: string | undefined;
  nickname: string | undefined;
  /** Instead of a password. */
  passkey?: FirstPasskey | undefined;
  /** Absent: nothing is ticked. */
  boxes?: TickedBoxes;
};

/** `password`: empty where there is a passkey. */
export type CheckedAccount = {
  address: EmailAddress;
  password: string;
  passkey: FirstPasskey | undefined;
  nickname: string;
  agreed: readonly DocumentVersion[];
};

export type CheckedForm = ({ kind: 'valid' } & CheckedAccount) | { kind: 'invalid'; faults: Fault[] };

/** Checks the fields and boxes. Returns all input errors at once, in the order of the form. */
export async function checkNewAccountForm(
  rules: Pick<Rules, 'documents' | 'minimumAge'>,
  form: NewAccountForm,
): Promise<CheckedForm> {
  const { address, faults } = checkNewEmail(form.email);
  const { passkey, password = '' } = form;
  if (!passkey) faults.push(...(await checkNewPassword(form.password, address?.email)));
  const nickname = readField('nickname', form.nickname);
  if (!nickname) faults.push(formFault(['nickname'], 'nickname-missing'));
  else if ('fault' in nickname) faults.push(formFault(['nickname'], nickname.fault, nickname.values));
  const boxes = checkBoxes(rules, form.boxes ?? NOTHING_TICKED);
  faults.push(...boxes.faults);
  if (address && (password || passkey) && nickname && 'value' in nickname && faults.length === 0) {
    const checked = { address, passkey, nickname: nickname.value, agreed: boxes.agreed };
    return { kind: 'valid', ...checked, password: passkey ? '' : password };
  }
  return { kind: 'invalid', faults };
}

export function checkEmail(typed: string | undefined): { address: EmailAddress | undefined; faults: Fault[] } {
  if (!typed?.trim()) return { address: undefined, faults: [formFault(['email'], 'email-missing')] };
  const address = readEmailAddress(typed);
  return { address, faults: address ? [] : [formFault(['email'], 'email-malformed')] };
}

/** For an account that does not have it yet: of letters that count as others, it offers the plain spelling. */
export function checkNewEmail(typed: string | undefined): ReturnType<typeof checkEmail> {
  const checked = checkEmail(typed);
  if (!checked.address || isPlain(checked.address)) return checked;
  const email = plainSpelling(checked.address);
  const fault =
    email === undefined ? formFault(['email'], 'email-malformed') : formFault(['email'], 'email-not-plain', { email });
  return { address: undefined, faults: [fault] };
}

/** Of an address that waits to be proven: it is judged by the rules of now, not by those of when it was asked for. */
export const checkPendingEmail = (
  rules: Parameters<typeof checkEmailDomain>[0],
  { email, emailKey }: Pick<EmailAddress, 'email' | 'emailKey'>,
): Fault[] => [...checkNewEmail(email).faults, ...checkEmailDomain(rules, { emailKey })];

export const makeAccount = (
  { clock }: Pick<Ports, 'clock'>,
  input: {
    /** Chosen before, where a passkey was made for it. */
    id?: string | undefined;
    address: EmailAddress;
    passwordHash: string | undefined;
    nickname: string | undefined;
    role: Role;
    origin: Origin;
    now: number;
  },
): Account => ({
  id: input.id ?? newId(clock),
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
  leavingSince: undefined,
  leavingUntil: undefined,
  signInEpoch: 0,
  grantEpoch: 0,
  deviceEpoch: 0,
  createdAt: input.now,
  updatedAt: input.now,
});

/** An account whose address was proven before it was made. */
export const makeVerifiedAccount = (...[deps, input]: Parameters<typeof makeAccount>): Account => ({
  ...makeAccount(deps, input),
  emailVerified: true,
  emailVerifiedBy: 'mail',
  emailVerifiedAt: input.now,
});
