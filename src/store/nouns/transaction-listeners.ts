// Listeners that write in the transaction of an event (decision 40). A listener is an entry in the list below; stores
// do not know it. An error undoes the change.

/**
 * `postgres`: a part of the statement that raises the event, where `rows` names the common table expression with one
 * row for each event. It must write, because PostgreSQL skips a `select` that nothing reads, and must not write rows
 * that the statement or another listener writes. `sqlite`: a statement that runs before the rows change, where `rows`
 * is a query for the same rows.
 */
type Listener = { postgres: (rows: string) => string; sqlite: (rows: string) => string };

/** Queues a logout message for each API key that registered for it (Back-Channel Logout; decision 10). */
const queueLogoutMessages: Listener = {
  postgres: (rows) => `
    update session_clients c set next_try_at = $now::bigint from ${rows} e
    where c.session_id = e.id and c.next_try_at is null`,
  sqlite: (rows) => `
    update session_clients set next_try_at = $now
    where session_id in (select id from (${rows})) and next_try_at is null`,
};

const LISTENERS = {
  /** Sessions that existed and were ended: `id`, `account_id`. `$now` is the time. */
  'sessions-ended': [queueLogoutMessages],
} satisfies Readonly<Record<string, readonly Listener[]>>;

type Kind = keyof typeof LISTENERS;

/** @returns the SQL that follows the common table expression `rows` in the statement, on PostgreSQL */
export const listenersIn = (kind: Kind, rows: string): string =>
  LISTENERS[kind].map(({ postgres }, index) => `, listener_${index} as (${postgres(rows)})`).join('');

/** @returns the statements that run before, on SQLite */
export const listenersBefore = (kind: Kind, rows: string): readonly string[] =>
  LISTENERS[kind].map(({ sqlite }) => sqlite(rows));
