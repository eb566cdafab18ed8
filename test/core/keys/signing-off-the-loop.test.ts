// Issue 4: signing never holds the event loop for longer than an ES256 signature does.
import { createPrivateKey, sign } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { PreparedKey } from '../../../src/core/keys/jwt-crypto.ts';
import type { SigningAlgorithm } from '../../../src/core/keys/signing-key.ts';
import { createJwtCrypto } from '../../../src/outside/jwt-crypto.ts';

const ROUNDS = 200;
const CLAIMS = { iss: 'http://localhost:4000', sub: 'a'.repeat(32), aud: 'b'.repeat(32), exp: 1, iat: 1 };
const prepared = new Map<SigningAlgorithm, PreparedKey>();
let privateKey: Buffer;

beforeAll(async () => {
  const crypto = createJwtCrypto(2);
  for (const algorithm of ['RS256', 'ES256', 'EdDSA'] as const) {
    const made = await crypto.generate(algorithm);
    prepared.set(algorithm, crypto.prepare({ ...made, algorithm }));
    if (algorithm === 'RS256') privateKey = made.privateKey;
  }
});

const signWith = (algorithm: SigningAlgorithm) => (prepared.get(algorithm) as PreparedKey)('JWT', CLAIMS);

/**
 * How long each of them keeps the event loop, in ms: the least of many times, taken in turn, because a busy machine can make any
 * of them longer and none of them shorter.
 */
async function hold(...works: readonly (() => unknown)[]): Promise<number[]> {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now();
      const result = work();
      least[index] = Math.min(least[index] ?? 0, performance.now() - startedAt);
      await result;
    }
  }
  return least;
}

it('while RS256 signatures are made, the event loop goes round; ES256 and EdDSA are there at once', async () => {
  let rounds = 0;
  let isDone = false;
  const goRound = () => {
    rounds += 1;
    if (!isDone) setImmediate(goRound);
  };
  setImmediate(goRound);
  // So many that a busy machine lets the loop in between.
  const signatures = Array.from({ length: 500 }, () => signWith('RS256'));
  for (const signature of signatures) expect(signature).toBeInstanceOf(Promise);
  expect(rounds).toBe(0);
  await Promise.all(signatures);
  isDone = true;
  expect(rounds).toBeGreaterThan(10);
  expect(typeof (await signWith('ES256'))).toBe('string');
  expect(signWith('ES256')).not.toBeInstanceOf(Promise);
  expect(signWith('EdDSA')).not.toBeInstanceOf(Promise);
});

it('to begin an RS256 signature takes no longer than to make one with ES256; made at once it would', async () => {
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  // The other way round this test would prove nothing: on this machine RS256 at once is far too slow.
  const [begun = 0, small = 0, atOnce = 0] = await hold(
    () => signWith('RS256'),
    () => signWith('ES256'),
    () => sign('sha256', Buffer.from(JSON.stringify(CLAIMS)), key),
  );
  expect(atOnce / small).toBeGreaterThan(3);
  expect(begun / small).toBeLessThan(2);
});
