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
 * run the server any more (contract 29).
 */
export type ActRefusal = 'not-allowed' | 'last-operator';

const MEANING: Readonly<Record<ActRefusal, string>> = {
  'not-allowed': 'The role of whoever acts does not allow this with that account',
  'last-operator': 'This is the last enabled operator: create or enable another one first',
};

/** Thrown by the statement of an act on an account. Nothing was done. */
export class ActRefused extends Error {
  override readonly name = 'ActRefused';
  readonly reason: ActRefusal;

  constructor(reason: ActRefusal) {
    super(MEANING[reason]);
    this.reason = reason;
  }
}
