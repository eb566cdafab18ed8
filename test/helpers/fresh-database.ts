// Databases on the run's PostgreSQL, each used by one test at a time. Creating one is slow (a durable copy of some
// hundred files), so databases that tests return are emptied and reused. All are dropped at the end of the run.
import { Client } from 'pg';
import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './postgres.ts';

// A trigger fills removed_applications when applications are deleted, so that table is emptied last. Others keep rows of
// the audit from being deleted (decision 51).
const AUDIT_TABLES = ['audit_entries', 'audit_seals', 'audit_horizons'];
const setAuditTriggers = (state: 'enable' | 'disable'): string =>
  AUDIT_TABLES.map((name) => `alter table ${name} ${state} trigger user;`).join(' ');
const EMPTY = `do $$ begin
  if exists (select from audit_entries) or exists (select from audit_seals) then ${setAuditTriggers('disable')} end if;
  execute (select string_agg(format('delete from %I', relname), '; ' order by relname = 'removed_applications')
           from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
             and relname <> 'schema_migrations');
  if exists (select from pg_trigger where tgname = 'audit_entries_stay' and tgenabled = 'D') then
    ${setAuditTriggers('enable')}
  end if;
end $$`;

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
  // Kept open until a test ends it: connecting takes seven times as long as deleting the rows.
  let kept: Client | undefined;
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url });
    client.on('error', () => {
      kept = undefined;
    });
    await client.connect();
    return client;
  };
  return {
    ...database,
    async empty() {
      kept ??= await connect();
      // The plans of foreign key checks were made for the table sizes of the last test.
      await kept.query('discard plans');
      await kept.query(EMPTY);
    },
  };
}

/** Creates a database without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  return createDatabase(url, { prefix: template });
}
