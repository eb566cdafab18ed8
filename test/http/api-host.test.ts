// The API host as a whole: tokens of both kinds, and user information (contract 1, 3 and 6; RFC 6750).
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../src/core/accounts/account.ts';
import type { Database } from '../../src/core/ports.ts';
import { createServerSecrets, hashSecret, newId, randomSecret } from '../../src/core/secrets.ts';
import { makeTokenPair } from '../../src/core/tokens/token-format.ts';
import { buildApiHost } from '../../src/http/api-host.ts';
import { createPasswordHasher } from '../../src/outside/password-hasher.ts';
import { API_KEY, givenAccount, givenApplication, givenGrant, givenItem, givenPlatform, NOW } from '../core/given.ts';
import { openTestDatabase, problemOf, type RawResponse, recordingLog, request, TEST_SETTINGS } from './raw-host.ts';

const HOUR = 3_600_000;
const secrets = createServerSecrets(Buffer.alloc(32, 7));
const rules = {
  codeTtlSeconds: 60,
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 5_184_000,
  familyTtlSeconds: 31_536_000,
  refreshRepeatSeconds: 30,
  sessionIdleSeconds: 86_400,
  sessionTtlSeconds: 2_592_000,
  persistentSessionIdleSeconds: 2_592_000,
  persistentSessionTtlSeconds: 7_776_000,
  passwordTriesPerAccount: 10,
  passwordTriesPerNetwork: 100,
  passwordTryWindowSeconds: 900,
  openRegistration: true,
};

let app: FastifyInstance;
let port: number;
let database: Database;
let clock: { at: number; now(): number };
let close: () => Promise<void>;
let log: Record<string, unknown>[];
let accessToken: string;

