// Queues a mail inside the intent of its cause. A notice past the fifth of its kind in an hour becomes a summary, which
// counts the ones that follow, and is due an hour after it began. A notice of danger about an account in doubt goes to
// the address that stood before as well. Notices to an address that nobody proved are rationed.
import { DANGERS, idOfCopy } from '../../core/mail/mail-kinds.ts';
import { MAX_NOTICES, type NewMail, NOTICE_WINDOW_MS } from '../../core/mail/mail-store.ts';
import { isAbout, mailIdFor } from '../../core/mail/operator-notice.ts';
import { isRationed, UNPROVEN_PAUSE_MS, unclaimedInPlaceOf } from '../../core/mail/unproven-address.ts';
import { prepareFindDoubt } from './doubt.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/** Does nothing without a mail: this server sends none. */
export type QueueMail = (mail: NewMail | undefined) => void;

export function prepareQueueMail(connection: Sqlite['writer']['connection']): QueueMail {
  const findDoubt = prepareFindDoubt(connection);
  const ration = prepareRation(connection);
  const queue = prepareQueue(connection);
  return (mail) => {
    if (mail === undefined) return;
    const sent = ration(mail);
    if (sent) queue(sent, false);
    if (mail.email !== undefined || !DANGERS.has(mail.kind)) return;
    const { id, accountId, createdAt: now } = mail;
    const former = findDoubt({ accountId, now });
    if (former) queue({ ...mail, id: idOfCopy(id), email: former.email }, true);
  };
}

/** The function returns what the account's address gets of a mail; undefined: it was told enough today. */
function prepareRation(connection: Sqlite['writer']['connection']): (mail: NewMail) => NewMail | undefined {
  const isUnproven = prepare(connection, 'select 1 from accounts where id = $accountId and email_verified = 0');
  const tell = prepare<{ firstAt: number; toldAt: number }>(
    connection,
    `insert into unproven_notices (account_id, first_at, told_at) values ($accountId, $createdAt, $createdAt)
     on conflict (account_id) do update set told_at = excluded.told_at
       where unproven_notices.told_at <= excluded.told_at - ${UNPROVEN_PAUSE_MS}
     returning first_at, told_at`,
  );
  return (mail) => {
    const { accountId, createdAt } = mail;
    if (mail.email !== undefined || !isRationed(mail.kind) || !isUnproven.get({ accountId })) return mail;
    const told = tell.get({ accountId, createdAt });
    if (told?.firstAt === createdAt) return unclaimedInPlaceOf(mail);
    return told && mail;
  };
}

function prepareQueue(connection: Sqlite['writer']['connection']): (mail: NewMail, toFormer: boolean) => void {
  const OF_KIND = 'account_id = $accountId and kind = $kind and created_at > $since and to_former = $toFormer';
  // One that is due may be under way, and counts no more.
  const join = prepare(
    connection,
    `update mails set summed = summed + 1, facts = $facts, language = $language
     where ${OF_KIND} and summed > 0 and next_try_at > $createdAt`,
  );
  const countOf = prepare<{ count: number }>(connection, `select count(*) as count from mails where ${OF_KIND}`);
  const insert = prepare(
    connection,
    `insert into mails (id, kind, account_id, email, language, facts, sealed, summed, to_former, created_at,
       expires_at, next_try_at)
     select $id, $kind, $accountId, address, $language, $facts, $sealed, $summed, $toFormer, $createdAt, $expiresAt,
       $dueAt
     from (select coalesce($email, (select email from accounts where id = $accountId)) as address)
     where address is not null`,
  );
  return (mail, toFormer) => {
    const since = mail.createdAt - NOTICE_WINDOW_MS;
    const isSummed = mail.isNotice && (countOf.get({ ...mail, since, toFormer })?.count ?? 0) >= MAX_NOTICES;
    if (isSummed && join.run({ ...mail, since, toFormer }) > 0) return;
    const dueAt = mail.createdAt + (isSummed ? NOTICE_WINDOW_MS : 0);
    insert.run({ ...mail, summed: isSummed ? 1 : 0, toFormer, dueAt });
  };
}

/** Queues the mail for every operator who is neither disabled nor leaving, but not for whom it is about. */
export function prepareTellOperators(connection: Sqlite['writer']['connection']): QueueMail {
  const operators = prepare<{ id: string }>(
    connection,
    "select id from accounts where role = 'operator' and disabled_at is null and leaving_since is null order by id",
  );
  const queueMail = prepareQueueMail(connection);
  return (mail) => {
    if (mail === undefined) return;
    for (const { id } of operators.all().filter((one) => !isAbout(mail, one.id)))
      queueMail({ ...mail, id: mailIdFor(mail, id), accountId: id });
  };
}
