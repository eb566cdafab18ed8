// Listeners that write in the transaction of an event (decision 40). A listener is an entry in the list below; stores
// do not know it. An SQL error undoes the change.

/**
 * A part of the statement that raises the event. It must write, because PostgreSQL skips a `select` that nothing reads,
 * and must not write rows that the statement or another listener writes.
 * @param rows name of the common table expression with one row for each event
 */
type Listener = (rows: string) => string;

/** Queues a logout message for each API key that registered for it (Back-Channel Logout; decision 10). */
const queueLogoutMessages: Listener = (rows) => `
  update session_clients c set next_try_at = $now::bigint from ${rows} e
  where c.session_id = e.id and c.next_try_at is null`;

const LISTENERS = {
  /** Sessions that existed and were ended: `id`, `account_id`. `$now` is the time. */
  'sessions-ended': [queueLogoutMessages],
} satisfies Readonly<Record<string, readonly Listener[]>>;

/** @returns the SQL that follows the common table expression `rows` in the statement */
export const listenersOf = (kind: keyof typeof LISTENERS, rows: string): string =>
  LISTENERS[kind].map((listener, index) => `, listener_${index} as (${listener(rows)})`).join('');
