// A PostgreSQL database as the source or target of a move. One transaction reads or writes all of it, and its table
// locks keep everybody else from writing meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { DatabaseRefused } from '../database-refused.ts';
import { type Migration, ownMigrationsFolder, pendingMigrations, readMigrations } from '../migrate.ts';
import { BATCH_ROWS, type Row, type TableReader, type TableWriter, type Value } from '../move.ts';
import type { ColumnKind, Table } from '../statement.ts';
import { TABLES } from '../tables.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';
import { placeOf, withConnection } from './connect.ts';
import { sqlStateOf } from './trouble.ts';

type ConnectOptions = { url: string; timeoutMs: number };

/** How long to wait for a lock, and for closed connections to leave `pg_stat_activity`, in ms. */
const MAX_WAIT_MS = 3_000;
const RETRY_PAUSE_MS = 100;

/**
 * Runs `work` on one snapshot of the database while nobody can write to it.
 * @throws DatabaseRefused when the schema is another version's, or a server is connected; `Unavailable` when the
 *   database does not answer
 */
export async function withPostgresSource<Result>(
  options: ConnectOptions,
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

export type PostgresTarget = ConnectOptions & {
  /** For the migrations, in ms since the epoch. */
  now: number;
  /** `identity` of the source. */
  source: string;
};

/**
 * Migrates the database where needed and runs `work` in one transaction, which is committed when `work` is done.
 * @throws DatabaseRefused when the database has rows or is the source; `Unavailable` when it does not answer
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
    // After an error the transaction is still open; closing the connection rolls it back.
    await refuseUnlessEmpty(client, place);
    const result = await work({ ...readerOf(client, identity), ...writerOf(client, place) });
    await client.query('commit');
    return result;
  });
}

const ownMigrations = () => readMigrations(ownMigrationsFolder('postgres'));

/** The same for every URL: two names, a pooler, or a socket may lead to one database. */
async function identityOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat_ws(' ', 'postgres', extract(epoch from pg_postmaster_start_time()), oid, current_schema()) as identity
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

/** Migrates the target, but only after checking that it is empty. */
async function prepareTarget(client: Client, own: readonly Migration[], at: { place: string; now: number }) {
  const applied = await appliedMigrations(client, at.place);
  const pending = pendingMigrations(own, applied, at.place);
  if (applied.length > 0) await refuseUnlessEmpty(client, at.place);
  if (pending.length > 0) await applyMigrations(client, own, at);
}

/** Checks every table, also those of older versions. */
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
 * The locks keep a server from writing while the move reads, but not from issuing tokens afterwards that the target
 * does not know. So the move refuses to start while a server is connected.
 */
async function refuseWhileServed(client: Client, place: string): Promise<void> {
  for (const startedAt = performance.now(); ; await pause(RETRY_PAUSE_MS)) {
    const { rows } = await client.query<{ others: number }>(OTHERS);
    const others = rows[0]?.others ?? 0;
    if (others === 0) return;
    if (performance.now() - startedAt > MAX_WAIT_MS) {
      throw new DatabaseRefused(`${place}: is in use (${others} connections); stop every server and command on it`);
    }
  }
}

type Beginning = { place: string; isolation: string; lock: string };

/** Takes the locks before the snapshot, so that nothing that was read can be changed until the end. */
async function begin(client: Client, { place, isolation, lock }: Beginning): Promise<void> {
  await client.query(
    `begin isolation level ${isolation};
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local lock_timeout = ${MAX_WAIT_MS}`,
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
  async columns({ name }) {
    const { rows } = await client.query<{ name: string }>(COLUMNS, [name]);
    return rows.map((column) => column.name);
  },
  async *rows({ name, key, columns }) {
    const listed = columns.map((column) => READ[column.kind](column.name)).join(', ');
    await client.query(`declare moving no scroll cursor for select ${listed} from ${name} order by ${key.join(', ')}`);
    for (;;) {
      const { rows } = await client.query<Value[]>({ text: `fetch ${BATCH_ROWS} from moving`, rowMode: 'array' });
      if (rows.length === 0) break;
      yield rows.map((row) => row.map((value, index) => fromPostgres(value, columns[index]?.kind)));
    }
    await client.query('close moving');
  },
});

/** Of the catalogue itself: the standard's view of it takes five times as long, for each of some eighty tables. */
const COLUMNS = `select attname::text as name from pg_attribute
  where attrelid = to_regclass(format('%I.%I', current_schema(), $1::text)) and attnum > 0 and not attisdropped`;

const asIs = (name: string): string => name;
const asText = (name: string): string => `${name}::text`;

const READ: Readonly<Record<ColumnKind, (name: string) => string>> = {
  text: asIs,
  integer: asIs,
  boolean: asIs,
  bytes: asIs,
  json: asText,
  anyText: asText,
};

/** The element type of the array that a column's values are sent as. */
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

const writerOf = (client: Client, place: string): Pick<TableWriter, 'clear' | 'insert' | 'filled'> => ({
  async clear({ name }) {
    await client.query(`delete from ${name}`);
  },
  async insert(table, rows) {
    const { name, columns } = table;
    refuseUnstorable(table, rows, place);
    const listed = columns.map((column) => column.name).join(', ');
    const lists = columns.map(({ kind }, index) => `$${index + 1}::${SENT_AS[kind]}[]`).join(', ');
    const values = columns.map(({ kind }, index) => rows.map((row) => toPostgres(row[index] ?? null, kind)));
    await client.query(`insert into ${name} (${listed}) select * from unnest(${lists})`, values);
  },
  async filled({ name }) {
    // The comparison, and the first requests after the move, need statistics to use the key's index.
    await client.query(`analyze ${name}`);
    // The last table that tells how far audit entries are numbered: the entries themselves may have been purged.
    if (name === 'audit_seals') await client.query(CONTINUE_AUDIT);
  },
});

const CONTINUE_AUDIT = `
  select setval(pg_get_serial_sequence('audit_entries', 'id'),
    greatest(1, (select max(id) from audit_entries), (select max(to_id) from audit_seals)))`;

const toPostgres = (value: Value, kind: ColumnKind): Value =>
  kind === 'anyText' && value !== null ? JSON.stringify(value) : value;

/** SQLite can store a NUL in a text, PostgreSQL cannot. The row is refused rather than altered. */
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
