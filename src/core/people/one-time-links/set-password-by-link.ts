// A one-time link sets the password: the first one, or a new one after an operator's reset or by a mail that the person
// requested. It works once (case K19), and ends all sessions, grants and API tokens of the account (contract 2, 22).

import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import { hashSecret } from '../../ground/secrets.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import { type CheckCodeDeps, type CodeFrom, checkCode, clearTries } from '../../sign-in/factors/check-code.ts';
import { checkNewPassword, toHashedForm } from '../../sign-in/passwords/password-rules.ts';
import type { Ports } from '../ports.ts';
import { type Claim, type ClaimChoice, emptyAccount, findClaim } from '../verification/account-claim.ts';
import type { ClaimAnswer } from '../verification/email-proof-store.ts';
import { findPasswordLink } from './find-one-time-link.ts';

export type PasswordByLink =
  /** `byCode`: the person proved the second factor that the account has. */
  | { kind: 'changed'; account: Account; byCode: boolean }
  | { kind: 'refused'; link: OpenedPasswordLink; faults: Fault[] }
  | { kind: 'limited'; link: OpenedPasswordLink; retryAfterSeconds: number }
  | { kind: 'link-expired' };

export type OpenedPasswordLink = NonNullable<Awaited<ReturnType<typeof findPasswordLink>>> & {
  /** Undefined: nothing is asked but the password. */
  claim: Claim | undefined;
};

/** What the page of a link needs. Undefined: the link is of no use. */
export async function openPasswordLink(
  deps: Parameters<typeof findPasswordLink>[0] & Parameters<typeof findClaim>[0],
  token: string | undefined,
): Promise<OpenedPasswordLink | undefined> {
  const link = await findPasswordLink(deps, token);
  return link && { ...link, claim: link.by === 'mail' ? await findClaim(deps, link.account) : undefined };
}

/** As it was typed, and where. */
type TypedCode = { typed: string | undefined; from: CodeFrom };

type Deps = Pick<Ports, 'passwords' | 'secrets' | 'rules' | 'publish'> &
  CheckCodeDeps &
  Parameters<typeof openPasswordLink>[0];

export async function setPasswordByLink(
  deps: Deps,
  input: {
    token: string | undefined;
    password: string | undefined;
    /** What the person chose who claims the account. */
    choice?: string | undefined;
    /** From an authenticator app, or a recovery code: of whoever says that the second factor is their own. */
    code?: TypedCode | undefined;
    from?: ActedFrom | undefined;
  },
): Promise<PasswordByLink> {
  const { token, password } = input;
  const link = await openPasswordLink(deps, token);
  if (!token || !link) return { kind: 'link-expired' };
  const { account, by, claim } = link;
  const choice = claim?.choices.find((one) => one === input.choice);
  const faults = await checkNewPassword(password, account.email);
  if (claim && !choice) faults.push(formFault(['choice'], 'claim-choice-missing'));
  const byCode = choice === 'prove-factor';
  if (byCode && !input.code?.typed?.trim()) faults.push(formFault(['code'], 'code-missing'));
  if (!password || faults.length > 0) return { kind: 'refused', link, faults };
  if (byCode && input.code) {
    const refused = await refuseCode(deps, link, input.code);
    if (refused) return refused;
  }
  const passwordHash = await deps.passwords.hash(toHashedForm(password));
  const now = deps.clock.now();
  const notice = { kind: 'password-changed', accountId: account.id, from: input.from } as const;
  // The first password is not a change.
  const mail = account.passwordHash === undefined ? undefined : writeNotice(deps, notice);
  const redeemed = { tokenHash: hashSecret(token), passwordHash, mail, now };
  const changed =
    by === 'mail'
      ? await deps.emailProofs.redeemForPassword({ ...redeemed, claim: answerOf(deps, choice, account) })
      : await deps.links.redeemForPassword(redeemed);
  if (!changed) return { kind: 'link-expired' };
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  if (mail) deps.publish({ kind: 'mail-queued' });
  if (byCode && input.code) await clearTries(deps, { account, from: input.code.from });
  return { kind: 'changed', account: changed, byCode };
}

/**
 * Nothing changes before the code is right: whoever made the account in somebody's name would otherwise keep a way in.
 * Undefined: it is right.
 */
async function refuseCode(
  deps: Deps,
  link: OpenedPasswordLink,
  { typed: code = '', from }: TypedCode,
): Promise<Exclude<PasswordByLink, { kind: 'changed' }> | undefined> {
  const { account } = link;
  const provenAt = deps.clock.now();
  const checked = await checkCode(deps, { account, code, provenAt, afterPassword: false, from });
  if (checked.kind === 'right') return undefined;
  if (checked.kind === 'limited') return { ...checked, link };
  const fault = formFault(['code'], checked.kind === 'resting' ? 'codes-resting' : 'code-wrong');
  return { kind: 'refused', link, faults: [fault] };
}

const answerOf = (deps: Pick<Ports, 'clock'>, choice: ClaimChoice | undefined, account: Account): ClaimAnswer =>
  choice === 'start-empty' ? emptyAccount(deps, account) : (choice ?? 'keep');
