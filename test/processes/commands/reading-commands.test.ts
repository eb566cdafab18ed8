// Commands that only read create nothing and migrate nothing (contract 1): an operator who looks from the wrong folder,
// or with a newer program than the server's, changes nothing.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import type { CommandSpec } from '../../../src/cli/frame/command.ts';
import { ownMigrationsFolder, readMigrations } from '../../../src/store/migrate.ts';
import { openFile } from '../../helpers/open-file.ts';
import { latchkey, makeFolder } from './latchkey.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const COUNT = readMigrations(ownMigrationsFolder('sqlite')).length;

/** They read no database, or say what the first start would do. */
const WITHOUT_DATABASE = ['healthcheck', 'config check', 'doctor'];
const READING = COMMANDS.filter(({ audit }) => audit !== 'change').map((spec) => [spec.path.join(' '), spec] as const);

const VALUES: Readonly<Record<string, string>> = { group: 'staff', resource: 'https://api.example' };

/** The command with a value for each flag that it requires. */
const wordsOf = ({ path, flags, argument }: CommandSpec): string[] => [
  ...path,
  ...flags.flatMap(({ name, value, required }) => {
    if (!required) return [];
    return [`--${name}`, ...(value ? [VALUES[name] ?? 'a@example.com'] : [])];
  }),
  ...(argument ? ['a@example.com'] : []),
];

test.each(READING)('contract 1: in an empty folder %s creates nothing', async (name, spec) => {
  const { status, stdout, stderr } = await latchkey(folder, wordsOf(spec));
  expect(readdirSync(folder)).toEqual([]);
  if (WITHOUT_DATABASE.includes(name)) return;
  expect(status).toBe(1);
  expect(stdout + stderr).toMatch(/there is no (database yet|such file)/);
});

test('contract 1: an older schema is told, and nobody migrates it by looking', async () => {
  expect((await latchkey(folder, ['migrate'])).status).toBe(0);
  const database = join(folder, 'data', 'latchkey.db');
  const file = openFile(database);
  const last = file.prepare('delete from schema_migrations where number = (select max(number) from schema_migrations)');
  last.run();
  file.close();
  const { status, stderr } = await latchkey(folder, ['accounts', 'list']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/latchkey\.db: needs 1 migration\(s\); run latchkey migrate/);
  expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('before'))).toEqual([]);
  const later = openFile(database);
  expect(later.prepare('select max(number) from schema_migrations').pluck().get()).toBe(COUNT - 1);
  later.close();
});
