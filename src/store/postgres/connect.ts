// One connection for the work before the server serves: inspecting the database and migrating it. It has no statement
// deadline, because a migration may take long. A problem that waiting cannot solve is reported in one line.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { connectionConfig } from './postgres.ts';
import { sqlStateOf, toUnavailable } from './trouble.ts';

/** How long connecting is retried while the server is starting up or has no connection free. */
const CONNECT_RETRY_MS = 10_000;
const RETRY_PAUSE_MS = 100;
/** PostgreSQL 15, as `server_version_num` reports it. */
const MIN_SERVER_VERSION = 150_000;

/** Names the database without user and password: `database NAME on HOST:PORT`. */
export function placeOf(url: string): string {
  const { pathname, host, searchParams } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  return `database ${database || '(of the user)'} on ${host || searchParams.get('host') || 'this machine'}`;
}

/**
 * Connects, checks that this program can use the database, runs `work`, and closes the connection.
 * @throws DatabaseRefused when the database cannot be used; `Unavailable` when it does not answer
 */
export async function withConnection<Result>(
  { url, timeoutMs }: { url: string; timeoutMs: number },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectPatiently(url, timeoutMs);
  try {
    await inspectServer(client, placeOf(url));
    return await work(client);
  } catch (error) {
    throw toOpeningError(error, placeOf(url));
  } finally {
    await client.end().catch(() => {});
  }
}

async function connectPatiently(url: string, timeoutMs: number): Promise<Client> {
  for (const startedAt = performance.now(); ; await pause(RETRY_PAUSE_MS)) {
    const client = new Client(connectionConfig(url, timeoutMs));
    // A connection that breaks between two statements fails the next one. Without a listener, its `error` event would
    // end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const isTemporary = /^(57P03|53300)$/.test(sqlStateOf(error)) && performance.now() - startedAt < CONNECT_RETRY_MS;
      if (!isTemporary) throw toOpeningError(error, placeOf(url));
    }
  }
}

async function inspectServer(client: Client, place: string): Promise<void> {
  const version = Number(await show(client, 'server_version_num'));
  if (version < MIN_SERVER_VERSION) {
    throw new DatabaseRefused(`${place}: PostgreSQL ${await show(client, 'server_version')} is too old; 15 or newer`);
  }
  const encoding = await show(client, 'server_encoding');
  if (encoding !== 'UTF8') {
    throw new DatabaseRefused(`${place}: its encoding is ${encoding}; make one with encoding UTF8`);
  }
  const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema');
  if (rows[0]?.schema === null) {
    throw new DatabaseRefused(
      `${place}: the search_path (${await show(client, 'search_path')}) names no schema that exists; create it, or correct the path`,
    );
  }
}

async function show(client: Client, parameter: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(`select current_setting('${parameter}') as value`);
  return rows[0]?.value ?? '';
}

/** What the operator can fix, by SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '28000': 'check the user in database_url, and pg_hba.conf',
  '28P01': 'check the user and password in database_url',
  '3D000': 'make it: create database',
  '42501': 'make the user its owner',
  '42P07': 'it is the database of another program; use a separate one',
};

function toOpeningError(error: unknown, place: string): unknown {
  const advice = ADVICE[sqlStateOf(error)];
  if (advice !== undefined) {
    return new DatabaseRefused(`${place}: cannot be used (${(error as Error).message}); ${advice}`, { cause: error });
  }
  const unavailable = toUnavailable(error);
  if (!(unavailable instanceof Unavailable) || error instanceof Unavailable) return unavailable;
  const { message, code } = error as NodeJS.ErrnoException;
  return new Unavailable(`${place}: cannot be reached (${message || code})`, { cause: error });
}
