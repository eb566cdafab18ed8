// API tokens at the registration API (contract 3 and 10): who may call, how often, in which order that is checked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import type { Role } from '../../src/core/ground/accounts/account.ts';
import { SCOPES, type Scope } from '../../src/core/ground/acts/scope.ts';
import { hashSecret, randomSecret } from '../../src/core/ground/secrets.ts';
import type { Ports } from '../../src/core/operating/ports.ts';
import { apiRoutes } from '../../src/http/api/api-routes.ts';
import { newId } from '../helpers/new-id.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { givenAccount, NOW } from '../unit/core/given.ts';
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
  type Change = { expiresAt?: number; disabled?: boolean; scopes?: readonly Scope[] };
  async function tokenOf(role: Role, change: Change = {}): Promise<string> {
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
      scopes: change.scopes ?? (['applications'] as const),
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

  const methods = apiRoutes({} as Ports, { apiUrl: '', clientAddressOf: () => undefined as never }).flatMap(
    ({ path, methods }) =>
      Object.entries(methods).map(([method, { access, scope }]) => [method, path, access, scope] as const),
  );

  test('contract 29: every route of the API host but user-info declares the scope that a token needs', () => {
    const without = methods.filter(([, , access, scope]) => access !== 'bearer' && scope === undefined);
    expect(without).toEqual([]);
    expect(methods.filter(([, , , scope]) => scope === 'applications').length).toBeGreaterThan(40);
  });

  test('contract 29: a token of an operator with all scopes but that of the route is 403 at every route', async () => {
    const answers = methods
      .filter(([, , access, scope]) => access !== 'bearer' && scope !== 'any')
      .map(async ([method, path, , scope]) => {
        const headers = bearer(await tokenOf('operator', { scopes: SCOPES.filter((other) => other !== scope) }));
        const refused = await request(host.port, path.replaceAll(/:\w+/g, 'a1'), { method, headers });
        return [
          method,
          path,
          refused.status,
          refusalIn(refused.body),
          challengeOf(refused)?.includes(`scope="${scope}"`),
        ];
      });
    for (const [method, path, ...rest] of await Promise.all(answers)) {
      expect([method, path, ...rest]).toEqual([method, path, 403, 'api-token-scope', true]);
    }
  });

  test('contract 29: the catalogue needs no scope of its own', async () => {
    expect((await list(bearer(await tokenOf('operator', { scopes: ['audit'] })), '/consent-items')).status).toBe(200);
  });

  test('contract 29: the refusal is the insufficient_scope of RFC 6750 3, and names the scope', async () => {
    const refused = await list(bearer(await tokenOf('operator', { scopes: ['audit'] })));
    expect(challengeOf(refused)).toBe(
      'Bearer realm="latchkey", error="insufficient_scope", error_description="This requires an API token with the scope applications.", scope="applications"',
    );
  });

  describe('contract 29: a machine token', () => {
    const machine = async (scopes: readonly Scope[] = ['applications']) => {
      const { stores } = host.database;
      const off = { rules: { mail: 'off' } as never, secrets: {} as never, publish: () => undefined };
      const deps = { machineTokens: stores.machineTokens, clock: host.clock, ...off };
      const made = await createMachineToken(deps, { draft: { name: 'deploy', days: '365', scopes } });
      if (made.kind !== 'created') throw new Error(made.kind);
      return made;
    };

    test('reaches every application, and ends after its days', async () => {
      const { token, machineToken } = await machine();
      expect((await list(bearer(token), '/applications/a1')).status).toBe(200);
      host.clock.at = machineToken.expiresAt;
      expect(refusalOf(await list(bearer(token), '/applications/a1'))).toEqual(TOKEN_INVALID);
    });

    test('needs the scope of the route like any other', async () => {
      const { token } = await machine(['policy']);
      expect(refusalOf(await list(bearer(token)))).toEqual([403, 'api-token-scope']);
    });

    test('owns nothing and invites nobody', async () => {
      const { token } = await machine();
      const headers = { ...bearer(token), 'Content-Type': 'application/json' };
      const send = (path: string, body: object) =>
        request(host.port, path, { method: 'POST', headers, body: JSON.stringify(body) });
      const member = { email: 'kim@example.com', role: 'viewer' };
      expect(refusalOf(await send('/applications', { name: 'X' }))).toEqual([403, 'machine-token-nobody']);
      expect(refusalOf(await send('/applications/a1/members', member))).toEqual([403, 'machine-token-nobody']);
    });

    test('contract 61: is the role "machine" in the audit, of no account', async () => {
      const { token, machineToken } = await machine();
      const headers = { ...bearer(token), 'Content-Type': 'application/merge-patch+json' };
      const body = JSON.stringify({ name: 'Renamed' });
      const answer = await request(host.port, '/applications/a1', { method: 'PATCH', headers, body });
      expect(answer.status).toBe(200);
      const [entry] = await host.database.stores.audit.list({ limit: 1 });
      expect(entry).toMatchObject({ role: 'machine', tokenId: machineToken.id, action: 'PATCH /applications/:id' });
      expect([entry?.accountId, entry?.fields]).toEqual([undefined, expect.arrayContaining(['name'])]);
    });
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
