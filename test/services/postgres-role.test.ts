// The script that makes the servers' role in compose.yaml's PostgreSQL, run as its image runs it: by its superuser,
// once.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { type PostgresServer, startPostgres } from '../helpers/postgres.ts';
import { requireProgram } from '../helpers/required-program.ts';
import { administer } from '../helpers/test-databases.ts';

const PASSWORD = "a ' password \\ with signs";

let postgres: PostgresServer;
beforeAll(async () => {
  requireProgram('psql', 'postgresql-client');
  postgres = await startPostgres();
  await administer(postgres.url, 'drop role if exists latchkey');
  const { username, port } = new URL(postgres.url);
  const env = { PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: port };
  execFileSync('sh', [resolve('deploy/postgres/latchkey-role.sh')], {
    env: { ...env, POSTGRES_USER: username, POSTGRES_PASSWORD: PASSWORD },
  });
});
afterAll(() => postgres?.stop());

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('P3: the role owns its database and is no more than that; the superuser has no password', async () => {
  const [role] = await ask(
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolpassword like 'SCRAM-SHA-256%' as has_password
     from pg_authid where rolname = 'latchkey'`,
  );
  expect(role).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    has_password: true,
  });
  expect(await ask('select rolname from pg_authid where rolsuper and rolpassword is not null')).toEqual([]);
  expect(
    await ask(
      "select pg_get_userbyid(datdba) as owner, has_database_privilege('public', oid, 'connect') as open from pg_database where datname = 'latchkey'",
    ),
  ).toEqual([{ owner: 'latchkey', open: false }]);
});

it('contract 1: as that role the program migrates the database and uses it', async () => {
  const url = postgres.url.replace(/\/\/[^@]*@/, '//latchkey@').replace(/\/postgres$/, '/latchkey');
  const database = await openPostgres({ url, poolSize: 1, timeoutMs: 10_000, clock: { now: () => 0 } });
  await database.check();
  expect(await database.stores.accounts.operatorExists()).toBe(false);
  await database.close();
});
