// An error nobody caught (case M18): what is under way is answered, the log says why, and the process ends with a code
// that has it started again; of several workers another takes its place at once, and nothing answered is lost.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { holdRequest } from '../helpers/held-request.ts';
import { FOR_MIXED_LOAD, givenMixedLoad } from '../helpers/mixed-load.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { isAlive, startWorkers, until, workersOf } from '../helpers/workers.ts';
import { CRASH_ON_SIGNAL } from './crash-on-signal.ts';
import { healthOf, WELL } from './health.ts';
import { inShort } from './how-long.ts';

const CRASHES = inShort(1, { long: 20 });
const SETTINGS = { ...FOR_MIXED_LOAD, LATCHKEY_LOG_LEVEL: 'info', NODE_OPTIONS: CRASH_ON_SIGNAL };

let server: TestServer;
afterEach(() => server?.stop('SIGKILL'));

test('M18: a process answers what is under way, says why it ends, and ends with 1', async () => {
  server = await startServer(SETTINGS);
  const { pid } = server;
  const held = await holdRequest(server);
  process.kill(pid, 'SIGWINCH');
  await until(async () => server.logs().includes('Stopping after an uncaught error'));
  const answer = once(held, 'data');
  held.write('a=b');
  expect(String((await answer)[0]).slice(0, 12)).toBe('HTTP/1.1 400');
  await until(() => !isAlive(pid));
  expect(await server.restart()).toBe(1);
  expect(server.logs()).toContain('a bug nobody caught');
});

async function untilReplaced(victim: number): Promise<void> {
  for (;;) {
    const workers = workersOf(server);
    if (workers.length === 2 && !workers.includes(victim)) return;
    await sleep(100);
  }
}

test(`M18: ${CRASHES} times one of two workers meets an error nobody caught, under load: nothing answered is lost`, {
  timeout: 60_000 + CRASHES * 20_000,
}, async () => {
  server = await startWorkers(2, SETTINGS);
  const load = await givenMixedLoad(server);
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const running = load.start();
    await until(() => running.answered.rotated.length > 2);
    const [victim = 0] = workersOf(server);
    process.kill(victim, 'SIGWINCH');
    await untilReplaced(victim);
    await running.stop();
    expect(await healthOf(server)).toEqual(WELL);
    await load.check(running.answered, `crash ${crash}`);
  }
});
