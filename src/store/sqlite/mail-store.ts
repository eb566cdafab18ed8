// The outbox of mail on SQLite.
import type { DueMail, MailStore, SealedMail } from '../../core/mail/mail-store.ts';
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
    coalesce(language, (select json_extract(profile, '$.locale') from accounts a where a.id = account_id)) as language`;

const COUNT_DUE = 'select count(*) as count from (select 1 from mails where next_try_at <= $now limit $limit)';
const COUNT_GIVEN_UP =
  'select count(*) as count from (select 1 from mails where failure is not null and ended_at >= $since limit $limit)';
const LIST_SEALED = `
  select id, sealed from mails where sealed is not null and id > $afterId order by id limit $limit`;

export function createMailStore({ writer: { connection, write }, reader }: Sqlite): MailStore {
  const queue = prepareQueueMail(connection);
  const claim = prepare<DueMail>(connection, CLAIM);
  const putBack = prepare(
    connection,
    'update mails set next_try_at = $nextTryAt, tries = tries + 1 where id = $id and next_try_at = $claimedUntil',
  );
  // Nothing of what it said is kept.
  const end = prepare(
    connection,
    `update mails set next_try_at = null, ended_at = $at, failure = $failure, facts = '{}', sealed = null,
       email = ''
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
    countDue: (now, limit) => reader.read(() => countDue.get({ now, limit })?.count ?? 0),
    countGivenUp: (since, limit) => reader.read(() => countGivenUp.get({ since, limit })?.count ?? 0),
    listSealed: (page) => reader.read(() => listSealed.all(page)),
    reseal: (id, from, to) => write(() => reseal.run({ id, from, to }) === 1),
  };
}
