// The loop that keeps the next signing keys in place: at once, again and again, going on after a failure, stopping for
// good.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type KeyLoopOptions, startKeyLoop } from '../../../src/background/key-loop.ts';
import { compose } from '../../../src/compose/server.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import type { KeyChange } from '../../../src/core/server/keys/key-changes.ts';
import { rotateSigningKeys } from '../../../src/core/server/keys/rotate-signing-keys.ts';
import { loadSettings } from '../../../src/settings/config.ts';
import { freePorts } from '../../helpers/free-ports.ts';
import { keepRsaKeys } from '../../helpers/signing-keys.ts';
import { standingTimers } from '../../helpers/standing-time.ts';
import { openTestPorts, type TestPorts } from '../core/accounts/open-ports.ts';

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

/** The loop on timers of the test: each `look` is one of it. */
function start(options: Partial<KeyLoopOptions> = {}, own = ports): () => Promise<void> {
  const { timers, tick } = standingTimers(ports.clock);
  stop = startKeyLoop(own, { timers, ...options });
  return () => tick('signing-keys');
}

it('makes the key after next when the next one has begun to sign, and tells of it', async () => {
  const told: number[] = [];
  const look = start({ onMade: (made) => told.push(...made.map(({ number }) => number)) });
  for (const known of [3, 4]) {
    ports.clock.advance(91 * 86_400);
    await look();
    expect(await numbers()).toContain(known);
  }
  expect(told).toEqual([3, 4]);
});

it('P6: tells when the next key begins to sign, and of those that another process gave up', async () => {
  const told: string[] = [];
  const look = start({
    onChanged: (changes: readonly KeyChange[]) =>
      told.push(...changes.map(({ key, result }) => `${key.number} ${result}`)),
  });
  await look();
  expect(told).toEqual([]);
  ports.clock.advance(91 * 86_400);
  await look();
  expect(told).toEqual(['2 signs']);
  await rotateSigningKeys(ports, { algorithm: 'ES256', revoke: true });
  await look();
  expect(told).toEqual(['2 signs', '1 revoked', '2 revoked', '3 signs']);
});

it('two processes, turn after turn and at once: one key for each, and those of no use any more are removed', async () => {
  const [first, stopFirst] = [start(), stop];
  const second = start();
  for (let number = 3; number < 9; number += 1) {
    ports.clock.advance(90 * 86_400);
    await Promise.all([first(), second()]);
    expect(Math.max(...(await numbers()))).toBe(number);
  }
  await first();
  expect(await numbers()).toEqual([2, 3, 4, 5, 6, 7, 8]);
  await stopFirst?.();
});

it('a look that fails is told, and the next one comes', async () => {
  const failures: unknown[] = [];
  let down = true;
  const list = () => (down ? Promise.reject(new Unavailable('The database cannot answer')) : ports.keys.list());
  ports.clock.advance(91 * 86_400);
  const look = start({ onFailure: (error) => failures.push(error) }, { ...ports, keys: { ...ports.keys, list } });
  await look();
  await look();
  expect(failures).toEqual([expect.any(Unavailable), expect.any(Unavailable)]);
  down = false;
  await look();
  expect(await numbers()).toEqual([1, 2, 3]);
});

it('looks no more once it is stopped', async () => {
  const look = start();
  await stop?.();
  ports.clock.advance(91 * 86_400);
  await look();
  expect(await numbers()).toEqual([1, 2]);
});

it('runs in a server, and in the primary of one with workers; a worker leaves it to its primary', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-key-loop-'));
  const [auth, api] = await freePorts(2);
  const env = {
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${auth}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${api}`,
    LATCHKEY_OPS_LISTEN: 'off',
    LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'latchkey.db')}`,
    LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
  };
  let now = Date.UTC(2026, 0, 2);
  const options = { clock: { now: () => now }, logger: pino({ enabled: false }) };
  const workers = { isListening: () => true, readMetrics: async () => [], stop: async () => {} };
  const known = async (share?: { worker: number } | { workers: typeof workers }) => {
    const server = await compose(loadSettings({ env }), { ...options, ...(share && { share }) });
    keepRsaKeys(server.ports.jwtCrypto);
    await server.ports.signingKeys.signer('ES256');
    await server.start();
    await server.stop();
    const opened = await compose(loadSettings({ env }), { ...options, share: { worker: 1 } });
    const list = await opened.ports.keys.list();
    await opened.stop();
    return list.length;
  };
  expect(await known()).toBe(2);
  for (const [share, expected] of [
    [{ worker: 1 }, 2],
    [{ workers }, 3],
  ] as const) {
    now += 91 * 86_400_000;
    expect(await known(share)).toBe(expected);
  }
  now += 91 * 86_400_000;
  expect(await known()).toBe(4);
  rmSync(folder, { recursive: true });
});
