// Passkeys. A change locks the account's row first.
import { hasFallen, MAX_PASSKEYS, mayBecome, type Passkey } from '../../core/sign-in/passkeys/passkey.ts';
import type { PasskeyStore } from '../../core/sign-in/passkeys/passkey-store.ts';
import type { PasskeyUse } from '../../core/sign-in/passkeys/passkey-use.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { answerChallenge, insertPasskey } from './first-passkey.ts';
import { keepSession } from './keep-session.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { queueMail } from './queue-mail.ts';
import { requireProof } from './session-proof.ts';
import { setUpBehind } from './set-up-behind.ts';
import { END_TRUST } from './trusted-device-store.ts';

export const PASSKEYS = table('passkeys', 'id', {
  text: 'id account_id rp_id name aaguid set_up_behind',
  bytes: 'credential_id public_key user_handle',
  boolean: 'backup_eligible backed_up',
  json: 'transports',
  integer: 'sign_count created_at last_used_at counter_fell_at known_since',
});

const LIST = statement('select * from passkeys where account_id = $accountId order by id');
const FIND = statement('select * from passkeys where credential_id = $credentialId');
const COUNT_OTHERS = statement(`
  select (select count(*) from passkeys where rp_id < $rpId) + (select count(*) from passkeys where rp_id > $rpId)
    as count`);

const COUNT = statement('select count(*) as count from passkeys where account_id = $accountId');
const RENAME = statement('update passkeys set name = $name where id = $id and account_id = $accountId');

const EXISTS = statement('select 1 from passkeys where id = $id and account_id = $accountId');
const OTHER_WAY = statement(`
  select 1 from accounts a where a.id = $accountId and (a.password_hash is not null or exists (
    select 1 from passkeys p where p.account_id = a.id and p.rp_id = $rpId and p.id <> $id))`);
const REMOVE = statement('delete from passkeys where id = $id');

// A code after the same first proof is accepted before this or after it, and then refused.
const LOCK_CODES = statement('select 1 from one_time_codes where account_id = $accountId for update');
const FIND_USED = statement(`
  select sign_count, backup_eligible from passkeys where id = $passkeyId and account_id = $accountId
    and not exists (select 1 from passkeys where account_id = $accountId and last_used_at > $provenAt::bigint)
    and not exists (select 1 from one_time_codes where account_id = $accountId and last_used_at > $provenAt::bigint)`);
const NOTE_USE = statement(`
  update passkeys set sign_count = $signCount, backup_eligible = $backupEligible, backed_up = $backedUp,
    last_used_at = $now,
    counter_fell_at = coalesce($counterFellAt::bigint, counter_fell_at)
  where id = $passkeyId`);
const ACCEPT_CODES = statement(`
  update one_time_codes set last_used_at = $now, tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId`);

export const createPasskeyStore = (base: Base): PasskeyStore => ({
  listByAccount: (accountId) => base.rows<Passkey>(LIST, { accountId }),
  findByCredential: (credentialId) => base.row<Passkey>(FIND, { credentialId }),
  countOfOtherRps: async (rpId) => (await base.row<{ count: number }>(COUNT_OTHERS, { rpId }))?.count ?? 0,
  add: ({ passkey, proof, mail, ...challenge }) =>
    base.write(function* () {
      const { accountId, credentialId } = passkey;
      yield* lock(LOCK_ACCOUNT, { accountId });
      yield* requireProof(proof);
      if ((yield* count(FIND, { credentialId })) > 0) return 'known';
      const counted = yield* row<{ count: number }>(COUNT, { accountId });
      if ((counted?.count ?? 0) >= MAX_PASSKEYS) return 'full';
      if (!(yield* answerChallenge(challenge))) return 'answered';
      const age = yield* setUpBehind(proof, passkey.createdAt);
      if (!(yield* insertPasskey({ ...passkey, ...age }))) return 'known';
      yield* count(END_TRUST, { accountId });
      yield* queueMail(mail);
      return 'added';
    }),
  rename: async (input) => (await base.change(RENAME, input)) === 1,
  remove: (input) =>
    base.write(function* () {
      const { accountId, keep, proof, mail, now } = input;
      yield* lock(LOCK_ACCOUNT, { accountId });
      yield* requireProof(proof);
      if ((yield* count(EXISTS, input)) === 0) return 'gone';
      if ((yield* count(OTHER_WAY, input)) === 0) return 'last';
      if (!(yield* keepSession({ ...input, endGrants: false }))) return 'gone';
      yield* count(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      yield* count(REMOVE, input);
      yield* queueMail(mail);
      return 'removed';
    }),
});

/**
 * Does to a passkey, and to one-time codes beside it, what a sign-in with it does. The account's row is locked.
 * @returns false, and nothing changes: the account has it no more, its challenge was answered before, the first proof
 *   was used since, or the counter of a device-bound one has fallen
 */
export function* usePasskey(use: PasskeyUse & { accountId: string; now: number }): Intent<boolean> {
  yield* lock(LOCK_CODES, use);
  const passkey = yield* row<Pick<Passkey, 'signCount' | 'backupEligible'>>(FIND_USED, use);
  if (!passkey) return false;
  const fell = hasFallen(passkey.signCount, use.signCount);
  if (!mayBecome(passkey, use) || (fell && !use.backupEligible)) return false;
  if (!(yield* answerChallenge(use))) return false;
  const becameSynced = use.backupEligible && !passkey.backupEligible;
  yield* count(NOTE_USE, { ...use, counterFellAt: fell && !becameSynced ? use.now : undefined });
  yield* count(ACCEPT_CODES, use);
  if (becameSynced) yield* queueMail(use.mailIfSynced);
  else if (fell) yield* queueMail(use.mailIfFallen);
  return true;
}
