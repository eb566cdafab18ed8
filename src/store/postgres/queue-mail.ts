// Queues a mail inside the transaction of its cause. A notice past the fifth of its kind in an hour becomes a summary,
// which counts the ones that follow, and is due an hour after it began. A notice of danger about an account in doubt
// goes to the address that stood before as well. Notices to an address that nobody proved are rationed.
import { DANGERS, idOfCopy } from '../../core/mail/mail-kinds.ts';
import { MAX_NOTICES, type NewMail, NOTICE_WINDOW_MS } from '../../core/mail/mail-store.ts';
import { isAbout, mailIdFor } from '../../core/mail/operator-notice.ts';
import { isRationed, UNPROVEN_PAUSE_MS, unclaimedInPlaceOf } from '../../core/mail/unproven-address.ts';
import { findDoubt } from './doubt.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

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
export async function queueMail(run: Run, mail: NewMail | undefined): Promise<void> {
  if (mail === undefined) return;
  const sent = await ration(run, mail);
  if (sent) await queue(run, sent, false);
  const { id, accountId, createdAt: now } = mail;
  if (mail.email !== undefined || accountId === undefined || !DANGERS.has(mail.kind)) return;
  const former = await findDoubt(run, { accountId, now });
  if (former) await queue(run, { ...mail, id: idOfCopy(id), email: former.email }, true);
}

// The account is locked before the row of its notices, as in transactions that change the account first. Of two notices
// at once the second waits, and then sees the first.
const TELL = statement(`
  with unproven as (select id from accounts where id = $accountId and not email_verified for key share),
  told as (
    insert into unproven_notices (account_id, first_at, told_at)
    select id, $createdAt::bigint, $createdAt::bigint from unproven
    on conflict (account_id) do update set told_at = excluded.told_at
      where unproven_notices.told_at <= excluded.told_at - ${UNPROVEN_PAUSE_MS}
    returning first_at, told_at
  )
  select first_at, told_at from unproven left join told on true`);

/** What the account's address gets of a mail. Undefined: it was told enough today. */
async function ration(run: Run, mail: NewMail): Promise<NewMail | undefined> {
  const { accountId, createdAt } = mail;
  if (mail.email !== undefined || accountId === undefined || !isRationed(mail.kind)) return mail;
  const [told] = (await run<{ firstAt?: number; toldAt?: number }>(TELL, { accountId, createdAt })).rows;
  if (!told) return mail;
  if (told.firstAt === createdAt) return unclaimedInPlaceOf(mail);
  return told.toldAt === createdAt ? mail : undefined;
}

async function queue(run: Run, mail: NewMail, toFormer: boolean): Promise<void> {
  const { accountId, kind, createdAt, facts, language } = mail;
  const since = createdAt - NOTICE_WINDOW_MS;
  const ofKind = { accountId, kind, since, toFormer };
  let isSummed = false;
  if (mail.isNotice) {
    await run(LOCK, { accountId, kind });
    const [counted] = (await run<{ count: number }>(COUNT, ofKind)).rows;
    isSummed = (counted?.count ?? 0) >= MAX_NOTICES;
    const joined = isSummed && (await run(JOIN, { ...ofKind, createdAt, facts, language })).count > 0;
    if (joined) return;
  }
  const dueAt = createdAt + (isSummed ? NOTICE_WINDOW_MS : 0);
  await run(INSERT, { ...mail, summed: isSummed ? 1 : 0, toFormer, dueAt });
}

// In one order, because each mail takes a lock.
const OPERATORS = statement(`
  select id from accounts where role = 'operator' and disabled_at is null and leaving_since is null order by id`);

/** Queues the mail for every operator who is neither disabled nor leaving, but not for whom it is about. */
export async function tellOperators(run: Run, mail: NewMail | undefined): Promise<void> {
  if (mail === undefined) return;
  const { rows } = await run<{ id: string }>(OPERATORS);
  for (const { id } of rows.filter((one) => !isAbout(mail, one.id))) {
    await queueMail(run, { ...mail, id: mailIdFor(mail, id), accountId: id });
  }
}
