// Signing keys change by schedule and by command, again and again, at 200 requests a second on two processes, and a
// client that keeps the JWKS exactly as long as its headers allow refuses no token. `npm run rotation-test`;
// ROTATION_RATE and ROTATION_SECONDS change the rate and the time, LATCHKEY_TEST_STORE=postgres the database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FastServers, startFastServers } from '../helpers/fast-servers.ts';
import { runRotations } from '../helpers/rotation-run.ts';
import { STORE } from '../helpers/store.ts';

const RATE = Number(process.env.ROTATION_RATE ?? 200);
const SECONDS = Number(process.env.ROTATION_SECONDS ?? 60);
/** A second of the machine is five minutes. */
const SPEED = 300;
const TTL_SECONDS = 1800;
/** A command now for one algorithm and now for the other, while each also changes by schedule every five seconds. */
const COMMAND_EVERY_SECONDS = 3.5;

let servers: FastServers;

beforeAll(async () => {
  servers = await startFastServers({ count: 2, keySeconds: 1500, ttlSeconds: TTL_SECONDS });
});
afterAll(() => servers?.stop());

it(`contract 7: ${SECONDS} s at ${RATE} a second on two processes (${STORE}): no verification fails`, async () => {
  const commands = Array.from({ length: Math.floor(SECONDS / COMMAND_EVERY_SECONDS) }, (_, i) => ({
    at: (i + 0.2) * COMMAND_EVERY_SECONDS,
    algorithm: i % 2 === 0 ? ('RS256' as const) : ('ES256' as const),
  }));
  const options = {
    ttlSeconds: TTL_SECONDS,
    perSecond: RATE,
    speed: SPEED,
    jumpSeconds: 1300,
    seconds: SECONDS,
    keys: 3,
    commands,
  };
  const { kids, verifications, jwksReads, refreshes, rate, failures } = await runRotations(servers, options);

  console.info(`${refreshes} refreshes, ${rate.toFixed(0)} a second of ${RATE} wanted, on ${STORE}`);
  console.info(`${verifications.fresh} tokens verified as they came, ${verifications.old} again before they expired`);
  console.info(
    `keys that signed: ${kids.RS256.length} RS256, ${kids.ES256.length} ES256; JWKS read ${jwksReads.all} times`,
  );
  console.info(`${failures.length} failures`);
  expect([...new Set(failures)]).toEqual([]);
  expect(verifications).toEqual({ fresh: refreshes, old: refreshes });
  for (const names of Object.values(kids)) expect(names.length).toBeGreaterThan(SECONDS / 6);
});
