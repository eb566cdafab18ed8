// Second factors on SQLite.

import { type Account, isStaff } from '../../core/accounts/account.ts';
import type { FactorStore } from '../../core/factors/factor-store.ts';
import { MAX_TRIES_IN_ROW, type OneTimeCodes, WRONG_CODES_TOLD } from '../../core/factors/one-time-code.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareKeepSession } from './keep-session.ts';
import { prepareQueueMail, prepareTellOperators } from './queue-mail.ts';
import { prepareRequireProof } from './session-proof.ts';
import { prepareSetUpBehind } from './set-up-behind.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import { prepareEndTrust } from './trusted-device-store.ts';

export const createFactorStore = ({ writer, reader }: Sqlite): FactorStore => ({
  ...readFactors(reader),
  ...changeFactors(writer),
  ...useCodes(writer),
});

function readFactors({
  connection,
  read,
}: Sqlite['reader']): Pick<FactorStore, 'find' | 'countRecoveryCodes' | 'listSecrets'> {
  const find = prepare<OneTimeCodes>(connection, 'select * from one_time_codes where account_id = $accountId');
  const count = prepare<{ count: number }>(
    connection,
    'select count(*) as count from recovery_codes where account_id = $accountId and used_at is null',
  );
  const list = prepare<OneTimeCodes>(
    connection,
    'select * from one_time_codes where account_id > $afterId order by account_id limit $limit',
  );
  return {
    find: (accountId) => read(() => find.get({ accountId })),
    countRecoveryCodes: (accountId) => read(() => count.get({ accountId })?.count ?? 0),
    listSecrets: (page) => read(() => list.all(page)),
  };
}

type Changes = Pick<
  FactorStore,
  'enrol' | 'replaceRecoveryCodes' | 'remove' | 'removeByOperator' | 'removeAfterReset' | 'reseal'
>;

function changeFactors({ connection, write }: Sqlite['writer']): Changes {
  const exists = prepare(connection, 'select 1 from one_time_codes where account_id = $accountId');
  const insert = prepare(
    connection,
    `insert into one_time_codes (account_id, sealed_secret, last_step, last_used_at, created_at, known_since, set_up_behind)
     values ($accountId, $sealedSecret, $step, $now, $now, $knownSince, $setUpBehind)`,
  );
  const remove = prepare(connection, 'delete from one_time_codes where account_id = $accountId');
  const removeCodes = prepare(connection, 'delete from recovery_codes where account_id = $accountId');
  const insertCode = prepare(
    connection,
    'insert into recovery_codes (account_id, code_hash, created_at) values ($accountId, $codeHash, $now)',
  );
  const raise = prepare(connection, 'update accounts set sign_in_epoch = sign_in_epoch + 1 where id = $accountId');
  const requireMayAct = prepareRequireMayAct(connection);
  const roleOf = prepare<Pick<Account, 'role'>>(connection, 'select role from accounts where id = $accountId');
  const tellOperators = prepareTellOperators(connection);
  const reseal = prepare(
    connection,
    'update one_time_codes set sealed_secret = $to where account_id = $accountId and sealed_secret = $from',
  );
  const removePasskeys = prepare(
    connection,
    `delete from passkeys where account_id = (
       select id from accounts where id = $accountId and password_hash is not null)`,
  );
  const raiseFrom = prepare<Account>(
    connection,
    `update accounts set sign_in_epoch = sign_in_epoch + 1
     where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null returning *`,
  );
  const removePasskey = prepare(connection, 'delete from passkeys where id = $id and account_id = $accountId');
  const setAmr = prepare(connection, 'update sessions set amr = $amr where id = $sessionId');
  const requireProof = prepareRequireProof(connection);
  const setUpBehind = prepareSetUpBehind(connection);
  const endTrust = prepareEndTrust(connection);
  const queueMail = prepareQueueMail(connection);
  const keepSession = prepareKeepSession(connection);
  const endSessions = prepareEndSessions(connection);
  const replaceCodes = (accountId: string, hashes: readonly Buffer[], now: number): void => {
    removeCodes.run({ accountId });
    for (const codeHash of hashes) insertCode.run({ accountId, codeHash, now });
  };

  return {
    enrol: (input) =>
      write(() => {
        const { accountId, keep, proof, mail, now } = input;
        requireProof(proof);
        if (exists.get({ accountId }) || !keepSession({ ...input, endGrants: false })) return false;
        endSessions({ accountId, exceptId: keep.id, now });
        if (input.amr) setAmr.run({ sessionId: keep.id, amr: input.amr });
        insert.run({ ...input, ...setUpBehind(proof, now) });
        replaceCodes(accountId, input.recoveryHashes, now);
        queueMail(mail);
        return true;
      }),
    replaceRecoveryCodes: ({ accountId, recoveryHashes, proof, mail, now }) =>
      write(() => {
        requireProof(proof);
        if (!exists.get({ accountId })) return false;
        replaceCodes(accountId, recoveryHashes, now);
        endTrust(accountId);
        queueMail(mail);
        return true;
      }),
    remove: (input) =>
      write(() => {
        const { accountId, keep, proof, mail, now } = input;
        requireProof(proof);
        if (!exists.get({ accountId }) || !keepSession({ ...input, endGrants: false })) return false;
        endSessions({ accountId, exceptId: keep.id, now });
        remove.run({ accountId });
        removeCodes.run({ accountId });
        queueMail(mail);
        return true;
      }),
    removeByOperator: ({ accountId, mail, by, tell, now }) =>
      write(() => {
        requireMayAct({ by, accountId, now });
        const removed = remove.run({ accountId }) + removePasskeys.run({ accountId });
        if (removed === 0) return false;
        removeCodes.run({ accountId });
        raise.run({ accountId });
        endSessions({ accountId, now });
        queueMail(mail);
        const account = roleOf.get({ accountId });
        if (account && isStaff(account.role)) tellOperators(tell);
        return true;
      }),
    removeAfterReset: ({ accountId, signInEpoch, removesCodes, passkeyIds, mails, now }) =>
      write(() => {
        const account = raiseFrom.get({ accountId, signInEpoch });
        if (!account) return undefined;
        endSessions({ accountId, now });
        if (removesCodes) {
          remove.run({ accountId });
          removeCodes.run({ accountId });
        }
        for (const id of passkeyIds) removePasskey.run({ id, accountId });
        for (const mail of mails) queueMail(mail);
        return account;
      }),
    reseal: (accountId, from, to) => write(() => reseal.run({ accountId, from, to }) === 1),
  };
}

