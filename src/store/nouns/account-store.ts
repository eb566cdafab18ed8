// Accounts. An intent that changes what belongs to an account locks the account's row first, then sessions, then
// connections. One lock order prevents deadlocks on PostgreSQL.

import { type Account, ORIGINS, type Origin } from '../../core/ground/accounts/account.ts';
import type { AccountStore } from '../../core/sign-in/accounts/account-store.ts';
import { type Base, count, lock, row, Undone } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { keepAnOperator, requireMayAct, requireMayCreate } from './account-act.ts';
import { UNVERIFIED, writeEmails } from './account-emails.ts';
import { STATUS, searchAccounts } from './account-search.ts';
import { setDisabled, setRole } from './account-state.ts';
import { insertAgreements } from './agreement-store.ts';
import { changeAccount } from './change-account.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { answerChallenge, insertPasskey } from './first-passkey.ts';
import { leaveApplications } from './hand-over.ts';
import { INSERT_ACCOUNT } from './insert-account.ts';
import { keepSession } from './keep-session.ts';
import { queueMail, tellOperators } from './queue-mail.ts';
import { LOCK_WHOLE_ACCOUNT, removeAccount } from './remove-account.ts';
import { requireProof } from './session-proof.ts';

export const ACCOUNTS = table('accounts', 'id', {
  text: 'id email email_key email_verified_by password_hash role origin username',
  boolean: 'email_verified',
  json: 'profile username_changes',
  integer:
    'email_verified_at disabled_at leaving_since leaving_until created_at updated_at sign_in_epoch grant_epoch device_epoch',
});

const FIND = statement('select * from accounts where id = $id');
const FIND_BY_EMAIL_KEY = statement('select * from accounts where email_key = $emailKey');
// Each finds its index by the condition as it was made with.
const listBeyondAscii = (columns: string, text: string) => {
  const listWhere = (where: string) => `
  select ${columns} from accounts where ${text} ${where} and id > $afterId order by id limit $limit`;
  return statement({ postgres: listWhere("~ '[^ -~]'"), sqlite: listWhere("glob '*[^ -~]*'") });
};
const LIST_KEYS_BEYOND_ASCII = listBeyondAscii('id, email, email_key', 'email_key');
const LIST_ADDRESSES_BEYOND_ASCII = listBeyondAscii('id, email', 'email');
/** @param position function of (text, part): where the part begins in the text, or 0 */
const listBy = (position: string) => `
  select * from accounts
  where id > $afterId and ($role::text is null or role = $role)
    and ($disabled::boolean is null or (disabled_at is not null) = $disabled)
    and ($status::text is null or ${STATUS} = $status)
    and ($text::text is null or ${position}(email, $text) > 0 or ${position}(email_key, $key) > 0)
  order by id limit $limit`;
const LIST = statement({ postgres: listBy('strpos'), sqlite: listBy('instr') });
const OPERATOR = statement("select 1 as found from accounts where role = 'operator' limit 1");

const RENEW_EMAIL_KEY = statement(`
  update accounts set email_key = $to where id = $id and email_key = $from
    and not exists (select 1 from accounts other where other.email_key = $to)`);
const RENEW_INVITATIONS = statement(`
  update invitations as i set email_key = $to where email_key = $from and not exists (
    select 1 from invitations other where other.application_id = i.application_id and other.email_key = $to)`);

const LOCK_PROFILE = statement('select profile from accounts where id = $id for no key update');
const SAVE_PROFILE = statement('update accounts set profile = $profile, updated_at = $now where id = $id');

// The session that stays raised the number. Naming it tells the trigger that this hash is of another password.
const CHANGE_PASSWORD = statement(
  'update accounts set password_hash = $toHash, sign_in_epoch = sign_in_epoch where id = $accountId',
);
const REHASH = statement(
  'update accounts set password_hash = $toHash where id = $accountId and password_hash = $fromHash',
);

const countWhere = (unverified: string) => `
  select origin, count(*) as count from accounts where ${unverified} and origin = any($origins) group by origin`;
const COUNT_UNVERIFIED = statement({
  postgres: countWhere(UNVERIFIED.postgres),
  sqlite: countWhere(UNVERIFIED.sqlite),
});

export const createAccountStore = (base: Base): AccountStore => ({
  ...readAccounts(base),
  ...searchAccounts(base),
  ...writeAccounts(base),
  ...writePasswords(base),
  ...writeEmails(base),
});

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

