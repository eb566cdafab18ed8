// Told twice: PostgreSQL picks the rows that it deletes and skips locked ones; SQLite deletes up to a limit, in groups.
// The purge: small steps through the writer's queue, so that no other intent waits long. No step scans a whole table:
// rarely written tables have an index on their expiry time, and the two that are written all the time are walked along
// their primary key.

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
import { endUnlinked } from '../nouns/end-unlinked.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const DAY = 86_400_000;

/** Rows that expired at or before `$moment` are deleted. The moment is `kept` ms ago. */
const BY_END: readonly { table: string; where: string; kept: number }[] = [
  { table: 'one_time_links', where: 'expires_at <= $moment', kept: 0 },
  { table: 'email_proofs', where: 'expires_at <= $moment', kept: 0 },
  { table: 'email_changes', where: 'expires_at <= $moment', kept: 0 },
  { table: 'former_emails', where: 'expires_at <= $moment', kept: 0 },
  { table: 'pending_sign_ups', where: 'expires_at <= $moment', kept: 0 },
  { table: 'invitations', where: 'expires_at <= $moment', kept: 0 },
  { table: 'shown_once', where: 'expires_at <= $moment', kept: 0 },
  { table: 'used_challenges', where: 'expires_at <= $moment', kept: 0 },
  { table: 'spent_jwts', where: 'expires_at <= $moment', kept: 0 },
  { table: 'pushed_requests', where: 'kept_until <= $moment', kept: 0 },
  { table: 'device_codes', where: 'expires_at <= $moment', kept: DEVICE_CODE_KEPT_MS },
  { table: 'client_documents', where: 'used_at <= $moment', kept: DOCUMENT_KEPT_MS },
  { table: 'resource_tokens', where: 'expires_at <= $moment', kept: 0 },
  { table: 'told_devices', where: 'expires_at <= $moment', kept: 0 },
  { table: 'trusted_devices', where: 'expires_at <= $moment', kept: 0 },
  { table: 'mails', where: 'ended_at <= $moment', kept: 7 * DAY },
  { table: 'mail_troubles', where: 'last_at <= $moment', kept: 7 * DAY },
  { table: 'given_up_logouts', where: 'ended_at <= $moment', kept: GIVEN_UP_SHOWN_MS },
  { table: 'sign_in_attempts', where: 'at <= $moment', kept: DAY },
  { table: 'activities', where: 'at <= $moment', kept: ACTIVITIES_KEPT_MS },
  { table: 'refused_logout_uris', where: 'refused_at <= $moment', kept: REFUSED_URI_KEPT_MS },
  { table: 'failed_requests', where: 'last_at <= $moment', kept: FAILED_KEPT_MS },
  // Owners can see for 30 days that a token or secret has expired.
  { table: 'api_tokens', where: 'expires_at <= $moment', kept: 30 * DAY },
  { table: 'machine_tokens', where: 'expires_at <= $moment', kept: 30 * DAY },
  { table: 'client_secrets', where: 'expires_at <= $moment', kept: 30 * DAY },
];

/**
 * A grant is kept while its code, refresh token or access token could still be used, and while a second use of the code
 * must end the family. After that, unknown and ended grants get the same answer. A grant is also kept for as long as
 * the stamp, or the pushed request, that its code spent would be valid.
 */
const DEAD_GRANT = `
  (stamp_hash is null or created_at <= $now - ${STAMP_REMEMBERED_MS}) and (
    (code_used_at is null and code_expires_at <= $now)
    or (code_used_at is not null and max(refresh_expires_at, coalesce(last_access_token_expires_at, 0)) <= $now)
    or ended_at <= $now - ${DAY})`;

/** More than the setting's default of 365 days: families made under a longer setting are assumed to end within it. */
const MIN_FAMILY_MS = 400 * DAY;

/**
 * Rows that the reader scans for each row that a step may remove, so that stretches of live rows are passed quickly.
 */
const SCAN_FACTOR = 4;
/** Free pages returned to the file system after a step. */
const VACUUM_PAGES = 256;

