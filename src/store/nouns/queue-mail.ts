// Queues a mail inside the intent of its cause. A notice past the fifth of its kind in an hour becomes a summary, which
// counts the ones that follow, and is due an hour after it began. A notice of danger about an account in doubt goes to
// the address that stood before as well. Notices to an address that nobody proved are rationed.
import { DANGERS, idOfCopy } from '../../core/server/mail/mail-kinds.ts';
import { MAX_NOTICES, type NewMail, NOTICE_WINDOW_MS } from '../../core/server/mail/mail-store.ts';
import { isAbout, mailIdFor } from '../../core/server/mail/operator-notice.ts';
import { isRationed, UNPROVEN_PAUSE_MS, unclaimedInPlaceOf } from '../../core/server/mail/unproven-address.ts';
import { count, type Intent, lock, row, rows } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { findDoubt } from './doubt.ts';

export const UNPROVEN_NOTICES = table('unproven_notices', 'account_id', {
  text: 'account_id',
  integer: 'first_at told_at',
});

const OF_KIND = 'account_id = $accountId and kind = $kind and created_at > $since and to_former = $toFormer';
// Without the lock, a count would not see what other transactions queue meanwhile. It is the last one that a
// transaction takes.
const LOCK = statement("select pg_advisory_xact_lock(hashtextextended('mail ' || $accountId || ' ' || $kind, 0))");
// One that is due may be under way, and counts no more.
const JOIN = statement(`
  update mails set summed = summed + 1, facts = $facts, language = $language
  where ${OF_KIND} and summed > 0 and next_try_at > $createdAt`);
const COUNT = statement(`select count(*) as count from mails where ${OF_KIND}`);
const INSERT = statement(`
  insert into mails (id, kind, account_id, email, language, facts, sealed, summed, to_former, created_at, expires_at,
    next_try_at)
  select $id, $kind, $accountId, address, $language, $facts::json, $sealed::bytea, $summed::integer,
    $toFormer::boolean, $createdAt::bigint, $expiresAt::bigint, $dueAt::bigint
  from (select coalesce($email, (select email from accounts where id = $accountId)) as address) as recipient
  where address is not null`);

/** Does nothing without a mail: this server sends none. */
export function* queueMail(mail: NewMail | undefined): Intent<void> {
  if (mail === undefined) return;
  const sent = yield* ration(mail);
  if (sent) yield* queue(sent, false);
  const { id, accountId, createdAt: now } = mail;
  if (mail.email !== undefined || accountId === undefined || !DANGERS.has(mail.kind)) return;
  const former = yield* findDoubt({ accountId, now });
  if (former) yield* queue({ ...mail, id: idOfCopy(id), email: former.email }, true);
}

// The account is locked before the row of its notices, as in transactions that change the account first. Of two notices
// at once the second waits, and then sees the first.
const LOCK_UNPROVEN = statement('select 1 from accounts where id = $accountId and not email_verified for key share');
const TELL = statement(`
  insert into unproven_notices (account_id, first_at, told_at) values ($accountId, $createdAt, $createdAt)
  on conflict (account_id) do update set told_at = excluded.told_at
    where unproven_notices.told_at <= excluded.told_at - ${UNPROVEN_PAUSE_MS}
  returning first_at`);

/** What the account's address gets of a mail. Undefined: it was told enough today. */
function* ration(mail: NewMail): Intent<NewMail | undefined> {
  const { accountId, createdAt } = mail;
  if (mail.email !== undefined || accountId === undefined || !isRationed(mail.kind)) return mail;
  if ((yield* count(LOCK_UNPROVEN, { accountId })) === 0) return mail;
  const told = yield* row<{ firstAt: number }>(TELL, { accountId, createdAt });
  return told?.firstAt === createdAt ? unclaimedInPlaceOf(mail) : told && mail;
}

function* queue(mail: NewMail, toFormer: boolean): Intent<void> {
  const { accountId, kind, createdAt } = mail;
  const ofKind = { ...mail, since: createdAt - NOTICE_WINDOW_MS, toFormer };
  let isSummed = false;
  if (mail.isNotice) {
    yield* lock(LOCK, { accountId, kind });
    const counted = yield* row<{ count: number }>(COUNT, ofKind);
    isSummed = (counted?.count ?? 0) >= MAX_NOTICES;
    if (isSummed && (yield* count(JOIN, ofKind)) > 0) return;
  }
  const dueAt = createdAt + (isSummed ? NOTICE_WINDOW_MS : 0);
  yield* count(INSERT, { ...mail, summed: isSummed ? 1 : 0, toFormer, dueAt });
}

// In one order, because each mail takes a lock.
const OPERATORS = statement(`
  select id from accounts where role = 'operator' and disabled_at is null and leaving_since is null order by id`);

/** Queues the mail for every operator who is neither disabled nor leaving, but not for whom it is about. */
export function* tellOperators(mail: NewMail | undefined): Intent<void> {
  if (mail === undefined) return;
  for (const { id } of yield* rows<{ id: string }>(OPERATORS)) {
    if (!isAbout(mail, id)) yield* queueMail({ ...mail, id: mailIdFor(mail, id), accountId: id });
  }
}
