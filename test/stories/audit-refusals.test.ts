// Refusals by scope, by role and at the entry of the console leave an entry of the audit (contract 61), once a minute for
// each caller and act.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import type { Role } from '../../src/core/ground/accounts/account.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

async function given(role: Role) {
  const made = await createAccount(hosts.ports, { email: newEmail(), role, nickname: 'Mina', password: PASSWORD });
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.account;
}
const call = (method: string, path: string, token: string, body?: object) =>
  fetch(hosts.apiUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** What `run` adds, the oldest first. */
async function entriesOf(run: () => Promise<unknown>) {
  const [before] = await hosts.ports.audit.list({ limit: 1 });
  await run();
  const entries = await hosts.ports.audit.list({ limit: 50, afterId: before?.id ?? 0 });
  return entries
    .map(({ action, result, refusal, role, accountId, tokenId }) => ({
      ...{ action, result, refusal, role, accountId, tokenId },
    }))
    .reverse();
}

test('contract 61: a token that lacks a scope, or whose role lacks it, is told of once a minute', async () => {
  const account = await given('user');
  const made = await createApiToken(hosts.ports, { email: account.email, name: 'x', expiresInDays: 9 });
  const token = made.kind === 'created' ? made : undefined;
  const text = token?.token ?? '';
  const ask = async () => {
    for (let times = 0; times < 3; times += 1) {
      expect((await call('GET', '/accounts', text)).status).toBe(403);
      expect((await call('HEAD', '/accounts', text)).status).toBe(403);
      expect((await call('GET', '/applications', text)).status).toBe(403);
      expect((await call('DELETE', `/accounts/${account.id}`, text)).status).toBe(403);
      expect((await call('GET', '/accounts', `${text}x`)).status).toBe(401);
    }
  };
  const by = { role: 'user', accountId: account.id, tokenId: token?.apiToken.id, result: 'refused' };
  const expected = [
    { ...by, action: 'GET /accounts', refusal: 'api-token-scope' },
    { ...by, action: 'GET /applications', refusal: 'owners-only' },
    { ...by, action: 'DELETE /accounts/:id', refusal: 'api-token-scope' },
  ];
  expect(await entriesOf(ask)).toEqual(expected);
  expect(await entriesOf(ask)).toEqual([]);
  hosts.clock.advance(60_000);
  expect(await entriesOf(ask)).toEqual(expected);
});

test('contract 32, 61: a role that a token may not give is a refusal, and so is what its scopes do to nobody', async () => {
  const draft = { name: 'deploy', days: '9', scopes: ['accounts:read', 'accounts:write'] };
  const made = await createMachineToken(hosts.ports, { draft });
  if (made.kind !== 'created') throw new Error(made.kind);
  const { token, machineToken } = made;
  const by = { role: 'machine', accountId: undefined, tokenId: machineToken.id, result: 'refused' };
  const [user, support] = [await given('user'), await given('support')];
  const entries = await entriesOf(async () => {
    await call('POST', '/accounts', token, { email: newEmail(), role: 'operator' });
    await call('PATCH', `/accounts/${user.id}`, token, { role: 'operator' });
    await call('POST', `/accounts/${support.id}/password-links`, token);
    await call('GET', '/policy', token);
  });
  expect(entries).toEqual([
    { ...by, action: 'POST /accounts', refusal: 'api-token-scope' },
    { ...by, action: 'PATCH /accounts/:id', refusal: 'api-token-scope' },
    { ...by, action: 'POST /accounts/:id/password-links', refusal: 'account-out-of-reach' },
    { ...by, action: 'GET /policy', refusal: 'api-token-scope' },
  ]);
});

test('contract 61: whoever is not let in to a page of the console is told of once a minute', async () => {
  const [user, support] = [await given('user'), await given('support')];
  for (const [account, paths] of [
    [user, ['/console/accounts', '/console/audit', '/console/policy']],
    [support, ['/console/policy', '/console/machine-tokens']],
  ] as const) {
    const browser = new Browser();
    await givenSession(hosts, browser, account.email);
    const open = async () => {
      for (const path of [...paths, ...paths]) {
        expect((await browser.open(hosts.authUrl + path)).status).toBe(403);
      }
    };
    const by = {
      role: account.role,
      accountId: account.id,
      tokenId: undefined,
      result: 'refused',
      refusal: 'forbidden',
    };
    const expected = paths.map((path) => ({ ...by, action: `GET ${path}` }));
    expect(await entriesOf(open)).toEqual(expected);
    expect(await entriesOf(open)).toEqual([]);
    hosts.clock.advance(60_000);
    expect(await entriesOf(open)).toEqual(expected);
  }
});
