// The outbox of mail on PostgreSQL.

import { REFUSAL_WINDOW_MS, TROUBLE_DOMAINS, TROUBLE_LASTS_MS } from '../../core/mail/judge-refusal.ts';
import type { DueMail, MailStore, MailTrouble, SealedMail } from '../../core/mail/mail-store.ts';
import { PROOF_TTL_MS } from '../../core/verification/email-proof.ts';
import { MAIL_TROUBLES_LOCK } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import { statement } from './statement.ts';

// THE CLAIM: rows that another process is claiming at this moment are locked, and skipped.
const CLAIM = statement(`
  with due as (
    select id from mails where next_try_at <= $now order by next_try_at limit $limit for update skip locked
  )
  update mails m set next_try_at = $until::bigint from due d
  where m.id = d.id
  returning m.id, m.kind, m.account_id, m.email, m.facts, m.sealed, m.summed, m.to_former, m.tries, m.created_at,
    m.expires_at,
    coalesce(m.language, (select a.profile->>'locale' from accounts a where a.id = m.account_id)) as language,
    coalesce((
      select a.email = m.email and not a.email_verified from accounts a where a.id = m.account_id), false) as to_unproven`);

const PUT_BACK = statement(
  'update mails set next_try_at = $nextTryAt, tries = tries + 1 where id = $id and next_try_at = $claimedUntil',
);
// Nothing of what it said is kept.
const END = statement(`
  update mails set next_try_at = null, ended_at = $at, failure = $failure, facts = '{}', sealed = null, email = '',
    refusal = null, refused_since = null, refused_at = null
  where id = $id and ended_at is null`);
const BEGIN_PROOFS = ['email_proofs', 'pending_sign_ups'].map((table) =>
  statement(`update ${table} set expires_at = $at::bigint + ${PROOF_TTL_MS} where id = $id`),
);
// Before its proof, as everywhere.
const BEGIN_CHANGE = statement(`
  update email_changes c set expires_at = $at::bigint + ${PROOF_TTL_MS} from email_proofs p
  where p.id = $id and p.purpose = 'change' and c.account_id = p.account_id and c.email_key = p.email_key`);
const RESEAL = statement('update mails set sealed = $to where id = $id and sealed = $from');

const NOTE_REFUSAL = statement(`
  update mails set refusal = $reason, refused_at = $at::bigint, refused_since = coalesce(refused_since, $at::bigint)
  where id = $id and ended_at is null returning refused_since as since`);
// Of refusals that processes note at once, each is counted by those that come after it.
const LOCK_TROUBLES = statement(`select pg_advisory_xact_lock(${MAIL_TROUBLES_LOCK})`);
const COUNT_DOMAINS = statement(`
  select count(distinct lower(split_part(email, '@', 2))) as count from mails
  where refused_at > $at::bigint - ${REFUSAL_WINDOW_MS} and refusal = $reason and ended_at is null`);
const SEE_TROUBLE = statement(`
  insert into mail_troubles (reason, refused, since, last_at) values ($reason, $refused, $at::bigint, $at::bigint)
  on conflict (reason) do update set
    since = case when mail_troubles.last_at > $at::bigint - ${TROUBLE_LASTS_MS} then mail_troubles.since
      else $at::bigint end,
    last_at = greatest(mail_troubles.last_at, $at::bigint)`);
const END_OF_SENDER = statement("delete from mail_troubles where refused = 'sender'");
const LASTING = statement(`
  select since from mail_troubles where reason = $reason and last_at > $at::bigint - ${TROUBLE_LASTS_MS}`);
const LIST_TROUBLES = statement(`
  select reason, since, last_at from mail_troubles where last_at >= $seenSince order by last_at desc, reason`);

const COUNT_DUE = statement(
  'select count(*) as count from (select 1 from mails where next_try_at <= $now limit $limit) as due',
);
const COUNT_GIVEN_UP = statement(`
  select count(*) as count
  from (select 1 from mails where failure is not null and ended_at >= $since limit $limit) as given_up`);
const LIST_SEALED = statement(`
  select id, sealed from mails where sealed is not null and id > $afterId order by id limit $limit`);

export const createMailStore = ({ read, write, transaction }: Postgres): MailStore => ({
  queue: (mail) => transaction((run) => queueMail(run, mail)),
  claim: async ({ busy, ...claimed }) => {
    if (busy.length > 0) return [];
    const { rows } = await write<Omit<DueMail, 'claimedUntil'>>(CLAIM, claimed);
    return rows.map((row) => ({ ...row, claimedUntil: claimed.until }));
  },
  putBack: async ({ id, claimedUntil }, nextTryAt) => {
    await write(PUT_BACK, { id, claimedUntil, nextTryAt });
  },
  remove: ({ id }, { failure, at }) =>
    transaction(async (run) => {
      if ((await run(END, { id, failure, at })).count === 0 || failure !== undefined) return;
      for (const begin of [BEGIN_CHANGE, ...BEGIN_PROOFS]) await run(begin, { id, at });
    }),
  noteTaken: async () => {
    await write(END_OF_SENDER, {});
  },
  noteRefusal: ({ id, reason, refused, at }) =>
    transaction(async (run) => {
      await run(LOCK_TROUBLES, {});
      const [noted] = (await run<{ since: number }>(NOTE_REFUSAL, { id, reason, at })).rows;
      const isKnown = (await run(LASTING, { reason, at })).rows.length > 0;
      const [domains] = (await run<{ count: number }>(COUNT_DOMAINS, { reason, at })).rows;
      const isSeen = refused === 'sender' || (domains?.count ?? 0) >= TROUBLE_DOMAINS;
      if (isSeen) await run(SEE_TROUBLE, { reason, refused, at });
      return { since: noted?.since ?? at, trouble: isKnown ? 'known' : isSeen ? 'new' : 'none' };
    }),
  listTroubles: (seenSince) => read<MailTrouble>(LIST_TROUBLES, { seenSince }),
  countDue: async (now, limit) => (await read<{ count: number }>(COUNT_DUE, { now, limit }))[0]?.count ?? 0,
  countGivenUp: async (since, limit) =>
    (await read<{ count: number }>(COUNT_GIVEN_UP, { since, limit }))[0]?.count ?? 0,
  listSealed: (page) => read<SealedMail>(LIST_SEALED, page),
  reseal: async (id, from, to) => (await write(RESEAL, { id, from, to })).count === 1,
});
