// What redeeming a code does besides answering (contract 5): who wins, what a replay ends, and which application is told
// of the end of the session. Whether a request may redeem it stands in check-exchange.test.ts.
import { describe, expect, test } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import { exchangeCode } from '../../../../src/core/grants/tokens/exchange-code.ts';
import type { Grant } from '../../../../src/core/grants/tokens/grant.ts';
import { applicationInRun } from '../../../../src/core/grants/try-it/application-in-run.ts';
import { metricsListener } from '../../../../src/core/ground/metrics/metrics-listener.ts';
import { createTally } from '../../../../src/core/ground/metrics/tally.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { givenApplication, givenGrant, givenGrantInContext, givenPlatform, NOW } from '../given.ts';

const LOGOUT_URI = 'https://shop.example.com/signed-out';
const SUBJECT = {
  sub: 'sub-of-mina',
  answers: {},
  email: 'mina@example.com',
  emailVerified: true,
  username: undefined,
  profile: {},
  updatedAt: NOW,
  groups: undefined,
};
const OPENID = { sid: 'sid-1', amr: ['pwd'], claims: [] };

type Given = {
  grant?: Partial<Grant>;
  application?: Partial<Application>;
  isFirst?: boolean;
  tryIt?: boolean;
  admitted?: boolean;
};

/** Redeems the code; `isFirst`: whether the database finds it unspent. */
async function redeem({ grant = {}, application = {}, isFirst = true, tryIt = false, admitted = true }: Given = {}) {
  const redeemed: Record<string, unknown>[] = [];
  const ended: [string, number, string][] = [];
  const tally = createTally();
  const deps = {
    codes: { redeem: async (input: Record<string, unknown>) => redeemed.push(input) > 0 && isFirst },
    tokens: { endFamily: async (id: string, at: number, why: string) => void ended.push([id, at, why]) },
    signingKeys: { signer: async () => ({ algorithm: 'ES256', sign: () => 'an ID token' }) },
    clock: { now: () => NOW },
    secrets: createServerSecrets(Buffer.alloc(32, 1)),
    rules: { accessTokenTtlSeconds: 60, refreshTokenTtlSeconds: 600, familyTtlSeconds: 6000, idTokenTtlSeconds: 60 },
    issuer: 'https://id.example.com',
    publish: metricsListener(tally),
  } as unknown as Ports;
  const found = givenGrantInContext({
    grant: givenGrant({ requestedScope: ['openid'], openid: OPENID, ...grant }),
    admitted,
    subject: SUBJECT,
  });
  const { redirectUri } = found.grant;
  const given = givenApplication(application);
  const client = { application: tryIt ? applicationInRun(deps.issuer, given) : given, platform: givenPlatform() };
  const input = {
    client,
    code: { found: Promise.resolve(found) },
    redirectUri,
    codeVerifier: undefined,
    resources: [],
    proof: undefined,
  };
  const outcome = await exchangeCode(deps, input).then(
    (answer) => ({ answer, refused: undefined }),
    (error: { code: string; refusal: string }) => ({ answer: undefined, refused: [error.code, error.refusal] }),
  );
  const counted = tally.read('codes').filter(({ count }) => count > 0);
  return { ...outcome, redeemed, ended, counted, told: redeemed[0]?.tellOfSessionEnd };
}

describe('a code', () => {
  test('is answered with tokens that live as long as the settings say, and nothing ends', async () => {
    const { answer, ended, counted, redeemed } = await redeem();
    expect(answer).toMatchObject({
      expiresIn: 60,
      refreshTokenExpiresIn: 600,
      idToken: 'an ID token',
      scope: ['openid'],
    });
    expect(redeemed[0]).toMatchObject({ familyExpiresAt: NOW + 6_000_000, refreshExpiresAt: NOW + 600_000, now: NOW });
    expect(ended).toEqual([]);
    expect(counted).toEqual([{ outcome: 'redeemed', count: 1 }]);
  });

  const REPLAYED = {
    answer: undefined,
    refused: ['invalid_grant', 'code-used'],
    ended: [[givenGrant().id, NOW, 'code-reused']],
    counted: [{ outcome: 'replayed', count: 1 }],
  };
  test('C3: that another call has spent meanwhile gives nothing, and ends the family', async () => {
    expect(await redeem({ isFirst: false })).toMatchObject(REPLAYED);
  });
  test('C2: that was spent before is not tried again', async () => {
    expect(await redeem({ grant: { codeUsedAt: NOW - 1 } })).toMatchObject({ ...REPLAYED, redeemed: [] });
  });
  test('C6: that has expired is spent by nobody, and ends nothing', async () => {
    const outcome = { refused: ['invalid_grant', 'code-expired'], redeemed: [], ended: [], counted: [] };
    expect(await redeem({ grant: { codeExpiresAt: NOW } })).toMatchObject(outcome);
  });
});

describe.each([
  ['contract 3: test mode', 'team', 'not-in-team'],
  ['contract 31: an audience of groups', 'groups', 'not-in-groups'],
] as const)('%s', (_, audience, refusal) => {
  const outside = { application: { audience }, admitted: false };
  test('spends and ends nothing for whoever is not let in', async () => {
    expect(await redeem(outside)).toMatchObject({ refused: ['unauthorized_client', refusal], redeemed: [], ended: [] });
  });
  test('lets in whoever it is for, and a trial from the console', async () => {
    expect(await redeem({ ...outside, admitted: true })).toMatchObject({ refused: undefined, ended: [] });
    expect(await redeem({ ...outside, tryIt: true })).toMatchObject({ refused: undefined, ended: [] });
  });
});

describe('login activation OFF', () => {
  const off = { application: { loginActivation: false } };
  test('spends and ends nothing', async () => {
    const refused = ['unauthorized_client', 'login-activation-off'];
    expect(await redeem(off)).toMatchObject({ refused, redeemed: [], ended: [] });
  });
  test('does not hold the console up, which finishes a trial', async () => {
    expect(await redeem({ ...off, tryIt: true })).toMatchObject({ refused: undefined, ended: [] });
  });
});

describe('an application is told when the session ends (Back-Channel Logout 2.5)', () => {
  const wants = { application: { backchannelLogoutUri: LOGOUT_URI } };
  test('that wants to know, and got an ID token', async () => {
    const { apiKey } = givenPlatform();
    expect((await redeem(wants)).told).toEqual({ sessionId: 's1', apiKey, sid: 'sid-1', sub: 'sub-of-mina' });
  });
  test.each<[what: string, given: Given]>([
    ['that has no address for it', {}],
    ['that got no ID token', { ...wants, grant: { requestedScope: undefined, openid: undefined } }],
    ['whose owner tries it in the console', { ...wants, tryIt: true }],
  ])('not one %s', async (_, given) => {
    expect((await redeem(given)).told).toBeUndefined();
  });
});
