// The loop that keeps the next signing keys in place: at once, again and again, going on after a failure, stopping for good.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Unavailable } from '../src/core/unavailable.ts';
import { startKeyLoop } from '../src/key-loop.ts';
import { openTestPorts, type TestPorts } from './core/accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
let stop: (() => Promise<void>) | undefined;

beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
  await ports.signingKeys.signer('ES256');
});
afterEach(async () => {
  await stop?.();
  await close();
});

const numbers = async () => (await ports.keys.list()).map(({ number }) => number);

it('makes the key after next when the next one has begun to sign, and tells of it', async () => {
  const told: number[] = [];
  stop = startKeyLoop(ports, { everyMs: 5, onMade: (made) => told.push(...made.map(({ number }) => number)) });
  for (const known of [3, 4]) {
    ports.clock.advance(91 * 86_400);
    await expect.poll(numbers).toContain(known);
  }
  expect(told).toEqual([3, 4]);
});

it('two processes, turn after turn: one key for each, and those of no use any more are removed', async () => {
  const stops = [startKeyLoop(ports, { everyMs: 3 }), startKeyLoop(ports, { everyMs: 3 })];
  for (let number = 3; number < 9; number += 1) {
    ports.clock.advance(90 * 86_400);
    await expect.poll(async () => Math.max(...(await numbers()))).toBe(number);
  }
  await expect.poll(numbers).toEqual([2, 3, 4, 5, 6, 7, 8]);
  await Promise.all(stops.map((stopOne) => stopOne()));
});

it('a look that fails is told, and the next one comes', async () => {
  const failures: unknown[] = [];
  let down = true;
  const list = () => (down ? Promise.reject(new Unavailable('The database cannot answer')) : ports.keys.list());
  ports.clock.advance(91 * 86_400);
  stop = startKeyLoop({ ...ports, keys: { ...ports.keys, list } }, { everyMs: 5, onFailure: (e) => failures.push(e) });
  await expect.poll(() => failures.length).toBeGreaterThan(1);
  expect(failures[0]).toBeInstanceOf(Unavailable);
  down = false;
  await expect.poll(numbers).toEqual([1, 2, 3]);
});

it('looks no more once it is stopped', async () => {
  await startKeyLoop(ports, { everyMs: 2 })();
  ports.clock.advance(91 * 86_400);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await numbers()).toEqual([1, 2]);
});
