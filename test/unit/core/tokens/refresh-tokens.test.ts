// What refreshing does besides answering (contract 5): what is looked at before anything is spent, what a replay ends, and
// how often a lost race is looked at again. What a presented token means stands in decide-rotation.test.ts.
import { describe, expect, test } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import type { Grant, GrantInContext } from '../../../../src/core/grants/tokens/grant.ts';
import { refreshTokens } from '../../../../src/core/grants/tokens/refresh-tokens.ts';
import { makeTokenPair, readRefreshToken } from '../../../../src/core/grants/tokens/token-format.ts';
import { metricsListener } from '../../../../src/core/ground/metrics/metrics-listener.ts';
import { createTally } from '../../../../src/core/ground/metrics/tally.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { givenApplication, givenGrant, givenGrantInContext, givenItem, givenPlatform, NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const stranger = createServerSecrets(Buffer.alloc(32, 9));
const LIVE = givenGrant({
  familySeed: Buffer.alloc(32, 3),
  codeUsedAt: NOW - 5000,
  refreshGeneration: 2,
  refreshExpiresAt: NOW + 900_000,
  familyExpiresAt: NOW + 500_000,
  recentRotations: [[1, NOW - 2000]],
  requestedScope: ['nickname', 'email', 'birthdate'],
  items: ['nickname', 'email'],
  lastAnswer: { accessTokenId: 'e'.repeat(32), accessTokenExpiresAt: NOW + 50_000, scope: ['nickname', 'email'] },
});
const pairOf = (generation: number, by = secrets) =>
  makeTokenPair(by, { family: LIVE, generation, accessTokenId: 'e'.repeat(32) });

type Given = {
  /** Of the presented token; the newest is 2. */
  generation?: number;
  token?: string;
  grant?: Partial<Grant>;
  context?: Partial<GrantInContext>;
  application?: Partial<Application>;
  known?: boolean;
  scope?: string;
  /** What the database answers to each rotation in turn; then false. */
  rotations?: readonly boolean[];
  /** Of the row of the last access token; undefined: it is gone. */
  lastHash?: Buffer | undefined;
  /** Of the key that the row is bound to. */
  lastJkt?: string;
  /** Of the key of the proof that was sent. */
  jkt?: string;
  isProven?: boolean;
  /** Whether the database finds the family that keeps its refresh token still live. */
  renews?: boolean;
  now?: number;
  refreshTokenTtlSeconds?: number;
};

async function refresh(given: Given = {}) {
  const { generation = 2, token = pairOf(generation).refreshToken, known = true, rotations = [true] } = given;
  const { now = NOW, refreshTokenTtlSeconds = 900, jkt } = given;
  const lastHash = 'lastHash' in given ? given.lastHash : pairOf(2).accessTokenHash;
  const rotated: Record<string, unknown>[] = [];
  const renewed: Record<string, unknown>[] = [];
  const spent: string[] = [];
  const ended: [string, number][] = [];
  const reasons: string[] = [];
  const tally = createTally();
  const context = givenGrantInContext({ grant: { ...LIVE, ...given.grant }, ...given.context });
  const found = known ? context : undefined;
  const deps = {
    tokens: {
      findGrant: async () => found,
      findAccessToken: async () =>
        lastHash && { tokenHash: lastHash, items: LIVE.items, createdAt: NOW - 2000, dpopJkt: given.lastJkt },
      renew: async (input: Record<string, unknown>) => renewed.push(input) > 0 && (given.renews ?? true),
      rotate: async (input: Record<string, unknown>) => rotations[rotated.push(input) - 1] ?? false,
      endFamily: async (id: string, at: number, reason: string) => {
        ended.push([id, at]);
        reasons.push(reason);
      },
    },
    clock: { now: () => now },
    secrets,
    rules: { refreshRepeatSeconds: 30, accessTokenTtlSeconds: 60, refreshTokenTtlSeconds },
    publish: metricsListener(tally),
  } as unknown as Ports;
  const items = [
    givenItem({ item: 'nickname', consent: 'required' }),
    givenItem({ item: 'email', consent: 'optional' }),
  ];
  const client = {
    application: givenApplication({ consentItems: items, ...given.application }),
    platform: givenPlatform(),
    isProven: given.isProven ?? false,
  };
  const refreshToken = { names: readRefreshToken(token), found: Promise.resolve(found) };
  const outcome = await refreshTokens(deps, {
    client,
    refreshToken,
    scope: given.scope,
    resources: [],
    proof: jkt === undefined ? undefined : { jkt, spend: async () => void spent.push(jkt) },
  }).then(
    (answer) => ({ answer, refused: undefined }),
    (error: { code: string; refusal: string }) => ({ answer: undefined, refused: `${error.code}: ${error.refusal}` }),
  );
  const counted = tally.read('refreshes').flatMap(({ outcome: of, count }) => Array<string>(count).fill(of));
  return { ...outcome, rotated, renewed, ended, reasons, counted, spent };
}

