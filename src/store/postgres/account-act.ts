// Checks acts on somebody's account, inside the transaction of the act (contract 29). The rows of actor and account
// stay locked until its end, the actor's first, so that of two acts on each other one sees what the other has done.
import type { Account, Role } from '../../core/accounts/account.ts';
import type { Scope } from '../../core/api-tokens/scope.ts';
import { actsOfCreating, mayActOn, mayDoAct } from '../../core/operators/account-acts.ts';
import { type Acting, ActRefused } from '../../core/operators/acting.ts';
import { EDITS_ANY } from './edits-any.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

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

type Acted = { by: Acting | undefined; accountId?: string | undefined; now: number };

/** @throws ActRefused; ConfirmationNeeded */
export async function requireMayAct(run: Run, { by, accountId, now }: Acted): Promise<void> {
  if (!by) return;
  const { act, caller } = by;
  const lock = async (id: string | undefined) =>
    id === undefined ? undefined : (await run<Pick<Account, 'id' | 'role' | 'disabledAt'>>(LOCK, { id })).rows[0];
  const isMachine = caller.accountId === undefined;
  const actor = isMachine ? MACHINE : await lock(caller.accountId);
  const target = await lock(accountId);
  if (!actor || actor.disabledAt !== undefined) throw new ActRefused('not-allowed');
  const { tokenId, accountId: actorId } = caller;
  const isTokenAsked = isMachine || tokenId !== undefined;
  const live = isMachine ? LIVE_MACHINE : LIVE_TOKEN;
  const token = isTokenAsked
    ? (await run<{ scopes: readonly Scope[] }>(live, { tokenId, accountId: actorId, now })).rows[0]
    : undefined;
  if (isTokenAsked && !token) throw new ActRefused('not-allowed');
  const actsAs = { ...actor, scopes: token?.scopes };
  const may = target
    ? mayActOn(act, actsAs, { ...target, edits: await editsAny(run, target.id) })
    : mayDoAct(act, actsAs);
  if (!may) throw new ActRefused('not-allowed');
  await requireProof(run, caller.proof);
}

const editsAny = async (run: Run, accountId: string): Promise<boolean> =>
  (await run<{ edits: boolean }>(EDITS_ANY, { accountId })).rows[0]?.edits === true;

/** Creating an account with a role or a reserved name gives these. @throws ActRefused; ConfirmationNeeded */
export async function requireMayCreate(
  run: Run,
  { by, role, hasReservedName, now }: { by: Acting | undefined; role: Role; hasReservedName?: boolean; now: number },
): Promise<void> {
  const acts = by ? actsOfCreating(role, hasReservedName) : [];
  for (const act of acts) await requireMayAct(run, { by: by && { ...by, act }, now });
}

/** Operators who are neither disabled nor leaving, who stay so until the transaction ends. Comes first in it. */
export const lockOperators = async (run: Run): Promise<readonly { id: string }[]> =>
  (await run<{ id: string }>(LOCK_OPERATORS, {})).rows;

/**
 * Before the account stops being an operator who is neither disabled nor leaving. Comes first in the transaction: it
 * locks all of them, so that of two that leave at once, the second sees that it is the last. @throws ActRefused
 */
export async function keepAnOperator(run: Run, accountId: string): Promise<void> {
  const rows = await lockOperators(run);
  if (rows.length === 1 && rows[0]?.id === accountId) throw new ActRefused('last-operator');
}
