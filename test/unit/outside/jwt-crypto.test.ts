// Where signatures are made: on another thread if there is another core, at once if there is none.
import { expect, it } from 'vitest';
import { createJwtCrypto } from '../../../src/outside/jwt-crypto.ts';

it.each([
  { cores: 1, where: 'at once' },
  { cores: 2, where: 'on another thread' },
])('contract 7: with $cores core(s) RS256 is signed $where, and anybody can verify it', async ({ cores, where }) => {
  const jwt = createJwtCrypto(cores);
  const { id, publicJwk, privateKey } = await jwt.generate('RS256');
  const signing = jwt.prepare({ id, algorithm: 'RS256', privateKey })('JWT', { sub: 'mina' });
  expect(signing instanceof Promise).toBe(where === 'on another thread');
  const verified = await jwt.verify(await signing, async () => publicJwk);
  expect(verified).toEqual({ type: 'JWT', algorithm: 'RS256', claims: { sub: 'mina' } });
});
