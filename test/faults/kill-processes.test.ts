// kill -9 of a server of several processes at random moments, all of them or one (cases M1, M18): what was answered is
// true, and nothing spent is alive. One process alone: test/races/kill.test.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addUp,
  createRandom,
  FOR_MIXED_LOAD,
  givenMixedLoad,
  type MixedLoad,
  untilAnswered,
} from '../helpers/mixed-load.ts';
import type { TestServer } from '../helpers/server.ts';
import { startWorkers, workersOf } from '../helpers/workers.ts';
import { healed } from './health.ts';
import { inShort, SEED } from './how-long.ts';

const KILLS = inShort(3, { long: 50 });

let server: TestServer;
let load: MixedLoad;
beforeAll(async () => {
  server = await startWorkers(2, { ...FOR_MIXED_LOAD, LATCHKEY_LOG_LEVEL: 'info' });
  load = await givenMixedLoad(server);
});
afterAll(() => server?.stop());

/** Without a primary a worker ends by itself, and may have done so. */
function killWorker(worker: number): void {
  try {
    process.kill(worker, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test(`M1: ${KILLS} times a server of two workers is killed: all that was answered is true`, {
  timeout: 60_000 + KILLS * 15_000,
}, async () => {
  const random = createRandom(SEED);
  const total: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = load.start();
    await sleep(200 + random() * 500);
    await untilAnswered(running, total);
    const workers = workersOf(server);
    const restarted = server.restart('SIGKILL');
    workers.forEach(killWorker);
    await restarted;
    await running.stop();
    await healed(server);
    await load.check(running.answered, `kill ${kill} of seed ${SEED}`);
    addUp(total, running.answered);
  }
  for (const [what, count] of Object.entries(total)) expect(count, what).toBeGreaterThan(0);
  console.info(`${KILLS} kills of all processes; answered and found true: ${JSON.stringify(total)}`);
});
