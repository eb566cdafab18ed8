// Told to stop under load (case M8): readiness says so first, what is under way is answered, clients that idle or are
// stuck hold nothing up, and all that was answered is true afterwards. A second signal ends it at once.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOR_MIXED_LOAD, givenMixedLoad, type MixedLoad } from '../helpers/mixed-load.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { isAlive, until } from '../helpers/workers.ts';
import { AWAY, healthOf } from './health.ts';
import { inShort } from './how-long.ts';

const TIMES = inShort(1, { long: 20 });
const SHUTDOWN_SECONDS = 10;
const GENEROUS_MS = 10_000;
const IDLE = 20;

let server: TestServer;
let load: MixedLoad;
beforeAll(async () => {
  server = await startServer(FOR_MIXED_LOAD);
  load = await givenMixedLoad(server);
});
afterAll(() => server?.stop('SIGKILL'));

const HEAD =
  'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
  'Content-Length: 3\r\nExpect: 100-continue\r\n\r\n';

/** A connection on which `first` was sent and answered. */
async function givenConnection(first: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.authUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(first);
  await once(socket, 'data');
  return socket;
}

test(`M8: ${TIMES} times told to stop, with idle and stuck clients: all under way is answered, exit code 0 in time`, {
  timeout: 60_000 + TIMES * 20_000,
}, async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const running = load.start();
    await until(() => running.answered.rotated.length > 3);
    const idle = await Promise.all(
      Array.from({ length: IDLE }, () => givenConnection('HEAD /login HTTP/1.1\r\nHost: localhost\r\n\r\n')),
    );
    const held = await Promise.all(Array.from({ length: IDLE }, () => givenConnection(HEAD)));
    const stuck = await givenConnection(HEAD);
    const stuckEnd = once(stuck, 'close');
    const toldAt = performance.now();

    const { pid } = server;
    process.kill(pid, 'SIGTERM');
    await until(async () => (await healthOf(server)).ready === 503);
    expect(await healthOf(server)).toEqual(AWAY);
    const answers = held.map(async (socket) => String((await once(socket, 'data'))[0]).slice(0, 12));
    for (const socket of held) socket.write('a=b');
    expect(await Promise.all(answers)).toEqual(Array(IDLE).fill('HTTP/1.1 400'));
    await stuckEnd;
    await until(() => !isAlive(pid));
    expect(performance.now() - toldAt).toBeLessThan(SHUTDOWN_SECONDS * 1000 + GENEROUS_MS);
    for (const socket of [...idle, ...held]) socket.destroy();

    await running.stop();
    expect(await server.restart()).toBe(0);
    await load.check(running.answered, `time ${time}`);
  }
});

test('M8: a second signal ends it at once, and what was answered is true', async () => {
  const running = load.start();
  await until(() => running.answered.rotated.length > 1);
  const stuck = await givenConnection(HEAD);
  const { pid } = server;
  process.kill(pid, 'SIGTERM');
  await until(async () => (await healthOf(server)).ready === 503);
  const askedAgainAt = performance.now();
  process.kill(pid, 'SIGTERM');
  await until(() => !isAlive(pid));
  expect(performance.now() - askedAgainAt).toBeLessThan(SHUTDOWN_SECONDS * 1000);
  stuck.destroy();
  await running.stop();
  await server.restart();
  await load.check(running.answered, 'second signal');
});
