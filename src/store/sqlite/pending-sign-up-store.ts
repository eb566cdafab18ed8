// Sign-ups that wait for a code, on SQLite. Deleting the rows spends them: only one transaction can delete them.
import { fromPending } from '../../core/passkeys/pending-passkey.ts';
import { MAX_PROOFS, MAX_WRONG_CODES } from '../../core/verification/email-proof.ts';
import type { PendingSignUp, PendingSignUpStore } from '../../core/verification/pending-sign-up-store.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import { prepareInsertAgreements } from './agreement-store.ts';
import { prepareAnswer, prepareFirstPasskey } from './passkey-store.ts';
import { prepareQueueMail } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createPendingSignUpStore({ writer: { connection, write }, reader }: Sqlite): PendingSignUpStore {
  const findNewest = prepare<PendingSignUp>(
    reader.connection,
    `select * from pending_sign_ups where device_hash = $deviceHash and expires_at > $now
     order by created_at desc, id desc limit 1`,
  );
  const findByToken = prepare<PendingSignUp>(
    reader.connection,
    'select * from pending_sign_ups where token_hash = $tokenHash and expires_at > $now',
  );
  const insert = prepare(
    connection,
    `insert into pending_sign_ups (id, device_hash, email, email_key, password_hash, nickname, agreed, passkey,
       token_hash, code_mac, created_at, expires_at)
     values ($id, $deviceHash, $email, $emailKey, $passwordHash, $nickname, $agreed, $passkey,
       $tokenHash, $codeMac, $createdAt, $expiresAt)`,
  );
  const removeOldest = prepare(
    connection,
    `delete from pending_sign_ups where device_hash = $deviceHash and (
       (token_hash is null and id <> $id)
       or id in (
         select id from pending_sign_ups where device_hash = $deviceHash and token_hash is not null
         order by created_at desc, id desc limit -1 offset ${MAX_PROOFS}))`,
  );
  const findByLink = prepare<PendingSignUp>(
    connection,
    `select * from pending_sign_ups
     where device_hash = $deviceHash and token_hash = $tokenHash and expires_at > $now`,
  );
  const findByCode = prepare<PendingSignUp>(
    connection,
    `select * from pending_sign_ups where device_hash = $deviceHash and code_mac = $codeMac and expires_at > $now
       and wrong_codes < ${MAX_WRONG_CODES}`,
  );
  const countWrong = prepare(
    connection,
    'update pending_sign_ups set wrong_codes = wrong_codes + 1 where device_hash = $deviceHash',
  );
  const spend = prepare(connection, 'delete from pending_sign_ups where email_key = $emailKey');
  const insertAccount = prepare(connection, INSERT_ACCOUNT);
  const insertAgreements = prepareInsertAgreements(connection);
  const first = prepareFirstPasskey(connection);
  const answer = prepareAnswer(connection);
  const queueMail = prepareQueueMail(connection);
  return {
    insert: (pending, mail, answered) =>
      write(() => {
        if (answered && !answer(answered)) return false;
        insert.run(pending);
        removeOldest.run(pending);
        queueMail(mail);
        return true;
      }),
    findNewest: (deviceHash, now) => reader.read(() => findNewest.get({ deviceHash, now })),
    findByToken: (tokenHash, now) => reader.read(() => findByToken.get({ tokenHash, now })),
    redeem: ({ deviceHash, by, accountOf, now }) =>
      write(() => {
        const found =
          'tokenHash' in by
            ? findByLink.get({ deviceHash, tokenHash: by.tokenHash, now })
            : by.codeMacs.map((codeMac) => findByCode.get({ deviceHash, codeMac, now })).find(Boolean);
        if (!found) {
          if ('codeMacs' in by) countWrong.run({ deviceHash });
          return undefined;
        }
        spend.run({ emailKey: found.emailKey });
        const account = accountOf(found);
        if (!account || insertAccount.run(account) === 0) return undefined;
        insertAgreements({ accountId: account.id, agreed: found.agreed, now });
        if (found.passkey) first.insert(fromPending(found.passkey));
        return account;
      }),
  };
}
