// Databases on the run's PostgreSQL, each used by one test at a time. Making one is slow (a copy of some hundred files, made
// durable), so those that a test gives back are emptied and used again; all are dropped at the end of the run.
import { inject } from 'vitest';
import { administer, createDatabase, type TestDatabase } from './postgres.ts';

// A trigger fills removed_applications while applications go, so that table goes last.
const EMPTY = `do $$ begin
  execute (select string_agg(format('delete from %I', relname), '; ' order by relname = 'removed_applications')
           from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
             and relname <> 'schema_migrations');
end $$`;

const free: TestDatabase[] = [];

/** With the program's tables, and nothing in them. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  const database = free.pop() ?? (await createDatabase(url, { template, prefix: template }));
  return {
    url: database.url,
    async drop() {
      await administer(database.url, EMPTY);
      free.push(database);
    },
  };
}

/** One without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  return createDatabase(url, { prefix: template });
}
