// API tokens at the registration API (contract 3 and 10): who may call, how often, in which order that is checked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../src/core/accounts/account.ts';
import { hashSecret, newId, randomSecret } from '../../src/core/secrets.ts';
import { givenAccount, NOW } from '../core/given.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { bearer, challengeOf, startApiHost } from './api-host-fixture.ts';
import { type RawResponse, request } from './raw-host.ts';

let host: Awaited<ReturnType<typeof startApiHost>>;
beforeAll(async () => {
  host = await startApiHost();
});
afterAll(() => host.stop());
beforeEach(() => {
  host.clock.at = NOW;
});

describe('contract 3: API tokens', () => {
  async function tokenOf(role: Role, change: { expiresAt?: number; disabled?: boolean } = {}): Promise<string> {
    const { accounts, apiTokens } = host.database.stores;
    const accountId = newId();
    const email = `${accountId}@example.com`;
    await accounts.insert(givenAccount({ id: accountId, email, emailKey: email, role }));
    if (change.disabled) await accounts.setDisabled(accountId, true, NOW);
    const token = `lk_api_${randomSecret()}`;
    const apiToken = {
      id: newId(),
      accountId,
      name: 'test',
      tokenHash: hashSecret(token),
      createdAt: NOW,
      lastUsedAt: undefined,
      expiresAt: change.expiresAt,
    };
    await apiTokens.insert(apiToken, 50);
    return token;
  }
  const list = (headers: Record<string, string>, path = '/applications') => request(host.port, path, { headers });

  const refusalOf = ({ status, body }: RawResponse) => [status, refusalIn(body)];
  const TOKEN_INVALID = [401, 'api-token-invalid'];

  test('a token of an owner, or of an operator, may use the registration API', async () => {
    expect((await list(bearer(await tokenOf('owner')))).status).toBe(200);
    expect((await list(bearer(await tokenOf('operator')))).status).toBe(200);
  });

  test('without a token it is 401 with a bare challenge', async () => {
    const answer = await list({});
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="latchkey"']);
  });

  test('N3: an access token of a user is 401 there', async () => {
    const answer = await list(bearer(host.accessToken));
    expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringContaining('invalid_token')]);
  });

  test('an unknown token is 401', async () => {
    expect(refusalOf(await list(bearer(`lk_api_${randomSecret()}`)))).toEqual(TOKEN_INVALID);
  });

  test('an expired token is 401', async () => {
    expect(refusalOf(await list(bearer(await tokenOf('owner', { expiresAt: NOW }))))).toEqual(TOKEN_INVALID);
    expect((await list(bearer(await tokenOf('owner', { expiresAt: NOW + 1 })))).status).toBe(200);
  });

  test('a token of a disabled account is 401', async () => {
    expect(refusalOf(await list(bearer(await tokenOf('owner', { disabled: true }))))).toEqual(TOKEN_INVALID);
  });

  test('an account that is no owner is 403, but reads the catalogue', async () => {
    const token = await tokenOf('user');
    expect(refusalOf(await list(bearer(token)))).toEqual([403, 'owners-only']);
    expect((await list(bearer(token), '/consent-items')).status).toBe(200);
  });

  test('order of checks: 404 and 405 come before 401, 401 before 415 and an unreadable body', async () => {
    expect((await list({}, '/nothing')).status).toBe(404);
    expect((await request(host.port, '/applications', { method: 'DELETE' })).status).toBe(405);
    const body = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{' };
    expect(refusalOf(await request(host.port, '/applications', body))).toEqual([401, 'token-missing']);
  });

  test('only OPTIONS needs no token', async () => {
    expect((await request(host.port, '/applications', { method: 'OPTIONS' })).status).toBe(204);
  });

  test('contract 10: past the rate it is 429 with Retry-After, per token, until time has passed', async () => {
    const token = await tokenOf('owner');
    const statuses = await Promise.all(Array.from({ length: 51 }, async () => (await list(bearer(token))).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const refused = await list(bearer(token));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await list(bearer(await tokenOf('owner')))).status).toBe(200);
    host.clock.at += 1000;
    expect((await list(bearer(token))).status).toBe(200);
  });

  test('a use is noted at most every five minutes', async () => {
    const token = await tokenOf('owner');
    const lastUse = async () =>
      (await host.database.stores.apiTokens.findCaller(hashSecret(token), host.clock.at))?.lastUsedAt;
    await list(bearer(token));
    // Nobody waits for the note.
    await expect.poll(lastUse).toBe(NOW);
    host.clock.at = NOW + 4 * 60_000;
    await list(bearer(token));
    expect(await lastUse()).toBe(NOW);
    host.clock.at = NOW + 6 * 60_000;
    await list(bearer(token));
    await expect.poll(lastUse).toBe(NOW + 6 * 60_000);
  });
});
