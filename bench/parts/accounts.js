// How fast support and operators find accounts among a million, and read what the audit and the activities tell of one
// (contract 29): each under 50 ms, on both databases (`--store postgres`), with the plans of the statements.
// LATCHKEY_BENCH_USERS sets another number of accounts.
import { join } from 'node:path';
import pg from 'pg';
import { tsImport } from 'tsx/esm/api';
import { median } from '../lib/measure.js';
import { onPostgres, stopShared } from '../lib/servers.js';
import { temporaryFolder } from '../lib/start-server.js';
import { markdown, number } from '../lib/table.js';

const ACCOUNTS = Number(process.env.LATCHKEY_BENCH_USERS ?? 1_000_000);
const TRIES = 300;
const PAGE = 20;
const BUDGET_MS = 50;
/** Entries of the audit, and activities, of the one account that has most. */
const OF_BUSY = 20_000;
const MINUTE = 60_000;

const load = (path) => tsImport(`../../${path}`, import.meta.url);

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ store }) {
  const { folder, remove } = temporaryFolder();
  const database = await (store === 'postgres' ? postgresIn(folder) : sqliteIn(folder));
  try {
    const startedAt = performance.now();
    const seeded = await seed(database);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`Seeded in ${seconds.toFixed(0)} s.`);
    const rows = [];
    for (const [what, run] of Object.entries(await questions(database, seeded))) {
      rows.push(await measure(what, run));
      console.log(`  ${rows.at(-1).join(' · ')}`);
    }
    const plans = await database.plans();
    const method = `Node ${process.versions.node}, ${database.name}; ${ACCOUNTS.toLocaleString('en')} accounts, seeded in ${seconds.toFixed(0)} s; ${TRIES} tries each, every one about another account; ${PAGE} a page.`;
    const head = ['', 'p50 ms', 'p99 ms', 'most ms', `p99 under ${BUDGET_MS} ms`];
    return [method, markdown(head, rows), `\`\`\`\n${plans.join('\n\n')}\n\`\`\``].join('\n\n');
  } finally {
    await database.close();
    remove();
    await stopShared();
  }
}

async function sqliteIn(folder) {
  const { openSqlite } = await load('src/store/sqlite/open.ts');
  const { openFile } = await load('test/helpers/open-file.ts');
  const statements = await load('src/store/nouns/account-search.ts');
  const { textForSqlite } = await load('src/store/statement.ts');
  const path = join(folder, 'latchkey.db');
  const opened = await openSqlite({ path, clock: { now: Date.now } });
  const own = openFile(path);
  // Only what is measured has to survive.
  own.exec('pragma synchronous = off');
  return {
    name: 'SQLite',
    stores: opened.stores,
    idOf: (n) => `printf('%032x', ${n})`,
    run: async (sql) => void own.exec(sql),
    withoutTriggers: async (work) => work(),
    plans: async () =>
      Object.entries(statements).flatMap(([name, statement]) => {
        if (!statement.sqlite) return [];
        const sql = textForSqlite(statement.sqlite);
        const plan = own.prepare(`explain query plan ${sql.replaceAll(/\$\w+/g, "'1'")}`).all();
        return [`${name}\n${plan.map(({ detail }) => `  ${detail}`).join('\n')}`];
      }),
    close: async () => {
      own.close();
      await opened.close();
    },
  };
}

