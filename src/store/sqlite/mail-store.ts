// The outbox of mail on SQLite.

import { REFUSAL_WINDOW_MS, TROUBLE_DOMAINS, TROUBLE_LASTS_MS } from '../../core/mail/judge-refusal.ts';
import type { DueMail, MailStore, MailTrouble, SealedMail } from '../../core/mail/mail-store.ts';
import { PROOF_TTL_MS } from '../../core/verification/email-proof.ts';
import { prepareQueueMail } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

// THE CLAIM: SQLite has one writer at a time, and it finds and claims the rows in one statement.
const CLAIM = `
  update mails set next_try_at = $until
  where id in (select id from mails where next_try_at <= $now order by next_try_at limit $limit)
  returning id, kind, account_id, email, facts, sealed, summed, to_former, tries, created_at, expires_at,
    next_try_at as claimed_until,
    coalesce(language, (select json_extract(profile, '$.locale') from accounts a where a.id = account_id)) as language,
    exists (select 1 from accounts a where a.id = account_id and a.email = mails.email and not a.email_verified) as to_unproven`;

const COUNT_DUE = 'select count(*) as count from (select 1 from mails where next_try_at <= $now limit $limit)';
const COUNT_GIVEN_UP =
  'select count(*) as count from (select 1 from mails where failure is not null and ended_at >= $since limit $limit)';
const LIST_SEALED = `
  select id, sealed from mails where sealed is not null and id > $afterId order by id limit $limit`;

const NOTE_REFUSAL = `
  update mails set refusal = $reason, refused_at = $at, refused_since = coalesce(refused_since, $at)
  where id = $id and ended_at is null returning refused_since as since`;

const COUNT_DOMAINS = `
  select count(distinct lower(substr(email, instr(email, '@') + 1))) as count from mails
  where refused_at > $at - ${REFUSAL_WINDOW_MS} and refusal = $reason and ended_at is null`;

const SEE_TROUBLE = `
  insert into mail_troubles (reason, refused, since, last_at) values ($reason, $refused, $at, $at)
  on conflict (reason) do update set
    since = iif(last_at > $at - ${TROUBLE_LASTS_MS}, since, $at), last_at = max(last_at, $at)`;

const LASTING = `select since from mail_troubles where reason = $reason and last_at > $at - ${TROUBLE_LASTS_MS}`;

export function createMailStore({ writer: { connection, write }, reader }: Sqlite): MailStore {
  const queue = prepareQueueMail(connection);
  const claim = prepare<DueMail>(connection, CLAIM, { to_unproven: 'boolean' });
  const putBack = prepare(
    connection,
    'update mails set next_try_at = $nextTryAt, tries = tries + 1 where id = $id and next_try_at = $claimedUntil',
  );
  // Nothing of what it said is kept.
  const end = prepare(
    connection,
    `update mails set next_try_at = null, ended_at = $at, failure = $failure, facts = '{}', sealed = null,
       email = '', refusal = null, refused_since = null, refused_at = null
     where id = $id and ended_at is null`,
  );
  const beginProofs = ['email_proofs', 'pending_sign_ups'].map((table) =>
    prepare(connection, `update ${table} set expires_at = $at + ${PROOF_TTL_MS} where id = $id`),
  );
  const beginChange = prepare(
    connection,
    `update email_changes set expires_at = $at + ${PROOF_TTL_MS}
     where (account_id, email_key) = (
       select account_id, email_key from email_proofs where id = $id and purpose = 'change')`,
  );
  const reseal = prepare(connection, 'update mails set sealed = $to where id = $id and sealed = $from');
  const noteRefusal = prepare<{ since: number }>(connection, NOTE_REFUSAL);
  const countDomains = prepare<{ count: number }>(connection, COUNT_DOMAINS);
  const seeTrouble = prepare(connection, SEE_TROUBLE);
  const endOfSender = prepare(connection, "delete from mail_troubles where refused = 'sender'");
  const lasting = prepare<{ since: number }>(connection, LASTING);
  const listTroubles = prepare<MailTrouble>(
    reader.connection,
    'select reason, since, last_at from mail_troubles where last_at >= $seenSince order by last_at desc, reason',
  );
  const countDue = prepare<{ count: number }>(reader.connection, COUNT_DUE);
  const countGivenUp = prepare<{ count: number }>(reader.connection, COUNT_GIVEN_UP);
  const listSealed = prepare<SealedMail>(reader.connection, LIST_SEALED);

  return {
    queue: async (mail) => {
      await write(() => queue(mail));
    },
    claim: async ({ busy, ...claimed }) => (busy.length > 0 ? [] : write(() => claim.all(claimed))),
    putBack: async ({ id, claimedUntil }, nextTryAt) => {
      await write(() => putBack.run({ id, claimedUntil, nextTryAt }));
    },
    remove: async ({ id }, { failure, at }) => {
      await write(() => {
        if (end.run({ id, failure, at }) === 0 || failure !== undefined) return;
        for (const begin of [beginChange, ...beginProofs]) begin.run({ id, at });
      });
    },
    noteTaken: async () => {
      await write(() => endOfSender.run());
    },
    noteRefusal: ({ refused, ...refusal }) =>
      write(() => {
        const { since = refusal.at } = noteRefusal.get(refusal) ?? {};
        const isKnown = lasting.get(refusal) !== undefined;
        const isSeen = refused === 'sender' || (countDomains.get(refusal)?.count ?? 0) >= TROUBLE_DOMAINS;
        if (isSeen) seeTrouble.run({ ...refusal, refused });
        return { since, trouble: isKnown ? 'known' : isSeen ? 'new' : 'none' };
      }),
    listTroubles: (seenSince) => reader.read(() => listTroubles.all({ seenSince })),
    countDue: (now, limit) => reader.read(() => countDue.get({ now, limit })?.count ?? 0),
    countGivenUp: (since, limit) => reader.read(() => countGivenUp.get({ since, limit })?.count ?? 0),
    listSealed: (page) => reader.read(() => listSealed.all(page)),
    reseal: (id, from, to) => write(() => reseal.run({ id, from, to }) === 1),
  };
}