const DEAD = { answer: undefined, refused: 'invalid_grant: refresh-token-invalid' };

describe('the newest token', () => {
  test('G1: is spent for its successor, which lives no longer than the family', async () => {
    const { answer, rotated, ended, counted } = await refresh();
    expect(readRefreshToken(answer?.refreshToken ?? '')).toMatchObject({ grantId: LIVE.id, generation: 3 });
    expect(answer).toMatchObject({ expiresIn: 60, refreshTokenExpiresIn: 500, scope: ['nickname', 'email'] });
    expect(rotated).toMatchObject([
      {
        grantId: LIVE.id,
        fromGeneration: 2,
        familySeed: LIVE.familySeed,
        familySeedFrom: 0,
        accessToken: { items: ['nickname', 'email'], scope: undefined },
        refreshExpiresAt: NOW + 500_000,
        recentRotations: [
          [1, NOW - 2000],
          [2, NOW],
        ],
        answerScope: ['nickname', 'email'],
        now: NOW,
      },
    ]);
    expect([ended, counted]).toEqual([[], ['rotated']]);
  });

  test('G9: refreshed daily, its family ends after 365 days all the same, and each answer says what remains', async () => {
    const day = 86_400;
    const since = (days: number) => NOW + days * day * 1000;
    const live = { refreshTokenTtlSeconds: 60 * day };
    let token = pairOf(2).refreshToken;
    let grant: Partial<Grant> = { refreshExpiresAt: since(60), familyExpiresAt: since(365), recentRotations: [] };
    for (let days = 1; days < 365; days += 1) {
      const { answer, rotated } = await refresh({ ...live, token, grant, now: since(days) });
      const [{ fromGeneration, refreshExpiresAt, recentRotations }] = rotated as [Grant & { fromGeneration: number }];
      expect([days, answer?.refreshTokenExpiresIn]).toEqual([days, Math.min(60, 365 - days) * day]);
      grant = { ...grant, refreshGeneration: fromGeneration + 1, refreshExpiresAt, recentRotations };
      token = answer?.refreshToken ?? '';
    }
    expect((await refresh({ ...live, token, grant, now: since(365) - 1 })).refused).toBeUndefined();
    expect(await refresh({ ...live, token, grant, now: since(365) })).toMatchObject({
      ...DEAD,
      ended: [],
      rotated: [],
    });
  });

  test('is looked at again where another call won, three times at most', async () => {
    const third = await refresh({ rotations: [false, false, true] });
    expect(third).toMatchObject({ refused: undefined, counted: ['rotated'] });
    const lost = await refresh({ rotations: [] });
    expect(lost).toMatchObject({ ...DEAD, ended: [], counted: [] });
    expect(lost.rotated).toHaveLength(3);
  });
});

describe('refused, and nothing is spent or ended', () => {
  const openid = { sid: 'sid-1', amr: ['pwd'], claims: [] };
  test.each<[what: string, given: Given]>([
    ['what is no token', { token: 'lk_rt_' }],
    ['a token of an unknown family', { known: false }],
    ['a token that another server made', { token: pairOf(2, stranger).refreshToken }],
    ['G5: a token of another API key', { grant: { apiKey: 'f'.repeat(32) } }],
    ['G5: a used one of another API key', { generation: 1, grant: { apiKey: 'f'.repeat(32), recentRotations: [] } }],
    ['a token of a family that was ended', { grant: { endedAt: NOW } }],
    ['a token of a disabled account', { context: { accountActive: false } }],
    ['a token of a connection that was ended', { context: { connectionLive: false } }],
    ['a token for the session, which was ended', { context: { sessionEnded: true }, grant: { openid } }],
  ])('%s', async (_, given) => {
    expect(await refresh(given)).toMatchObject({ ...DEAD, rotated: [], ended: [], counted: [] });
  });

  test('what is not for the session alone outlives it', async () => {
    const context = { sessionEnded: true };
    expect((await refresh({ context })).counted).toEqual(['rotated']);
    const requestedScope = ['openid', 'offline_access'];
    expect((await refresh({ context, grant: { openid, requestedScope } })).counted).toEqual(['rotated']);
  });

  test.each([
    ['contract 3: in test mode', 'team', 'not-in-team'],
    ['contract 31: with an audience of groups', 'groups', 'not-in-groups'],
  ] as const)('%s, for whoever is not let in', async (_, audience, refusal) => {
    const given = { application: { audience }, context: { admitted: false } };
    expect(await refresh(given)).toMatchObject({ refused: `unauthorized_client: ${refusal}`, rotated: [], ended: [] });
    expect((await refresh({ ...given, context: {} })).counted).toEqual(['rotated']);
  });

  test('with login activation OFF, whatever the token is', async () => {
    const off = { application: { loginActivation: false } };
    const outcome = { refused: 'unauthorized_client: login-activation-off', rotated: [], ended: [] };
    expect(await refresh(off)).toMatchObject(outcome);
    expect(await refresh({ ...off, known: false })).toMatchObject(outcome);
  });
});