async function postgresIn(folder) {
  const { openPostgres } = await load('src/store/postgres/open.ts');
  const { parametersOf } = await load('src/store/postgres/statement.ts');
  const { of } = await load('src/store/postgres/drive.ts');
  const { SEARCH, SEARCH_PARTS, FIND_BY_SUB } = await load('src/store/nouns/account-search.ts');
  const { environment, remove } = await onPostgres(folder);
  const url = environment.LATCHKEY_DATABASE_URL;
  const opened = await openPostgres({ url, poolSize: 4, timeoutMs: 600_000, clock: { now: Date.now } });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const page = { from: emailOf(ACCOUNTS / 2), end: 'v', after: emailOf(ACCOUNTS / 2), limit: PAGE + 1 };
  const parts = { ...page, roles: ['owner'], statuses: ['active', 'disabled', 'leaving'] };
  const sub = subOf(ACCOUNTS / 2);
  const valuesOf = (statement, values) => parametersOf({ ...statement }, values).map(asArray);
  return {
    name: 'PostgreSQL',
    stores: opened.stores,
    idOf: (n) => `lpad(to_hex(${n}), 32, '0')`,
    run: async (sql) => void (await client.query(sql)),
    async withoutTriggers(work) {
      const tables = ['accounts', 'connections', 'audit_entries'];
      for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
      await work();
      for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
      await client.query('vacuum (analyze)');
    },
    async plans() {
      const planned = [];
      for (const [name, told, values] of [
        ['SEARCH, deep page', SEARCH, page],
        ['SEARCH_PARTS, by role', SEARCH_PARTS, parts],
        ['FIND_BY_SUB', FIND_BY_SUB, { sub, limit: PAGE }],
      ]) {
        const statement = of(told);
        const sql = `explain (analyze, buffers, costs off) ${statement.text}`;
        const { rows } = await client.query(sql, valuesOf(statement, values));
        planned.push(`${name}\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
      }
      return planned;
    },
    async close() {
      await client.end();
      await opened.close();
      await remove();
    },
  };
}

/** `parametersOf` makes JSON of lists that are not marked as arrays. */
const asArray = (value) => (typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value);

const emailOf = (n) => `user${String(n).padStart(8, '0')}@example.com`;
const subOf = (n) => `sub-${n}`;
const idOf = (n) => n.toString(16).padStart(32, '0');

/**
 * One account in a hundred is disabled, one in a thousand an owner's. Each has a connection, two activities and two
 * entries of the audit, a minute apart from the next; one has thousands.
 */
async function seed({ stores, run, idOf: id, withoutTriggers }) {
  const { someAccount, someApplication } = await load('test/contract/stores/given.ts');
  const owner = someAccount({ email: 'zoe@example.com', emailKey: 'zoe@example.com', role: 'operator' });
  await stores.accounts.insert(owner);
  const application = someApplication(owner.id);
  await stores.applications.insert(application, 500);
  const numbers = (count) => `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const start = Date.now() - ACCOUNTS * MINUTE;
  const name = "'user' || substr('0000000' || i, length('' || i)) || '@example.com'";
  const busy = ACCOUNTS / 2;
  await withoutTriggers(async () => {
    await run(`insert into accounts (id, email, email_key, email_verified, role, profile, disabled_at, created_at, updated_at)
      ${numbers(ACCOUNTS)} select ${id('i')}, ${name}, ${name}, false,
        case when i % 1000 = 7 then 'owner' else 'user' end, '{"nickname":"Mina"}',
        case when i % 100 = 3 then 1 end, ${start}, ${start} from n`);
    await run(`insert into connections (application_id, account_id, sub, generation, answers, created_at)
      ${numbers(ACCOUNTS)} select '${application.id}', ${id('i')}, 'sub-' || i, 1, '{}', ${start} + i from n`);
    await run(`insert into activities (account_id, at, kind)
      ${numbers(2 * ACCOUNTS)} select ${id(`1 + i % ${ACCOUNTS}`)}, ${start} + i, 'signed-in' from n`);
    await run(`insert into activities (account_id, at, kind)
      ${numbers(OF_BUSY)} select '${idOf(busy)}', ${start} + i, 'signed-in' from n`);
    const entries = (from, count, subject) =>
      run(`insert into audit_entries (at, role, account_id, action, subject_id, fields, result)
        ${numbers(count)} select ${start} + (cast(${from} as bigint) + i) * ${MINUTE / 2}, 'operator', '${owner.id}', 'GET /accounts/:id',
          ${subject}, '[]', 'done' from n`);
    await entries(0, 2 * ACCOUNTS, id(`1 + i % ${ACCOUNTS}`));
    await entries(2 * ACCOUNTS, OF_BUSY, `'${idOf(busy)}'`);
  });
  return { start, busy: idOf(busy), operator: owner.id };
}

async function questions({ stores }, { start, busy, operator }) {
  const { findAccounts, searchAccounts } = await load('src/core/operating/operators/find-accounts.ts');
  const { lookAtAccount } = await load('src/core/operating/operators/look-at-account.ts');
  const { readAudit } = await load('src/core/operating/audit/read-audit.ts');
  const deps = { ...stores, clock: { now: Date.now } };
  const some = () => 1 + Math.floor(Math.random() * ACCOUNTS);
  const find = (text, more = {}) => findAccounts(deps, { text, limit: PAGE, ...more });
  const search = (more) => searchAccounts(deps, { limit: PAGE, ...more });
  const audit = (more) => readAudit(deps, { beforeId: undefined, limit: PAGE, ...more });
  const timeOf = (n) => start + n * MINUTE;
  return {
    'search by a whole address': () => search({ email: emailOf(some()) }),
    'search by the beginning of an address': () => search({ email: emailOf(some()).slice(0, 10) }),
    'the same, disabled owners alone': () =>
      search({ email: emailOf(some()).slice(0, 7), role: 'owner', status: 'disabled' }),
    'search by `sub`': () => find(subOf(some())),
    'search by id': () => find(idOf(some())),
    'first page': () => search({}),
    'first page of owners': () => search({ role: 'owner' }),
    'deep page': () => search({ after: emailOf(some()) }),
    'deep page of disabled accounts': () => search({ after: emailOf(some()), status: 'disabled' }),
    'page of one account': () => lookAtAccount(deps, { id: idOf(some()), all: true }),
    'page of the account with most entries': () => lookAtAccount(deps, { id: busy, all: true }),
    'activity of one account': () => stores.activities.listByAccount({ accountId: idOf(some()), limit: 50 }),
    'activity of the account with most': () => stores.activities.listByAccount({ accountId: busy, limit: 50 }),
    'audit, first page': () => audit({}),
    'audit of one account': () => audit({ subjectId: idOf(some()) }),
    'audit of a day': () => audit({ from: timeOf(some()), to: timeOf(some()) + 1440 * MINUTE }),
    'audit of who did most, before a day': () => audit({ accountId: operator, to: timeOf(some()) }),
  };
}

async function measure(what, run) {
  const milliseconds = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const startedAt = performance.now();
    await run();
    milliseconds.push(performance.now() - startedAt);
  }
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(TRIES * 0.99)];
  return [what, ...[median(milliseconds), p99, sorted.at(-1)].map(number), p99 < BUDGET_MS ? 'yes' : '**no**'];
}
