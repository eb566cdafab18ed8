// Checks acts on somebody's account, inside the intent of the act (contract 29). The rows of actor and account stay
// locked until its end, the actor's first, so that of two acts on each other one sees what the other has done.
import type { Account, Role } from '../../core/ground/accounts/account.ts';
import { actsOfCreating, mayActOn, mayDoAct } from '../../core/ground/acts/account-acts.ts';
import { ActRefused, type AuthorizedAct } from '../../core/ground/acts/acting.ts';
import type { Scope } from '../../core/ground/acts/scope.ts';
import { type Intent, row, rows } from '../intent.ts';
import { statement } from '../statement.ts';
import { EDITS_ANY } from './edits-any.ts';
import { requireProof } from './session-proof.ts';

const LOCK = statement('select id, role, disabled_at from accounts where id = $id for no key update');
const LIVE_TOKEN = statement(`
  select scopes from api_tokens
  where id = $tokenId and account_id = $accountId and (expires_at is null or expires_at > $now)
  for key share`);
const LIVE_MACHINE = statement(`
  select scopes from machine_tokens where id = $tokenId and expires_at > $now for key share`);
const LOCK_OPERATORS = statement(`
  select id from accounts where role = 'operator' and disabled_at is null and leaving_since is null
  order by id for no key update`);

const MACHINE = { id: undefined, role: 'machine', disabledAt: undefined } as const;

/** Who acts, on which account; undefined: nobody who has to be allowed to, or on none. */
export type Acted = { by: AuthorizedAct | undefined; accountId?: string | undefined; now: number };

/** @throws ActRefused; ConfirmationNeeded */
export function* requireMayAct({ by, accountId, now }: Acted): Intent<void> {
  if (!by) return;
  const { act, caller } = by;
  const isMachine = caller.accountId === undefined;
  const actor = isMachine ? MACHINE : yield* lockAccount(caller.accountId);
  const target = yield* lockAccount(accountId);
  if (!actor || actor.disabledAt !== undefined) throw new ActRefused('not-allowed');
  const { tokenId, accountId: actorId } = caller;
  const isTokenAsked = isMachine || tokenId !== undefined;
  const live = isMachine ? LIVE_MACHINE : LIVE_TOKEN;
  const token = isTokenAsked
    ? yield* row<{ scopes: readonly Scope[] }>(live, { tokenId, accountId: actorId, now })
    : undefined;
  if (isTokenAsked && !token) throw new ActRefused('not-allowed');
  const actsAs = { ...actor, scopes: token?.scopes };
  const may = target ? mayActOn(act, actsAs, { ...target, edits: yield* editsAny(target.id) }) : mayDoAct(act, actsAs);
  if (!may) throw new ActRefused('not-allowed');
  yield* requireProof(caller.proof);
}

function* lockAccount(id: string | undefined): Intent<Pick<Account, 'id' | 'role' | 'disabledAt'> | undefined> {
  return id === undefined ? undefined : yield* row(LOCK, { id });
}

function* editsAny(accountId: string): Intent<boolean> {
  return (yield* row<{ edits: boolean }>(EDITS_ANY, { accountId }))?.edits === true;
}

/** Who creates an account; undefined: nobody who has to be allowed to. */
export type Created = { by: AuthorizedAct | undefined; role: Role; hasReservedName?: boolean; now: number };

/** Creating an account with a role or a reserved name gives these. @throws ActRefused; ConfirmationNeeded */
export function* requireMayCreate({ by, role, hasReservedName, now }: Created): Intent<void> {
  const acts = by ? actsOfCreating(role, hasReservedName) : [];
  for (const act of acts) yield* requireMayAct({ by: by && { ...by, act }, now });
}

/** Operators who are neither disabled nor leaving, who stay so until the transaction ends. Comes first in it. */
export const lockOperators = (): Intent<readonly { id: string }[]> => rows<{ id: string }>(LOCK_OPERATORS);

/**
 * Before the account stops being an operator who is neither disabled nor leaving. Comes first in the transaction: it
 * locks all of them, so that of two that leave at once, the second sees that it is the last. @throws ActRefused
 */
export function* keepAnOperator(accountId: string): Intent<void> {
  const operators = yield* lockOperators();
  if (operators.length === 1 && operators[0]?.id === accountId) throw new ActRefused('last-operator');
}
