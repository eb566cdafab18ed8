// Taking a change of the address back: by the link to the former address, or by changing back by hand.
import type { Account } from '../../core/ground/accounts/account.ts';
import { factorsAskedForBefore } from '../../core/people/email-changes/doubt.ts';
import { type FormerEmail, MAX_LINKS_AGAIN } from '../../core/people/email-changes/email-change.ts';
import type { ChosenFactor, EmailChangeStore } from '../../core/people/email-changes/email-change-store.ts';
import { IS_ASKED_FOR, IS_YOUNGER } from '../asked-for.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { statement } from '../statement.ts';
import { END_API_TOKENS, END_LINKS } from './end-access.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { usePasskey } from './passkey-store.ts';
import { queueMail } from './queue-mail.ts';

/** Addresses `f` whose link can be used, of accounts `a`. */
export const FIND_FORMER = statement(`
  select f.* from former_emails f join accounts a on a.id = f.account_id
  where f.token_hash = $tokenHash and f.expires_at > $now and a.disabled_at is null`);
// The key changes: a weaker lock would have to be raised while others wait for it.
export const LOCK_ACCOUNT = statement('select * from accounts where id = $accountId for update');
export const END_CHANGE = statement('delete from email_changes where account_id = $accountId');
export const END_PROOFS = statement('delete from email_proofs where account_id = $accountId');

const ACCOUNT_OF_LINK = statement('select account_id from former_emails where token_hash = $tokenHash');
/**
 * A row, if the account has a factor that is asked for and `shown`, the id of a passkey or `codes`, is none of these or
 * was shown at another sign-in epoch.
 */
const MISSES_FACTOR = statement(`
  with older as (
    select 'codes' as factor from one_time_codes where account_id = $accountId and ${IS_ASKED_FOR}
    union all
    select id from passkeys where account_id = $accountId and ${IS_ASKED_FOR} and rp_id = $rpId)
  select 1 from accounts a where a.id = $accountId and exists (select 1 from older)
    and not exists (select 1 from older where factor = $shown and a.sign_in_epoch = $shownEpoch)`);
const RESTORE = statement(`
  update accounts set email = $email, email_key = $emailKey, email_verified = true, email_verified_by = 'mail',
    email_verified_at = $now, updated_at = $now, password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1,
    grant_epoch = grant_epoch + 1, leaving_since = null, leaving_until = null
  where id = $accountId`);
const FIND_ACCOUNT = statement('select * from accounts where id = $accountId');

const ENDS = [
  END_CHANGE,
  END_PROOFS,
  END_LINKS,
  END_API_TOKENS,
  statement('delete from former_emails where account_id = $accountId'),
  statement('update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId'),
  statement('update accounts set device_epoch = device_epoch + 1 where id = $accountId'),
];
const END_NEW = ['passkeys', 'one_time_codes', 'recovery_codes'].map((table) =>
  statement(`delete from ${table} where account_id = $accountId and created_at >= $askedAt`),
);
const END_NEW_CONNECTIONS = statement(`
  update connections set generation = generation + 1, answers = '{}', ended_at = $now, ended_by = 'person'
  where account_id = $accountId and ended_at is null and created_at >= $askedAt`);

type Ended = Pick<FormerEmail, 'accountId' | 'askedAt'> & { keepSessionId: string | undefined; now: number };

/**
 * Ends the doubt about an account that the transaction has locked, and with it every session but one, known and trusted
 * device, API token, link, proof and pending change, and what was set up since the change was asked for. Epochs are the
 * caller's to raise.
 */
export function* endDoubt({ accountId, askedAt, keepSessionId, now }: Ended): Intent<void> {
  yield* count(END_SESSIONS, { accountId, keepSessionId, now });
  for (const end of ENDS) yield* count(end, { accountId });
  for (const end of END_NEW) yield* count(end, { accountId, askedAt });
  yield* count(END_NEW_CONNECTIONS, { accountId, askedAt, now });
}

const REMOVE_PASSKEY = statement(
  `delete from passkeys where id = $passkeyId and account_id = $accountId and ${IS_YOUNGER}`,
);
const REMOVE_CODES = statement(`delete from one_time_codes where account_id = $accountId and ${IS_YOUNGER}`);
const REMOVE_RECOVERY_CODES = statement('delete from recovery_codes where account_id = $accountId');

type Chosen = Pick<FormerEmail, 'accountId' | 'askedAt' | 'email'> & { remove: readonly ChosenFactor[] };

