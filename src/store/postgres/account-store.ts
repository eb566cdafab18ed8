// Accounts on PostgreSQL. A transaction that changes what belongs to an account locks the account's row first, then
// sessions, then connections. One lock order prevents deadlocks.

import { type Account, ORIGINS, type Origin } from '../../core/accounts/account.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import { STATUS, searchAccounts } from '../nouns/account-search.ts';
import * as nouns from '../nouns/insert-account.ts';
import { ListOf } from '../statement.ts';
import { keepAnOperator, requireMayAct, requireMayCreate } from './account-act.ts';
import { writeEmails } from './account-emails.ts';
import { setDisabled, setRole } from './account-state.ts';
import { insertAgreements } from './agreement-store.ts';
import { changeAccount } from './change-account.ts';
import { of, postgresBase } from './drive.ts';
import { END_SESSIONS } from './end-access.ts';
import { answerChallenge, insertPasskey } from './first-passkey.ts';
import { leaveApplications } from './hand-over.ts';
import { keepSession } from './keep-session.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail, tellOperators } from './queue-mail.ts';
import { LOCK_WHOLE_ACCOUNT, removeAccount } from './remove-account.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';
import { isUniqueViolation, Undone } from './trouble.ts';

const FIND = statement('select * from accounts where id = $id');
const FIND_BY_EMAIL_KEY = statement('select * from accounts where email_key = $emailKey');
const LIST_KEYS_BEYOND_ASCII = statement(`
  select id, email, email_key from accounts where email_key ~ '[^ -~]' and id > $afterId order by id limit $limit`);
const LIST_ADDRESSES_BEYOND_ASCII = statement(
  "select id, email from accounts where email ~ '[^ -~]' and id > $afterId order by id limit $limit",
);
const LIST = statement(`
  select * from accounts
  where id > $afterId and ($role::text is null or role = $role)
    and ($disabled::boolean is null or (disabled_at is not null) = $disabled)
    and ($status::text is null or ${STATUS} = $status)
    and ($text::text is null or strpos(email, $text) > 0 or strpos(email_key, $key) > 0)
  order by id limit $limit`);
const OPERATOR_EXISTS = statement("select exists (select 1 from accounts where role = 'operator') as exists");

export const INSERT_ACCOUNT = of(nouns.INSERT_ACCOUNT);

const RENEW_EMAIL_KEY = statement(`
  update accounts set email_key = $to where id = $id and email_key = $from
    and not exists (select 1 from accounts other where other.email_key = $to)`);
const RENEW_INVITATIONS = statement(`
  update invitations i set email_key = $to where email_key = $from and not exists (
    select 1 from invitations other where other.application_id = i.application_id and other.email_key = $to)`);

const SAVE_PROFILE = statement(`
  update accounts set
    profile = ((profile::jsonb - array(select json_array_elements_text($removed::json))) || $values::jsonb)::json,
    updated_at = $now
  where id = $id`);

// The session that stays raised the number. Naming it tells the trigger that this hash is of another password.
const CHANGE_PASSWORD = statement(
  'update accounts set password_hash = $toHash, sign_in_epoch = sign_in_epoch where id = $accountId',
);
const REHASH = statement(
  'update accounts set password_hash = $toHash where id = $accountId and password_hash = $fromHash',
);

const COUNT_UNVERIFIED = statement(
  'select origin, count(*) as count from accounts where not email_verified and origin = any($origins) group by origin',
);

export function createAccountStore(postgres: Postgres): AccountStore {
  return {
    ...readAccounts(postgres),
    ...searchAccounts(postgresBase(postgres)),
    ...writeAccounts(postgres),
    ...writePasswords(postgres),
    ...writeEmails(postgres),
  };
}

type Reads = Pick<
  AccountStore,
  | 'find'
  | 'findByEmailKey'
  | 'listKeysBeyondAscii'
  | 'listAddressesBeyondAscii'
  | 'list'
  | 'operatorExists'
  | 'countUnverified'
>;

