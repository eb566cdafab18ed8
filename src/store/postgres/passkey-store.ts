// Passkeys on PostgreSQL. A change locks the account's row first, as account-store.ts says.
import { hasFallen, MAX_PASSKEYS, mayBecome, type Passkey } from '../../core/passkeys/passkey.ts';
import type { PasskeyStore } from '../../core/passkeys/passkey-store.ts';
import type { PasskeyUse } from '../../core/passkeys/passkey-use.ts';
import { END_SESSIONS } from './end-access.ts';
import { answerChallenge, insertPasskey } from './first-passkey.ts';
import { keepSession } from './keep-session.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { setUpBehind } from './set-up-behind.ts';
import { statement } from './statement.ts';
import { END_TRUST } from './trusted-device-store.ts';

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
    select from passkeys p where p.account_id = a.id and p.rp_id = $rpId and p.id <> $id))`);
const REMOVE = statement('delete from passkeys where id = $id');

// A code after the same first proof is accepted before this or after it, and then refused.
const LOCK_CODES = statement('select 1 from one_time_codes where account_id = $accountId for update');
const FIND_USED = statement(`
  select sign_count, backup_eligible from passkeys where id = $passkeyId and account_id = $accountId
    and not exists (select from passkeys where account_id = $accountId and last_used_at > $provenAt::bigint)
    and not exists (select from one_time_codes where account_id = $accountId and last_used_at > $provenAt::bigint)`);
const NOTE_USE = statement(`
  update passkeys set sign_count = $signCount, backup_eligible = $backupEligible, backed_up = $backedUp,
    last_used_at = $now,
    counter_fell_at = coalesce($counterFellAt::bigint, counter_fell_at)
  where id = $passkeyId`);
const ACCEPT_CODES = statement(`
  update one_time_codes set last_used_at = $now, tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId`);

export const createPasskeyStore = ({ read, write, transaction }: Postgres): PasskeyStore => ({
  listByAccount: (accountId) => read<Passkey>(LIST, { accountId }),
  findByCredential: async (credentialId) => (await read<Passkey>(FIND, { credentialId }))[0],
  countOfOtherRps: async (rpId) => (await read<{ count: number }>(COUNT_OTHERS, { rpId }))[0]?.count ?? 0,
  add: ({ passkey, proof, mail, ...challenge }) =>
    transaction(async (run) => {
      const { accountId, credentialId } = passkey;
      await run(LOCK_ACCOUNT, { accountId });
      await requireProof(run, proof);
      if ((await run(FIND, { credentialId })).count > 0) return 'known';
      const [counted] = (await run<{ count: number }>(COUNT, { accountId })).rows;
      if ((counted?.count ?? 0) >= MAX_PASSKEYS) return 'full';
      if (!(await answerChallenge(run, challenge))) return 'answered';
      const age = await setUpBehind(run, proof, passkey.createdAt);
      if (!(await insertPasskey(run, { ...passkey, ...age }))) return 'known';
      await run(END_TRUST, { accountId });
      await queueMail(run, mail);
      return 'added';
    }),
  rename: async (input) => (await write(RENAME, input)).count === 1,
  remove: (input) =>
    transaction(async (run) => {
      const { accountId, keep, proof, mail, now } = input;
      await run(LOCK_ACCOUNT, { accountId });
      await requireProof(run, proof);
      if ((await run(EXISTS, input)).count === 0) return 'gone';
      if ((await run(OTHER_WAY, input)).count === 0) return 'last';
      if (!(await keepSession(run, { ...input, endGrants: false }))) return 'gone';
      await run(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      await run(REMOVE, input);
      await queueMail(run, mail);
      return 'removed';
    }),
});

/**
 * Does to a passkey, and to one-time codes beside it, what a sign-in with it does. The account's row is locked.
 * @returns false, and nothing changes: the account has it no more, its challenge was answered before, the first proof
 *   was used since, or the counter of a device-bound one has fallen
 */
export async function usePasskey(run: Run, use: PasskeyUse & { accountId: string; now: number }): Promise<boolean> {
  await run(LOCK_CODES, use);
  const [passkey] = (await run<Pick<Passkey, 'signCount' | 'backupEligible'>>(FIND_USED, use)).rows;
  if (!passkey) return false;
  const fell = hasFallen(passkey.signCount, use.signCount);
  if (!mayBecome(passkey, use) || (fell && !use.backupEligible)) return false;
  if (!(await answerChallenge(run, use))) return false;
  const becameSynced = use.backupEligible && !passkey.backupEligible;
  await run(NOTE_USE, { ...use, counterFellAt: fell && !becameSynced ? use.now : undefined });
  await run(ACCEPT_CODES, use);
  if (becameSynced) await queueMail(run, use.mailIfSynced);
  else if (fell) await queueMail(run, use.mailIfFallen);
  return true;
}
