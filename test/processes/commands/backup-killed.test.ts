// Case M1 for the commands themselves: what `backup` and `restore` leave when they are killed before any single change of
// a file that they make. One run is looked at before each of them, and another is killed in the middle.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentsOf } from '../../contract/given-every-table.ts';
import { releasedDatabases, unpack } from '../../fixtures/databases/released.ts';
import { latchkeyProcess } from './latchkey.ts';

type Contents = ReturnType<typeof contentsOf>;

const HOOK = fileURLToPath(new URL('./at-file-step.cjs', import.meta.url));
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

/** Runs the command in a folder with both databases. @returns the path of its database there, and the exit code */
async function runIn(name: string, args: readonly string[], more: Readonly<Record<string, string>>) {
  const own = join(folder, name);
  const path = join(own, 'data', 'latchkey.db');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  unpack(newer as NonNullable<typeof newer>, path);
  copyFileSync(path, join(own, 'before.db'));
  unpack(older as NonNullable<typeof older>, join(own, 'older.db'));
  const env = { LATCHKEY_SECRET: newer?.secret ?? '', NODE_OPTIONS: `--require ${HOOK}`, ...more };
  const { status, stderr } = await latchkeyProcess(own, args, { env });
  expect(stderr).toBe('');
  return { path, status };
}

/** Looks at what the command leaves before its first step, its second, and so on, and at its end. @returns the steps */
async function lookAtEachStep(args: readonly string[], look: (database: string) => void): Promise<number> {
  const [command = ''] = args;
  const copies = join(folder, `${command}-steps`);
  mkdirSync(copies);
  const whole = await runIn(`${command}-whole`, args, { COPY_STEPS_TO: copies });
  expect(whole.status).toBe(0);
  look(whole.path);
  const steps = readdirSync(copies);
  for (const step of steps) look(join(copies, step, 'data', 'latchkey.db'));
  const killed = await runIn(`${command}-killed`, args, { KILL_AT: String(Math.ceil(steps.length / 2)) });
  expect(killed.status).toBeNull();
  look(killed.path);
  return steps.length;
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
  const steps = await lookAtEachStep(['backup', 'backup.db'], (path) => {
    const backup = join(dirname(path), '..', 'backup.db');
    const before = contentsOf(join(dirname(path), '..', 'before.db'));
    expectAtMostItsAuditEntries(contentsOf(path), before);
    if (existsSync(backup)) expectAtMostItsAuditEntries(contentsOf(backup), before);
  });
  expect(steps).toBeGreaterThan(FEWEST_STEPS);
});

it('M1: a killed restore leaves the database of before, or the backup with what stood there kept beside it', async () => {
  const seen = new Set<string>();
  const steps = await lookAtEachStep(['restore', '--replace', 'older.db'], (path) => {
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
