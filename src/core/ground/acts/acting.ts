// Who acts on somebody's account, for the statement that carries out the act. It checks in its own transaction that the
// actor still has the role, the session or the token with its scopes, and that the account is still one on which they
// may act.

import type { AccountAct } from './account-acts.ts';
import type { SessionProof } from './session-proof.ts';

/**
 * By a session that was confirmed (`proof`), an API token, or a machine token, which has no account and acts as an
 * operator. The role that somebody had when the request began says nothing.
 */
export type Actor = { accountId: string | undefined; proof?: SessionProof; tokenId?: string };

/** Absent where the command line acts: it may do everything. */
export type AuthorizedAct = { act: AccountAct; caller: Actor };

/** Why somebody does not get the applications of an account (`hand-over.ts`). */
export const NEW_OWNER_REFUSALS = [
  'new-owner-unknown',
  'new-owner-same',
  'new-owner-inactive',
  'new-owner-in-doubt',
  'new-owner-role',
  'new-owner-no-member',
  'new-owner-full',
] as const;
export type NewOwnerRefusal = (typeof NEW_OWNER_REFUSALS)[number];

/**
 * `not-allowed`: by `mayActOn`, or the actor is disabled, or their API token is over · `last-operator`: nobody could
 * run the server any more (contract 29) · `owns-applications`: they would be deleted with the account, or left to
 * somebody who may own none.
 */
export type ActRefusal = 'not-allowed' | 'last-operator' | 'owns-applications' | NewOwnerRefusal;

export const isOfNewOwner = (reason: ActRefusal): reason is NewOwnerRefusal =>
  (NEW_OWNER_REFUSALS as readonly string[]).includes(reason);

/** `connections`: how many people are connected to it. */
export type OwnedApplication = { id: string; name: string; connections: number };

const MEANING: Readonly<Record<ActRefusal, string>> = {
  'not-allowed': 'The role of whoever acts does not allow this with that account',
  'last-operator': 'This is the last enabled operator: create or enable another one first',
  'owns-applications':
    'The account owns applications. Name who gets them (--hand-over-to ACCOUNT), or hand each over or delete it first:',
  'new-owner-unknown': 'There is no such account to hand the applications over to',
  'new-owner-same': 'The applications cannot stay with the account that gives them up: name another one',
  'new-owner-inactive': 'The new owner is disabled, or is deleting their account: name another account',
  'new-owner-in-doubt':
    'The email address of the new owner was changed lately, which can still be taken back: name another account',
  'new-owner-role': 'The role of the new owner may own no applications: give it the role owner first',
  'new-owner-no-member': 'The new owner is no member of these applications. Invite them, or name another account:',
  'new-owner-full': 'The new owner would have more applications than one account can own',
};

const lineOf = ({ id, name, connections }: OwnedApplication): string =>
  `  ${name} (${id}), ${connections === 1 ? '1 person' : `${connections} people`} connected`;

/** Thrown by the statement of an act on an account. Nothing was done. */
export class ActRefused extends Error {
  override readonly name = 'ActRefused';
  readonly reason: ActRefusal;
  /** Of `owns-applications` and `new-owner-no-member`, in order of creation. */
  readonly applications: readonly OwnedApplication[];

  constructor(reason: ActRefusal, applications: readonly OwnedApplication[] = []) {
    super([MEANING[reason], ...applications.map(lineOf)].join('\n'));
    this.reason = reason;
    this.applications = applications;
  }
}
