// A PostgreSQL database as one end of a move: read or written whole in one transaction, whose table locks let nobody
// else write for as long as it takes.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { DatabaseRefused } from '../database-refused.ts';
import { type Migration, ownMigrationsFolder, pendingMigrations, readMigrations } from '../migrate.ts';
import { ROWS_AT_ONCE, type Row, type TableReader, type TableWriter, type Value } from '../move.ts';
import { type ColumnKind, TABLES, type Table } from '../tables.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';
import { placeOf, withConnection } from './connect.ts';
import { sqlStateOf } from './trouble.ts';

type Place = { url: string; timeoutMs: number };

/** A connection that was just closed is counted a moment longer, in ms. */
const PATIENCE = 3_000;
const PAUSE = 100;

/**
 * Lends the database to `work`, as it is at one moment and still.
 * @throws DatabaseRefused when its schema is another, or a server is connected to it; `Unavailable` when in trouble
 */
export async function withPostgresSource<Result>(
  options: Place,
  work: (source: TableReader) => Promise<Result>,
): Promise<Result> {
  const place = placeOf(options.url);
  return withConnection(options, async (client) => {
    const own = ownMigrations();
    if (pendingMigrations(own, await appliedMigrations(client, place), place).length > 0) {
      throw new DatabaseRefused(`${place}: its schema is older than this program's; run latchkey migrate on it first`);
    }
    await refuseWhileServed(client, place);
    const identity = await identityOf(client);
    await begin(client, { place, isolation: 'repeatable read read only', lock: 'share' });
    return work(readerOf(client, identity));
  });
}

export type PostgresTarget = Place & {
  /** For the migrations, in ms since the epoch. */
  now: number;
  /** `identity` of the source. */
  source: string;
};

/**
 * Migrates the database where needed, and lends it to `work` in one transaction, committed when `work` is done.
 * @throws DatabaseRefused when it holds rows or is the source; `Unavailable` when in trouble
 */
export async function withPostgresTarget<Result>(
  options: PostgresTarget,
  work: (target: TableWriter) => Promise<Result>,
): Promise<Result> {
  const place = placeOf(options.url);
  return withConnection(options, async (client) => {
    const identity = await identityOf(client);
    if (identity === options.source)
      throw new DatabaseRefused(`${place}: is the database to move from; use another one`);
    await prepareTarget(client, ownMigrations(), { place, now: options.now });
    await begin(client, { place, isolation: 'read committed', lock: 'share row exclusive' });
    // Left open by an error, the transaction is undone when the connection is closed.
    await refuseUnlessEmpty(client, place);
    const result = await work({ ...readerOf(client, identity), ...writerOf(client, place) });
    await client.query('commit');
    return result;
  });
}

const ownMigrations = () => readMigrations(ownMigrationsFolder('postgres'));

/** Whatever its URL: two names, a pooler, or a socket may lead to one database. */
async function identityOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat_ws(' ', 'postgres', extract(epoch from pg_postmaster_start_time()), oid, current_schema()) as identity
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

/** Nothing is migrated before it is known to be empty. */
async function prepareTarget(client: Client, own: readonly Migration[], at: { place: string; now: number }) {
  const applied = await appliedMigrations(client, at.place);
  const pending = pendingMigrations(own, applied, at.place);
  if (applied.length > 0) await refuseUnlessEmpty(client, at.place);
  if (pending.length > 0) await applyMigrations(client, own, at);
}

/** Every table that stands there, also one that an older program made. */
async function refuseUnlessEmpty(client: Client, place: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations'
       and not exists (select 1 from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')
     order by relname`,
  );
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select 1 from ${name}) as filled`);
    if (rows[0]?.filled) throw new DatabaseRefused(`${place}: is not empty (${name} has rows); use a new one`);
  }
}

const OTHERS = `select count(*)::integer as others from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'latchkey'`;

/**
 * The locks keep a server from writing while the move reads, but not from answering after it with tokens that the
 * target will not know. So a server that can be seen is told of.
 */
