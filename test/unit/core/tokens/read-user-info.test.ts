// What an access token reads (contract 6): with the key it is bound to, what the person agreed to, and what is noted.
import { describe, expect, it } from 'vitest';
import { readUserInfo, signUserInfo } from '../../../../src/core/grants/tokens/read-user-info.ts';
import { makeTokenPair } from '../../../../src/core/grants/tokens/token-format.ts';
import type { AccessTokenInContext } from '../../../../src/core/grants/tokens/token-store.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { API_KEY, givenAccessTokenInContext, givenApplication, givenItem, NOW } from '../given.ts';

const MINUTE = 60_000;
const family = { id: 'f'.repeat(32), familySeed: Buffer.alloc(32, 3), familySeedFrom: 0 };
const generation = { family, generation: 1, accessTokenId: 'e'.repeat(32) };
const { accessToken, accessTokenHash } = makeTokenPair(createServerSecrets(Buffer.alloc(32, 7)), generation);
const agreed = { agreed: true, answeredAt: NOW - 100 };
const application = givenApplication({
  consentItems: [givenItem({ item: 'email', consent: 'optional' }), givenItem({ item: 'nickname' })],
});
const LIVE = givenAccessTokenInContext({
  ...{ tokenHash: accessTokenHash, items: ['nickname', 'email'], application, connectionLastUsedAt: NOW },
  ...{ answers: { email: agreed, nickname: agreed }, emailVerified: false, profile: { nickname: 'Mina' } },
});

type Given = Partial<AccessTokenInContext> & { jkt?: string; withholds?: boolean; known?: boolean };

async function read({ jkt, withholds = false, known = true, ...change }: Given = {}) {
  const calls: unknown[][] = [];
  const deps = {
    tokens: { findAccessToken: async () => (known ? { ...LIVE, ...change } : undefined) },
    connections: { touch: async (...input: unknown[]) => void calls.push(['touch', ...input]) },
    clock: { now: () => NOW },
    rules: { withholdUnverifiedEmail: withholds },
    publish: (event: object) => calls.push(['publish', event]),
  } as unknown as Ports;
  const proof = jkt === undefined ? undefined : ({ jkt, spend: async () => void calls.push(['spend']) } as never);
  const info = await readUserInfo(deps, { token: accessToken, proof });
  return { info, calls };
}

const CLAIMS = { sub: 'sub', email: 'mina@example.com', email_verified: false, nickname: 'Mina', name: 'Mina' };

describe('user information', () => {
  it('contract 6: has what the person agreed to', async () => {
    const { info, calls } = await read();
    expect(info).toMatchObject({ applicationId: 'a1', apiKey: API_KEY, claims: CLAIMS });
    expect(calls).toEqual([]);
  });

  it.each([
    [undefined, 'RS256', 'RS256', false],
    ['ES256', 'RS256', 'ES256', true],
  ] as const)(
    'contract 6: where %s is registered (ID tokens: %s) it is signed by %s',
    async (userInfoAlg, idTokenAlg, algorithm, signedByDefault) => {
      const { info } = await read({ application: { ...application, userInfoAlg, idTokenAlg } });
      expect(info).toMatchObject({ algorithm, signedByDefault });
      const signingKeys = { signer: async (name: string) => ({ sign: (...said: unknown[]) => [name, ...said] }) };
      const deps = { signingKeys, issuer: 'https://id.example.com' } as unknown as Ports;
      const claims = { ...info.claims, iss: 'https://id.example.com', aud: API_KEY };
      expect(await signUserInfo(deps, info)).toEqual([algorithm, 'JWT', claims]);
    },
  );

  it.each<[string, Given, calls: unknown[][]]>([
    ['five minutes ago', { connectionLastUsedAt: NOW - 5 * MINUTE }, []],
    ['longer ago', { connectionLastUsedAt: NOW - 5 * MINUTE - 1 }, [['touch', 'a1', 'u1', NOW]]],
    ['never', { connectionLastUsedAt: undefined }, [['touch', 'a1', 'u1', NOW]]],
  ])('contract 27: that it was read is noted when it was noted %s', async (_, given, calls) => {
    expect((await read(given)).calls).toEqual(calls);
  });

  it.each<[string, Given, withheld: boolean]>([
    ['is withheld', { withholds: true }, true],
    ['is not where it is verified', { withholds: true, emailVerified: true }, false],
    ['is not where it was not agreed', { withholds: true, answers: { nickname: agreed } }, false],
    ['is not where none is', {}, false],
  ])('contract 4: an unverified address %s', async (_, given, withheld) => {
    const { info, calls } = await read(given);
    expect('email' in info.claims).toBe(!withheld && (given.answers === undefined || 'email' in given.answers));
    const event = { kind: 'email-withheld', applicationId: 'a1', accountId: 'u1', answer: 'user-info' };
    expect(calls).toEqual(withheld ? [['publish', event]] : []);
  });
});

describe('RFC 9449 7: a token', () => {
  it.each<[string, Given, refusal: string | undefined, scheme: string | undefined]>([
    ['with its key', { dpopJkt: 'key', jkt: 'key' }, undefined, undefined],
    ['with another key', { dpopJkt: 'key', jkt: 'other' }, 'access-token-bound', 'DPoP'],
    ['without its key', { dpopJkt: 'key' }, 'access-token-bound', 'DPoP'],
    ['that has none, with one', { jkt: 'key' }, 'access-token-bound', 'DPoP'],
    ['that is unknown', { known: false, jkt: 'key' }, 'access-token-invalid', undefined],
  ])('%s', async (_, given, refusal, scheme) => {
    const outcome = await read(given).then(
      ({ calls }) => calls,
      (error: { code: string; refusal: string; scheme?: string }) => error,
    );
    if (refusal === undefined) expect(outcome).toEqual([['spend']]);
    else expect(outcome).toMatchObject({ code: 'invalid_token', refusal, ...(scheme && { scheme }) });
  });
});
