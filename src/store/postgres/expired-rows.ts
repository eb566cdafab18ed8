// Told twice: PostgreSQL picks the rows that it deletes and skips locked ones; SQLite deletes up to a limit, in groups.
// The purge: small steps, each a statement of its own. No step scans a whole table: rarely written tables have an index
// on their expiry time, and the two that are written all the time are walked along their primary key. Rows that another
// transaction has locked, such as another process's purge, are skipped.

import { EVENTS_KEPT_MS } from '../../core/applications/application-events/application-event.ts';
import { DOCUMENT_KEPT_MS } from '../../core/applications/client-documents/client-document-store.ts';
import { FAILED_KEPT_MS } from '../../core/applications/failed-requests/failed-request.ts';
import { REFUSED_URI_KEPT_MS } from '../../core/applications/refused-uris/refused-uri.ts';
import { DAYS_KEPT, dayOf } from '../../core/applications/statistics/daily-count.ts';
import { STAMP_REMEMBERED_MS } from '../../core/grants/authorize/stamp.ts';
import { DEVICE_CODE_KEPT_MS } from '../../core/grants/device-codes/device-code.ts';
import type { ExpiredRows } from '../../core/ground/purge.ts';
import { idOfTime } from '../../core/ground/secrets.ts';
import { GIVEN_UP_SHOWN_MS } from '../../core/operating/given-up/given-up-store.ts';
import { ACTIVITIES_KEPT_MS } from '../../core/people/activities/activity.ts';
import type { Base } from '../intent.ts';
import { deleteBatch } from '../nouns/delete-batch.ts';
import { endUnlinked } from '../nouns/end-unlinked.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const DAY = 86_400_000;

/** Rows are deleted `kept` ms after their `end`. */
const BY_END: readonly { table: string; end: string; key: string; kept: number }[] = [
  { table: 'one_time_links', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'email_proofs', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'email_changes', end: 'expires_at', key: 'account_id', kept: 0 },
  { table: 'former_emails', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'pending_sign_ups', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'invitations', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'shown_once', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'used_challenges', end: 'expires_at', key: 'challenge_hash', kept: 0 },
  { table: 'spent_jwts', end: 'expires_at', key: 'id_hash', kept: 0 },
  { table: 'pushed_requests', end: 'kept_until', key: 'uri_hash', kept: 0 },
  { table: 'device_codes', end: 'expires_at', key: 'id', kept: DEVICE_CODE_KEPT_MS },
  { table: 'client_documents', end: 'used_at', key: 'application_id', kept: DOCUMENT_KEPT_MS },
  { table: 'resource_tokens', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'told_devices', end: 'expires_at', key: 'account_id, device_mac', kept: 0 },
  { table: 'trusted_devices', end: 'expires_at', key: 'id', kept: 0 },
  { table: 'mails', end: 'ended_at', key: 'id', kept: 7 * DAY },
  { table: 'mail_troubles', end: 'last_at', key: 'reason', kept: 7 * DAY },
  { table: 'given_up_logouts', end: 'ended_at', key: 'id', kept: GIVEN_UP_SHOWN_MS },
  { table: 'sign_in_attempts', end: 'at', key: 'attempt_id, bucket', kept: DAY },
  { table: 'activities', end: 'at', key: 'account_id, id', kept: ACTIVITIES_KEPT_MS },
  { table: 'refused_logout_uris', end: 'refused_at', key: 'application_id, uri', kept: REFUSED_URI_KEPT_MS },
  {
    table: 'failed_requests',
    end: 'last_at',
    key: 'application_id, cause, api_key, sent_value',
    kept: FAILED_KEPT_MS,
  },
  // Owners can see for 30 days that a token or secret has expired.
  { table: 'api_tokens', end: 'expires_at', key: 'id', kept: 30 * DAY },
  { table: 'machine_tokens', end: 'expires_at', key: 'id', kept: 30 * DAY },
  { table: 'client_secrets', end: 'expires_at', key: 'id', kept: 30 * DAY },
];

/**
 * A grant is kept while its code, refresh token or access token could still be used, and while a second use of the code
 * must end the family. After that, unknown and ended grants get the same answer. A grant is also kept for as long as
 * the stamp, or the pushed request, that its code spent would be valid.
 */
const DEAD_GRANT = `
  (stamp_hash is null or created_at <= $now::bigint - ${STAMP_REMEMBERED_MS}) and (
    (code_used_at is null and code_expires_at <= $now)
    or (code_used_at is not null and greatest(refresh_expires_at, coalesce(last_access_token_expires_at, 0)) <= $now)
    or ended_at <= $now - ${DAY})`;

/** More than the setting's default of 365 days: families made under a longer setting are assumed to end within it. */
const MIN_FAMILY_MS = 400 * DAY;

/** Rows scanned for each row that a step may remove, so that stretches of live rows are passed quickly. */
const SCAN_FACTOR = 4;

export function createExpiredRows(postgres: Postgres, base: Base): ExpiredRows {
  const removals = BY_END.map(({ table, end, key, kept }) => {
    const rows = `from ${table} where ${end} <= $until order by ${end}`;
    const remove = statement(deleteBatch(table, key, rows));
    return async (now: number, limit: number) => (await postgres.write(remove, { until: now - kept, limit })).count;
  });
  const unlink = endUnlinked(base);
  const walks = [walkKey(postgres, 'access_tokens', 'expires_at <= $now'), walkKey(postgres, 'grants', DEAD_GRANT)];

  return {
    async purge(now, limit, familyMs) {
      let removed = await removeSessions(postgres, { now, limit, old: now - Math.max(familyMs, MIN_FAMILY_MS) });
      for (const step of [
        ...removals,
        removeOrphans(postgres),
        (_now: number, limit: number) => unlink(limit),
        removeCounts(postgres),
        removeEvents(postgres),
        ...walks,
      ])
        removed += await step(now, limit);
      return removed;
    },
  };
}