const readAccounts = (base: Base): Reads => ({
  find: (id) => base.row<Account>(FIND, { id }),
  findByEmailKey: (emailKey) => base.row<Account>(FIND_BY_EMAIL_KEY, { emailKey }),
  listKeysBeyondAscii: (page) => base.rows<Pick<Account, 'id' | 'email' | 'emailKey'>>(LIST_KEYS_BEYOND_ASCII, page),
  listAddressesBeyondAscii: (page) => base.rows<Pick<Account, 'id' | 'email'>>(LIST_ADDRESSES_BEYOND_ASCII, page),
  list: ({ afterId = '', limit, filter: { email, role, status, disabled } = {} }) =>
    base.rows<Account>(LIST, { afterId, limit, role, status, disabled, text: email?.text, key: email?.key }),
  operatorExists: async () => (await base.row(OPERATOR)) !== undefined,
  countUnverified: async () => {
    const origins = new ListOf(ORIGINS);
    const counts = await base.rows<{ origin: Origin; count: number }>(COUNT_UNVERIFIED, { origins });
    return new Map(ORIGINS.map((origin) => [origin, counts.find((one) => one.origin === origin)?.count ?? 0]));
  },
});

type Writes = Pick<
  AccountStore,
  'insert' | 'insertWithPasskey' | 'renewEmailKey' | 'saveProfile' | 'setRole' | 'setDisabled' | 'change' | 'remove'
>;

const writeAccounts = (base: Base): Writes => ({
  insert: async (account, agreed = [], by = undefined, tell = undefined) => {
    const { id: accountId, role, createdAt: now } = account;
    const created =
      agreed.length === 0 && !by && !tell
        ? (await base.change(INSERT_ACCOUNT, account)) === 1
        : await base.write(function* () {
            yield* requireMayCreate({ by, role, now });
            if ((yield* count(INSERT_ACCOUNT, account)) === 0) return false;
            yield* insertAgreements({ accountId, agreed, now });
            yield* tellOperators(tell);
            return true;
          });
    return created ? 'created' : 'email-taken';
  },
  insertWithPasskey: async (account, agreed, { passkey, ...challenge }) => {
    try {
      return await base.write(function* () {
        if ((yield* count(INSERT_ACCOUNT, account)) === 0) return 'email-taken';
        if (!(yield* answerChallenge(challenge)) || !(yield* insertPasskey(passkey))) throw new Undone();
        yield* insertAgreements({ accountId: account.id, agreed, now: account.createdAt });
        return 'created';
      });
    } catch (error) {
      // A challenge names the id of the account that it creates: sent twice, the second finds that id.
      if (error instanceof Undone || base.isUniqueViolation(error)) return 'passkey-refused';
      throw error;
    }
  },
  renewEmailKey: (key) =>
    base
      .write(function* () {
        if ((yield* count(RENEW_EMAIL_KEY, key)) === 0) return false;
        yield* count(RENEW_INVITATIONS, key);
        return true;
      })
      .catch((error: unknown) => {
        // Another account or invitation took the key at the same moment.
        if (base.isUniqueViolation(error)) return false;
        throw error;
      }),
  saveProfile: (id, values, now, proof) =>
    base.write(function* () {
      const current = yield* row<Pick<Account, 'profile'>>(LOCK_PROFILE, { id });
      yield* requireProof(proof);
      // JSON omits undefined members, which removes their values.
      const profile = { ...current?.profile, ...values };
      return current !== undefined && (yield* count(SAVE_PROFILE, { id, profile, now })) === 1;
    }),
  setRole: (id, role, now, from, by, tell) =>
    base.write(function* () {
      return (yield* setRole({ id, role, now, from, by, tell })) !== false;
    }),
  setDisabled: (id, disabled, now, by) => base.write(() => setDisabled({ id, disabled, now, by })),
  change: (change, caller) => base.write(() => changeAccount(change, caller)),
  remove: (id, now, by, handOver) =>
    base.write(function* () {
      yield* keepAnOperator(id);
      yield* requireMayAct({ by, accountId: id, now });
      yield* lock(LOCK_WHOLE_ACCOUNT, { id });
      const handedOver = yield* leaveApplications({ accountId: id, handOver, actor: by?.caller, now });
      return (yield* removeAccount({ id, now })) && (handedOver ?? true);
    }),
});

const writePasswords = ({ change, write }: Base): Pick<AccountStore, 'changePassword' | 'rehashPassword'> => ({
  changePassword: (input) =>
    write(function* () {
      if (!(yield* keepSession(input))) return false;
      // After the lock of the account: of two that hold it in common, neither could change it.
      yield* requireProof(input.proof);
      const { accountId, keep, toHash, mail, now } = input;
      yield* count(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      yield* count(CHANGE_PASSWORD, { accountId, toHash });
      yield* queueMail(mail);
      return true;
    }),
  rehashPassword: async (accountId, fromHash, toHash) => {
    await change(REHASH, { accountId, fromHash, toHash });
  },
});
