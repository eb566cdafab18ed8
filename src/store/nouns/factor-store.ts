// Second factors. A change locks the account's row first.

import { type Account, isStaff } from '../../core/ground/accounts/account.ts';
import type { SessionProof } from '../../core/ground/acts/session-proof.ts';
import type { FactorStore } from '../../core/sign-in/factors/factor-store.ts';
import { MAX_TRIES_IN_ROW, type OneTimeCodes, WRONG_CODES_TOLD } from '../../core/sign-in/factors/one-time-code.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { keepSession } from './keep-session.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { queueMail, tellOperators } from './queue-mail.ts';
import { requireProof } from './session-proof.ts';
import { setUpBehind } from './set-up-behind.ts';
import { END_TRUST } from './trusted-device-store.ts';

export const ONE_TIME_CODES = table('one_time_codes', 'account_id', {
  text: 'account_id algorithm set_up_behind',
  bytes: 'sealed_secret',
  integer: 'last_step tries_in_row last_used_at created_at wrong_in_row digits period known_since',
});
export const RECOVERY_CODES = table('recovery_codes', 'account_id code_hash', {
  text: 'account_id',
  bytes: 'code_hash',
  integer: 'used_at created_at',
});

const ROLE_OF = statement('select role from accounts where id = $accountId');
const FIND = statement('select * from one_time_codes where account_id = $accountId');
const COUNT_CODES = statement(
  'select count(*) as count from recovery_codes where account_id = $accountId and used_at is null',
);
const LIST = statement('select * from one_time_codes where account_id > $afterId order by account_id limit $limit');
const RESEAL = statement(
  'update one_time_codes set sealed_secret = $to where account_id = $accountId and sealed_secret = $from',
);

const INSERT = statement(`
  insert into one_time_codes (account_id, sealed_secret, last_step, last_used_at, created_at, known_since, set_up_behind)
  values ($accountId, $sealedSecret, $step, $now, $now, $knownSince, $setUpBehind)`);
const REMOVE = statement('delete from one_time_codes where account_id = $accountId');
const REMOVE_CODES = statement('delete from recovery_codes where account_id = $accountId');
const REMOVE_PASSKEYS = statement(`
  delete from passkeys where account_id = (select id from accounts where id = $accountId and password_hash is not null)`);
const INTO_CODES = 'insert into recovery_codes (account_id, code_hash, created_at)';
// Each has a function of its own that makes rows of a list.
const INSERT_CODES = statement({
  postgres: `${INTO_CODES} select $accountId, hash, $now::bigint from unnest($hashes::bytea[]) as h (hash)`,
  sqlite: `${INTO_CODES} select $accountId, unhex(value), $now from json_each($hashes)`,
});
const RAISE = statement('update accounts set sign_in_epoch = sign_in_epoch + 1 where id = $accountId');

const RAISE_FROM = statement(`
  update accounts set sign_in_epoch = sign_in_epoch + 1
  where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null returning *`);
const REMOVE_PASSKEY = statement('delete from passkeys where id = $id and account_id = $accountId');
const SET_AMR = statement('update sessions set amr = $amr where id = $sessionId');

const COUNT_TRY = statement(`
  update one_time_codes set tries_in_row = tries_in_row + 1
  where account_id = $accountId and tries_in_row < ${MAX_TRIES_IN_ROW} returning *`);
/** The codes and account of this id: nothing was accepted since the first proof, and no sign-in was ended. */
const STILL_PROVEN = `
  last_used_at <= $provenAt and exists (
    select 1 from accounts where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null)`;
const USE_STEP = statement(`
  update one_time_codes set last_step = $step, last_used_at = $now, tries_in_row = 0, wrong_in_row = 0
  where account_id = $accountId and last_step < $step and ${STILL_PROVEN}`);
// The row of the one-time codes is locked first: of several recovery codes at once, each sees what the last one did.
const LOCK_CODES = statement(
  `select 1 from one_time_codes where account_id = $accountId and ${STILL_PROVEN} for update`,
);
const SPEND = statement(`
  update recovery_codes set used_at = $now
  where account_id = $accountId and code_hash = $codeHash and used_at is null`);
const NOTE_USE = statement(`
  update one_time_codes set last_used_at = $now, tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId`);
const COUNT_WRONG = statement(
  'update one_time_codes set wrong_in_row = wrong_in_row + 1 where account_id = $accountId returning wrong_in_row',
);

export const createFactorStore = (base: Base): FactorStore => ({
  ...readFactors(base),
  ...changeFactors(base),
  ...useCodes(base),
});

const readFactors = ({ row, rows }: Base): Pick<FactorStore, 'find' | 'countRecoveryCodes' | 'listSecrets'> => ({
  find: (accountId) => row<OneTimeCodes>(FIND, { accountId }),
  countRecoveryCodes: async (accountId) => (await row<{ count: number }>(COUNT_CODES, { accountId }))?.count ?? 0,
  listSecrets: (page) => rows<OneTimeCodes>(LIST, page),
});