/** Deletes expired sessions with their session clients: nobody ended the session, so no application is notified. */
const REMOVE_SESSIONS = statement(`
  with picked as materialized (
    select id from sessions where expires_at <= $now order by expires_at limit $limit for update skip locked
  ), gone as (
    delete from sessions s using picked p where s.id = p.id returning s.id
  ), forgotten as (
    delete from session_clients c using gone g where c.session_id = g.id and c.next_try_at is null
  )
  select id from gone`);

/** Deletes ended sessions that are older than every live family, and session clients of sessions that are long gone. */
const REMOVE_ENDED = statement(
  deleteBatch('ended_sessions', 'id', 'from ended_sessions where ended_at <= $old order by ended_at'),
);
const REMOVE_STRAYS = statement(
  deleteBatch(
    'session_clients',
    'session_id, api_key, sid',
    `from session_clients c
     where c.created_at <= $old and c.next_try_at is null and not exists (select 1 from sessions s where s.id = c.session_id)
     order by c.created_at`,
  ),
);

async function removeSessions({ write }: Postgres, step: { now: number; limit: number; old: number }): Promise<number> {
  let removed = 0;
  for (const statement of [REMOVE_SESSIONS, REMOVE_ENDED, REMOVE_STRAYS])
    removed += (await write(statement, step)).count;
  return removed;
}

const NEXT_REMOVED = statement('select id from removed_applications order by id limit 1');
const REMOVE_CONNECTIONS = statement(
  deleteBatch('connections', 'application_id, account_id', 'from connections where application_id = $id'),
);
const REMOVE_SUBJECTS = statement(
  deleteBatch('subjects', 'application_id, sub', 'from subjects where application_id = $id'),
);
const REMOVE_EVENTS_OF = statement(deleteBatch('events', 'id', 'from events where application_id = $id'));
const FORGET_REMOVED = statement(`
  delete from removed_applications r
  where r.id = $id and not exists (select 1 from connections c where c.application_id = r.id)
    and not exists (select 1 from subjects s where s.application_id = r.id)
    and not exists (select 1 from events e where e.application_id = r.id)`);

/**
 * Deletes the connections, subjects and events of removed applications, and with the last of them the row in
 * `removed_applications`.
 */
const removeOrphans =
  ({ read, write }: Postgres) =>
  async (_now: number, limit: number): Promise<number> => {
    const [removed] = await read<{ id: string }>(NEXT_REMOVED);
    if (!removed) return 0;
    let rows = 0;
    for (const remove of [REMOVE_CONNECTIONS, REMOVE_SUBJECTS, REMOVE_EVENTS_OF])
      rows += (await write(remove, { ...removed, limit })).count;
    return rows + (await write(FORGET_REMOVED, removed)).count;
  };

const REMOVE_COUNTS = statement(
  deleteBatch('daily_counts', 'application_id, day, counter', 'from daily_counts where day <= $until order by day'),
);

const removeCounts =
  ({ write }: Postgres) =>
  async (now: number, limit: number): Promise<number> =>
    (await write(REMOVE_COUNTS, { until: dayOf(now) - DAYS_KEPT, limit })).count;

const REMOVE_EVENTS = ['events', 'event_deliveries'].map((table) =>
  statement(deleteBatch(table, 'id', `from ${table} where id < $untilId order by id`)),
);

/** Ids begin with the time of their row. */
const removeEvents =
  ({ write }: Postgres) =>
  async (now: number, limit: number): Promise<number> => {
    let removed = 0;
    for (const remove of REMOVE_EVENTS)
      removed += (await write(remove, { untilId: idOfTime(now - EVENTS_KEPT_MS), limit })).count;
    return removed;
  };

type Stretch = { ids: readonly string[]; last: string | undefined };

/**
 * Walks along a time-ordered key, a stretch at a time. Where all rows live equally long, the expired ones are at the
 * head. A second stretch, which moves on with each step, finds the others: abandoned codes between live families, and
 * rows made under other settings.
 */
function walkKey({ read, write }: Postgres, table: string, dead: string) {
  const scan = statement(`
    with stretch as (select * from ${table} where id > $after order by id limit $look)
    select
      (select coalesce(json_agg(id order by id), '[]')
       from (select id from stretch where ${dead} order by id limit $limit) found) as ids,
      (select max(id) from stretch having count(*) = $look) as last`);
  // The condition is checked again: the row may have been used since it was read.
  const remove = statement(`
    delete from ${table} where id in (
      select id from ${table} where id in (select json_array_elements_text($ids::json)) and (${dead})
      order by id for update skip locked)`);
  let position = '';

  const step = async (after: string, now: number, limit: number): Promise<{ removed: number; next: string }> => {
    const values = { after, now, limit, look: limit * SCAN_FACTOR };
    const { ids, last } = (await read<Stretch>(scan, values))[0] as Stretch;
    if (ids.length > 0) await write(remove, { ids, now });
    // A stretch with more dead rows than the limit is continued after the last one removed.
    return { removed: ids.length, next: ids.length === limit ? (ids.at(-1) ?? '') : (last ?? '') };
  };

  return async (now: number, limit: number): Promise<number> => {
    const head = await step('', now, limit);
    if (position < head.next) position = head.next;
    if (head.removed >= limit || head.next === '') return head.removed;
    const further = await step(position, now, limit - head.removed);
    position = further.next;
    return head.removed + further.removed;
  };
}