export function createExpiredRows({ writer, reader }: Sqlite, base: Base): ExpiredRows {
  const removals = BY_END.map(({ table, where, kept }) => {
    // SQLite deletes in the order of the index that finds the rows; the limit keeps the step small.
    const remove = prepare(writer.connection, `delete from ${table} where ${where} limit $limit`);
    return (now: number, limit: number) => remove.run({ moment: now - kept, limit });
  });
  const walks = [
    walkKey({ writer, reader }, 'access_tokens', 'expires_at <= $now'),
    walkKey({ writer, reader }, 'grants', DEAD_GRANT),
  ];

  const removeSessions = prepareSessions(writer);
  const removeOrphans = prepareOrphans(writer);
  const unlink = endUnlinked(base);
  const removeCounts = prepare(writer.connection, 'delete from daily_counts where day <= $day limit $limit');
  const removeEvents = ['events', 'event_deliveries'].map((table) =>
    prepare(writer.connection, `delete from ${table} where id < $untilId limit $limit`),
  );

  return {
    async purge(now, limit, familyMs) {
      let removed = await writer.write(() => removeSessions(now, limit, Math.max(familyMs, MIN_FAMILY_MS)));
      for (const remove of removals) removed += await writer.write(() => remove(now, limit));
      removed += await writer.write(() => removeOrphans(limit));
      removed += await unlink(limit);
      removed += await writer.write(() => removeCounts.run({ day: dayOf(now) - DAYS_KEPT, limit }));
      const untilId = idOfTime(now - EVENTS_KEPT_MS);
      for (const remove of removeEvents) removed += await writer.write(() => remove.run({ untilId, limit }));
      for (const walk of walks) removed += await walk(now, limit);
      // `exec` steps to the end; a prepared `run` would return one page only.
      if (removed > 0) await writer.write(() => writer.connection.exec(`pragma incremental_vacuum(${VACUUM_PAGES})`));
      return removed;
    },
  };
}

/**
 * Deletes expired sessions with their session clients: nobody ended the session, so no application is notified. Also
 * deletes ended sessions that are older than every live family, and session clients of sessions that are long gone.
 */
function prepareSessions({ connection }: Sqlite['writer']): (now: number, limit: number, familyMs: number) => number {
  const find = prepare<{ id: string }>(connection, 'select id from sessions where expires_at <= $now limit $limit');
  const list = '(select value from json_each($ids))';
  const remove = prepare(connection, `delete from sessions where id in ${list}`);
  const forget = prepare(connection, `delete from session_clients where session_id in ${list} and next_try_at is null`);
  const removeEnded = prepare(connection, 'delete from ended_sessions where ended_at <= $old limit $limit');
  const removeStrays = prepare(
    connection,
    `delete from session_clients where created_at <= $old and next_try_at is null
       and not exists (select 1 from sessions s where s.id = session_id) limit $limit`,
  );
  return (now, limit, familyMs) => {
    const ids = find.all({ now, limit }).map(({ id }) => id);
    forget.run({ ids });
    const old = now - familyMs;
    return remove.run({ ids }) + removeEnded.run({ old, limit }) + removeStrays.run({ old, limit });
  };
}

/**
 * Deletes the connections, subjects and events of removed applications, and with the last of them the row in
 * `removed_applications`.
 */
function prepareOrphans({ connection }: Sqlite['writer']): (limit: number) => number {
  const next = prepare<{ id: string }>(connection, "select id from removed_applications where id > '' limit 1");
  const removeConnections = prepare(connection, 'delete from connections where application_id = $id limit $limit');
  const removeSubjects = prepare(connection, 'delete from subjects where application_id = $id limit $limit');
  const removeEvents = prepare(connection, 'delete from events where application_id = $id limit $limit');
  const forget = prepare(connection, 'delete from removed_applications where id = $id');
  return (limit) => {
    const removed = next.get();
    if (!removed) return 0;
    const connections = removeConnections.run({ ...removed, limit });
    const subjects = removeSubjects.run({ ...removed, limit });
    const events = removeEvents.run({ ...removed, limit });
    const isLast = connections < limit && subjects < limit && events < limit;
    return connections + subjects + events + (isLast ? forget.run(removed) : 0);
  };
}

/**
 * Walks along a time-ordered key, a stretch at a time. Where all rows live equally long, the expired ones are at the
 * head. A second stretch, which moves on with each step, finds the others: abandoned codes between live families, and
 * rows made under other settings.
 */
function walkKey({ writer, reader }: Sqlite, table: string, dead: string) {
  const find = prepare<{ id: string }>(
    reader.connection,
    `select id from (select * from ${table} where id > $after order by id limit $look) where ${dead} limit $limit`,
  );
  const endOfStretch = prepare<{ id: string }>(
    reader.connection,
    `select id from ${table} where id > $after order by id limit 1 offset $look - 1`,
  );
  // The condition is checked again: the row may have been used since it was read.
  const remove = prepare(writer.connection, `delete from ${table} where id = $id and (${dead})`);
  let position = '';

  const step = async (after: string, now: number, limit: number): Promise<{ removed: number; next: string }> => {
    const look = limit * SCAN_FACTOR;
    const { ids, last } = await reader.read(() => ({
      ids: find.all({ after, now, look, limit }).map(({ id }) => id),
      last: endOfStretch.get({ after, look })?.id,
    }));
    if (ids.length > 0) {
      await writer.write(() => {
        for (const id of ids) remove.run({ id, now });
      });
    }
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
