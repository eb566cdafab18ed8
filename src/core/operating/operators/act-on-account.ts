// Acts of support and operators on somebody's account (contract 29), for the command line, the API and the console
// alike. Each is one statement that checks who acts; see `acting.ts`. `caller` is absent where the command line acts.

import { handOverTo } from '../../applications/members/new-owner.ts';
import type { Account, Role } from '../../ground/accounts/account.ts';
import type { AccountAct, WholeAct } from '../../ground/acts/account-acts.ts';
import type { Actor, AuthorizedAct } from '../../ground/acts/acting.ts';
import type { IssuedLink } from '../../people/one-time-links/issue-one-time-link.ts';
import { issuePasswordLink } from '../../people/one-time-links/issue-password-link.ts';
import { mayReset } from '../../people/verification/answer-reset-requests.ts';
import { sendProof } from '../../people/verification/send-proof.ts';
import { writeOperatorNotice } from '../../server/mail/operator-notice.ts';
import { writeNotice } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';

export type Target = { account: Pick<Account, 'id'>; caller?: Actor | undefined };

const actingOf = (act: AccountAct, { caller }: Target): AuthorizedAct | undefined => caller && { act, caller };

type EndingDeps = Pick<Ports, 'accounts' | 'clock' | 'publish'>;

/**
 * Disabling ends every session, code, token, API token and password link for good. Enabling restores none of them.
 * @returns false: there is no such account @throws ActRefused, ConfirmationNeeded; the same holds for all acts
 */
export async function setDisabled(
  deps: EndingDeps,
  { disabled, ...target }: Target & { disabled: boolean },
): Promise<boolean> {
  const { id } = target.account;
  const by = actingOf(disabled ? 'disable' : 'enable', target);
  const changed = await deps.accounts.setDisabled(id, disabled, deps.clock.now(), by);
  if (changed && disabled) deps.publish({ kind: 'sessions-ended', accountId: id });
  else if (changed) deps.publish({ kind: 'application-events-due' });
  return changed;
}

/** `newOwner`: gets what the account owns, in the same act. */
type Handing = { newOwner?: Pick<Account, 'id'> | undefined };

/** @param target.newOwner for a role that may own nothing */
export async function setRole(
  deps: Pick<Ports, 'accounts' | 'secrets' | 'rules' | 'clock' | 'publish'>,
  { role, newOwner, ...target }: Target & Handing & { role: Role },
): Promise<boolean> {
  const { id } = target.account;
  const tell = writeOperatorNotice(deps, { what: 'role', accountId: id, role });
  const handOver = newOwner && handOverTo(deps, newOwner);
  const change = { id, role, tell, handOver, now: deps.clock.now() };
  const done = (await deps.accounts.change(change, target.caller)) !== 'gone';
  if (done && (tell || handOver?.mail)) deps.publish({ kind: 'mail-queued' });
  return done;
}

/** Verifies the address, as the operator says. Does nothing if the person changed it a moment earlier. */
export const verifyEmail = (
  { accounts, clock }: Pick<Ports, 'accounts' | 'clock'>,
  target: Target & { account: Pick<Account, 'id' | 'emailKey'> },
): Promise<boolean> => {
  const { id, emailKey } = target.account;
  return accounts.setEmailVerified(id, emailKey, clock.now(), actingOf('verify-email', target));
};

/**
 * Deletes the account and everything of it: sessions, connections, API tokens, grants. Without a new owner it must own
 * no application.
 */
export async function removeAccount(
  deps: EndingDeps & Pick<Ports, 'secrets' | 'rules'>,
  { newOwner, ...target }: Target & Handing,
): Promise<boolean> {
  const { id } = target.account;
  const handOver = newOwner && handOverTo(deps, newOwner);
  const removed = await deps.accounts.remove(id, deps.clock.now(), actingOf('delete', target), handOver);
  if (removed === false) return false;
  deps.publish({ kind: 'sessions-ended', accountId: id });
  if (handOver?.mail) deps.publish({ kind: 'mail-queued' });
  return true;
}

export async function endSessionsOf(
  deps: Pick<Ports, 'sessions' | 'clock' | 'publish'>,
  target: Target,
): Promise<true> {
  const accountId = target.account.id;
  await deps.sessions.endAll({ accountId, now: deps.clock.now(), by: actingOf('end-sessions', target) });
  deps.publish({ kind: 'sessions-ended', accountId });
  return true;
}

/** False: the account has no factor that can be removed. One without a password keeps its passkeys. */
export async function removeAllFactors(
  deps: Pick<Ports, 'factors' | 'secrets' | 'rules' | 'clock' | 'publish'>,
  target: Target,
): Promise<boolean> {
  const accountId = target.account.id;
  const mail = writeNotice(deps, { kind: 'factors-removed', accountId });
  const by = actingOf('remove-factors', target);
  const tell = writeOperatorNotice(deps, { what: 'factors', accountId });
  const removed = await deps.factors.removeByOperator({ accountId, mail, by, tell, now: deps.clock.now() });
  if (removed) {
    deps.publish({ kind: 'sessions-ended', accountId });
    deps.publish({ kind: 'mail-queued' });
  }
  return removed;
}

/** The acts that need to know nothing but the account: the console's form and the command follow. */
export const PLAIN_ACTS = {
  'end-sessions': endSessionsOf,
  enable: (deps, target) => setDisabled(deps, { ...target, disabled: false }),
  disable: (deps, target) => setDisabled(deps, { ...target, disabled: true }),
  'remove-factors': removeAllFactors,
} as const satisfies Partial<Record<WholeAct, (deps: Ports, target: Target) => Promise<boolean>>>;

export type PlainAct = keyof typeof PLAIN_ACTS;
export const isPlainAct = (act: AccountAct): act is PlainAct => act in PLAIN_ACTS;

export type ResetSent =
  | { kind: 'mailed' }
  /** Shown once to whoever acts, who gives it to the person. */
  | { kind: 'link'; link: IssuedLink }
  /** By `mayReset`, or there is no mail. */
  | { kind: 'no-reset' }
  /** No mail leaves this machine, and whoever acts sees no links. */
  | { kind: 'not-shown' }
  /** The address has had its mails of this hour (contract 20). */
  | { kind: 'limited' };

type ResetDeps = Parameters<typeof sendProof>[0] & Pick<Ports, 'links' | 'members'>;

/** An operator made it, and nobody has set a password. */
const isNew = ({ origin, passwordHash }: Account): boolean =>
  passwordHash === undefined && (origin === 'api' || origin === 'command');

/**
 * Lets the person set a new password. Nothing ends before they do. With mail the link goes to them alone.
 * @param target.shows whether the link is shown where mail does not leave this machine; to operators only, because
 *   whoever sees it can be the person
 */
export async function sendReset(
  deps: ResetDeps,
  { shows, ...target }: Target & { account: Account; shows: boolean },
): Promise<ResetSent> {
  const { account } = target;
  const by = actingOf('send-reset', target);
  if (deps.rules.mail !== 'smtp' && shows) {
    return { kind: 'link', link: await issuePasswordLink(deps, account, actingOf('show-reset', target)) };
  }
  if (deps.rules.mail === 'off') return { kind: 'not-shown' };
  if (!(await mayReset(deps, account))) return { kind: 'no-reset' };
  const kind = isNew(account) ? 'account-created' : undefined;
  const { kind: sent } = await sendProof(deps, { account, purpose: 'password', kind, from: undefined, by });
  return { kind: sent };
}
