// How SQLite finds accounts for operators: by ranges of indexes, in their order, however many accounts there are
// (contract 29). The plans of PostgreSQL are in postgres-plans.test.ts.
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIND_BY_SUB, SEARCH, SEARCH_PARTS } from '../../src/store/nouns/account-search.ts';
import { type Statement, textForSqlite } from '../../src/store/statement.ts';
import { makeSqlite } from './make-sqlite.ts';

let fresh: Awaited<ReturnType<typeof makeSqlite>>;
let connection: InstanceType<typeof Database>;
beforeAll(async () => {
  fresh = await makeSqlite();
  await (await fresh.open()).close();
  connection = new Database(fresh.url.replace(/^sqlite:/, ''), { readonly: true });
});
afterAll(async () => {
  connection.close();
  await fresh.remove();
});

const textOf = ({ sqlite }: Statement): string => textForSqlite([sqlite].flat().join(';'));
const planOf = (sql: string): string[] =>
  connection
    .prepare<[], { detail: string }>(`explain query plan ${sql.replaceAll(/\$\w+/g, "'1'")}`)
    .all()
    .map(({ detail }) => detail);

it('contract 29: a search reads a range of one index and sorts nothing', () => {
  expect(planOf(textOf(SEARCH))).toEqual([
    expect.stringMatching(/^SEARCH accounts USING INDEX \S+ \(email_key>\? AND email_key<\?\)$/),
  ]);
});

it('contract 29: a search by role and status reads a range of one index for each, and sorts what they found', () => {
  expect(planOf(textOf(SEARCH_PARTS))).toEqual([
    expect.stringMatching(/^SCAN r VIRTUAL TABLE/),
    expect.stringMatching(/^SCAN s VIRTUAL TABLE/),
    expect.stringMatching(/^SEARCH a USING PRIMARY KEY \(id=\?\)/),
    expect.stringContaining('LIST SUBQUERY'),
    expect.stringMatching(
      /^SEARCH accounts USING COVERING INDEX accounts_by_role \(role=\? AND <expr>=\? AND email_key>\? AND email_key<\?\)$/,
    ),
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
});

it('contract 29: a `sub` is looked up in indexes', () => {
  const plan = planOf(textOf(FIND_BY_SUB)).join('\n');
  expect(plan).toMatch(/SEARCH connections USING (?:COVERING )?INDEX connections_by_sub/);
  expect(plan).toMatch(/SEARCH subjects USING (?:COVERING )?INDEX subjects_by_sub/);
  expect(plan).not.toMatch(/SCAN (?:accounts|connections|subjects)/);
});

it('contract 29: what the audit tells of one account is read by its index', () => {
  const sql =
    'select * from audit_entries where subject_id = $subjectId and id < $beforeId and id > 0 order by id desc';
  expect(planOf(sql)).toEqual([
    expect.stringContaining('USING INDEX audit_entries_by_subject (subject_id=? AND id>? AND id<?)'),
  ]);
});
