// The link in the mail to a former address takes a change back (contract 21). It restores the address, ends every
// sign-in, removes what was set up since the change was asked for, and what the person ticked of what is older,
// and restores an account that is leaving. It signs nobody in.
import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';
import { hashSecret } from '../../ground/secrets.ts';
import { actOf, writeMail } from '../../server/mail/write-mail.ts';
import { type CheckCodeDeps, type CodeFrom, checkCode, clearTries } from '../../sign-in/factors/check-code.ts';
import type { ListedFactor } from '../../sign-in/factors/listed-factor.ts';
import { type CheckPasskeyDeps, checkPasskey, type PasskeyResponse } from '../../sign-in/passkeys/check-passkey.ts';
import { usablePasskeys } from '../../sign-in/passkeys/has-passkey.ts';
import type { Passkey } from '../../sign-in/passkeys/passkey.ts';
import type { PasskeyUse } from '../../sign-in/passkeys/passkey-use.ts';
import { checkNewPassword, toHashedForm } from '../../sign-in/passwords/password-rules.ts';
import type { Ports } from '../ports.ts';
import { isAskedFor } from './doubt.ts';
import type { FormerEmail } from './email-change.ts';
import { chosenFactors, listFactorsFromBefore } from './factors-from-before.ts';

type Deps = CheckCodeDeps & CheckPasskeyDeps & Pick<Ports, 'emailChanges' | 'members' | 'passwords' | 'publish'>;

/** What the page of a link needs. */
export type TakeBack = {
  former: FormerEmail;
  account: Account;
  /** The account has one-time codes that are asked for. */
  asksCode: boolean;
  /** Those that are asked for. One of them stands in for a code. */
  passkeys: readonly Passkey[];
  /** From before the asking, newest first. */
  factors: readonly ListedFactor[];
};

export type TakenBack = { kind: 'taken-back'; account: Account } | NotTakenBack;

type NotTakenBack =
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'wrong-passkey'; accountId: string | undefined; reason: PasskeyRefusal }
  | { kind: 'link-expired' }
  | Limited;

/** @returns undefined: the link is of no use */
export async function findTakeBack(
  deps: Pick<Deps, 'emailChanges' | 'accounts' | 'factors' | 'passkeys' | 'members' | 'rules' | 'clock'>,
  token: string | undefined,
): Promise<TakeBack | undefined> {
  if (token === undefined) return undefined;
  const former = await deps.emailChanges.findFormer(hashSecret(token), deps.clock.now());
  const account = former && (await deps.accounts.find(former.accountId));
  if (!former || !account) return undefined;
  const { askedAt } = former;
  const codes = await deps.factors.find(account.id);
  return {
    former,
    account,
    asksCode: codes !== undefined && isAskedFor(codes, askedAt),
    passkeys: (await usablePasskeys(deps, account.id)).filter((passkey) => isAskedFor(passkey, askedAt)),
    factors: await listFactorsFromBefore(deps, account, askedAt),
  };
}

type Input = {
  token: string | undefined;
  password: string | undefined;
  /** From an authenticator app, or a recovery code. */
  code: string | undefined;
  /** Instead of a code. */
  passkey: PasskeyResponse | undefined;
  /** Ids of factors that the page listed, to be removed. */
  ids: readonly string[];
  from: CodeFrom;
};

export async function takeBackEmail(deps: Deps, input: Input): Promise<TakenBack> {
  const { token, password, from } = input;
  const found = await findTakeBack(deps, token);
  if (token === undefined || !found) return { kind: 'link-expired' };
  const { account, former } = found;
  const faults = await checkNewPassword(password, former.email);
  if (found.asksCode && !input.passkey && !input.code?.trim()) faults.unshift(formFault(['code'], 'code-missing'));
  if (!password || faults.length > 0) return { kind: 'refused', faults };
  const proven = await proveFactor(deps, found, input);
  if (proven.kind !== 'proven') return proven;
  const passwordHash = await deps.passwords.hash(toHashedForm(password));
  const facts = actOf(deps, from);
  const to = { accountId: account.id };
  const taken = await deps.emailChanges.takeBack({
    tokenHash: hashSecret(token),
    passwordHash,
    factor: { signInEpoch: account.signInEpoch, passkey: proven.passkey },
    rpId: deps.rules.passkeyRpId,
    remove: chosenFactors(deps, found.factors, { ids: input.ids, accountId: account.id, from }),
    mail: writeMail(deps, { kind: 'password-changed', to, language: from.language, facts }),
    notice: writeMail(deps, { kind: 'email-taken-back', to, language: from.language, facts }),
    now: deps.clock.now(),
  });
  // Sign-ins were ended after the factor was checked, or it was removed or replaced.
  if (taken === 'factor-needed') {
    const { asksCode } = found;
    return asksCode && !proven.passkey
      ? wrongCode('code-wrong')
      : { kind: 'wrong-passkey', accountId: account.id, reason: 'outdated' };
  }
  if (!taken) return { kind: 'link-expired' };
  await clearTries(deps, { account, from });
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  if (account.leavingSince !== undefined) {
    deps.publish({ kind: 'deletion-changed', accountId: account.id, result: 'restored' });
    deps.publish({ kind: 'application-events-due' });
  }
  deps.publish({ kind: 'mail-queued' });
  return { kind: 'taken-back', account: taken };
}

type Proven = { kind: 'proven'; passkey: PasskeyUse | undefined };

/** By one of the factors that are asked for. Where there is none, nothing is. */
async function proveFactor(
  deps: Deps,
  { account, asksCode, passkeys }: TakeBack,
  { code, passkey, from }: Input,
): Promise<Proven | NotTakenBack> {
  const provenAt = deps.clock.now();
  if (passkeys.length > 0 && (passkey || !asksCode)) {
    const sent = passkey ?? { response: '', deviceId: undefined, from };
    const checked = await checkPasskey(deps, { ...sent, purpose: 'take-back', account, provenAt: undefined });
    return checked.kind === 'right'
      ? { kind: 'proven', passkey: checked.use }
      : { kind: 'wrong-passkey', accountId: checked.accountId, reason: checked.reason };
  }
  if (!asksCode) return { kind: 'proven', passkey: undefined };
  const checked = await checkCode(deps, { account, code: code ?? '', provenAt, afterPassword: false, from });
  if (checked.kind === 'limited') return checked;
  if (checked.kind !== 'right') return wrongCode(checked.kind === 'resting' ? 'codes-resting' : 'code-wrong');
  return { kind: 'proven', passkey: undefined };
}

const wrongCode = (code: 'code-wrong' | 'codes-resting'): NotTakenBack => ({
  kind: 'refused',
  faults: [formFault(['code'], code)],
});
