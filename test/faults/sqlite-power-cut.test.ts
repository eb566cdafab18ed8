// A power cut (case M2): what was written and not synced is gone, or is there in part, in any order. Answers never
// leave before what they tell is on disk, and at every cut what had been answered is true and nothing spent is alive.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Answered,
  addUp,
  createRandom,
  FOR_MIXED_LOAD,
  givenMixedLoad,
  type MixedLoad,
} from '../helpers/mixed-load.ts';
import { startServer } from '../helpers/program.ts';
import { requireProgram } from '../helpers/required-program.ts';
import type { TestServer } from '../helpers/server.ts';
import { inShort, SEED } from './how-long.ts';
import { answersBeforeSync, cutPower, readStillFiles, traceDisk, writeFiles } from './traced-disk.ts';

const ROUNDS = inShort(1, { long: 10 });
const CUTS = inShort(4, { long: 10 });
/** A busy machine may take so long to answer something of each kind, in ms. */
const OF_EACH_KIND_MS = 30_000;

let server: TestServer;
let load: MixedLoad;
let paths: string[];

beforeAll(async () => {
  server = await startServer({ ...FOR_MIXED_LOAD, LATCHKEY_REFRESH_REPEAT_SECONDS: '0' });
  load = await givenMixedLoad(server);
  paths = ['', '-wal'].map((part) => `${server.folder}/data/latchkey.db${part}`);
});
afterAll(() => server?.stop());

/**
 * The names of a new folder and key are as durable as what stands in them: with the database but not its key nothing
 * opens.
 */
test('M2: at the first start the key, its folder, and the folder that holds it are on disk before anything is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-first-'));
  const trace = join(folder, 'trace');
  const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const account = ['accounts', 'create', '--email', 'first@example.com', '--password-stdin'];
  const watched = ['-f', '-y', '-e', 'trace=mkdir,link,fsync,pwrite64', '-o', trace];
  execFileSync(requireProgram('strace'), [...watched, process.execPath, program, ...account], {
    cwd: folder,
    input: 'correct horse battery staple',
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const lines = readFileSync(trace, 'latin1').split('\n');
  const first = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
  const firstAfter = (from: number, pattern: RegExp) =>
    lines.findIndex((line, index) => index > from && pattern.test(line));
  const stored = first(/pwrite64\(\d+<.*latchkey\.db-wal>/);
  const [made, linked] = [first(/mkdir\("(.*\/)?data"/), first(/link\(".*secret\.key"\)/)];
  expect(Math.min(made, linked, stored)).toBeGreaterThanOrEqual(0);
  const synced = (path: string, from: number) => firstAfter(from, new RegExp(`fsync\\(\\d+<${path}>`));
  for (const moment of [synced(folder, made), synced(`${folder}/data`, linked)]) {
    expect(moment).toBeGreaterThan(0);
    expect(moment).toBeLessThan(stored);
  }
  rmSync(folder, { recursive: true });
});

type Cut = { at: number; answered: Answered };

test(`M2: ${ROUNDS * CUTS} power cuts: each answer left after its sync, and all that was answered is true`, {
  timeout: 60_000 + ROUNDS * (OF_EACH_KIND_MS + CUTS * 10_000),
}, async () => {
  const random = createRandom(SEED);
  const total: Record<string, number> = {};
  let answers = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const disk = await traceDisk(server.pid);
    const still = await readStillFiles(paths);
    const cuts = await loadWithCuts(random);
    process.kill(server.pid, 'SIGKILL');
    await sleep(100);
    const events = disk.read();
    expect(answersBeforeSync(events, paths), 'answers that left before the disk had it').toEqual([]);
    answers += events.filter(({ kind }) => kind === 'answer').length;
    expect(events.filter(({ kind }) => kind === 'sync').length).toBeGreaterThan(10);
    for (const [index, { at, answered }] of cuts.entries()) {
      // Every second cut keeps some of what was on its way to the disk.
      const survives = index % 2 === 1 ? () => random() < 0.5 : undefined;
      const files = cutPower(events, { ...still, at, ...(survives && { survives }) });
      await server.restart('SIGKILL', () => {
        rmSync(`${paths[0]}-shm`, { force: true });
        writeFiles(files);
      });
      await load.check(answered, `cut ${index} of round ${round}, seed ${SEED}`);
    }
    const last = cuts.at(-1);
    if (last) addUp(total, last.answered);
  }
  for (const [what, count] of Object.entries(total)) expect(count, what).toBeGreaterThan(0);
  console.info(`${ROUNDS * CUTS} cuts, ${answers} answers after their sync; found true: ${JSON.stringify(total)}`);
});

/** Works on, and notes at each moment what had been answered by then; by the last, something of each kind. */
async function loadWithCuts(random: () => number): Promise<Cut[]> {
  const running = load.start();
  const cuts: Cut[] = [];
  for (let cut = 0; cut < CUTS; cut += 1) {
    await sleep(100 + random() * 400);
    if (cut === CUTS - 1) {
      const counts = () => Object.values(running.answered).map(({ length }) => length);
      await vi.waitFor(() => expect(counts()).not.toContain(0), { timeout: OF_EACH_KIND_MS });
    }
    // First what was answered, then the moment: never the other way round.
    const answered = structuredClone(running.answered);
    cuts.push({ answered, at: performance.timeOrigin + performance.now() });
  }
  await running.stop();
  return cuts;
}
