// Which connections lead to a session of the server that is ours alone, so that statements may stay prepared in it:
// parsed once, and after five uses planned once (docs/decisions/0007-postgresql.md).
import type { ClientBase } from 'pg';
import { sqlStateOf } from './trouble.ts';

/**
 * A plan that is kept was perhaps made while the tables were empty, where reading them whole looks cheapest; every
 * statement of the stores has an index to go by (test/store/postgres-plans.test.ts).
 */
export const PLAN_SETTINGS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] as const;

/**
 * A pooler makes up the process id it greets with, because who asks has no one process of the server; then nothing is
 * set.
 */
const GREETING = `select ${PLAN_SETTINGS.map((name) => `set_config('${name}', 'off', false)`).join(', ')}
  where pg_backend_pid() = $1::integer`;

/** A statement that was prepared is not there, or is there already: somebody else has a hand in the session. */
const FOREIGN = /^(26000|42P05)$/;
/** A table was altered, so that what was prepared would give other columns: another process migrated the database. */
const ALTERED = '0A000';

/** Said before anything of the statement was done. */
export const isUnprepared = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  return state === ALTERED || FOREIGN.test(state);
};

export interface PreparedStatements {
  /**
   * Asks a new connection, before anything else, whose session it is. Takes `timeoutMs` at most, and rejects when it
   * fails.
   */
  greet(client: ClientBase): Promise<void>;
  mayKeepIn(client: ClientBase): boolean;
  /**
   * After an error: no connection keeps what may no longer be so, and none at all where sessions are shared after all.
   */
  note(error: unknown, client: ClientBase): void;
}

/** What the driver knows of a connection and does not describe. */
type Greeted = { processID: number | null };

export function trackPreparedStatements(timeoutMs: number): PreparedStatements {
  let ours = new WeakSet<ClientBase>();
  let shared = false;
  return {
    async greet(client) {
      const { processID } = client as unknown as Greeted;
      if (shared || processID === null) return;
      const query = { text: GREETING, values: [processID], query_timeout: timeoutMs };
      if ((await client.query(query)).rowCount === 1) ours.add(client);
    },
    mayKeepIn: (client) => ours.has(client),
    note(error, client) {
      if (!isUnprepared(error) || !ours.has(client)) return;
      ours = new WeakSet();
      shared ||= FOREIGN.test(sqlStateOf(error));
    },
  };
}
