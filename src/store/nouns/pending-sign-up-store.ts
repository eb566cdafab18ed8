// Sign-ups that wait for a code. Deleting the row spends it: of several transactions one gets it back.

import { MAX_PROOFS, MAX_WRONG_CODES } from '../../core/people/verification/email-proof.ts';
import type { PendingSignUp, PendingSignUpStore } from '../../core/people/verification/pending-sign-up-store.ts';
import { fromPending } from '../../core/sign-in/passkeys/pending-passkey.ts';
import { type Base, count, row } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { insertAgreements } from './agreement-store.ts';
import { answerChallenge, insertPasskey } from './first-passkey.ts';
import { INSERT_ACCOUNT } from './insert-account.ts';
import { queueMail } from './queue-mail.ts';

export const PENDING_SIGN_UPS = table('pending_sign_ups', 'id', {
  text: 'id email email_key password_hash nickname',
  json: 'agreed passkey',
  bytes: 'device_hash token_hash code_mac',
  integer: 'wrong_codes created_at expires_at',
});

const FIND_NEWEST = statement(`
  select * from pending_sign_ups where device_hash = $deviceHash and expires_at > $now
  order by created_at desc, id desc limit 1`);
const FIND_BY_TOKEN = statement('select * from pending_sign_ups where token_hash = $tokenHash and expires_at > $now');
const INSERT = statement(`
  insert into pending_sign_ups (id, device_hash, email, email_key, password_hash, nickname, agreed, passkey,
    token_hash, code_mac, created_at, expires_at)
  values ($id, $deviceHash, $email, $emailKey, $passwordHash, $nickname, $agreed, $passkey,
    $tokenHash, $codeMac, $createdAt, $expiresAt)`);
const REMOVE_OLDEST = statement(`
  delete from pending_sign_ups where device_hash = $deviceHash and (
    (token_hash is null and id <> $id)
    or id in (
      select id from pending_sign_ups where device_hash = $deviceHash and token_hash is not null
      order by created_at desc, id desc limit all offset ${MAX_PROOFS}))`);
const SPEND_BY_LINK = statement(`
  delete from pending_sign_ups where device_hash = $deviceHash and token_hash = $tokenHash and expires_at > $now
  returning *`);
const SPEND_BY_CODE = statement(`
  delete from pending_sign_ups
  where device_hash = $deviceHash and code_mac = any($codeMacs::bytea[]) and expires_at > $now
    and wrong_codes < ${MAX_WRONG_CODES}
  returning *`);
const COUNT_WRONG = statement(
  'update pending_sign_ups set wrong_codes = wrong_codes + 1 where device_hash = $deviceHash',
);
// Rows that another transaction is deleting are skipped: two newcomers with one address would wait for each other.
const SPEND_OTHERS = statement(`
  delete from pending_sign_ups where id in (
    select id from pending_sign_ups where email_key = $emailKey for update skip locked)`);

export const createPendingSignUpStore = (base: Base): PendingSignUpStore => ({
  insert: (pending, mail, answered) =>
    base.write(function* () {
      if (answered && !(yield* answerChallenge(answered))) return false;
      yield* count(INSERT, pending);
      yield* count(REMOVE_OLDEST, pending);
      yield* queueMail(mail);
      return true;
    }),
  findNewest: (deviceHash, now) => base.row<PendingSignUp>(FIND_NEWEST, { deviceHash, now }),
  findByToken: (tokenHash, now) => base.row<PendingSignUp>(FIND_BY_TOKEN, { tokenHash, now }),
  redeem: ({ deviceHash, by, accountOf, now }) =>
    base.write(function* () {
      const found =
        'tokenHash' in by
          ? yield* row<PendingSignUp>(SPEND_BY_LINK, { deviceHash, tokenHash: by.tokenHash, now })
          : yield* row<PendingSignUp>(SPEND_BY_CODE, { deviceHash, codeMacs: new ListOf(by.codeMacs), now });
      if (!found) {
        if ('codeMacs' in by) yield* count(COUNT_WRONG, { deviceHash });
        return undefined;
      }
      yield* count(SPEND_OTHERS, { emailKey: found.emailKey });
      const account = accountOf(found);
      if (!account || (yield* count(INSERT_ACCOUNT, account)) === 0) return undefined;
      yield* insertAgreements({ accountId: account.id, agreed: found.agreed, now });
      if (found.passkey) yield* insertPasskey(fromPending(found.passkey));
      return account;
    }),
});
