// RS256 signatures are made beside the event loop, which an ES256 or EdDSA signature holds for microseconds only.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { PreparedKey } from '../../../../src/core/server/keys/jwt-crypto.ts';
import type { SigningAlgorithm } from '../../../../src/core/server/keys/signing-key.ts';
import { createJwtCrypto } from '../../../../src/outside/jwt-crypto.ts';

/** Of libuv, as Node.js starts it. */
const THREADS = 4;
const hardWork = promisify(pbkdf2);
const CLAIMS = { iss: 'http://localhost:4000', sub: 'a'.repeat(32), aud: 'b'.repeat(32), exp: 1, iat: 1 };
const prepared = new Map<SigningAlgorithm, PreparedKey>();

beforeAll(async () => {
  const crypto = createJwtCrypto(2);
  for (const algorithm of ['RS256', 'ES256', 'EdDSA'] as const) {
    const made = await crypto.generate(algorithm);
    prepared.set(algorithm, crypto.prepare({ ...made, algorithm }));
  }
});

const signWith = (algorithm: SigningAlgorithm) => (prepared.get(algorithm) as PreparedKey)('JWT', CLAIMS);

it('while RS256 signatures are made, the event loop goes round; ES256 and EdDSA are there at once', async () => {
  let rounds = 0;
  let isDone = false;
  const goRound = () => {
    rounds += 1;
    if (!isDone) setImmediate(goRound);
  };
  setImmediate(goRound);
  // Again where a busy machine let the loop go round less often. Made on the loop, they would never let it.
  for (let times = 0; times < 20 && rounds <= 10; times += 1) {
    const before = rounds;
    const signatures = Array.from({ length: 500 }, () => signWith('RS256'));
    for (const signature of signatures) expect(signature).toBeInstanceOf(Promise);
    expect(rounds).toBe(before);
    await Promise.all(signatures);
  }
  isDone = true;
  expect(rounds).toBeGreaterThan(10);
  expect(typeof (await signWith('ES256'))).toBe('string');
  expect(signWith('ES256')).not.toBeInstanceOf(Promise);
  expect(signWith('EdDSA')).not.toBeInstanceOf(Promise);
});

it('RS256 signatures are made on the threads beside the loop: while those are busy none is made', async () => {
  const done: string[] = [];
  const busy = Array.from({ length: 2 * THREADS }, () =>
    hardWork('a', 'b', 10_000, 64, 'sha512').then(() => done.push('work')),
  );
  const signature = signWith('RS256');
  await Promise.all([...busy, Promise.resolve(signature).then(() => done.push('signature'))]);
  expect(done.indexOf('signature')).toBeGreaterThanOrEqual(THREADS);
  expect(done).toHaveLength(2 * THREADS + 1);
});
