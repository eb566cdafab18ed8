// An account takes a username, or loses it, inside the transaction of whoever changes it.
import type { Account } from '../../core/ground/accounts/account.ts';
import type { AuthorizedAct } from '../../core/ground/acts/acting.ts';
import { USERNAME_KEY } from '../../core/people/usernames/username-key.ts';
import type { TakeRequest, TakeResult } from '../../core/people/usernames/username-store.ts';
import { count, type Intent, row } from '../intent.ts';
import { statement } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { requireSettled } from './doubt.ts';
import { followsPolicy } from './follows-policy.ts';
import { requireProof } from './session-proof.ts';

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
export function* isKey(sealedKey: Buffer): Intent<boolean> {
  return (yield* count(LOCK_KEY, { sealedKey })) === 1;
}

const holderOf = (nameKey: Buffer) => row<{ accountId: string | undefined }>(HOLDER, { nameKey });

/** As `UsernameStore.take`. */
export function* takeUsername(taking: TakeRequest): Intent<TakeResult> {
  const { accountId, name, nameKey, sealedKey, onlyOwn, now } = taking;
  yield* requireMayAct({ by: taking.acting, accountId, now });
  const account = yield* row<Named>(LOCK, { accountId });
  if (!(yield* isKey(sealedKey))) return { kind: 'other-key' };
  const may = yield* mayTake(taking, account);
  if ('kind' in may) return may;
  if (taking.by !== 'operator' && !(yield* followsPolicy(taking.by.policyRevision))) return { kind: 'other-policy' };
  const isNew = !onlyOwn && (yield* count(INSERT, { nameKey, accountId, now })) === 1;
  if (!isNew && (yield* holderOf(nameKey))?.accountId !== accountId) return { kind: 'unavailable' };
  yield* count(SAVE, { name, changes: may.changes, now, accountId });
  yield* count(FORGET, { accountId });
  return { kind: 'taken', first: account?.username === undefined };
}

/** @returns why the account may not take a name now, or else its list of changes afterwards */
function* mayTake(
  { by, accountId, name, now }: TakeRequest,
  account: Named | undefined,
): Intent<TakeResult | { changes: readonly number[] }> {
  if (!account) return { kind: 'gone' };
  const { username, usernameChanges: changes } = account;
  if (by === 'operator') return username === name ? { kind: 'unchanged' } : { changes };
  // A first name needs a live session, but no confirmation.
  yield* requireProof(username === undefined ? { ...by.proof, authenticatedSince: 0 } : by.proof);
  if (username === name) return { kind: 'unchanged' };
  if (username === undefined) return { changes };
  if (!by.limit) return { kind: 'has-one' };
  yield* requireSettled({ accountId, now });
  const { since, max } = by.limit;
  const recent = changes.filter((at) => at > since);
  const oldest = recent.at(-max);
  return oldest === undefined ? { changes: [...recent, now] } : { kind: 'too-many-changes', oldest };
}

/** `by`: absent where whoever acts has been checked. */
export type Cleared = { accountId: string; now: number; by: AuthorizedAct | undefined };

/** False: no such account. */
export function* clearUsername({ accountId, now, by }: Cleared): Intent<boolean> {
  yield* requireMayAct({ by, accountId, now });
  return (yield* count(CLEAR, { accountId, now })) === 1;
}
