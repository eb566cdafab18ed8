// What a code is bound to when it is issued (contract 4, 5).
import { expect, test } from 'vitest';
import { issueCode } from '../../../../src/core/grants/authorize/issue-code.ts';
import type { Grant } from '../../../../src/core/grants/tokens/grant.ts';
import { metricsListener } from '../../../../src/core/ground/metrics/metrics-listener.ts';
import { createTally } from '../../../../src/core/ground/metrics/tally.ts';
import { createServerSecrets, hashSecret } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';
import { API_KEY, givenAccount, givenConnection, givenRequest, givenSignedIn, NOW } from '../given.ts';

async function issue(change: Parameters<typeof givenRequest>[0] = {}, kind = 'issued', sessionId = 's1') {
  const grants: Grant[] = [];
  const tally = createTally();
  const deps = {
    codes: { issue: async (grant: Grant) => (grants.push(grant) > 0 ? kind : undefined) },
    clock: { now: () => NOW },
    rules: { codeTtlSeconds: 60 },
    secrets: createServerSecrets(Buffer.alloc(32, 1)),
    publish: metricsListener(tally),
  } as unknown as Ports;
  const { session } = givenSignedIn(NOW - 500);
  const issued = await issueCode(deps, {
    request: givenRequest(change),
    session: { ...session, id: sessionId, signInEpoch: 4 },
    account: givenAccount({ grantEpoch: 5 }),
    connection: givenConnection({ generation: 6 }),
    items: ['nickname'],
    scopes: [],
    stampHash: Buffer.alloc(22, 7),
  });
  return { issued, grant: grants[0], counted: tally.read('codes').find(({ outcome }) => outcome === 'issued')?.count };
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
  expect((await issue(request, 'issued', 's2')).grant?.openid?.sid).not.toBe(openid?.sid);
});

test('under a stamp that was spent there is no code', async () => {
  expect(await issue({}, 'stamp-spent')).toMatchObject({ issued: { kind: 'stamp-spent' }, counted: 0 });
});
