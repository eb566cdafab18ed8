// In short: signing keys change by schedule and by command on two processes under load, and a client that keeps the
// JWKS as long as its headers allow refuses no token. The long version: `npm run rotation-test`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FastServers, startFastServers } from '../helpers/fast-servers.ts';
import { runRotations } from '../helpers/rotation-run.ts';

const TTL_SECONDS = 600;
let servers: FastServers;

beforeAll(async () => {
  servers = await startFastServers({ count: 2, keySeconds: 1500, ttlSeconds: TTL_SECONDS });
});
afterAll(() => servers?.stop());

it('contract 7: no verification fails while keys change by schedule and by command', async () => {
  const run = await runRotations(servers, {
    ttlSeconds: TTL_SECONDS,
    perSecond: 20,
    // A second of the machine is five minutes: the margin by which a key is published longer than the cache time.
    speed: 300,
    jumpSeconds: 1300,
    seconds: 5,
    keys: 3,
    commands: [
      // The next key has been known for long: at once. Then the one after it, which clients first have to meet.
      { at: 0.3, algorithm: 'RS256' },
      { at: 0.8, algorithm: 'RS256' },
    ],
  });
  expect(run.failures).toEqual([]);
  expect(run.kids.RS256.length).toBeGreaterThanOrEqual(3);
  expect(run.kids.ES256.length).toBeGreaterThanOrEqual(3);
  expect(run.verifications.fresh).toBe(run.refreshes);
  expect(run.verifications.old).toBe(run.refreshes);
});
