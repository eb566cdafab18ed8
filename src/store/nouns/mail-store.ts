// The outbox of mail. Refusals of the mail server are counted under an advisory lock.

import { PROOF_TTL_MS } from '../../core/people/verification/email-proof.ts';
import { REFUSAL_WINDOW_MS, TROUBLE_DOMAINS, TROUBLE_LASTS_MS } from '../../core/server/mail/judge-refusal.ts';
import type { DueMail, MailStore, MailTrouble, SealedMail } from '../../core/server/mail/mail-store.ts';
import { type Base, count, lock, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { MAIL_TROUBLES_LOCK } from './locks.ts';
import { queueMail } from './queue-mail.ts';
import { isOperator } from './session-proof.ts';

export const MAILS = table('mails', 'id', {
  text: 'id kind account_id email language failure refusal',
  json: 'facts',
  bytes: 'sealed',
  boolean: 'to_former',
  integer: 'summed created_at expires_at next_try_at tries ended_at refused_since refused_at',
});
export const MAIL_TROUBLES = table('mail_troubles', 'reason', { text: 'reason refused', integer: 'since last_at' });

const CLAIMED = `
  returning mails.id as id, kind, account_id, email, facts, sealed, summed, to_former, tries, created_at, expires_at,
    coalesce(language, (select a.profile->>'locale' from accounts a where a.id = account_id)) as language,
    coalesce((
      select a.email = mails.email and not a.email_verified from accounts a where a.id = account_id), false
    ) as to_unproven`;
// THE CLAIM: PostgreSQL picks the rows once, and skips those that another process is claiming at this moment. SQLite
// has one writer at a time, and finds and claims them in one statement.
const CLAIM = statement(
  {
    postgres: `
      with due as (
        select id from mails where next_try_at <= $now order by next_try_at limit $limit for update skip locked
      )
      update mails set next_try_at = $until::bigint from due where mails.id = due.id ${CLAIMED}`,
    sqlite: `
      update mails set next_try_at = $until
      where id in (select id from mails where next_try_at <= $now order by next_try_at limit $limit) ${CLAIMED}`,
  },
  { to_unproven: 'boolean' },
);

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
  update email_changes as c set expires_at = $at::bigint + ${PROOF_TTL_MS} from email_proofs p
  where p.id = $id and p.purpose = 'change' and c.account_id = p.account_id and c.email_key = p.email_key`);
const RESEAL = statement('update mails set sealed = $to where id = $id and sealed = $from');

const NOTE_REFUSAL = statement(`
  update mails set refusal = $reason, refused_at = $at::bigint, refused_since = coalesce(refused_since, $at::bigint)
  where id = $id and ended_at is null returning refused_since as since`);
// Of refusals that processes note at once, each is counted by those that come after it.
const LOCK_TROUBLES = statement(`select pg_advisory_xact_lock(${MAIL_TROUBLES_LOCK})`);
const countDomains = (domain: string): string => `
  select count(distinct lower(${domain})) as count from mails
  where refused_at > $at::bigint - ${REFUSAL_WINDOW_MS} and refusal = $reason and ended_at is null`;
// No function that finds a part of a text has the same name in both.
const COUNT_DOMAINS = statement({
  postgres: countDomains("split_part(email, '@', 2)"),
  sqlite: countDomains("substr(email, instr(email, '@') + 1)"),
});
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

export const createMailStore = (base: Base): MailStore => ({
  queue: (mail) => base.write(() => queueMail(mail)),
  queueTest: (mail, proof) =>
    base.write(function* () {
      if (!(yield* isOperator(proof))) return false;
      yield* queueMail(mail);
      return true;
    }),
  claim: async ({ busy, ...claimed }) => {
    if (busy.length > 0) return [];
    const mails = await base.changed<Omit<DueMail, 'claimedUntil'>>(CLAIM, claimed);
    return mails.map((mail) => ({ ...mail, claimedUntil: claimed.until }));
  },
  putBack: async ({ id, claimedUntil }, nextTryAt) => {
    await base.change(PUT_BACK, { id, claimedUntil, nextTryAt });
  },
  remove: ({ id }, { failure, at }) =>
    base.write(function* () {
      if ((yield* count(END, { id, failure, at })) === 0 || failure !== undefined) return;
      for (const begin of [BEGIN_CHANGE, ...BEGIN_PROOFS]) yield* count(begin, { id, at });
    }),
  noteTaken: async () => {
    await base.change(END_OF_SENDER);
  },
  noteRefusal: ({ id, reason, refused, at }) =>
    base.write(function* () {
      yield* lock(LOCK_TROUBLES);
      const noted = yield* row<{ since: number }>(NOTE_REFUSAL, { id, reason, at });
      const isKnown = (yield* count(LASTING, { reason, at })) > 0;
      const domains = yield* row<{ count: number }>(COUNT_DOMAINS, { reason, at });
      const isSeen = refused === 'sender' || (domains?.count ?? 0) >= TROUBLE_DOMAINS;
      if (isSeen) yield* count(SEE_TROUBLE, { reason, refused, at });
      return { since: noted?.since ?? at, trouble: isKnown ? 'known' : isSeen ? 'new' : 'none' };
    }),
  listTroubles: (seenSince) => base.rows<MailTrouble>(LIST_TROUBLES, { seenSince }),
  countDue: async (now, limit) => (await base.row<{ count: number }>(COUNT_DUE, { now, limit }))?.count ?? 0,
  countGivenUp: async (since, limit) =>
    (await base.row<{ count: number }>(COUNT_GIVEN_UP, { since, limit }))?.count ?? 0,
  listSealed: (page) => base.rows<SealedMail>(LIST_SEALED, page),
  reseal: async (id, from, to) => (await base.change(RESEAL, { id, from, to })) === 1,
});
