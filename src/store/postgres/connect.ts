// One connection for what happens before the server serves: looking at the database and migrating it. It has no
// deadline of its own, because a migration may take its time; what waiting cannot help is told in one line.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { Unavailable } from '../../core/unavailable.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { connectionConfig } from './postgres.ts';
import { sqlStateOf, unavailableOr } from './trouble.ts';

/** A server that is starting up, or has no connection free, is asked again for so long, in ms. */
const OPENING_PATIENCE = 10_000;
const PAUSE = 100;
/** PostgreSQL 15, as `server_version_num` tells it. */
const OLDEST = 150_000;

/** Which database it is, without user and password: `database` on `host:port`. */
export function placeOf(url: string): string {
  const { pathname, host, searchParams } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  return `database ${database || '(of the user)'} on ${host || searchParams.get('host') || 'this machine'}`;
}

/**
 * Runs `work` on a connection to a database that this program can use, and closes it.
 * @throws DatabaseRefused when it cannot; `Unavailable` when it is in trouble
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
    throw refusedOr(error, placeOf(url));
  } finally {
    await client.end().catch(() => {});
  }
}

async function connectPatiently(url: string, timeoutMs: number): Promise<Client> {
  for (const startedAt = performance.now(); ; await pause(PAUSE)) {
    const client = new Client(connectionConfig(url, timeoutMs));
    // A connection that breaks between two statements fails the next one; without a listener it would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const passes = /^(57P03|53300)$/.test(sqlStateOf(error)) && performance.now() - startedAt < OPENING_PATIENCE;
      if (!passes) throw refusedOr(error, placeOf(url));
    }
  }
}

async function inspectServer(client: Client, place: string): Promise<void> {
  const version = Number(await show(client, 'server_version_num'));
  if (version < OLDEST) {
    throw new DatabaseRefused(`${place}: PostgreSQL ${await show(client, 'server_version')} is too old; 15 or newer`);
  }
  const encoding = await show(client, 'server_encoding');
  if (encoding !== 'UTF8') {
    throw new DatabaseRefused(`${place}: its encoding is ${encoding}; make one with encoding UTF8`);
  }
}

async function show(client: Client, parameter: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(`select current_setting('${parameter}') as value`);
  return rows[0]?.value ?? '';
}

/** What the operator can mend, by SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '28000': 'check the user in database_url, and pg_hba.conf',
  '28P01': 'check the user and password in database_url',
  '3D000': 'make it: create database',
  '42501': 'make the user its owner',
  '42P07': 'it is the database of another program; use a separate one',
};

function refusedOr(error: unknown, place: string): unknown {
  const advice = ADVICE[sqlStateOf(error)];
  if (advice !== undefined) {
    return new DatabaseRefused(`${place}: cannot be used (${(error as Error).message}); ${advice}`, { cause: error });
  }
  const told = unavailableOr(error);
  if (!(told instanceof Unavailable) || error instanceof Unavailable) return told;
  const { message, code } = error as NodeJS.ErrnoException;
  return new Unavailable(`${place}: cannot be reached (${message || code})`, { cause: error });
}
