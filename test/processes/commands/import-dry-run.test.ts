// `accounts import --dry-run` leaves everything as it finds it (contract 30): no database, no secret, no key and no entry
// of the audit.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../../../src/cli/accounts/import.ts';
import { Flags } from '../../../src/cli/frame/command.ts';
import { migrateDatabase } from '../../../src/compose/ports.ts';
import { loadSettings } from '../../../src/settings/config.ts';
import { openFile } from '../../helpers/open-file.ts';

let folder: string;
let database: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-dry-run-test-'));
  database = join(folder, 'data', 'latchkey.db');
  env = { LATCHKEY_DATABASE_URL: `sqlite:${database}`, LATCHKEY_SECRET_FILE: join(folder, 'data', 'secret') };
  writeFileSync(
    join(folder, 'people.jsonl'),
    '{"email":"mina@example.com","username":"mina.kim"}\n{"email":"nobody"}\n',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const dryRun = (more: Record<string, string> = {}, flags: [string, string[]][] = []) =>
  run({
    command: 'accounts import',
    flags: new Flags(new Map([['FILE', [join(folder, 'people.jsonl')]], ['dry-run', []], ...flags])),
    settingsInput: { configFile: undefined, env: { ...env, ...more } },
    onlyReads: false,
    print: () => {},
    printList: async () => undefined,
  });
const COUNTS = { read: 2, created: 1, existing: 0, refused: 1, without_username: 0, dry_run: true };

function tables(): Record<string, unknown[]> {
  const file = openFile(database);
  const rows = (table: string) => [table, file.prepare(`select * from ${table}`).all()] as const;
  const all = Object.fromEntries(['accounts', 'audit_entries', 'sealed_values', 'signing_keys'].map(rows));
  file.close();
  return all;
}

test('contract 30: without a database it compares with an empty one, says so, and creates nothing but its report', async () => {
  const answer = await dryRun();
  expect(answer.json).toMatchObject(COUNTS);
  expect(answer.warnings).toEqual([
    'there is no database yet: the lines were compared with an empty one',
    expect.stringContaining('1 lines were refused'),
  ]);
  expect(readdirSync(folder).toSorted()).toEqual(['people.jsonl', 'people.jsonl.refused.jsonl']);
  expect(readdirSync(tmpdir()).filter((name) => /^latchkey-dry-run-(?!test-)/.test(name))).toEqual([]);
});

test('contract 30: a compressed file and a folder are refused in words, and leave no report', async () => {
  for (const [content, told] of [
    [gzipSync('{"email":"mina@example.com"}\n'), /people\.jsonl: is compressed; unpack it first$/],
    [undefined, /people\.jsonl: is a folder, not a file$/],
  ] as const) {
    const file = join(folder, 'people.jsonl');
    rmSync(file);
    if (content) writeFileSync(file, content);
    else mkdirSync(file);
    await expect(dryRun()).rejects.toThrow(told);
    expect(readdirSync(folder)).toEqual(['people.jsonl']);
  }
});

test('contract 30: a start that fails leaves no reports of an earlier run; --report says where they are', async () => {
  const file = join(folder, 'people.jsonl');
  await dryRun();
  expect(readdirSync(folder)).toContain('people.jsonl.refused.jsonl');
  await expect(dryRun({ LATCHKEY_SECRET_FILE: '', LATCHKEY_NOTHING: 'x' })).rejects.toThrow(/LATCHKEY_NOTHING/);
  expect(readdirSync(folder)).toEqual(['people.jsonl']);
  await dryRun();
  rmSync(file);
  await expect(dryRun()).rejects.toThrow(/there is no such file/);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(file, '{"email":"nobody"}\n');
  const { json } = await dryRun({}, [['report', [join(folder, 'reports')]]]);
  expect(json).toMatchObject({ refused_file: join(folder, 'reports', 'people.jsonl.refused.jsonl') });
  expect(readdirSync(folder).toSorted()).toEqual(['people.jsonl', 'reports']);
});

test('contract 30: a file that brings nobody ends with 1', async () => {
  for (const [content, warning] of [
    ['', 'there is no account in the file'],
    ['{"email":"nobody"}\n', '1 lines were refused'],
  ] as const) {
    writeFileSync(join(folder, 'people.jsonl'), content);
    const { failed, warnings } = await dryRun();
    expect([failed, warnings?.join()]).toEqual([true, expect.stringContaining(warning)]);
  }
  writeFileSync(join(folder, 'people.jsonl'), '{"email":"mina@example.com"}\n');
  expect((await dryRun()).failed).toBe(false);
});

test('contract 30: a database that no server has used yet gets no secret, key or entry', async () => {
  await migrateDatabase(loadSettings({ configFile: undefined, env }));
  const before = tables();
  expect(before).toMatchObject({ accounts: [], audit_entries: [expect.anything()], sealed_values: [] });
  const answer = await dryRun();
  expect(answer.json).toMatchObject(COUNTS);
  expect(answer.warnings).toHaveLength(1);
  expect(tables()).toEqual(before);
});

test('contract 30: a database with an older schema is not migrated: the message says how to', async () => {
  await migrateDatabase(loadSettings({ configFile: undefined, env }));
  const file = openFile(database);
  file.exec('delete from schema_migrations where number = (select max(number) from schema_migrations)');
  file.close();
  await expect(dryRun()).rejects.toThrow(/needs 1 migration\(s\); run latchkey migrate/);
  expect(existsSync(`${database}.before-0001`)).toBe(false);
});
