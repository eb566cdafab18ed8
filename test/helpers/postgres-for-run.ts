// The PostgreSQL of one test run: started before its first test and stopped after its last, or the one that
// TEST_POSTGRES_URL names (as a user who may create databases and is not a superuser). Tests get their databases from
// `freshDatabase`.
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { startPostgres } from './postgres.ts';
import { administer, createDatabase, dropDatabase } from './test-databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_POSTGRES_URL || undefined;
  const server = given ? undefined : await startPostgres();
  const url = given ?? server?.url ?? '';
  const template = await createDatabase(url);
  const migrated = await openPostgres({ url: template.url, poolSize: 1, timeoutMs: 10_000 });
  await migrated.close();
  const name = new URL(template.url).pathname.slice(1);
  project.provide('postgres', { url, template: name });
  const [version] = await administer<{ server_version: string }>(url, 'show server_version');
  console.info(`PostgreSQL ${version?.server_version}${given ? ' at TEST_POSTGRES_URL' : ', started for this run'}`);
  return async () => {
    if (server) return server.stop();
    const left = 'select datname from pg_database where starts_with(datname, $1)';
    for (const { datname } of await administer<{ datname: string }>(url, left, [name]))
      await dropDatabase(url, datname);
  };
}
