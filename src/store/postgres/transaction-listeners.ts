// What is written in the same transaction when something happened (decision 40). A listener is an entry in the list;
// the stores do not know it. An error of its SQL undoes the change.

/**
 * A part of the statement in which it happened. It must write something, since PostgreSQL runs no
 * `select` that nobody reads, and not to rows that the statement or another listener writes.
 * @param rows common table expression with a row for each time it happened
 */
type Listener = (rows: string) => string;

/** Makes messages of the API keys that want to know of the end (Back-Channel Logout; decision 10). */
const queueLogoutMessages: Listener = (rows) => `
  update session_clients c set next_try_at = $now::bigint from ${rows} e
  where c.session_id = e.id and c.next_try_at is null`;

const LISTENERS = {
  /** Of sessions that were there and are gone: `id`, `account_id`. The statement has the moment as `$now`. */
  'sessions-ended': [queueLogoutMessages],
} satisfies Readonly<Record<string, readonly Listener[]>>;

/** @returns what follows the common table expression `rows` in the statement */
export const listenersOf = (kind: keyof typeof LISTENERS, rows: string): string =>
  LISTENERS[kind].map((listener, index) => `, listener_${index} as (${listener(rows)})`).join('');
