// The policy in three processes on one database (contract 29): each follows a change, under load, and also where a
// process is killed. That they look for one four times a second: test/unit/background/policy-loop.test.ts. That it comes
// within a second is measured by `npm run race-test`, on a machine that does nothing else.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endProcess, runCommand, spawnProgram } from '../helpers/program.ts';
import { freePorts } from '../helpers/server.ts';
import { givenStoreWithTables } from '../helpers/store.ts';

const PROCESSES = [0, 1, 2];
const HAS_MACHINE = process.env.LATCHKEY_TEST_RACES === 'all';
/** Requests under way at each process. */
const LOAD = 4;
/** Between two requests of one after the other, so that processes share two cores with other tests. */
const PAUSE_MS = 10;

let folder: string;
let environments: Record<string, string>[];
let token: string;
const running = new Map<number, ChildProcess>();
const logs = PROCESSES.map(() => '');
let remove: () => Promise<void>;

const urlOf = (at: number, name: 'AUTH' | 'API') => `http://${environments[at]?.[`LATCHKEY_${name}_LISTEN`]}`;
const nameAt = async (at: number): Promise<string> =>
  /<title>([^<]*)/.exec(await (await fetch(urlOf(at, 'AUTH'))).text())?.[1] ?? '';

async function begin(at: number, more: Record<string, string> = {}): Promise<void> {
  const child = spawnProgram(['serve'], folder, { ...environments[at], ...more });
  running.set(at, child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      logs[at] += chunk.toString();
    });
  }
  const isReady = () =>
    fetch(urlOf(at, 'AUTH')).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`Process ${at} did not start: ${logs[at]}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const end = async (at: number, signal: NodeJS.Signals) => {
  const child = running.get(at);
  if (child) await endProcess(child, signal);
};

/** Changes the name at one process. @returns when it answered, by the clock */
async function rename(at: number, name: string): Promise<number> {
  const answer = await fetch(`${urlOf(at, 'API')}/policy`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ service_name: name }),
  });
  expect([answer.status, ((await answer.json()) as { service_name: string }).service_name]).toEqual([200, name]);
  return Date.now();
}

/** Waits until the process shows the name. */
async function untilFollowed(at: number, name: string): Promise<void> {
  for (const startedAt = Date.now(); !(await nameAt(at)).includes(name); ) {
    if (Date.now() - startedAt > 20_000) throw new Error(`Process ${at} never followed: ${logs[at]}`);
    await pause(PAUSE_MS);
  }
}

/** When the process began to follow the policy of this revision, by the clock; undefined: it changed it itself. */
const followedAt = (at: number, revision: number): number | undefined => {
  const lines = (logs[at] ?? '')
    .split('\n')
    .filter((line) => line.includes(`"event":"policy","revision":${revision},`));
  return lines[0] === undefined ? undefined : Date.parse((JSON.parse(lines[0]) as { time: string }).time);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-policy-'));
  const store = await givenStoreWithTables(folder);
  remove = () => store.remove();
  writeFileSync(join(folder, 'secret'), 'one secret for all the processes of a test', { mode: 0o600 });
  const ports = await freePorts(6);
  environments = PROCESSES.map((at) => ({
    ...store.environment,
    LATCHKEY_SECRET_FILE: join(folder, 'secret'),
    LATCHKEY_AUTH_URL: `http://localhost:${ports[0]}`,
    LATCHKEY_API_URL: `http://localhost:${ports[3]}`,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${ports[at]}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${ports[3 + at]}`,
    LATCHKEY_OPS_LISTEN: 'off',
  }));
  await begin(0);
  await Promise.all([begin(1), begin(2)]);
  const create = ['machine-tokens', 'create', '--name', 'tests', '--scope', 'policy', '--json'];
  const made = await runCommand(create, folder, environments[0] ?? {});
  token = (JSON.parse(made.stdout) as { token: string }).token;
});
afterAll(async () => {
  await Promise.all(PROCESSES.map((at) => end(at, 'SIGKILL')));
  await remove();
  rmSync(folder, { recursive: true, force: true });
});

test('contract 29: three processes under load follow a new policy, whoever changed it', async () => {
  let isLoaded = true;
  const load = PROCESSES.flatMap((at) =>
    Array.from({ length: LOAD }, async () => {
      while (isLoaded) {
        await (await fetch(`${urlOf(at, 'AUTH')}/login`)).text();
        await pause(PAUSE_MS);
      }
    }),
  );
  const delays: number[] = [];
  let revision = 0;
  for (const changing of [0, 1, 2, 0, 1]) {
    revision += 1;
    const since = await rename(changing, `Acme ${revision}`);
    await Promise.all(PROCESSES.map((at) => untilFollowed(at, `Acme ${revision}`)));
    for (const at of PROCESSES.filter((one) => one !== changing)) {
      // The page may be here before the line.
      delays.push(
        (await vi.waitUntil(() => followedAt(at, revision), { timeout: 60_000, interval: PAUSE_MS })) - since,
      );
    }
  }
  isLoaded = false;
  await Promise.all(load);
  expect(delays).toHaveLength(10);
  if (HAS_MACHINE) expect(Math.max(...delays)).toBeLessThan(1_000);
});

test('contract 29: a process that is killed as soon as it answered has changed the policy, and starts with it', async () => {
  await rename(2, 'Before the kill');
  await end(2, 'SIGKILL');
  await Promise.all([0, 1].map((at) => untilFollowed(at, 'Before the kill')));
  await rename(0, 'While it was gone');
  await begin(2);
  expect(await nameAt(2)).toContain('While it was gone');
});

test('contract 29: a process whose settings lock another value says so, and so do the others and doctor', async () => {
  await end(2, 'SIGTERM');
  await begin(2, { LATCHKEY_SERVICE_NAME: 'Locked here' });
  expect(await nameAt(2)).toContain('Locked here');
  for (const at of [1, 2]) await expect.poll(() => logs[at]).toContain('locked parts of the policy');
  const doctor = await runCommand(['doctor'], folder, environments[0] ?? {});
  expect(doctor.stdout).toContain('lock service_name to different values');
});