describe('a used token', () => {
  test('G2: after the window ends the family', async () => {
    const grant = { recentRotations: [[1, NOW - 30_001]] as const };
    const told = { reasons: ['refresh-token-reused'], counted: ['replayed'] };
    const outcome = { ...DEAD, rotated: [], ended: [[LIVE.id, NOW]], ...told };
    expect(await refresh({ generation: 1, grant })).toMatchObject(outcome);
  });

  test.each<[kind: string, given: Given]>([
    ['superseded', { generation: 0 }],
    ['expired', { grant: { refreshExpiresAt: NOW } }],
    ['expired', { generation: 3 }],
  ])('%s: refused, and nothing ends', async (kind, given) => {
    expect(await refresh(given)).toMatchObject({ ...DEAD, rotated: [], ended: [], counted: [kind] });
  });

  test('G4: within the window, with its successor unused: the same answer again', async () => {
    const { answer, rotated, counted } = await refresh({ generation: 1 });
    const { accessToken, refreshToken } = pairOf(2);
    const times = { expiresIn: 50, refreshTokenExpiresIn: 900 };
    expect(answer).toMatchObject({ accessToken, refreshToken, ...times, scope: ['nickname', 'email'] });
    expect([rotated, counted]).toEqual([[], ['repeated']]);
  });

  test.each<[what: string, given: Given]>([
    ['has no row any more', { lastHash: undefined }],
    ['was made under a secret that is gone', { lastHash: pairOf(2, stranger).accessTokenHash }],
    ['is not known', { grant: { lastAnswer: undefined } }],
  ])('G4: not where the access token of that answer %s', async (_, given) => {
    expect(await refresh({ generation: 1, ...given })).toMatchObject({ ...DEAD, ended: [], counted: [] });
  });
});

describe('scope at refresh (RFC 6749 6)', () => {
  test('narrows this answer, and the row of its access token', async () => {
    const { answer, rotated } = await refresh({ scope: 'nickname' });
    const narrowed = { items: ['nickname'], scope: ['nickname'] };
    expect(answer?.scope).toEqual(['nickname']);
    expect(rotated).toMatchObject([{ accessToken: narrowed, answerScope: ['nickname'] }]);
  });

  test.each([
    ['as at the sign-in', 'birthdate email nickname'],
    ['empty', ' '],
  ])('%s it is the whole answer', async (_, scope) => {
    const { answer, rotated } = await refresh({ scope });
    expect(answer?.scope).toEqual(['nickname', 'email']);
    expect(rotated).toMatchObject([{ accessToken: { scope: undefined } }]);
  });

  test.each([
    ['names what was never requested', 'nickname gender', 'invalid_scope: scope-not-requested'],
    ['leaves nothing', 'birthdate', 'invalid_scope: scope-nothing-left'],
  ])('that %s is refused, and nothing is spent', async (_, scope, refused) => {
    expect(await refresh({ scope })).toMatchObject({ refused, rotated: [], ended: [] });
  });
});

