// Databases on the run's PostgreSQL, each used by one test at a time. Making one is slow (a copy of some hundred files,
// made durable), so those that a test gives back are emptied and used again; all are dropped at the end of the run.
import { Client } from 'pg';
import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './postgres.ts';

// A trigger fills removed_applications while applications go, so that table goes last.
const EMPTY = `do $$ begin
  execute (select string_agg(format('delete from %I', relname), '; ' order by relname = 'removed_applications')
           from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
             and relname <> 'schema_migrations');
end $$`;

export type FreshPostgres = TestDatabase & {
  /** Removes every row of the program's tables. */
  empty(): Promise<void>;
};

const free: FreshPostgres[] = [];

/** With the program's tables, and nothing in them. */
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

/** One that no test has used: PostgreSQL knows nothing yet of the sizes of its tables. */
export async function unusedDatabase(): Promise<FreshPostgres> {
  const { url, template } = inject('postgres');
  const database = await createDatabase(url, { template, prefix: template });
  // Kept open, until a test ends it: a new one takes seven times as long as the rows take to go.
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
      // How rows that refer to others are found was planned for the sizes of the last time.
      await kept.query('discard plans');
      await kept.query(EMPTY);
    },
  };
}

/** One without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  return createDatabase(url, { prefix: template });
}