type Changes = Pick<
  FactorStore,
  'enrol' | 'replaceRecoveryCodes' | 'remove' | 'removeByOperator' | 'removeAfterReset' | 'reseal'
>;

const changeFactors = ({ change, write }: Base): Changes => ({
  enrol: (input) =>
    write(function* () {
      const { accountId, keep, proof, mail, now } = input;
      yield* lockAndProve(accountId, proof);
      if ((yield* hasCodes(accountId)) || !(yield* keepSession({ ...input, endGrants: false }))) return false;
      yield* count(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      if (input.amr) yield* count(SET_AMR, { sessionId: keep.id, amr: input.amr });
      yield* count(INSERT, { ...input, ...(yield* setUpBehind(proof, now)) });
      yield* replaceCodes(accountId, input.recoveryHashes, now);
      yield* queueMail(mail);
      return true;
    }),
  replaceRecoveryCodes: ({ accountId, recoveryHashes, proof, mail, now }) =>
    write(function* () {
      yield* lockAndProve(accountId, proof);
      if (!(yield* hasCodes(accountId))) return false;
      yield* replaceCodes(accountId, recoveryHashes, now);
      yield* count(END_TRUST, { accountId });
      yield* queueMail(mail);
      return true;
    }),
  remove: (input) =>
    write(function* () {
      const { accountId, keep, proof, mail, now } = input;
      yield* lockAndProve(accountId, proof);
      if (!(yield* hasCodes(accountId)) || !(yield* keepSession({ ...input, endGrants: false }))) return false;
      yield* count(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      yield* removeCodes(accountId);
      yield* queueMail(mail);
      return true;
    }),
  removeByOperator: ({ accountId, mail, by, tell, now }) =>
    write(function* () {
      yield* requireMayAct({ by, accountId, now });
      yield* lock(LOCK_ACCOUNT, { accountId });
      const removed = (yield* count(REMOVE, { accountId })) + (yield* count(REMOVE_PASSKEYS, { accountId }));
      if (removed === 0) return false;
      yield* count(REMOVE_CODES, { accountId });
      yield* count(RAISE, { accountId });
      yield* count(END_SESSIONS, { accountId, keepSessionId: undefined, now });
      yield* queueMail(mail);
      const account = yield* row<Pick<Account, 'role'>>(ROLE_OF, { accountId });
      if (account && isStaff(account.role)) yield* tellOperators(tell);
      return true;
    }),
  removeAfterReset: ({ accountId, signInEpoch, removesCodes, passkeyIds, mails, now }) =>
    write(function* () {
      const account = yield* row<Account>(RAISE_FROM, { accountId, signInEpoch });
      if (!account) return undefined;
      yield* count(END_SESSIONS, { accountId, keepSessionId: undefined, now });
      if (removesCodes) yield* removeCodes(accountId);
      for (const id of passkeyIds) yield* count(REMOVE_PASSKEY, { id, accountId });
      for (const mail of mails) yield* queueMail(mail);
      return account;
    }),
  reseal: async (accountId, from, to) => (await change(RESEAL, { accountId, from, to })) === 1,
});

/** Changes of one account's factors go one after the other. @throws ConfirmationNeeded */
function* lockAndProve(accountId: string, proof: SessionProof): Intent<void> {
  yield* lock(LOCK_ACCOUNT, { accountId });
  yield* requireProof(proof);
}

function* hasCodes(accountId: string): Intent<boolean> {
  return (yield* count(FIND, { accountId })) === 1;
}

function* removeCodes(accountId: string): Intent<void> {
  yield* count(REMOVE, { accountId });
  yield* count(REMOVE_CODES, { accountId });
}

function* replaceCodes(accountId: string, hashes: readonly Buffer[], now: number): Intent<void> {
  yield* count(REMOVE_CODES, { accountId });
  yield* count(INSERT_CODES, { accountId, hashes: new ListOf(hashes), now });
}

type Uses = Pick<FactorStore, 'countTry' | 'useStep' | 'useRecoveryCode' | 'noteWrongCode'>;

const useCodes = ({ change, changed, write }: Base): Uses => ({
  countTry: async (accountId) => (await changed<OneTimeCodes>(COUNT_TRY, { accountId }))[0],
  useStep: async (input) => (await change(USE_STEP, input)) === 1,
  useRecoveryCode: (input) =>
    write(function* () {
      if ((yield* count(LOCK_CODES, input)) === 0) return false;
      if ((yield* count(SPEND, input)) === 0) return false;
      yield* count(NOTE_USE, input);
      yield* queueMail(input.mail);
      return true;
    }),
  noteWrongCode: ({ accountId, mail }) =>
    write(function* () {
      const counted = yield* row<{ wrongInRow: number }>(COUNT_WRONG, { accountId });
      if (counted?.wrongInRow !== WRONG_CODES_TOLD) return false;
      yield* queueMail(mail);
      return true;
    }),
});
