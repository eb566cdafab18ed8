// What operators see of the signing keys (contract 29): tables over time, without a database.
import { describe, expect, it } from 'vitest';
import { describeKeys } from '../../../../src/core/server/keys/describe-keys.ts';
import { PUBLISHED_AHEAD_MS } from '../../../../src/core/server/keys/key-schedule.ts';
import type { SigningKey } from '../../../../src/core/server/keys/signing-key.ts';
import { NOW } from '../given.ts';

const DAY = 86_400_000;
const RULES = { idTokenTtlSeconds: 3600, familyTtlSeconds: 30 * 86_400 };
const PUBLISHED = 3_600_000 + PUBLISHED_AHEAD_MS;
const BELIEVED = 30 * DAY + 3_600_000;

const key = (number: number, signsFrom: number, change: Partial<SigningKey> = {}): SigningKey => ({
  id: `key-${number}`,
  algorithm: 'ES256',
  number,
  publicJwk: { kty: 'EC', x: 'public-half' },
  sealedPrivateKey: Buffer.from('the private key'),
  createdAt: signsFrom - DAY,
  signsFrom,
  revokedAt: undefined,
  ...change,
});

describe('contract 29: the signing keys as operators see them', () => {
  const keys = [key(1, NOW - 20 * DAY), key(2, NOW - 60_000), key(3, NOW + 89 * DAY)];

  it('decision 9: each tells what it does now and until when, the newest first, with the next rotation', () => {
    const [told, ...others] = describeKeys([keys[1], keys[0], keys[2]] as SigningKey[], NOW, RULES);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ algorithm: 'ES256', nextRotationAt: NOW + 89 * DAY });
    expect(
      told?.keys.map(({ number, state, signsUntil, publishedUntil, believedUntil }) => [
        ...[number, state, signsUntil, publishedUntil, believedUntil],
      ]),
    ).toEqual([
      [3, 'next', undefined, undefined, undefined],
      [2, 'current', NOW + 89 * DAY, NOW + 89 * DAY + PUBLISHED, NOW + 89 * DAY + BELIEVED],
      [1, 'previous', NOW - 60_000, NOW - 60_000 + PUBLISHED, NOW - 60_000 + BELIEVED],
    ]);
  });

  it('decision 9: the times are those at which the state changes', () => {
    const until = NOW - 60_000 + PUBLISHED;
    const stateAt = (now: number) => describeKeys(keys, now, RULES)[0]?.keys.at(-1)?.state;
    expect([stateAt(until - 1), stateAt(until)]).toEqual(['previous', 'kept']);
  });

  it('decision 9: a revoked key has no end but the revocation, and without a next key no rotation is told', () => {
    const given = [key(1, NOW - DAY, { revokedAt: NOW - 5 }), key(2, NOW - 5)];
    const [told] = describeKeys(given, NOW, RULES);
    expect(told?.nextRotationAt).toBeUndefined();
    expect(told?.keys[1]).toMatchObject({ state: 'revoked', revokedAt: NOW - 5, signsUntil: undefined });
  });

  it('contract 29: neither half of a key is told', () => {
    expect(JSON.stringify(describeKeys(keys, NOW, RULES))).not.toMatch(/public-half|sealed|Buffer/);
  });
});