/** Removes factors that are not asked for. Each that goes queues its mail to the restored address. */
export function* removeFactors({ accountId, askedAt, email, remove }: Chosen): Intent<void> {
  const askedForBefore = factorsAskedForBefore(askedAt);
  for (const one of remove) {
    const isGone = yield* removeFactor({ accountId, askedForBefore }, one);
    if (isGone) yield* queueMail(one.mail && { ...one.mail, email });
  }
}

/** False: there is no such one. */
function* removeFactor(
  { accountId, askedForBefore }: { accountId: string; askedForBefore: number },
  { passkeyId }: ChosenFactor,
): Intent<boolean> {
  if (passkeyId !== undefined) return (yield* count(REMOVE_PASSKEY, { passkeyId, accountId, askedForBefore })) > 0;
  if ((yield* count(REMOVE_CODES, { accountId, askedForBefore })) === 0) return false;
  yield* count(REMOVE_RECOVERY_CODES, { accountId });
  return true;
}

export const takeBack = (
  base: Base,
  { tokenHash, passwordHash, factor, rpId, remove, mail, notice, now }: Parameters<EmailChangeStore['takeBack']>[0],
): ReturnType<EmailChangeStore['takeBack']> =>
  base
    .write(function* () {
      const owner = yield* row<{ accountId: string }>(ACCOUNT_OF_LINK, { tokenHash });
      if (!owner) return undefined;
      const { accountId } = owner;
      const current = yield* row<Account>(LOCK_ACCOUNT, { accountId });
      const former = yield* row<FormerEmail>(FIND_FORMER, { tokenHash, now });
      if (!former || !current) return undefined;
      const { email, emailKey, askedAt } = former;
      const passkey = factor?.passkey;
      const shown = { shown: passkey?.passkeyId ?? 'codes', shownEpoch: factor?.signInEpoch };
      const askedForBefore = factorsAskedForBefore(askedAt);
      if ((yield* count(MISSES_FACTOR, { accountId, askedAt, askedForBefore, rpId, ...shown })) > 0)
        return 'factor-needed';
      if (passkey && !(yield* usePasskey({ ...passkey, accountId, now }))) return 'factor-needed';
      yield* count(RESTORE, { accountId, email, emailKey, passwordHash, now });
      yield* endDoubt({ accountId, askedAt, keepSessionId: undefined, now });
      yield* queueMail(mail && { ...mail, email });
      yield* removeFactors({ accountId, askedAt, email, remove });
      if (current.email !== email) yield* queueMail(notice && { ...notice, email: current.email });
      return yield* row<Account>(FIND_ACCOUNT, { accountId });
    })
    .catch((error: unknown) => {
      // An account whose key was renewed has the address.
      if (base.isUniqueViolation(error)) return undefined;
      throw error;
    });

const ANSWER = statement('delete from reset_requests where id = $requestId');
const ADD_LINK = statement(`
  insert into former_emails (id, account_id, email, email_key, token_hash, asked_at, changed_at, expires_at)
  select $id, f.account_id, f.email, f.email_key, $tokenHash::bytea, f.asked_at, f.changed_at, f.expires_at
  from former_emails f join accounts a on a.id = f.account_id
  where f.id = $formerId and f.expires_at > $now and a.disabled_at is null`);
const REMOVE_OLDEST = statement(`
  delete from former_emails where account_id = $accountId
    and id > (select min(id) from former_emails where account_id = $accountId)
    and id in (
      select id from former_emails where account_id = $accountId
      order by id desc limit all offset ${MAX_LINKS_AGAIN})`);
const ACCOUNT_OF_FORMER = statement('select account_id from former_emails where id = $formerId');

export const addLink = (
  base: Base,
  { formerId, link, mail, requestId, now }: Parameters<EmailChangeStore['addLink']>[0],
): Promise<boolean> =>
  base.write(function* () {
    const owner = yield* row<{ accountId: string }>(ACCOUNT_OF_FORMER, { formerId });
    // Whoever takes the change back at this moment ends the row that is copied.
    if (owner) yield* lock(LOCK_ACCOUNT, owner);
    if ((yield* count(ANSWER, { requestId })) === 0) return false;
    if (!owner || (yield* count(ADD_LINK, { ...link, formerId, now })) === 0) return false;
    yield* count(REMOVE_OLDEST, owner);
    yield* queueMail(mail);
    return true;
  });
