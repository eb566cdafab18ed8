// An account takes a username, or loses it, on SQLite, inside the intent of whoever changes it.
import type { Account } from '../../core/accounts/account.ts';
import type { Acting } from '../../core/operators/acting.ts';
import { USERNAME_KEY } from '../../core/usernames/username-key.ts';
import type { TakeRequest, TakeResult } from '../../core/usernames/username-store.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { prepareRequireSettled } from './doubt.ts';
import { prepareFollowsPolicy } from './follows-policy.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Connection = Sqlite['writer']['connection'];
type Keyed = { nameKey: Buffer; accountId: string };

/** Statements on the keys of names, as functions. */
export function prepareKeys(connection: Connection) {
  const key = prepare(connection, 'select 1 from sealed_values where name = $name and sealed = $sealedKey');
  const insert = prepare(
    connection,
    'insert into usernames (name_key, account_id, taken_at) values ($nameKey, $accountId, $now) on conflict do nothing',
  );
  const holder = prepare<{ accountId: string | undefined }>(
    connection,
    'select account_id from usernames where name_key = $nameKey',
  );
  return {
    isKey: (sealedKey: Buffer): boolean => key.get({ name: USERNAME_KEY, sealedKey }) !== undefined,
    isOwn: ({ nameKey, accountId }: Keyed): boolean => holder.get({ nameKey })?.accountId === accountId,
    isTaken: (nameKey: Buffer): boolean => holder.get({ nameKey }) !== undefined,
    insert: (taken: Keyed & { now: number }): boolean => insert.run(taken) === 1,
  };
}

type Named = Pick<Account, 'username' | 'usernameChanges'>;

/** The function is `UsernameStore.take`, inside an intent. */
export function prepareTakeUsername(connection: Connection): (request: TakeRequest) => TakeResult {
  const find = prepare<Named>(connection, 'select username, username_changes from accounts where id = $accountId');
  const keys = prepareKeys(connection);
  const requireProof = prepareRequireProof(connection);
  const requireSettled = prepareRequireSettled(connection);
  const followsPolicy = prepareFollowsPolicy(connection);
  const save = prepare(
    connection,
    'update accounts set username = $name, username_changes = $changes, updated_at = $now where id = $accountId',
  );
  const forget = prepare(connection, 'delete from former_usernames where account_id = $accountId');

  /** @returns why the account may not take a name now, or else its list of changes afterwards */
  const mayTake = (
    { by, accountId, name, now }: TakeRequest,
    account: Named | undefined,
  ): TakeResult | { changes: readonly number[] } => {
    if (!account) return { kind: 'gone' };
    const { username, usernameChanges: changes } = account;
    if (by === 'operator') return username === name ? { kind: 'unchanged' } : { changes };
    // A first name needs a live session, but no confirmation.
    requireProof(username === undefined ? { ...by.proof, authenticatedSince: 0 } : by.proof);
    if (username === name) return { kind: 'unchanged' };
    if (username === undefined) return { changes };
    if (!by.limit) return { kind: 'has-one' };
    requireSettled({ accountId, now });
    const { since, max } = by.limit;
    const recent = changes.filter((at) => at > since);
    const oldest = recent.at(-max);
    return oldest === undefined ? { changes: [...recent, now] } : { kind: 'too-many-changes', oldest };
  };

  const requireMayAct = prepareRequireMayAct(connection);
  return (taking) => {
    const { accountId, name, sealedKey, onlyOwn, now } = taking;
    requireMayAct({ by: taking.acting, accountId, now });
    if (!keys.isKey(sealedKey)) return { kind: 'other-key' };
    const account = find.get({ accountId });
    const may = mayTake(taking, account);
    if ('kind' in may) return may;
    if (taking.by !== 'operator' && !followsPolicy(taking.by.policyRevision)) return { kind: 'other-policy' };
    const isTaken = (!onlyOwn && keys.insert(taking)) || keys.isOwn(taking);
    if (!isTaken) return { kind: 'unavailable' };
    save.run({ accountId, name, changes: may.changes, now });
    forget.run({ accountId });
    return { kind: 'taken', first: account?.username === undefined };
  };
}

/** The function returns false when there is no such account. */
export function prepareClearUsername(connection: Connection) {
  const requireMayAct = prepareRequireMayAct(connection);
  const clear = prepare(connection, 'update accounts set username = null, updated_at = $now where id = $accountId');
  return ({ accountId, now, by }: { accountId: string; now: number; by: Acting | undefined }): boolean => {
    requireMayAct({ by, accountId, now });
    return clear.run({ accountId, now }) === 1;
  };
}