describe('FAPI 2.0 Security Profile 5.3.2.1: a family that keeps its refresh token', () => {
  const kept = { keepsRefreshToken: true };

  test('gets another access token for it, which lives as long as any', async () => {
    const { answer, renewed, rotated, ended, counted, spent } = await refresh({ grant: kept, jkt: 'key' });
    expect(answer).toMatchObject({ expiresIn: 60, refreshTokenExpiresIn: 500, scope: ['nickname', 'email'] });
    expect(answer?.refreshToken).toBe(pairOf(2).refreshToken);
    expect(answer?.accessToken).not.toBe(pairOf(2).accessToken);
    expect(renewed).toEqual([
      {
        grantId: LIVE.id,
        accessToken: expect.objectContaining({ items: ['nickname', 'email'], scope: undefined, dpopJkt: 'key' }),
        refreshExpiresAt: NOW + 500_000,
        answerScope: ['nickname', 'email'],
      },
    ]);
    expect([rotated, ended, counted, spent]).toEqual([[], [], ['renewed'], ['key']]);
  });

  test('narrows this answer alone', async () => {
    const { answer, renewed } = await refresh({ grant: kept, scope: 'nickname' });
    expect(answer?.scope).toEqual(['nickname']);
    expect(renewed).toMatchObject([
      { accessToken: { items: ['nickname'], scope: ['nickname'] }, answerScope: ['nickname'] },
    ]);
  });

  test.each<[what: string, given: Given, refused: string]>([
    ['the one before', { generation: 1 }, 'invalid_grant: refresh-token-invalid'],
    ['one that has expired', { now: NOW + 500_000 }, 'invalid_grant: refresh-token-invalid'],
    [
      'of who is no longer let in',
      { context: { admitted: false }, application: { audience: 'team' } },
      'unauthorized_client: not-in-team',
    ],
  ])('is refused, and ends nothing: %s', async (_, given, refused) => {
    const outcome = await refresh({ jkt: 'key', ...given, grant: kept });
    expect(outcome).toMatchObject({ answer: undefined, refused, renewed: [], ended: [], counted: [], spent: [] });
  });

  test('is refused when it ended a moment before', async () => {
    expect(await refresh({ grant: kept, renews: false })).toMatchObject({ ...DEAD, counted: [] });
  });
});

describe('RFC 9449 5: a family that is bound to a key', () => {
  const bound = { dpopJkt: 'key' };

  test.each<[what: string, given: Given, refused: string | undefined]>([
    ['its key', { jkt: 'key' }, undefined],
    ['another key', { jkt: 'other' }, 'invalid_grant: dpop-key-mismatch'],
    ['no key', {}, 'invalid_grant: dpop-proof-needed'],
    ['another key, of a client that authenticated', { jkt: 'other', isProven: true }, undefined],
    ['no key, of a client that authenticated', { isProven: true }, 'invalid_grant: dpop-proof-needed'],
  ])('is refreshed with a proof of %s', async (_, given, refused) => {
    const outcome = await refresh({ ...given, grant: bound });
    expect([outcome.refused, outcome.rotated.length, outcome.ended]).toEqual([refused, refused ? 0 : 1, []]);
    expect([outcome.spent, outcome.answer?.type]).toEqual(refused ? [[], undefined] : [[given.jkt], 'DPoP']);
  });

  test.each([
    ['key', 'key', undefined],
    ['key', undefined, 'invalid_grant: dpop-key-mismatch'],
    [undefined, 'key', 'invalid_grant: dpop-key-mismatch'],
    [undefined, undefined, undefined],
  ])('G4: an answer bound to %s is repeated with %s: %s', async (lastJkt, jkt, refused) => {
    const given = { ...(lastJkt && { lastJkt }), ...(jkt && { jkt }) };
    const outcome = await refresh({ generation: 1, ...given });
    expect([outcome.refused, outcome.spent]).toEqual([refused, jkt ? [jkt] : []]);
    if (!refused) expect(outcome.answer?.type).toBe(jkt ? 'DPoP' : 'Bearer');
  });
});

describe('a proof is spent once', () => {
  test.each<[what: string, given: Given, spent: string[]]>([
    ['for a rotation that is looked at again', { rotations: [false, true] }, ['key']],
    ['not for a replay', { generation: 0 }, []],
    ['not for a late use', { generation: 0, grant: { recentRotations: [[1, NOW]] } }, []],
  ])('%s', async (_, given, spent) => {
    expect((await refresh({ jkt: 'key', ...given })).spent).toEqual(spent);
  });
});

test('FAPI 2.0 5.3.2.1: a family that is bound to no key ends where its application follows the profile now', async () => {
  const application = { securityProfile: 'FAPI 2.0' } as const;
  const outcome = await refresh({ application });
  expect(outcome).toMatchObject({ ...DEAD, ended: [[LIVE.id, NOW]], reasons: ['application'] });
  const bound = await refresh({ application, grant: { dpopJkt: 'key' }, jkt: 'key' });
  expect([bound.refused, bound.ended]).toEqual([undefined, []]);
});
