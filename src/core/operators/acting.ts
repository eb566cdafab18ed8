// Who acts on somebody's account, for the statement that carries out the act. It checks in its own transaction that the
// actor still has the role, the session or the token with its scopes, and that the account is still one on which they
// may act.
import type { SessionProof } from '../sessions/session-proof.ts';
import type { AccountAct } from './account-acts.ts';

/**
 * By a session that was confirmed (`proof`), an API token, or a machine token, which has no account and acts as an
 * operator. The role that somebody had when the request began says nothing.
 */
export type Actor = { accountId: string | undefined; proof?: SessionProof; tokenId?: string };

/** Absent where the command line acts: it may do everything. */
export type Acting = { act: AccountAct; caller: Actor };

/**
 * `not-allowed`: by `mayActOn`, or the actor is disabled, or their API token is over · `last-operator`: nobody could
 * run the server any more (contract 29) · `owns-applications`: they would be deleted with the account, or left to
 * somebody who may own none.
 */
export type ActRefusal = 'not-allowed' | 'last-operator' | 'owns-applications';

/** `connections`: how many people are connected to it. */
export type OwnedApplication = { id: string; name: string; connections: number };

const MEANING: Readonly<Record<ActRefusal, string>> = {
  'not-allowed': 'The role of whoever acts does not allow this with that account',
  'last-operator': 'This is the last enabled operator: create or enable another one first',
  'owns-applications':
    'The account owns applications. Hand each over to a member or delete it first, in the console or by the registration API:',
};

const lineOf = ({ id, name, connections }: OwnedApplication): string =>
  `  ${name} (${id}), ${connections === 1 ? '1 person' : `${connections} people`} connected`;

/** Thrown by the statement of an act on an account. Nothing was done. */
export class ActRefused extends Error {
  override readonly name = 'ActRefused';
  readonly reason: ActRefusal;
  /** Of `owns-applications`, in order of creation. */
  readonly applications: readonly OwnedApplication[];

  constructor(reason: ActRefusal, applications: readonly OwnedApplication[] = []) {
    super([MEANING[reason], ...applications.map(lineOf)].join('\n'));
    this.reason = reason;
    this.applications = applications;
  }
}