const readAccounts = ({ read }: Postgres): Reads => ({
  find: async (id) => (await read<Account>(FIND, { id }))[0],
  findByEmailKey: async (emailKey) => (await read<Account>(FIND_BY_EMAIL_KEY, { emailKey }))[0],
  listKeysBeyondAscii: (page) => read<Pick<Account, 'id' | 'email' | 'emailKey'>>(LIST_KEYS_BEYOND_ASCII, page),
  listAddressesBeyondAscii: (page) => read<Pick<Account, 'id' | 'email'>>(LIST_ADDRESSES_BEYOND_ASCII, page),
  list: async ({ afterId = '', limit, filter: { email, role, status, disabled } = {} }) => [
    ...(await read<Account>(LIST, { afterId, limit, role, status, disabled, text: email?.text, key: email?.key })),
  ],
  operatorExists: async () => (await read<{ exists: boolean }>(OPERATOR_EXISTS))[0]?.exists === true,
  countUnverified: async () => {
    const counts = await read<{ origin: Origin; count: number }>(COUNT_UNVERIFIED, { origins: new ListOf(ORIGINS) });
    return new Map(ORIGINS.map((origin) => [origin, counts.find((one) => one.origin === origin)?.count ?? 0]));
  },
});

type Writes = Pick<
  AccountStore,
  'insert' | 'insertWithPasskey' | 'renewEmailKey' | 'saveProfile' | 'setRole' | 'setDisabled' | 'change' | 'remove'
>;

const writeAccounts = ({ write, transaction }: Postgres): Writes => ({
  insert: async (account, agreed = [], by = undefined, tell = undefined) => {
    const insert = async (run: Run | typeof write) => (await run(INSERT_ACCOUNT, account)).count === 1;
    const created =
      agreed.length === 0 && !by && !tell
        ? await insert(write)
        : await transaction(async (run) => {
            await requireMayCreate(run, { by, role: account.role, now: account.createdAt });
            if (!(await insert(run))) return false;
            await insertAgreements(run, { accountId: account.id, agreed, now: account.createdAt });
            await tellOperators(run, tell);
            return true;
          });
    return created ? 'created' : 'email-taken';
  },
  insertWithPasskey: async (account, agreed, { passkey, ...challenge }) => {
    try {
      return await transaction(async (run) => {
        if ((await run(INSERT_ACCOUNT, account)).count === 0) return 'email-taken';
        const isFirst = (await answerChallenge(run, challenge)) && (await insertPasskey(run, passkey));
        if (!isFirst) throw new Undone();
        await insertAgreements(run, { accountId: account.id, agreed, now: account.createdAt });
        return 'created';
      });
    } catch (error) {
      // A challenge names the id of the account that it creates: sent twice, the second finds that id.
      if (error instanceof Undone || isUniqueViolation(error)) return 'passkey-refused';
      throw error;
    }
  },
  renewEmailKey: ({ id, from, to }) =>
    transaction(async (run) => {
      if ((await run(RENEW_EMAIL_KEY, { id, from, to })).count === 0) return false;
      await run(RENEW_INVITATIONS, { from, to });
      return true;
    }).catch((error: unknown) => {
      // Another account or invitation took the key at the same moment.
      if (isUniqueViolation(error)) return false;
      throw error;
    }),
  saveProfile: (id, values, now, proof) =>
    transaction(async (run) => {
      await run(LOCK_ACCOUNT, { accountId: id });
      await requireProof(run, proof);
      const removed = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [name] : []));
      return (await run(SAVE_PROFILE, { id, values, removed, now })).count === 1;
    }),
  setRole: (id, role, now, from, by, tell) =>
    transaction(async (run) => (await setRole(run, { id, role, now, from, by, tell })) !== false),
  setDisabled: (id, disabled, now, by) => transaction((run) => setDisabled(run, { id, disabled, now, by })),
  change: (change, caller) => transaction((run) => changeAccount(run, change, caller)),
  remove: (id, now, by, handOver) =>
    transaction(async (run) => {
      await keepAnOperator(run, id);
      await requireMayAct(run, { by, accountId: id, now });
      await run(LOCK_WHOLE_ACCOUNT, { id });
      const handedOver = await leaveApplications(run, { accountId: id, handOver, actor: by?.caller, now });
      return (await removeAccount(run, { id, now })) && (handedOver ?? true);
    }),
});

const writePasswords = ({ write, transaction }: Postgres): Pick<AccountStore, 'changePassword' | 'rehashPassword'> => ({
  changePassword: ({ toHash, mail, proof, now, ...change }) =>
    transaction(async (run) => {
      if (!(await keepSession(run, change))) return false;
      // After the lock of the account: of two that hold it in common, neither could change it.
      await requireProof(run, proof);
      const { accountId, keep } = change;
      await run(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      await run(CHANGE_PASSWORD, { accountId, toHash });
      await queueMail(run, mail);
      return true;
    }),
  rehashPassword: async (accountId, fromHash, toHash) => {
    await write(REHASH, { accountId, fromHash, toHash });
  },
});
