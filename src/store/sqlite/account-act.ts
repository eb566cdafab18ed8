// Checks acts on somebody's account, inside the transaction of the act (contract 29).
import type { Database as Connection } from 'better-sqlite3';
import type { Account, Role } from '../../core/accounts/account.ts';
import type { Scope } from '../../core/api-tokens/scope.ts';
import { actsOfCreating, mayActOn, mayDoAct } from '../../core/operators/account-acts.ts';
import { type Acting, ActRefused } from '../../core/operators/acting.ts';
import { EDITS_ANY } from './edits-any.ts';
import { prepareRequireProof } from './session-proof.ts';
import { prepare } from './statement.ts';

const MACHINE = { id: undefined, role: 'machine', disabledAt: undefined } as const;

type Acted = { by: Acting | undefined; accountId?: string | undefined; now: number };

/** @throws ActRefused; ConfirmationNeeded */
export function prepareRequireMayAct(connection: Connection): (acted: Acted) => void {
  const find = prepare<Pick<Account, 'id' | 'role' | 'disabledAt'>>(
    connection,
    'select id, role, disabled_at from accounts where id = $id',
  );
  const editsAny = prepare<{ edits: boolean }>(connection, EDITS_ANY, { edits: 'boolean' });
  const liveToken = prepare<{ scopes: readonly Scope[] }>(
    connection,
    `select scopes from api_tokens
     where id = $tokenId and account_id = $accountId and (expires_at is null or expires_at > $now)`,
  );
  const liveMachine = prepare<{ scopes: readonly Scope[] }>(
    connection,
    'select scopes from machine_tokens where id = $tokenId and expires_at > $now',
  );
  const requireProof = prepareRequireProof(connection);
  return ({ by, accountId, now }) => {
    if (!by) return;
    const { act, caller } = by;
    const isMachine = caller.accountId === undefined;
    const actor = isMachine ? MACHINE : find.get({ id: caller.accountId });
    if (!actor || actor.disabledAt !== undefined) throw new ActRefused('not-allowed');
    const isTokenAsked = isMachine || caller.tokenId !== undefined;
    const token = (isMachine ? liveMachine : liveToken).get({ tokenId: undefined, ...caller, now });
    if (isTokenAsked && !token) throw new ActRefused('not-allowed');
    const actsAs = { ...actor, scopes: isTokenAsked ? token?.scopes : undefined };
    const target = accountId === undefined ? undefined : find.get({ id: accountId });
    const edits = target !== undefined && editsAny.get({ accountId })?.edits === true;
    const may = target ? mayActOn(act, actsAs, { ...target, edits }) : mayDoAct(act, actsAs);
    if (!may) throw new ActRefused('not-allowed');
    requireProof(caller.proof);
  };
}

/** Creating an account with a role or a reserved name gives these. @throws ActRefused; ConfirmationNeeded */
export function prepareRequireMayCreate(
  connection: Connection,
): (created: { by: Acting | undefined; role: Role; hasReservedName?: boolean; now: number }) => void {
  const requireMayAct = prepareRequireMayAct(connection);
  return ({ by, role, hasReservedName, now }) => {
    for (const act of by ? actsOfCreating(role, hasReservedName) : []) requireMayAct({ by: by && { ...by, act }, now });
  };
}

/**
 * Before the account stops being an operator who is neither disabled nor leaving.
 * @throws ActRefused when it is the last
 */
export function prepareKeepAnOperator(connection: Connection): (accountId: string) => void {
  const isLast = prepare(
    connection,
    `select 1 from accounts a
     where id = $accountId and role = 'operator' and disabled_at is null and leaving_since is null and not exists (
       select 1 from accounts
       where role = 'operator' and disabled_at is null and leaving_since is null and id <> a.id)`,
  );
  return (accountId) => {
    if (isLast.get({ accountId })) throw new ActRefused('last-operator');
  };
}
