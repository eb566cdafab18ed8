// Second factors on PostgreSQL. A change locks the account's row first, as account-store.ts says.

import { type Account, isStaff } from '../../core/accounts/account.ts';
import type { FactorStore } from '../../core/factors/factor-store.ts';
import { MAX_TRIES_IN_ROW, type OneTimeCodes, WRONG_CODES_TOLD } from '../../core/factors/one-time-code.ts';
import { ListOf } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { END_SESSIONS } from './end-access.ts';
import { keepSession } from './keep-session.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail, tellOperators } from './queue-mail.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { setUpBehind } from './set-up-behind.ts';
import { statement } from './statement.ts';
import { END_TRUST } from './trusted-device-store.ts';

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
const INSERT_CODES = statement(`
  insert into recovery_codes (account_id, code_hash, created_at)
  select $accountId, hash, $now::bigint from unnest($hashes::bytea[]) as h (hash)`);
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
    select from accounts where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null)`;
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

export const createFactorStore = (postgres: Postgres): FactorStore => ({
  ...readFactors(postgres),
  ...changeFactors(postgres),
  ...useCodes(postgres),
});

const readFactors = ({ read }: Postgres): Pick<FactorStore, 'find' | 'countRecoveryCodes' | 'listSecrets'> => ({
  find: async (accountId) => (await read<OneTimeCodes>(FIND, { accountId }))[0],
  countRecoveryCodes: async (accountId) => (await read<{ count: number }>(COUNT_CODES, { accountId }))[0]?.count ?? 0,
  listSecrets: (page) => read<OneTimeCodes>(LIST, page),
});

type Changes = Pick<
  FactorStore,
  'enrol' | 'replaceRecoveryCodes' | 'remove' | 'removeByOperator' | 'removeAfterReset' | 'reseal'
>;

const changeFactors = ({ write, transaction }: Postgres): Changes => ({
  enrol: (input) =>
    transaction(async (run) => {
      const { accountId, keep, proof, mail, now } = input;
      if (!(await lockAndProve(run, { accountId, proof })) || (await hasCodes(run, accountId))) return false;
      if (!(await keepSession(run, { ...input, endGrants: false }))) return false;
      await run(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      if (input.amr) await run(SET_AMR, { sessionId: keep.id, amr: input.amr });
      await run(INSERT, { ...input, ...(await setUpBehind(run, proof, now)) });
      await replaceCodes(run, accountId, input.recoveryHashes, now);
      await queueMail(run, mail);
      return true;
    }),
  replaceRecoveryCodes: ({ accountId, recoveryHashes, proof, mail, now }) =>
    transaction(async (run) => {
      if (!(await lockAndProve(run, { accountId, proof })) || !(await hasCodes(run, accountId))) return false;
      await replaceCodes(run, accountId, recoveryHashes, now);
      await run(END_TRUST, { accountId });
      await queueMail(run, mail);
      return true;
    }),
  remove: (input) =>
    transaction(async (run) => {
      const { accountId, keep, proof, mail, now } = input;
      if (!(await lockAndProve(run, { accountId, proof })) || !(await hasCodes(run, accountId))) return false;
      if (!(await keepSession(run, { ...input, endGrants: false }))) return false;
      await run(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      await run(REMOVE, { accountId });
      await run(REMOVE_CODES, { accountId });
      await queueMail(run, mail);
      return true;
    }),
  removeByOperator: ({ accountId, mail, by, tell, now }) =>
    transaction(async (run) => {
      await requireMayAct(run, { by, accountId, now });
      await run(LOCK_ACCOUNT, { accountId });
      const codes = await run(REMOVE, { accountId });
      const passkeys = await run(REMOVE_PASSKEYS, { accountId });
      if (codes.count + passkeys.count === 0) return false;
      await run(REMOVE_CODES, { accountId });
      await run(RAISE, { accountId });
      await run(END_SESSIONS, { accountId, keepSessionId: undefined, now });
      await queueMail(run, mail);
      const [account] = (await run<Pick<Account, 'role'>>(ROLE_OF, { accountId })).rows;
      if (account && isStaff(account.role)) await tellOperators(run, tell);
      return true;
    }),
  removeAfterReset: ({ accountId, signInEpoch, removesCodes, passkeyIds, mails, now }) =>
    transaction(async (run) => {
      const [account] = (await run<Account>(RAISE_FROM, { accountId, signInEpoch })).rows;
      if (!account) return undefined;
      await run(END_SESSIONS, { accountId, keepSessionId: undefined, now });
      if (removesCodes) {
        await run(REMOVE, { accountId });
        await run(REMOVE_CODES, { accountId });
      }
      for (const id of passkeyIds) await run(REMOVE_PASSKEY, { id, accountId });
      for (const mail of mails) await queueMail(run, mail);
      return account;
    }),
  reseal: async (accountId, from, to) => (await write(RESEAL, { accountId, from, to })).count === 1,
});

/** Changes of one account's factors go one after the other. @throws ConfirmationNeeded */
async function lockAndProve(
  run: Run,
  { accountId, proof }: Pick<Parameters<FactorStore['remove']>[0], 'accountId' | 'proof'>,
): Promise<boolean> {
  const { count } = await run(LOCK_ACCOUNT, { accountId });
  await requireProof(run, proof);
  return count === 1;
}

const hasCodes = async (run: Run, accountId: string): Promise<boolean> => (await run(FIND, { accountId })).count === 1;

async function replaceCodes(run: Run, accountId: string, hashes: readonly Buffer[], now: number): Promise<void> {
  await run(REMOVE_CODES, { accountId });
  await run(INSERT_CODES, { accountId, hashes: new ListOf(hashes), now });
}

type Uses = Pick<FactorStore, 'countTry' | 'useStep' | 'useRecoveryCode' | 'noteWrongCode'>;

const useCodes = ({ write, transaction }: Postgres): Uses => ({
  countTry: async (accountId) => (await write<OneTimeCodes>(COUNT_TRY, { accountId })).rows[0],
  useStep: async (input) => (await write(USE_STEP, input)).count === 1,
  useRecoveryCode: (input) =>
    transaction(async (run) => {
      const { accountId, codeHash, signInEpoch, provenAt, mail, now } = input;
      if ((await run(LOCK_CODES, { accountId, signInEpoch, provenAt })).count === 0) return false;
      if ((await run(SPEND, { accountId, codeHash, now })).count === 0) return false;
      await run(NOTE_USE, { accountId, now });
      await queueMail(run, mail);
      return true;
    }),
  noteWrongCode: ({ accountId, mail }) =>
    transaction(async (run) => {
      const [counted] = (await run<{ wrongInRow: number }>(COUNT_WRONG, { accountId })).rows;
      if (counted?.wrongInRow !== WRONG_CODES_TOLD) return false;
      await queueMail(run, mail);
      return true;
    }),
});
