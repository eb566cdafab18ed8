// What `accounts import --update` changes of accounts that exist, on PostgreSQL.
import type {
  AccountFileStore,
  AccountUpdate,
  CurrentAccount,
  UpdatedAccount,
} from '../../core/operating/account-files/account-file-store.ts';
import { decideUpdate } from '../../core/operating/account-files/decide-update.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { type Statement, statement } from './statement.ts';

const CURRENT = `
  select id, profile, password_hash, disabled_at is not null as disabled, email_verified,
    (select coalesce(json_agg(p.name), '[]') from group_members m join user_groups p on p.id = m.group_id
     where m.account_id = accounts.id) as groups
  from accounts where id in (select value from json_array_elements_text($ids::json))`;
const FIND_ACCOUNTS = statement(CURRENT);
const LOCK_ACCOUNTS = statement(`${CURRENT} order by id for no key update`);
// A statement of its own: it sees what was committed while the accounts were being locked.
const UNTOUCHED = statement(
  `select account_id from untouched_imports where account_id in (select value from json_array_elements_text($ids::json))`,
);
const SAVE_PROFILE = statement('update accounts set profile = $profile, updated_at = $now where id = $accountId');
const SET_PASSWORD = statement(`
  update accounts set password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1
  where id = $accountId and password_hash <> $passwordHash`);
const KEEP_UNTOUCHED = statement('insert into untouched_imports (account_id) values ($accountId)');

export const createAccountUpdates = ({
  transaction,
}: Pick<Postgres, 'transaction'>): Pick<AccountFileStore, 'update' | 'findCurrent'> => ({
  update: (batch, now) =>
    transaction(async (run) => {
      const current = await findCurrent(
        run,
        LOCK_ACCOUNTS,
        batch.map(({ accountId }) => accountId),
      );
      const results = [];
      for (const one of batch) results.push(await updateAccount(run, { ...one, now }, current.get(one.accountId)));
      return results;
    }),
  findCurrent: (ids) => transaction((run) => findCurrent(run, FIND_ACCOUNTS, ids)),
});

async function findCurrent(
  run: Run,
  accounts: Statement,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CurrentAccount>> {
  const found = (await run<Omit<CurrentAccount, 'isUntouched'> & { id: string }>(accounts, { ids })).rows;
  const untouched = (await run<{ accountId: string }>(UNTOUCHED, { ids })).rows;
  const open = new Set(untouched.map(({ accountId }) => accountId));
  return new Map(found.map((one) => [one.id, { ...one, isUntouched: open.has(one.id) }]));
}

async function updateAccount(
  run: Run,
  update: AccountUpdate & { now: number },
  current: CurrentAccount | undefined,
): Promise<UpdatedAccount> {
  const { accountId, passwordHash, now } = update;
  const { updated, next } = decideUpdate(current, update);
  if (updated.profile) await run(SAVE_PROFILE, { accountId, profile: next?.profile, now });
  const password = updated.password && (await run(SET_PASSWORD, { accountId, passwordHash })).count === 1;
  if (password) await run(KEEP_UNTOUCHED, { accountId });
  return { ...updated, password };
}
