// What a resource server is told of a token (RFC 7662, contract 7): of what still stands alone, and of its own alone.
import { describe, expect, test } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import type { Grant, GrantInContext } from '../../../../src/core/grants/tokens/grant.ts';
import { introspectToken } from '../../../../src/core/grants/tokens/introspect-token.ts';
import { presentToken } from '../../../../src/core/grants/tokens/presented.ts';
import { makeTokenPair } from '../../../../src/core/grants/tokens/token-format.ts';
import type { ConsentItemName } from '../../../../src/core/ground/consent-items.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { API_KEY, givenAccount, givenApplication, givenConnection, givenGrant, givenItem, NOW } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const stranger = createServerSecrets(Buffer.alloc(32, 9));
const agreed = { agreed: true, answeredAt: NOW - 500 };
const ANSWERS = { nickname: agreed, email: agreed, username: agreed };
const ITEMS: readonly ConsentItemName[] = ['nickname', 'email', 'username'];
const APPLICATION = givenApplication({ consentItems: ITEMS.map((item) => givenItem({ item, consent: 'optional' })) });
const FAMILY = givenGrant({
  familySeed: Buffer.alloc(32, 3),
  codeUsedAt: NOW - 5000,
  refreshGeneration: 2,
  refreshExpiresAt: NOW + 900,
  familyExpiresAt: NOW + 500,
  recentRotations: [[1, NOW - 2000]],
  requestedScope: ['nickname', 'email', 'username'],
  items: ITEMS,
});
const pairOf = (generation: number, by = secrets) =>
  makeTokenPair(by, { family: FAMILY, generation, accessTokenId: 'e'.repeat(32) });
const PERSON = { email: 'mina@example.com', emailVerified: true, username: 'mina' };
const ACCESS = {
  tokenHash: pairOf(2).accessTokenHash,
  items: ITEMS,
  requestedScope: FAMILY.requestedScope,
  scope: undefined as readonly string[] | undefined,
  createdAt: NOW - 1000,
  expiresAt: NOW + 1000,
  grantEnded: false,
  apiKey: API_KEY,
  applicationId: 'a1',
  application: APPLICATION,
  connectionLive: true,
  accountActive: true,
  sub: 'sub-of-mina',
  answers: ANSWERS,
  ...PERSON,
};

type Given = {
  token?: string;
  by?: Application;
  access?: Partial<typeof ACCESS>;
  grant?: Partial<Grant>;
  context?: Partial<GrantInContext>;
  person?: Partial<typeof PERSON>;
  gone?: 'connection' | 'account';
};

function introspect(given: Given = {}) {
  const grant = { ...FAMILY, ...given.grant };
  const context = { accountActive: true, connectionLive: true, sessionEnded: false, ...given.context };
  const account = givenAccount({ ...PERSON, ...given.person });
  const connection = givenConnection({ sub: 'sub-of-mina', answers: ANSWERS });
  const deps = {
    tokens: {
      findAccessToken: async () => ({ ...ACCESS, ...given.access }),
      findGrant: async () => ({ grant, ...context }),
    },
    connections: { find: async () => (given.gone === 'connection' ? undefined : connection) },
    accounts: { find: async () => (given.gone === 'account' ? undefined : account) },
    clock: { now: () => NOW },
    secrets,
    rules: { refreshRepeatSeconds: 30 },
  } as unknown as Ports;
  const { token = pairOf(2).refreshToken, by = APPLICATION } = given;
  return introspectToken(deps, { application: by, token: presentToken(deps, token) });
}

const TOLD = {
  sub: 'sub-of-mina',
  apiKey: API_KEY,
  scope: ['nickname', 'email', 'username'],
  username: 'mina@example.com',
  preferredUsername: 'mina',
};

describe('an access token', () => {
  const token = pairOf(2).accessToken;
  test('is told with all that is still agreed', async () => {
    const times = { issuedAt: NOW - 1000, expiresAt: NOW + 1000 };
    expect(await introspect({ token })).toEqual({ kind: 'access-token', ...TOLD, ...times });
  });
  test('of a narrowed answer has the scope of that answer', async () => {
    expect(await introspect({ token, access: { scope: ['nickname'], items: ['nickname'] } })).toMatchObject({
      scope: ['nickname'],
    });
  });
  test.each<[what: string, given: Given]>([
    ['of another application', { by: givenApplication({ id: 'a2' }) }],
    ['that has expired', { access: { expiresAt: NOW } }],
  ])('%s is inactive', async (_, given) => {
    expect(await introspect({ token, ...given })).toBeUndefined();
  });
});

describe('a refresh token', () => {
  test('is told with all that is still agreed', async () => {
    const times = { issuedAt: NOW - 2000, expiresAt: NOW + 500 };
    expect(await introspect()).toEqual({ kind: 'refresh-token', ...TOLD, ...times });
  });
  test('is as old as its rotation, or as the redemption of the code', async () => {
    const first = { refreshGeneration: 1, recentRotations: [] };
    expect(await introspect({ token: pairOf(1).refreshToken, grant: first })).toMatchObject({ issuedAt: NOW - 5000 });
  });
  test('contract 2: an address that nobody has proven is not told', async () => {
    expect(await introspect({ person: { emailVerified: false } })).toMatchObject({ username: undefined });
  });
  test('names that were not granted are not told', async () => {
    const told = { scope: ['nickname'], username: undefined, preferredUsername: undefined };
    expect(await introspect({ grant: { items: ['nickname'] } })).toMatchObject(told);
  });

  const openid = { sid: 'sid-1', amr: ['pwd'], claims: [] };
  test.each<[what: string, given: Given]>([
    ['of another application', { by: { ...APPLICATION, id: 'a2' } }],
    ['contract 3: of whoever is no member, in test mode', { by: { ...APPLICATION, audience: 'team' } }],
    ['contract 31: of whoever is in none of the groups', { by: { ...APPLICATION, audience: 'groups' } }],
    ['while login activation is OFF', { by: { ...APPLICATION, loginActivation: false } }],
    ['whose API key was removed', { by: { ...APPLICATION, platforms: [] } }],
    ['of a family that was ended', { grant: { endedAt: NOW } }],
    ['of a disabled account', { context: { accountActive: false } }],
    ['of a connection that was ended', { context: { connectionLive: false } }],
    ['for the session, which was ended', { context: { sessionEnded: true }, grant: { openid } }],
    ['that another server made', { token: pairOf(2, stranger).refreshToken }],
    ['that was used', { token: pairOf(1).refreshToken }],
    ['that has expired', { grant: { refreshExpiresAt: NOW } }],
    ['without a connection', { gone: 'connection' }],
    ['without an account', { gone: 'account' }],
    ['that is no token', { token: 'lk_rt_' }],
  ])('%s is inactive', async (_, given) => {
    expect(await introspect(given)).toBeUndefined();
  });

  test('that is not for the session alone outlives it', async () => {
    expect(await introspect({ context: { sessionEnded: true } })).toMatchObject({ kind: 'refresh-token' });
  });
});
