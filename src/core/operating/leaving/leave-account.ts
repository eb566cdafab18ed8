// Deleting one's own account, at once or in some days, and coming back (contract 27).
import type { Account } from '../../ground/accounts/account.ts';
import { proofOf } from '../../ground/acts/session-proof.ts';
import { AccountInDoubt } from '../../people/email-changes/doubt.ts';
import { type ActedFrom, actOf, writeMail, writeNotice } from '../../server/mail/write-mail.ts';
import { ADDRESS_PROVEN_FOR_MS } from '../../sign-in/factors/second-factor-policy.ts';
import type { Session, SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import type { LeaveResult } from './leaving-store.ts';
import type { Restoration } from './restoration.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Deps = Pick<Ports, 'leaving' | 'emailChanges' | 'clock' | 'rules' | 'secrets' | 'publish'>;

/** `until`: when the account is deleted; undefined: it was deleted. */
export type LeaveOutcome =
  | { kind: 'left'; until: number | undefined }
  /** The account is in doubt until then, and nothing deletes it at once. */
  | { kind: 'in-doubt'; until: number }
  /** Somebody has to read the code that is mailed to the address that stands, in this session, before it is deleted. */
  | { kind: 'code-needed' }
  | { kind: Exclude<LeaveResult, 'done'> };

type Leaver = { signedIn: SignedIn; atOnce: boolean; from: ActedFrom };

/**
 * @param input.atOnce the account cannot be restored; so is every one where the setting gives no days, but none that is
 *   in doubt: it leaves, and ends no sooner than the doubt
 * @throws ConfirmationNeeded
 */
export async function leaveAccount(deps: Deps, input: Leaver): Promise<LeaveOutcome> {
  const { atOnce, signedIn } = input;
  const now = deps.clock.now();
  const doubt = await deps.emailChanges.findDoubt(signedIn.account.id, now);
  if (doubt && atOnce) return { kind: 'in-doubt', until: doubt.expiresAt };
  const days = deps.rules.deletionDelayDays;
  const wanted = atOnce || days === 0 ? undefined : now + days * DAY_MS;
  const until = doubt ? Math.max(wanted ?? 0, doubt.expiresAt) : wanted;
  if (until === undefined && !mayDeleteAtOnce(deps, signedIn.session, now)) return { kind: 'code-needed' };
  try {
    return await leave(deps, input, until);
  } catch (error) {
    // The address changed a moment earlier.
    if (!(error instanceof AccountInDoubt)) throw error;
    return atOnce ? { kind: 'in-doubt', until: error.until } : leave(deps, input, error.until);
  }
}

/** Nobody brings the account back: where there is mail, the password alone does not delete it at once. */
const mayDeleteAtOnce = (
  { rules }: Pick<Ports, 'rules'>,
  { addressProvenAt = 0 }: Pick<Session, 'addressProvenAt'>,
  now: number,
): boolean => rules.mail === 'off' || addressProvenAt >= now - ADDRESS_PROVEN_FOR_MS;

/** @throws ConfirmationNeeded, AccountInDoubt */
async function leave(
  deps: Deps,
  { signedIn: { account, session }, from }: Leaver,
  until: number | undefined,
): Promise<LeaveOutcome> {
  const now = deps.clock.now();
  const accountId = account.id;
  const { language } = from;
  const act = actOf(deps, from);
  const mail =
    until === undefined
      ? writeMail(deps, { kind: 'account-deleted', to: { email: account.email }, language, facts: act })
      : writeMail(deps, { kind: 'account-leaving', to: { accountId }, language, facts: { ...act, until } });
  const asksCode = until === undefined && deps.rules.mail !== 'off';
  const addressProvenSince = asksCode ? now - ADDRESS_PROVEN_FOR_MS : undefined;
  const proof = { ...proofOf(session, now), addressProvenSince };
  const kind = await deps.leaving.leave({ accountId, until, proof, mail, now });
  if (kind !== 'done') return { kind };
  deps.publish({ kind: 'deletion-changed', accountId, result: 'asked' });
  deps.publish({ kind: 'sessions-ended', accountId });
  deps.publish({ kind: 'mail-queued' });
  return { kind: 'left', until };
}

/** @returns the account, active again; undefined: the sign-in no longer counts, or the account ended */
export async function restoreAccount(
  deps: Deps & Pick<Ports, 'accounts'>,
  { accountId, signInEpoch }: Restoration,
  from: ActedFrom,
): Promise<Account | undefined> {
  const mail = writeNotice(deps, { kind: 'account-restored', accountId, from });
  if (!(await deps.leaving.restore({ accountId, signInEpoch, mail, now: deps.clock.now() }))) return undefined;
  deps.publish({ kind: 'deletion-changed', accountId, result: 'restored' });
  deps.publish({ kind: 'application-events-due' });
  deps.publish({ kind: 'mail-queued' });
  return deps.accounts.find(accountId);
}
