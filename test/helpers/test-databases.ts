// Databases for tests on a PostgreSQL server that runs.
//
//   const database = await createDatabase(postgres.url);     // database.url, database.drop()
import { Client, escapeIdentifier, Pool } from 'pg';
import { newId } from './new-id.ts';

/** The owner of test databases: not a superuser, as in production. */
export const OWNER = 'latchkey';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/**
 * Creates a database that nothing else uses, owned by an ordinary user.
 * @param url of a user who may create databases
 * @param options.template the database to copy; default: an empty one
 */
export async function createDatabase(
  url: string,
  {
    template = 'template0',
    prefix = 'latchkey',
    encoding = 'UTF8',
  }: { template?: string; prefix?: string; encoding?: string } = {},
): Promise<TestDatabase> {
  const name = `${prefix}_${newId().slice(-12)}`;
  const isOurs = await hasOwner(url);
  const how = [
    `template ${escapeIdentifier(template)} encoding '${encoding}'`,
    ...(template === 'template0' ? ["locale 'C'"] : []),
    ...(isOurs ? [`owner ${OWNER}`] : []),
  ];
  await administerAgain(url, `create database ${name} ${how.join(' ')}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  if (isOurs) own.username = OWNER;
  return { url: own.href, drop: () => dropDatabase(url, name) };
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await administerAgain(url, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** Runs SQL at `url`. @returns the rows of its last statement */
export async function administer<Row extends object>(url: string, sql: string, values?: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const pools = new Map<string, Pool>();

/**
 * The same over a connection that stays open, because connecting takes as long as twenty statements. Not for a database
 * whose connections count.
 */
async function administerAgain<Row extends object>(url: string, sql: string, values?: unknown[]): Promise<Row[]> {
  let pool = pools.get(url);
  if (!pool) {
    pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
    // A server that ended may start again.
    pool.on('error', () => {});
    pools.set(url, pool);
  }
  return (await pool.query<Row>(sql, values)).rows;
}

/** On a server that was not started here, databases belong to the user who creates them. */
async function hasOwner(url: string): Promise<boolean> {
  const isAdministrator = '(select rolsuper from pg_roles where rolname = current_user)';
  const ours = await administerAgain(url, `select 1 from pg_roles where rolname = $1 and ${isAdministrator}`, [OWNER]);
  return ours.length > 0;
}
