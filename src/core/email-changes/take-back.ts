// The link in the mail to a former address takes a change back (contract 21). It restores the address, ends every
// sign-in, and removes what was set up since the change was asked for. It signs nobody in.
import type { Account } from '../accounts/account.ts';
import { formFault } from '../accounts/form-faults.ts';
import { type CheckCodeDeps, checkCode, clearTries } from '../factors/check-code.ts';
import type { Fault } from '../fault.ts';
import type { Limited } from '../limits/counted-try.ts';
import { type ActedFrom, actOf, writeMail } from '../mail/write-mail.ts';
import { checkNewPassword, toHashedForm } from '../passwords/password-rules.ts';
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import type { FormerEmail } from './email-change.ts';

type Deps = CheckCodeDeps & Pick<Ports, 'accounts' | 'emailChanges' | 'passwords' | 'rules' | 'publish'>;

/** What the page of a link needs. */
export type TakeBack = {
  former: FormerEmail;
  account: Account;
  /** The account has one-time codes from before the change was asked for. */
  asksCode: boolean;
};

export type TakenBack =
  | { kind: 'taken-back'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'link-expired' }
  | Limited;

/** @returns undefined: the link is of no use */
export async function findTakeBack(
  deps: Pick<Deps, 'emailChanges' | 'accounts' | 'factors' | 'clock'>,
  token: string | undefined,
): Promise<TakeBack | undefined> {
  if (token === undefined) return undefined;
  const former = await deps.emailChanges.findFormer(hashSecret(token), deps.clock.now());
  const account = former && (await deps.accounts.find(former.accountId));
  if (!former || !account) return undefined;
  const codes = await deps.factors.find(account.id);
  return { former, account, asksCode: codes !== undefined && codes.createdAt < former.askedAt };
}

/** @param input.code from an authenticator app, or a recovery code */
export async function takeBackEmail(
  deps: Deps,
  input: { token: string | undefined; password: string | undefined; code: string | undefined; from: ActedFrom },
): Promise<TakenBack> {
  const { token, password, code, from } = input;
  const found = await findTakeBack(deps, token);
  if (token === undefined || !found) return { kind: 'link-expired' };
  const { account, former, asksCode } = found;
  const faults = await checkNewPassword(password, former.email);
  if (asksCode && !code?.trim()) faults.unshift(formFault(['code'], 'code-missing'));
  if (!password || faults.length > 0) return { kind: 'refused', faults };
  if (asksCode) {
    const checked = await checkCode(deps, { account, code: code ?? '', provenAt: deps.clock.now(), from });
    if (checked.kind === 'limited') return checked;
    if (checked.kind !== 'right') return wrongCode(checked.kind === 'resting' ? 'codes-resting' : 'code-wrong');
  }
  const passwordHash = await deps.passwords.hash(toHashedForm(password));
  const facts = actOf(deps, from);
  const to = { accountId: account.id };
  const taken = await deps.emailChanges.takeBack({
    tokenHash: hashSecret(token),
    passwordHash,
    factor: asksCode ? { signInEpoch: account.signInEpoch } : undefined,
    mail: writeMail(deps, { kind: 'password-changed', to, language: from.language, facts }),
    notice: writeMail(deps, { kind: 'email-taken-back', to, language: from.language, facts }),
    now: deps.clock.now(),
  });
  // Sign-ins were ended after the code was checked, or codes were replaced by others.
  if (taken === 'factor-needed') return wrongCode('code-wrong');
  if (!taken) return { kind: 'link-expired' };
  if (asksCode) await clearTries(deps, account.id);
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  deps.publish({ kind: 'mail-queued' });
  return { kind: 'taken-back', account: taken };
}

const wrongCode = (code: 'code-wrong' | 'codes-resting'): TakenBack => ({
  kind: 'refused',
  faults: [formFault(['code'], code)],
});
