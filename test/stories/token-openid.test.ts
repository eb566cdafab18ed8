// The token endpoint where `openid` and `offline_access` are in play (contract 5): what `scope` says, when an answer
// has an ID token, and which refresh tokens live on without the session. What stands in an ID token: id-token.test.ts.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
});
afterAll(() => hosts?.stop());

const refresh = (tokens: Tokens, more: Record<string, string> = {}) =>
  client.token(client.refreshForm(tokens.refresh_token, more));

describe('contract 5: scope in the answer', () => {
  test.each([
    ['openid', 'openid nickname', 'the required item stands after what was asked for'],
    ['offline_access openid', 'offline_access openid nickname', 'both are always granted, in the order requested'],
    ['offline_access', 'offline_access nickname', 'one without the other'],
    ['email openid profile offline_access x', 'email openid profile offline_access', 'groups and unknown values'],
    ['openid openid profile', 'openid profile', 'each value once'],
    ['openid phone address', 'openid nickname', 'values of items that nobody registered are left out'],
  ])('%o: %o (%s)', async (scope, granted) => {
    const tokens = await client.tokens({ scope });
    expect(tokens.scope).toBe(granted);
    const hasIdToken = scope.split(' ').includes('openid');
    expect(tokens.id_token !== undefined).toBe(hasIdToken);
    const { body: refreshed } = await refresh(tokens);
    expect([refreshed.scope, refreshed.id_token !== undefined]).toEqual([granted, hasIdToken]);
  });

  test('without scope neither is granted, and there is no ID token', async () => {
    const tokens = await client.tokens();
    expect([tokens.scope, tokens.id_token]).toEqual(['nickname email', undefined]);
  });
});

describe('contract 5: scope at refresh', () => {
  test.each([
    ['nickname', 'nickname'],
    ['offline_access', 'offline_access nickname'],
    ['email offline_access', 'email offline_access nickname'],
  ])('%o leaves openid out: no ID token, neither now nor in a repeat', async (scope, told) => {
    const tokens = await client.tokens({ scope: 'openid nickname email offline_access' });
    const { body: narrow } = await refresh(tokens, { scope });
    expect([narrow.scope, narrow.id_token]).toEqual([told, undefined]);
    for (const repeat of [await refresh(tokens, { scope }), await refresh(tokens)]) {
      expect([repeat.body.access_token, repeat.body.scope]).toEqual([narrow.access_token, told]);
      expect(repeat.body.id_token).toBeUndefined();
    }
    expect((await refresh(narrow)).body).toMatchObject({
      scope: 'openid nickname email offline_access',
      id_token: expect.any(String),
    });
  });

  test('openid alone is something left: an ID token, and the required item', async () => {
    const { body } = await refresh(await client.tokens({ scope: 'openid email' }), { scope: 'openid' });
    expect(body.scope).toBe('openid nickname');
    expect(decodeJwt(body.id_token ?? '')).not.toHaveProperty('email');
    const { body: person } = await client.userInfo(body.access_token);
    expect(person).toMatchObject({ nickname: 'Mina' });
    expect(person).not.toHaveProperty('email');
  });

  test.each([
    ['nickname', 'openid'],
    ['nickname', 'nickname offline_access'],
    ['openid', 'openid offline_access'],
    ['offline_access', 'openid'],
  ])('a grant of %o cannot be refreshed with %o: invalid_scope, and nothing is spent', async (scope, wider) => {
    const tokens = await client.tokens({ scope });
    expect((await refresh(tokens, { scope: wider })).body.error).toBe('invalid_scope');
    expect((await refresh(tokens)).status).toBe(200);
  });

  test('a repeat within the window has the claims of the first answer, narrowed as that was', async () => {
    const tokens = await client.tokens({ scope: 'openid nickname email' });
    const { body: first } = await refresh(tokens, { scope: 'openid' });
    hosts.clock.advance(5000);
    const { body: repeat } = await refresh(tokens);
    const claims = decodeJwt(repeat.id_token ?? '');
    expect(claims).toEqual(decodeJwt(first.id_token ?? ''));
    expect(claims).toMatchObject({ nickname: 'Mina' });
    expect(claims).not.toHaveProperty('email');
    expect([repeat.access_token, repeat.scope]).toEqual([first.access_token, 'openid nickname']);
  });
});

describe('contract 7: the session was ended by somebody', () => {
  const signOutEverywhere = async () => {
    const account = await hosts.ports.accounts.findByEmailKey(client.email);
    await hosts.ports.sessions.endAll({ accountId: account?.id ?? '', now: hosts.clock.now() });
  };

  test.each([
    ['openid', 'invalid_grant'],
    ['openid nickname', 'invalid_grant'],
    ['openid offline_access', undefined],
    ['offline_access', undefined],
    ['nickname', undefined],
  ])('the refresh token of a grant with %o: %o; a code is worth nothing, whatever its scope', async (scope, error) => {
    const [tokens, code] = [await client.tokens({ scope }), await client.code({ scope })];
    await signOutEverywhere();
    expect((await refresh(tokens)).body.error).toBe(error);
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    // The access token lives out its hour.
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
  });

  test('one that ran out by itself ends nothing', async () => {
    const tokens = await client.tokens({ scope: 'openid' });
    hosts.clock.advance(25 * 3600_000);
    expect((await refresh(tokens)).status).toBe(200);
  });
});
