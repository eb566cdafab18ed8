// Creates SQLite files with the program's tables, as copies of one that each process of a test run migrates once:
// migrations take longer than most tests. Tests of what the program does with a missing file do not use it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openSqlite } from '../../src/store/sqlite/open.ts';

let migrated: Promise<Buffer> | undefined;

/** Writes a new file, for its owner alone, as the program does. */
export async function placeMigratedFile(path: string): Promise<void> {
  migrated ??= migrate();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, await migrated, { mode: 0o600, flag: 'wx' });
}

async function migrate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrated-'));
  const path = join(folder, 'latchkey.db');
  const database = await openSqlite({ path, clock: { now: () => Date.UTC(2026, 0, 2) } });
  await database.close();
  const file = readFileSync(path);
  rmSync(folder, { recursive: true });
  return file;
}