/** The codes and account of this id: nothing was accepted since the first proof, and no sign-in was ended. */
const STILL_PROVEN = `
  last_used_at <= $provenAt and exists (
    select 1 from accounts where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null)`;

function useCodes({
  connection,
  write,
}: Sqlite['writer']): Pick<FactorStore, 'countTry' | 'useStep' | 'useRecoveryCode' | 'noteWrongCode'> {
  const countTry = prepare<OneTimeCodes>(
    connection,
    `update one_time_codes set tries_in_row = tries_in_row + 1
     where account_id = $accountId and tries_in_row < ${MAX_TRIES_IN_ROW} returning *`,
  );
  const useStep = prepare(
    connection,
    `update one_time_codes set last_step = $step, last_used_at = $now, tries_in_row = 0, wrong_in_row = 0
     where account_id = $accountId and last_step < $step and ${STILL_PROVEN}`,
  );
  const isUnused = prepare(
    connection,
    'select 1 from recovery_codes where account_id = $accountId and code_hash = $codeHash and used_at is null',
  );
  const noteUse = prepare(
    connection,
    `update one_time_codes set last_used_at = $now, tries_in_row = 0, wrong_in_row = 0
     where account_id = $accountId and ${STILL_PROVEN}`,
  );
  const spend = prepare(
    connection,
    `update recovery_codes set used_at = $now
     where account_id = $accountId and code_hash = $codeHash and used_at is null`,
  );
  const countWrong = prepare<{ wrongInRow: number }>(
    connection,
    'update one_time_codes set wrong_in_row = wrong_in_row + 1 where account_id = $accountId returning wrong_in_row',
  );
  const queueMail = prepareQueueMail(connection);
  return {
    countTry: (accountId) => write(() => countTry.get({ accountId })),
    useStep: (input) => write(() => useStep.run(input) === 1),
    // The writer's transaction has the database to itself: nothing changes between these statements.
    useRecoveryCode: (input) =>
      write(() => {
        if (!isUnused.get(input) || noteUse.run(input) === 0) return false;
        spend.run(input);
        queueMail(input.mail);
        return true;
      }),
    noteWrongCode: ({ accountId, mail }) =>
      write(() => {
        if (countWrong.get({ accountId })?.wrongInRow !== WRONG_CODES_TOLD) return false;
        queueMail(mail);
        return true;
      }),
  };
}
