// What a code is bound to when it is issued (contract 4, 5).
import { expect, test } from 'vitest';
import { issueCode } from '../../../../src/core/grants/authorize/issue-code.ts';
import type { Grant } from '../../../../src/core/grants/tokens/grant.ts';
import { metricsListener } from '../../../../src/core/ground/metrics/metrics-listener.ts';
import { createTally } from '../../../../src/core/ground/metrics/tally.ts';
import { createServerSecrets, hashSecret } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';
import {
  API_KEY,
  givenAccount,
  givenApplication,
  givenConnection,
  givenRequest,
  givenSignedIn,
  NOW,
} from '../given.ts';

type More = { kind?: string; sessionId?: string; codeTtlSeconds?: number; connection?: object };

async function issue(change: Parameters<typeof givenRequest>[0] = {}, more: More = {}) {
  const { kind = 'issued', sessionId = 's1', codeTtlSeconds = 60, connection = {} } = more;
  const touched: unknown[][] = [];
  const grants: Grant[] = [];
  const tally = createTally();
  const deps = {
    codes: { issue: async (grant: Grant) => (grants.push(grant) > 0 ? kind : undefined) },
    connections: { touch: async (...input: unknown[]) => void touched.push(input) },
    clock: { now: () => NOW },
    rules: { codeTtlSeconds },
    secrets: createServerSecrets(Buffer.alloc(32, 1)),
    publish: metricsListener(tally),
  } as unknown as Ports;
  const { session } = givenSignedIn(NOW - 500);
  const issued = await issueCode(deps, {
    request: givenRequest(change),
    session: { ...session, id: sessionId, signInEpoch: 4 },
    account: givenAccount({ grantEpoch: 5 }),
    connection: givenConnection({ generation: 6, ...connection }),
    items: ['nickname'],
    scopes: ['orders:read'],
    stampHash: Buffer.alloc(22, 7),
  });
  const counted = tally.read('codes').find(({ outcome }) => outcome === 'issued')?.count;
  return { issued, grant: grants[0], counted, touched };
}

test('a code is kept as its hash, with all it was issued for', async () => {
  const request = { codeChallenge: 'challenge', nonce: 'n-1', scope: ['nickname'] };
  const { issued, grant, counted } = await issue(request);
  if (issued.kind !== 'issued') throw new Error(issued.kind);
  expect(grant).toMatchObject({
    codeHash: hashSecret(issued.code),
    apiKey: API_KEY,
    applicationId: 'a1',
    accountId: 'u1',
    connectionGeneration: 6,
    sessionId: 's1',
    signInEpoch: 4,
    grantEpoch: 5,
    stampHash: Buffer.alloc(22, 7),
    familySeedFrom: 0,
    redirectUri: 'https://shop.example.com/callback',
    codeChallenge: 'challenge',
    nonce: 'n-1',
    requestedScope: ['nickname'],
    items: ['nickname'],
    apiAccess: undefined,
    openid: undefined,
    authenticatedAt: NOW - 500,
    createdAt: NOW,
    codeExpiresAt: NOW + 60_000,
    codeUsedAt: undefined,
    refreshGeneration: 0,
    recentRotations: [],
  });
  expect([grant?.familySeed?.byteLength, counted]).toEqual([32, 1]);
});

test('with openid it keeps what its ID tokens tell; sid is one for application and session, and of 128 bits', async () => {
  const request = { scope: ['openid'], claims: { ...NO_CLAIMS, idToken: ['email'] } };
  const openid = (await issue(request)).grant?.openid;
  expect(openid).toEqual({ sid: expect.stringMatching(/^[\w-]{22}$/), amr: ['pwd'], claims: ['email'] });
  expect((await issue(request)).grant?.openid?.sid).toBe(openid?.sid);
  expect((await issue(request, { sessionId: 's2' })).grant?.openid?.sid).not.toBe(openid?.sid);
});

test('under a stamp that was spent there is no code', async () => {
  expect(await issue({}, { kind: 'stamp-spent', connection: { createdAt: 0 } })).toMatchObject({
    issued: { kind: 'stamp-spent' },
    counted: 0,
    touched: [],
  });
});

test.each([
  [undefined, 60, 60, false],
  [undefined, 600, 600, false],
  ['FAPI 2.0', 600, 60, true],
  ['FAPI 2.0', 30, 30, true],
] as const)('FAPI 2.0 5.3.2.1: profile %s, %i s: a code lives %i s, the refresh token is kept: %s', async (...row) => {
  const [securityProfile, codeTtlSeconds, seconds, keepsRefreshToken] = row;
  const application = givenApplication({ securityProfile });
  const { grant } = await issue({ application }, { codeTtlSeconds });
  expect(grant).toMatchObject({ codeExpiresAt: NOW + seconds * 1000, keepsRefreshToken });
});

test('contract 45: for APIs it keeps which, with which scopes, and how the person signed in', async () => {
  const { grant } = await issue({ audiences: ['orders'] });
  expect(grant?.apiAccess).toEqual({ audiences: ['orders'], scopes: ['orders:read'], amr: ['pwd'] });
});

const DAY = 86_400_000;
test.each([
  ['just now', { lastUsedAt: NOW }, false],
  ['a day ago', { lastUsedAt: NOW - DAY }, false],
  ['longer ago', { lastUsedAt: NOW - DAY - 1 }, true],
  ['never, and made just now', { createdAt: NOW }, false],
  ['never, and made long ago', { createdAt: NOW - DAY - 1 }, true],
])('contract 27: that a connection is used is noted when it was %s', async (_, connection, noted) => {
  expect((await issue({}, { connection })).touched).toEqual(noted ? [['a1', 'u1', NOW]] : []);
});
