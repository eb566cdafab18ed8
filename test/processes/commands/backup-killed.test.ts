// Case M1 for the commands themselves: `backup` and `restore` killed before each single change of a file that they
// make.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentsOf } from '../../contract/given-every-table.ts';
import { releasedDatabases, unpack } from '../../fixtures/databases/released.ts';
import { latchkeyProcess } from './latchkey.ts';

type Contents = ReturnType<typeof contentsOf>;

const HOOK = fileURLToPath(new URL('./kill-at-file-step.cjs', import.meta.url));
const [older] = releasedDatabases();
const newer = releasedDatabases().at(-1);
if (!older || !newer) throw new Error('There are no released databases');

/** Fewer would mean that the hook does not see them. */
const FEWEST_STEPS = 5;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command with a kill before its first step, its second, and so on, until it comes to its end. */
async function killAtEachStep(args: readonly string[], look: (database: string) => void): Promise<number> {
  for (let step = 1; ; step++) {
    const own = join(folder, `${args[0]}-${step}`);
    const path = join(own, 'data', 'latchkey.db');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    unpack(newer as NonNullable<typeof newer>, path);
    copyFileSync(path, join(own, 'before.db'));
    unpack(older as NonNullable<typeof older>, join(own, 'older.db'));
    const env = { LATCHKEY_SECRET: newer?.secret ?? '', NODE_OPTIONS: `--require ${HOOK}`, KILL_AT: String(step) };
    const { status, stderr } = await latchkeyProcess(own, args, { env });
    look(path);
    if (status === null) continue;
    expect([status, stderr]).toEqual([0, '']);
    return step - 1;
  }
}

/** Throws where anything but the entries that tell of the backup, and that it was verified, has changed. */
function expectAtMostItsAuditEntries(now: Contents, before: Contents): void {
  const { audit_entries: entries = [], ...rest } = now;
  const { audit_entries: entriesBefore = [], ...restBefore } = before;
  expect(rest).toEqual(restBefore);
  expect(entries.slice(0, entriesBefore.length)).toEqual(entriesBefore);
  const added = entries.slice(entriesBefore.length);
  expect((added as { action: string; result: string }[]).map(({ action, result }) => `${action}: ${result}`)).toEqual(
    ['backup: done', 'backup verified: done'].slice(0, added.length),
  );
}

it('M1: a killed backup leaves no file under its name, or the whole, and the database as it was', async () => {
  const steps = await killAtEachStep(['backup', 'backup.db'], (path) => {
    const backup = join(dirname(path), '..', 'backup.db');
    const before = contentsOf(join(dirname(path), '..', 'before.db'));
    expectAtMostItsAuditEntries(contentsOf(path), before);
    if (existsSync(backup)) expectAtMostItsAuditEntries(contentsOf(backup), before);
  });
  expect(steps).toBeGreaterThan(FEWEST_STEPS);
});

it('M1: a killed restore leaves the database of before, or the backup with what stood there kept beside it', async () => {
  const seen = new Set<string>();
  const steps = await killAtEachStep(['restore', '--replace', 'older.db'], (path) => {
    const own = join(dirname(path), '..');
    const [before, after] = [contentsOf(join(own, 'before.db')), contentsOf(join(own, 'older.db'))];
    const now = contentsOf(path);
    const isRestored = Object.keys(now).length === Object.keys(after).length;
    seen.add(isRestored ? 'after' : 'before');
    expect(now).toEqual(isRestored ? after : before);
    const kept = readdirSync(dirname(path)).find((name) => /\.replaced-\w+$/.test(name));
    if (isRestored) expect(contentsOf(join(dirname(path), kept ?? ''))).toEqual(before);
  });
  expect(steps).toBeGreaterThan(FEWEST_STEPS);
  expect(seen).toEqual(new Set(['before', 'after']));
});
