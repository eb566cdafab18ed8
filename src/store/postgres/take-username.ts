// An account takes a username, or loses it, on PostgreSQL, inside the transaction of whoever changes it.
import type { Account } from '../../core/accounts/account.ts';
import type { Acting } from '../../core/operators/acting.ts';
import { USERNAME_KEY } from '../../core/usernames/username-key.ts';
import type { TakeRequest, TakeResult } from '../../core/usernames/username-store.ts';
import { requireMayAct } from './account-act.ts';
import { requireSettled } from './doubt.ts';
import { followsPolicy } from './follows-policy.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

const LOCK = statement(`
  select username, username_changes from accounts where id = $accountId for no key update`);
// Locked until the name is stored: a later replacement of the key finds the name at its account.
const LOCK_KEY = statement(`
  select 1 from sealed_values where name = '${USERNAME_KEY}' and sealed = $sealedKey for share`);
const INSERT = statement(`
  insert into usernames (name_key, account_id, taken_at) values ($nameKey, $accountId, $now)
  on conflict (name_key) do nothing`);
const HOLDER = statement('select account_id from usernames where name_key = $nameKey');
const SAVE = statement(`
  update accounts set username = $name, username_changes = $changes, updated_at = $now where id = $accountId`);
/** Takes `accountId`. */
export const FORGET = statement('delete from former_usernames where account_id = $accountId');
const CLEAR = statement('update accounts set username = null, updated_at = $now where id = $accountId');

type Named = Pick<Account, 'username' | 'usernameChanges'>;

/** Whether the database still has this key. It stays until the transaction ends. */
export const isKey = async (run: Run, sealedKey: Buffer): Promise<boolean> =>
  (await run(LOCK_KEY, { sealedKey })).count === 1;

const holderOf = async (run: Run, nameKey: Buffer) =>
  (await run<{ accountId: string | undefined }>(HOLDER, { nameKey })).rows[0];

/** As `UsernameStore.take`. */
export async function takeUsername(run: Run, taking: TakeRequest): Promise<TakeResult> {
  const { accountId, name, nameKey, sealedKey, onlyOwn, now } = taking;
  await requireMayAct(run, { by: taking.acting, accountId, now });
  const [account] = (await run<Named>(LOCK, { accountId })).rows;
  if (!(await isKey(run, sealedKey))) return { kind: 'other-key' };
  const may = await mayTake(run, taking, account);
  if ('kind' in may) return may;
  if (taking.by !== 'operator' && !(await followsPolicy(run, taking.by.policyRevision)))
    return { kind: 'other-policy' };
  const isNew = !onlyOwn && (await run(INSERT, { nameKey, accountId, now })).count === 1;
  if (!isNew && (await holderOf(run, nameKey))?.accountId !== accountId) return { kind: 'unavailable' };
  await run(SAVE, { name, changes: may.changes, now, accountId });
  await run(FORGET, { accountId });
  return { kind: 'taken', first: account?.username === undefined };
}

/** @returns why the account may not take a name now, or else its list of changes afterwards */
async function mayTake(
  run: Run,
  { by, accountId, name, now }: TakeRequest,
  account: Named | undefined,
): Promise<TakeResult | { changes: readonly number[] }> {
  if (!account) return { kind: 'gone' };
  const { username, usernameChanges: changes } = account;
  if (by === 'operator') return username === name ? { kind: 'unchanged' } : { changes };
  // A first name needs a live session, but no confirmation.
  await requireProof(run, username === undefined ? { ...by.proof, authenticatedSince: 0 } : by.proof);
  if (username === name) return { kind: 'unchanged' };
  if (username === undefined) return { changes };
  if (!by.limit) return { kind: 'has-one' };
  await requireSettled(run, { accountId, now });
  const { since, max } = by.limit;
  const recent = changes.filter((at) => at > since);
  const oldest = recent.at(-max);
  return oldest === undefined ? { changes: [...recent, now] } : { kind: 'too-many-changes', oldest };
}

/** False: no such account. */
export async function clearUsername(
  run: Run,
  { accountId, now, by }: { accountId: string; now: number; by: Acting | undefined },
): Promise<boolean> {
  await requireMayAct(run, { by, accountId, now });
  return (await run(CLEAR, { accountId, now })).count === 1;
}