async function refuseWhileServed(client: Client, place: string): Promise<void> {
  for (const startedAt = performance.now(); ; await pause(PAUSE)) {
    const { rows } = await client.query<{ others: number }>(OTHERS);
    const others = rows[0]?.others ?? 0;
    if (others === 0) return;
    if (performance.now() - startedAt > PATIENCE) {
      throw new DatabaseRefused(`${place}: is in use (${others} connections); stop every server and command on it`);
    }
  }
}

type Beginning = { place: string; isolation: string; lock: string };

/** The locks come before the snapshot, so nothing that was read can be changed until the end. */
async function begin(client: Client, { place, isolation, lock }: Beginning): Promise<void> {
  await client.query(
    `begin isolation level ${isolation};
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local lock_timeout = ${PATIENCE}`,
  );
  try {
    await client.query(`lock table ${TABLES.map(({ name }) => name).join(', ')} in ${lock} mode`);
  } catch (error) {
    if (sqlStateOf(error) !== '55P03') throw error;
    throw new DatabaseRefused(`${place}: is being written to; stop every server and command on it`, { cause: error });
  }
}

const readerOf = (client: Client, identity: string): TableReader => ({
  identity,
  async *rows({ name, key, columns }) {
    const listed = columns.map((column) => READ[column.kind](column.name)).join(', ');
    await client.query(`declare moving no scroll cursor for select ${listed} from ${name} order by ${key.join(', ')}`);
    for (;;) {
      const { rows } = await client.query<Value[]>({ text: `fetch ${ROWS_AT_ONCE} from moving`, rowMode: 'array' });
      if (rows.length === 0) break;
      yield rows.map((row) => row.map((value, index) => fromPostgres(value, columns[index]?.kind)));
    }
    await client.query('close moving');
  },
});

const asItIs = (name: string): string => name;
const asText = (name: string): string => `${name}::text`;

const READ: Readonly<Record<ColumnKind, (name: string) => string>> = {
  text: asItIs,
  integer: asItIs,
  boolean: asItIs,
  bytes: asItIs,
  json: asText,
  anyText: asText,
};

/** What a list of a column's values is sent as. */
const SENT_AS: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  integer: 'bigint',
  boolean: 'boolean',
  bytes: 'bytea',
  json: 'json',
  anyText: 'json',
};

const fromPostgres = (value: Value, kind: ColumnKind | undefined): Value =>
  kind === 'anyText' && typeof value === 'string' ? JSON.parse(value) : value;

const writerOf = (client: Client, place: string): Pick<TableWriter, 'insert' | 'filled'> => ({
  async insert(table, rows) {
    const { name, columns } = table;
    refuseUnstorable(table, rows, place);
    const listed = columns.map((column) => column.name).join(', ');
    const lists = columns.map(({ kind }, index) => `$${index + 1}::${SENT_AS[kind]}[]`).join(', ');
    const values = columns.map(({ kind }, index) => rows.map((row) => toPostgres(row[index] ?? null, kind)));
    await client.query(`insert into ${name} (${listed}) select * from unnest(${lists})`, values);
  },
  async filled({ name }) {
    // The first requests after the move, and the comparison, find the way by the key.
    await client.query(`analyze ${name}`);
  },
});

const toPostgres = (value: Value, kind: ColumnKind): Value =>
  kind === 'anyText' && value !== null ? JSON.stringify(value) : value;

/** SQLite keeps the character NUL in a text, PostgreSQL does not; nothing is left out or altered unasked. */
function refuseUnstorable({ name, key, columns }: Table, rows: readonly Row[], place: string): void {
  columns.forEach((column, index) => {
    if (column.kind !== 'text' && column.kind !== 'json') return;
    const row = rows.find((values) => String(values[index]).includes('\0'));
    if (!row) return;
    const shown = key.map((wanted) => String(row[columns.findIndex((one) => one.name === wanted)])).join(', ');
    throw new DatabaseRefused(
      `${place}: cannot keep the NUL in ${name}.${column.name} of ${JSON.stringify(shown)}; fix that row first`,
    );
  });
}