beforeAll(async () => {
  ({ database, clock, close } = await openTestDatabase());
  const recording = recordingLog();
  log = recording.log;
  const passwords = createPasswordHasher({ concurrency: 1 });
  app = buildApiHost({
    ports: { ...database.stores, clock, secrets, passwords, rules },
    settings: { ...TEST_SETTINGS, publicUrl: 'http://api.example.com', requestsPerSecond: 10, requestBurst: 50 },
    logger: recording.logger,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
  await database.stores.accounts.insert(givenAccount({ id: 'o1', email: 'o@example.com', emailKey: 'o@example.com' }));
  await database.stores.accounts.insert(givenAccount());
  const items = [givenItem()];
  const siteDomains = ['https://shop.example.com'];
  await database.stores.applications.insert(
    givenApplication({ consentItems: items, platforms: [givenPlatform({ siteDomains })] }),
  );
  accessToken = await issueToken();
});
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => {
  clock.at = NOW;
});

async function issueToken(): Promise<string> {
  const { connections, codes } = database.stores;
  const answers = { nickname: { agreed: true, answeredAt: NOW } };
  await connections.agree({ applicationId: 'a1', accountId: 'u1', sub: 'b'.repeat(32), answers, now: NOW });
  const connection = await connections.find('a1', 'u1');
  const id = newId();
  const connectionGeneration = connection?.generation ?? 0;
  await codes.issue(givenGrant({ id, apiKey: API_KEY, items: ['nickname'], connectionGeneration }));
  const accessTokenId = newId();
  const pair = makeTokenPair(secrets, { grantId: id, generation: 1, accessTokenId });
  const times = { createdAt: NOW, expiresAt: NOW + HOUR };
  await codes.redeem({
    grantId: id,
    accessToken: { id: accessTokenId, tokenHash: pair.accessTokenHash, grantId: id, items: ['nickname'], ...times },
    refreshExpiresAt: NOW + HOUR,
    familyExpiresAt: NOW + HOUR,
    answerScope: undefined,
    now: NOW,
  });
  return pair.accessToken;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const get = (headers: Record<string, string>) => request(port, '/user-info', { headers });
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (body: string, headers: Record<string, string> = {}) =>
  request(port, '/user-info', { method: 'POST', headers: { ...FORM, ...headers }, body });
const challengeOf = (answer: RawResponse) => answer.headers['www-authenticate'];

describe('contract 6: user information', () => {
  const claims = () => ({ sub: 'b'.repeat(32), nickname: 'Mina' });

  test('GET with the token in the header answers sub and the claims, and is not stored', async () => {
    const answer = await get(bearer(accessToken));
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
    expect(problemOf(answer)).toMatchObject(claims());
  });

  test.each(['bearer', 'BEARER', 'BeArEr'])('the scheme is read in any case: %s', async (scheme) => {
    expect((await get({ Authorization: `${scheme} ${accessToken}` })).status).toBe(200);
  });

  test('POST may carry the token in the header without a body', async () => {
    const answer = await request(port, '/user-info', { method: 'POST', headers: bearer(accessToken) });
    expect(problemOf(answer)).toMatchObject(claims());
  });

  test('POST may carry it as access_token in a form body', async () => {
    expect(problemOf(await post(`access_token=${accessToken}`))).toMatchObject(claims());
  });

  test('HEAD answers as GET does, without a body', async () => {
    const answer = await request(port, '/user-info', { method: 'HEAD', headers: bearer(accessToken) });
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect((await request(port, '/user-info', { method: 'HEAD' })).status).toBe(401);
  });

  test('header and body at once are 400 invalid_request', async () => {
    const answer = await post(`access_token=${accessToken}`, bearer(accessToken));
    expect(answer.status).toBe(400);
    expect(challengeOf(answer)).toMatch(/^Bearer realm="latchkey", error="invalid_request", error_description="/);
  });

  test('access_token twice is 400 invalid_request', async () => {
    const answer = await post(`access_token=${accessToken}&access_token=${accessToken}`);
    expect([answer.status, challengeOf(answer)]).toEqual([400, expect.stringContaining('error="invalid_request"')]);
  });

  test('two Authorization headers are 400', async () => {
    const line = ['Authorization', `Bearer ${accessToken}`] as const;
    expect((await request(port, '/user-info', { headers: [line, line] })).status).toBe(400);
  });

  test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b', 'Bearer "a"', 'Bearer =', 'Bearer a=b'])(
    'a malformed header is 400 invalid_request: %o',
    async (authorization) => {
      const answer = await get({ Authorization: authorization });
      expect([answer.status, challengeOf(answer)]).toEqual([400, expect.stringContaining('error="invalid_request"')]);
    },
  );

  test.each([
    ['no token', {}],
    ['credentials of another scheme', { Authorization: 'Basic YTpi' }],
    ['a token of a scheme that begins alike', { Authorization: 'Bearerx abc' }],
    ['an empty header', { Authorization: '' }],
    ['a cookie', { Cookie: 'access_token=abc' }],
  ])('%s is 401 with a bare challenge', async (_what, headers) => {
    const answer = await get(headers);
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="latchkey"']);
  });

  test('a token in the query counts as no token', async () => {
    const answer = await request(port, `/user-info?access_token=${accessToken}`);
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="latchkey"']);
    const posted = await request(port, `/user-info?access_token=${accessToken}`, { method: 'POST' });
    expect(posted.status).toBe(401);
  });

  test.each([
    ['unknown', () => 'lk_at_abc'],
    ['cut by one character', () => accessToken.slice(0, -1)],
    ['longer by one character', () => `${accessToken}A`],
    ['of another kind', () => `lk_api_${randomSecret()}`],
  ])('a token that is %s is 401 invalid_token', async (_what, token) => {
    const answer = await get(bearer(token()));
    expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    expect(answer.body).not.toContain(token());
  });

  test('an expired token is 401 invalid_token', async () => {
    clock.at = NOW + HOUR;
    expect(challengeOf(await get(bearer(accessToken)))).toContain('error="invalid_token"');
  });

  test.each(['application/json', 'APPLICATION/JSON;q=0.1', '*/*', 'application/*', 'text/html, */*;q=0.1', ''])(
    'Accept %o is answered with JSON',
    async (accept) => {
      expect((await get({ ...bearer(accessToken), Accept: accept })).status).toBe(200);
    },
  );

  test.each(['text/html', 'application/jwt', 'image/*', 'application/json;q=0'])('Accept %o is 406', async (accept) => {
    expect((await get({ ...bearer(accessToken), Accept: accept })).status).toBe(406);
  });

  test('contract 3, order of checks: 401 comes before 406', async () => {
    expect((await get({ ...bearer('lk_at_x'), Accept: 'text/html' })).status).toBe(401);
  });

  test('a body of another type is 415', async () => {
    expect((await post('{}', { ...bearer(accessToken), 'Content-Type': 'application/json' })).status).toBe(415);
  });

  test('contract 8: an origin of the application may read the answer, another may not', async () => {
    const ask = async (origin: string) => (await get({ ...bearer(accessToken), Origin: origin })).headers;
    const own = 'https://shop.example.com';
    expect((await ask(own))['access-control-allow-origin']).toBe(own);
    expect((await ask('https://evil.example'))['access-control-allow-origin']).toBeUndefined();
  });

  test('P4: no token is in the log', () => {
    const text = JSON.stringify(log);
    expect(text).toContain('/user-info');
    expect(text).not.toContain(accessToken);
    expect(text).not.toContain('access_token=');
  });
});

describe('contract 3: API tokens', () => {
  async function tokenOf(role: Role, change: { expiresAt?: number; disabled?: boolean } = {}): Promise<string> {
    const { accounts, apiTokens } = database.stores;
    const accountId = newId();
    const email = `${accountId}@example.com`;
    await accounts.insert(givenAccount({ id: accountId, email, emailKey: email, role }));
    if (change.disabled) await accounts.setDisabled(accountId, true, NOW);
    const token = `lk_api_${randomSecret()}`;
    await apiTokens.insert({
      id: newId(),
      accountId,
      name: 'test',
      tokenHash: hashSecret(token),
      createdAt: NOW,
      lastUsedAt: undefined,
      expiresAt: change.expiresAt,
    });
    return token;
  }
  const list = (headers: Record<string, string>, path = '/applications') => request(port, path, { headers });

  test('a token of an owner, or of an operator, may use the registration API', async () => {
    expect((await list(bearer(await tokenOf('owner')))).status).toBe(200);
    expect((await list(bearer(await tokenOf('operator')))).status).toBe(200);
  });

  test('without a token it is 401 with a bare challenge', async () => {
    const answer = await list({});
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="latchkey"']);
  });

  test('N3: an access token of a user is 401 there', async () => {
    const answer = await list(bearer(accessToken));
    expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringContaining('invalid_token')]);
  });

  test('an unknown token is 401', async () => {
    expect((await list(bearer(`lk_api_${randomSecret()}`))).status).toBe(401);
  });

  test('an expired token is 401', async () => {
    expect((await list(bearer(await tokenOf('owner', { expiresAt: NOW })))).status).toBe(401);
  });

  test('a token of a disabled account is 401', async () => {
    expect((await list(bearer(await tokenOf('owner', { disabled: true })))).status).toBe(401);
  });

  test('an account that is no owner is 403, but reads the catalogue', async () => {
    const token = await tokenOf('user');
    expect((await list(bearer(token))).status).toBe(403);
    expect((await list(bearer(token), '/consent-items')).status).toBe(200);
  });

  test('order of checks: 404 and 405 come before 401, 401 before 415 and an unreadable body', async () => {
    expect((await list({}, '/nothing')).status).toBe(404);
    expect((await request(port, '/applications', { method: 'DELETE' })).status).toBe(405);
    const body = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{' };
    expect((await request(port, '/applications', body)).status).toBe(401);
  });

  test('only OPTIONS needs no token', async () => {
    expect((await request(port, '/applications', { method: 'OPTIONS' })).status).toBe(204);
  });

  test('contract 10: past the rate it is 429 with Retry-After, per token, until time has passed', async () => {
    const token = await tokenOf('owner');
    const statuses = await Promise.all(Array.from({ length: 51 }, async () => (await list(bearer(token))).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const refused = await list(bearer(token));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await list(bearer(await tokenOf('owner')))).status).toBe(200);
    clock.at += 1000;
    expect((await list(bearer(token))).status).toBe(200);
  });

  test('a use is noted at most every five minutes', async () => {
    const token = await tokenOf('owner');
    const lastUse = async () => (await database.stores.apiTokens.findCaller(hashSecret(token), clock.at))?.lastUsedAt;
    await list(bearer(token));
    expect(await lastUse()).toBe(NOW);
    clock.at = NOW + 4 * 60_000;
    await list(bearer(token));
    expect(await lastUse()).toBe(NOW);
    clock.at = NOW + 6 * 60_000;
    await list(bearer(token));
    expect(await lastUse()).toBe(NOW + 6 * 60_000);
  });
});
