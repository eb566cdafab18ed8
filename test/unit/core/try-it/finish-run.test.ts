// How the console finishes a run of "Try it" (contract 4): login may be OFF, nobody is told of the session's end, and
// whatever else ends access ends the run as well.
import { describe, expect, test } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import { startRun, tryItRedirectUri } from '../../../../src/core/applications/try-it/run.ts';
import type { AccessToken, Grant } from '../../../../src/core/grants/tokens/grant.ts';
import type { AccessTokenInContext } from '../../../../src/core/grants/tokens/token-store.ts';
import { finishRun } from '../../../../src/core/grants/try-it/finish-run.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { API_KEY, givenApplication, givenGrant, givenItem, givenPlatform, NOW } from '../given.ts';

const ISSUER = 'https://id.example.com';
const OFF = givenApplication({
  loginActivation: false,
  backchannelLogoutUri: 'https://shop.example.com/signed-out',
  consentItems: [givenItem()],
});
const SUBJECT = {
  sub: 'sub-of-mina',
  answers: { nickname: { agreed: true, answeredAt: NOW } },
  email: 'mina@example.com',
  emailVerified: true,
  username: undefined,
  profile: { nickname: 'Mina' },
  updatedAt: NOW,
};

type Given = {
  application?: Application;
  grant?: Partial<Grant>;
  /** What the store finds of the access token, where it is not what the exchange wrote. */
  token?: Partial<AccessTokenInContext>;
};

async function finish({ application = OFF, grant: change = {}, token = {} }: Given = {}) {
  const secrets = createServerSecrets(Buffer.alloc(32, 1));
  const run = startRun(
    secrets,
    { sessionId: 's1', applicationId: 'a1' },
    { apiKey: API_KEY, scope: 'openid', now: NOW },
  );
  const grant = givenGrant({
    requestedScope: ['openid', 'nickname'],
    items: ['nickname'],
    openid: { sid: 'sid-1', amr: ['pwd'], claims: [] },
    redirectUri: tryItRedirectUri(ISSUER, 'a1'),
    codeChallenge: run.codeChallenge,
    ...change,
  });
  const context = { accountActive: true, signInStands: true, connectionLive: true, sessionEnded: false };
  const redeemed: { accessToken: AccessToken; tellOfSessionEnd: unknown }[] = [];
  const ended: string[] = [];
  const findAccessToken = async (): Promise<AccessTokenInContext | undefined> => {
    const stored = redeemed[0]?.accessToken;
    return (
      stored && {
        ...stored,
        requestedScope: grant.requestedScope,
        grantEnded: false,
        apiKey: API_KEY,
        applicationId: 'a1',
        application,
        connectionLive: true,
        connectionGeneration: 1,
        connectionLastUsedAt: NOW,
        accountId: 'u1',
        accountActive: true,
        accountUpdatedAt: NOW,
        admitted: true,
        groups: undefined,
        ...SUBJECT,
        ...token,
      }
    );
  };
  const deps = {
    codes: {
      findByHash: async () => ({ grant, ...context, subject: SUBJECT }),
      redeem: async (input: (typeof redeemed)[0]) => redeemed.push(input) > 0,
    },
    tokens: {
      findAccessToken,
      findGrant: async () => ({ grant, ...context, subject: SUBJECT }),
      endFamily: async (id: string) => void ended.push(id),
    },
    signingKeys: { signer: async () => ({ algorithm: 'ES256', sign: () => 'an ID token' }) },
    clock: { now: () => NOW },
    rules: { accessTokenTtlSeconds: 60, refreshTokenTtlSeconds: 600, familyTtlSeconds: 6000, idTokenTtlSeconds: 60 },
    issuer: ISSUER,
    secrets,
    publish: () => undefined,
  } as unknown as Ports;
  const finished = await finishRun(deps, { client: { application, platform: givenPlatform() }, run, code: 'code' });
  return { finished, ended, told: redeemed.map(({ tellOfSessionEnd }) => tellOfSessionEnd) };
}

describe('a run', () => {
  test.each([
    ['OFF', OFF],
    ['ON', { ...OFF, loginActivation: true }],
  ])(
    'is finished while login is %s: the claims are read, no message is due, and its tokens are ended',
    async (_, on) => {
      const { finished, told, ended } = await finish({ application: on });
      expect(finished).toMatchObject({
        kind: 'signed-in',
        claims: { sub: 'sub-of-mina', nickname: 'Mina' },
        tokens: { idToken: 'an ID token', scope: ['openid', 'nickname'] },
      });
      expect(told).toEqual([undefined]);
      expect(ended).toEqual([givenGrant().id]);
    },
  );

  test.each<[what: string, given: Given, refusal: string]>([
    [
      'whose code was issued for the application’s callback',
      { grant: { redirectUri: 'https://shop.example.com/callback' } },
      'redirect-uri-mismatch',
    ],
    ['whose code has expired', { grant: { codeExpiresAt: NOW } }, 'code-expired'],
    ['whose code has another challenge', { grant: { codeChallenge: 'A'.repeat(43) } }, 'verifier-mismatch'],
  ])('%s is refused', async (_, given, refusal) => {
    const { finished, told } = await finish(given);
    expect(finished).toMatchObject({ kind: 'refused', error: { refusal } });
    expect(told).toEqual([]);
  });

  test.each<[what: string, token: Partial<AccessTokenInContext>]>([
    ['the application is gone', { application: undefined }],
    ['the API key was removed', { application: { ...OFF, platforms: [] } }],
    ['the connection was ended', { connectionLive: false }],
    ['the account was disabled', { accountActive: false }],
  ])('reads nothing when %s meanwhile, and its tokens are ended all the same', async (_, token) => {
    const { finished, ended } = await finish({ token });
    expect(finished).toMatchObject({ kind: 'refused', error: { refusal: 'access-token-invalid' } });
    expect(ended).toEqual([givenGrant().id]);
  });
});
