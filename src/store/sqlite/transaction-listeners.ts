// Listeners that write in the transaction of an event (decision 40). A listener is an entry in the list below; stores
// do not know it. An exception undoes the change.
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Connection = Sqlite['writer']['connection'];

/** What listeners receive, by kind of event. */
type TransactionEvents = {
  /** Sessions that existed and were ended. */
  'sessions-ended': { accountId: string; sessionIds: readonly string[]; now: number };
};

type Kind = keyof TransactionEvents;
type Listener<Of extends Kind> = (event: TransactionEvents[Of]) => void;

/** Each is prepared for a connection and does nothing but run statements, since an intent may be run twice. */
const LISTENERS: { readonly [Of in Kind]: readonly ((connection: Connection) => Listener<Of>)[] } = {
  'sessions-ended': [queueLogoutMessages],
};

/** @returns the function that an intent calls to raise the event */
export function prepareListeners<Of extends Kind>(connection: Connection, kind: Of): Listener<Of> {
  const listeners = LISTENERS[kind].map((prepareOn) => prepareOn(connection));
  return (event) => {
    for (const listener of listeners) listener(event);
  };
}

/** Queues a logout message for each API key that registered for it (Back-Channel Logout; decision 10). */
function queueLogoutMessages(connection: Connection): Listener<'sessions-ended'> {
  const queue = prepare(
    connection,
    `update session_clients set next_try_at = $now
     where session_id in (select value from json_each($sessionIds)) and next_try_at is null`,
  );
  return (event) => void queue.run(event);
}
