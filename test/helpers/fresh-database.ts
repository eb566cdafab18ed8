// Databases on the run's PostgreSQL, each used by one test at a time. Creating one is slow (a durable copy of some
// hundred files), so databases that tests return are emptied and reused. All are dropped at the end of the run.
import { Client } from 'pg';
import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './test-databases.ts';

// Where the run has no superuser, triggers fill removed_applications when applications are deleted, so that table is
// emptied last.
const EVERY_TABLE = `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
  and relkind = 'r' and relname <> 'schema_migrations' order by relname = 'removed_applications'`;
// Triggers keep rows of the audit from being deleted (decision 51).
const AUDIT_TABLES = ['audit_entries', 'audit_seals', 'audit_horizons'];
const setAuditTriggers = (state: 'enable' | 'disable'): readonly string[] =>
  AUDIT_TABLES.map((name) => `alter table ${name} ${state} trigger user`);

const BEGIN_SEQUENCES = 'select setval(seqrelid::regclass, seqstart, false) from pg_sequence';

/** A connection that deletes every row. */
type Emptying = {
  readonly client: Client;
  readonly queryFilled: { name: string; text: string };
  /** No trigger fires and no foreign key is looked at. Only a superuser may say so. */
  readonly isReplica: boolean;
};

async function openEmptying(connectionString: string, onError: () => void): Promise<Emptying> {
  const client = new Client({ connectionString });
  client.on('error', onError);
  await client.connect();
  const isReplica = await client.query('set session_replication_role = replica').then(
    () => true,
    () => false,
  );
  const { rows: tables } = await client.query<{ name: string }>(EVERY_TABLE);
  const ofEach = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  // It is prepared, because planning it takes longer than running it.
  return { client, isReplica, queryFilled: { name: 'filled', text: ofEach.join(' union all ') } };
}

/** Deletes every row, and numbers from 1 again. Most tables have none, and each statement costs as much as a row. */
async function deleteRows({ client, queryFilled, isReplica }: Emptying): Promise<void> {
  // The plans of foreign key checks were made for the table sizes of the last test.
  if (!isReplica) await client.query('discard plans');
  // While rows go, triggers write others.
  for (;;) {
    const { rows: filled } = await client.query<{ name: string }>(queryFilled);
    if (filled.length === 0) break;
    const isAudited = !isReplica && filled.some(({ name }) => AUDIT_TABLES.includes(name));
    const statements = [
      ...(isAudited ? setAuditTriggers('disable') : []),
      ...filled.map(({ name }) => `delete from ${name}`),
      ...(isAudited ? setAuditTriggers('enable') : []),
    ];
    await client.query([...statements, ...(isReplica ? [BEGIN_SEQUENCES] : [])].join('; '));
    if (isReplica) return;
  }
  await client.query(BEGIN_SEQUENCES);
}

export type FreshPostgres = TestDatabase & {
  /** Deletes every row of the program's tables. */
  empty(): Promise<void>;
};

const free: FreshPostgres[] = [];

/** Returns a database with the program's tables, which are empty. */
export async function freshDatabase(): Promise<FreshPostgres> {
  const database = free.pop() ?? (await unusedDatabase());
  return {
    ...database,
    async drop() {
      await database.empty();
      free.push(database);
    },
  };
}

/** Creates a database that no test has used: PostgreSQL has no statistics of its tables yet. */
export async function unusedDatabase(): Promise<FreshPostgres> {
  const { url, template } = inject('postgres');
  const database = await createDatabase(url, { template, prefix: template });
  // As the run's own user, who may be a superuser.
  const asGiven = new URL(url);
  asGiven.pathname = new URL(database.url).pathname;
  // Kept open until a test ends it: connecting takes seven times as long as deleting the rows.
  let kept: Emptying | undefined;
  return {
    ...database,
    async empty() {
      kept ??= await openEmptying(asGiven.href, () => {
        kept = undefined;
      });
      await deleteRows(kept);
    },
  };
}

/** Creates a database without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  return createDatabase(url, { prefix: template });
}
