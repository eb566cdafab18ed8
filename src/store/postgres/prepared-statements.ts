// Finds out which connections have a session of the server to themselves, so that statements may stay prepared in it:
// parsed once, and planned once after five uses (docs/decisions/0007-postgresql.md).
import type { ClientBase } from 'pg';
import { sqlStateOf } from './trouble.ts';

/**
 * Off in sessions that keep plans: a plan may have been made while the tables were empty, when reading them whole looks
 * cheapest. Every statement of the stores has an index to use (test/contract/postgres-plans.test.ts).
 */
export const PLAN_SETTINGS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] as const;

/**
 * Sets nothing behind a pooler: the process id in a pooler's greeting is made up, because its client has no one process
 * of the server.
 */
const PROBE = `select ${PLAN_SETTINGS.map((name) => `set_config('${name}', 'off', false)`).join(', ')}
  where pg_backend_pid() = $1::integer`;

/** A prepared statement does not exist, or exists already: another client uses the session too. */
const SHARED_SESSION = /^(26000|42P05)$/;
/** A prepared statement would now return other columns: another process has migrated the database. */
const COLUMNS_CHANGED = '0A000';

/** The server reports these errors before it executes any part of the statement. */
export const isUnprepared = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  return state === COLUMNS_CHANGED || SHARED_SESSION.test(state);
};

export interface PreparedStatements {
  /**
   * Checks on a new connection, before any other statement, whether the session is this process's alone. Takes
   * `timeoutMs` at most, and rejects when it fails.
   */
  probe(client: ClientBase): Promise<void>;
  canPrepareOn(client: ClientBase): boolean;
  /**
   * Handles an error: when a prepared statement was no longer valid, no open connection prepares any more; when
   * sessions turn out to be shared, new connections do not either.
   */
  onError(error: unknown, client: ClientBase): void;
}

/** A field of the driver's client that its types do not declare. */
type ClientInternals = { processID: number | null };

export function trackPreparedStatements(timeoutMs: number): PreparedStatements {
  let exclusive = new WeakSet<ClientBase>();
  let shared = false;
  return {
    async probe(client) {
      const { processID } = client as unknown as ClientInternals;
      if (shared || processID === null) return;
      const query = { text: PROBE, values: [processID], query_timeout: timeoutMs };
      if ((await client.query(query)).rowCount === 1) exclusive.add(client);
    },
    canPrepareOn: (client) => exclusive.has(client),
    onError(error, client) {
      if (!isUnprepared(error) || !exclusive.has(client)) return;
      exclusive = new WeakSet();
      shared ||= SHARED_SESSION.test(sqlStateOf(error));
    },
  };
}
