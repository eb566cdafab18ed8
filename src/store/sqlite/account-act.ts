// Checks acts on somebody's account, inside the transaction of the act (contract 29).
import type { Database as Connection } from 'better-sqlite3';
import type { Account } from '../../core/accounts/account.ts';
import { mayActOn, mayDoAct } from '../../core/operators/account-acts.ts';
import { type Acting, ActRefused } from '../../core/operators/acting.ts';
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
  const liveToken = prepare(
    connection,
    `select 1 from api_tokens
     where id = $tokenId and account_id = $accountId and (expires_at is null or expires_at > $now)`,
  );
  const liveMachine = prepare(connection, 'select 1 from machine_tokens where id = $tokenId and expires_at > $now');
  const requireProof = prepareRequireProof(connection);
  return ({ by, accountId, now }) => {
    if (!by) return;
    const { act, caller } = by;
    const isMachine = caller.accountId === undefined;
    const actor = isMachine ? MACHINE : find.get({ id: caller.accountId });
    const target = accountId === undefined ? undefined : find.get({ id: accountId });
    const may = actor && (target ? mayActOn(act, actor, target) : mayDoAct(act, actor.role));
    if (!may || actor.disabledAt !== undefined) throw new ActRefused('not-allowed');
    const token = isMachine ? liveMachine : liveToken;
    const isTokenAsked = isMachine || caller.tokenId !== undefined;
    if (isTokenAsked && !token.get({ tokenId: undefined, ...caller, now })) throw new ActRefused('not-allowed');
    requireProof(caller.proof);
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
