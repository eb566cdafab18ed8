// GET /audit on the API host (contract 61): who reads it, what it narrows by, page by page, and its own entries.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { ROLES, type Role } from '../../src/core/ground/accounts/account.ts';
import { SCOPES, type Scope } from '../../src/core/ground/acts/scope.ts';
import { hashSecret, randomSecret } from '../../src/core/ground/secrets.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { type Act, entryOf, SERVER } from '../../src/core/server/audit/act.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { newEmail } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

/** A token with these scopes, also where the role may not use them. */
async function tokenOf(role: Role, ...scopes: readonly Scope[]): Promise<{ token: string; accountId: string }> {
  const made = await createAccount(hosts.ports, { email: newEmail(), role, nickname: 'Mina', password: undefined });
  if (made.kind !== 'created') throw new Error('No account');
  const accountId = made.account.id;
  const token = `lk_api_${randomSecret()}`;
  const row = { id: newId(), accountId, name: 'test', tokenHash: hashSecret(token), scopes, lastUsedAt: undefined };
  await hosts.ports.apiTokens.insert({ ...row, createdAt: hosts.clock.now(), expiresAt: undefined }, 50);
  return { token, accountId };
}

const call = (query: string, token?: string, method = 'GET') =>
  fetch(`${hosts.apiUrl}/audit${query}`, { method, ...(token && { headers: { authorization: `Bearer ${token}` } }) });
type Entry = { id: number; at: string; action: string; entry: string };
const entries = async (query: string, token: string): Promise<Entry[]> => (await call(query, token)).json();
const newest = async () => (await hosts.ports.audit.list({ limit: 1 }))[0];

/** Entries of the server, from the oldest to the newest. */
const append = (acts: readonly Partial<Act & { at: number }>[]) =>
  hosts.ports.audit.append(
    acts.map(({ at = hosts.clock.now(), ...act }) => entryOf({ actor: SERVER, action: 'x' as never, ...act }, at)),
  );

test('contract 29, 61: operators and machine tokens with the scope audit read it, nobody else', async () => {
  expect((await call('')).status).toBe(401);
  for (const role of ROLES) {
    const others = await tokenOf(role, ...SCOPES.filter((scope) => scope !== 'audit'));
    const refused = await call('', others.token);
    expect([role, refused.status]).toEqual([role, 403]);
    expect(refused.headers.get('www-authenticate')).toContain('scope="audit"');
    const { token } = await tokenOf(role, 'audit');
    expect([role, (await call('', token)).status]).toEqual([role, role === 'operator' ? 200 : 403]);
  }
  for (const [scopes, status] of [
    [['audit'], 200],
    [['accounts:read'], 403],
  ] as const) {
    const made = await createMachineToken(hosts.ports, { draft: { name: 'siem', days: '9', scopes } });
    if (made.kind !== 'created') throw new Error(made.kind);
    expect((await call('', made.token)).status).toBe(status);
  }
});

test('contract 61: each look is an entry that the answer does not have yet; HEAD is none, and a refused one says so', async () => {
  const { token, accountId } = await tokenOf('operator', 'audit');
  const before = await newest();
  const shown = await entries(`?limit=1&account=${accountId}&subject=${'0'.repeat(32)}`, token);
  expect(shown).toEqual([]);
  expect(await newest()).toMatchObject({
    ...{ id: (before?.id ?? 0) + 1, action: 'GET /audit', role: 'operator', accountId, subjectId: '0'.repeat(32) },
    ...{ tokenId: expect.any(String), address: '127.0.0.1', result: 'done', fields: [] },
  });
  const looked = await newest();
  await call('?subject=x', token);
  await call('', token, 'HEAD');
  expect(await newest()).toEqual(looked);
  await call('', (await tokenOf('support', 'audit')).token);
  expect(await newest()).toMatchObject({ action: 'GET /audit', role: 'support', result: 'refused', fields: [] });
  expect(await entries(`?account=${accountId}`, token)).toMatchObject([{ id: looked?.id, action: 'GET /audit' }]);
});

test('contract 61: shows an entry as the command does, and narrows by each filter and by all of them', async () => {
  const { token } = await tokenOf('operator', 'audit');
  const [accountId, application, subject] = [newId(), newId(), newId()];
  const actor = { role: 'operator', accountId, tokenId: 't1', address: '192.0.2.7', requestId: 'r1' } as const;
  const act = { actor, action: 'team invite' as const, applicationId: application, subjectId: subject };
  const at = hosts.clock.now();
  await append([{ ...act, entry: 'whole', fields: ['role'], at }, { actor }, { subjectId: subject }]);
  const whole = {
    ...{ id: expect.any(Number), at: new Date(at).toISOString(), role: 'operator', account: accountId },
    ...{
      api_token: 't1',
      command: null,
      machine_user: null,
      address: '192.0.2.7',
      request_id: 'r1',
      action: 'team invite',
      application,
    },
    ...{ subject, entry: 'whole', fields: ['role'], reason: null, result: 'done', refusal: null },
  };
  const filters = [`application=${application}`, `account=${accountId}`, `subject=${subject}`, 'action=team+invite'];
  // Looks keep the subject and the application that they were narrowed to.
  expect((await entries(`?${filters[2]}`, token)).map(({ action }) => action)).toEqual(['x', 'team invite']);
  for (const filter of [filters[0], filters[3], filters.join('&'), filters.slice(1, 3).join('&')]) {
    expect([filter, await entries(`?${filter}`, token)]).toEqual([filter, [whole]]);
  }
  expect(await entries(`?${filters[0]}&action=other`, token)).toEqual([]);
});

test('contract 61: narrows by time, the end left out', async () => {
  const { token } = await tokenOf('operator', 'audit');
  const minute = 60_000;
  const start = hosts.clock.now();
  await append(
    Array.from({ length: 40 }, (_, at) => ({ action: 'timed' as never, entry: `${at}`, at: start + at * minute })),
  );
  hosts.clock.advance(40 * minute);
  const within = async (query: string) =>
    (await entries(`?action=timed&limit=100&${query}`, token)).map(({ entry }) => Number(entry));
  const at = (minutes: number) => encodeURIComponent(new Date(start + minutes * minute).toISOString());
  expect(await within(`from=${at(37)}`)).toEqual([39, 38, 37]);
  expect(await within(`to=${at(2)}`)).toEqual([1, 0]);
  expect(await within(`from=${at(17)}&to=${at(20)}`)).toEqual([19, 18, 17]);
  const inSeoul = new Date(start + (9 * 60 + 19) * minute).toISOString().replace('Z', '+09:00');
  expect(await within(`from=${encodeURIComponent(inSeoul)}&to=${at(20)}`)).toEqual([19]);
  expect(await within(`from=${at(40)}`)).toEqual([]);
  expect(await within(`to=${at(0)}`)).toEqual([]);
});

test('contract 3, N5: comes in pages of at most 100, and a cursor is of its filters alone', async () => {
  const { token } = await tokenOf('operator', 'audit');
  await append(Array.from({ length: 7 }, (_, at) => ({ action: 'paged' as never, entry: `e${at}` })));
  const seen: string[] = [];
  let cursor = '';
  for (let query: string | undefined = '?action=paged&limit=3'; query !== undefined; ) {
    const page = await call(query, token);
    seen.push(...((await page.json()) as Entry[]).map(({ entry }) => entry));
    query = /<[^?]+(\?[^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    if (query) expect(query.startsWith('?action=paged&limit=3&cursor=')).toBe(true);
    cursor = new URLSearchParams(query).get('cursor') ?? cursor;
  }
  expect(seen).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1', 'e0']);
  const other = await tokenOf('operator', 'audit');
  expect(await entries(`?action=paged&limit=3&cursor=${cursor}`, other.token)).toMatchObject([{ entry: 'e0' }]);
  for (const [query, by] of [
    [`?cursor=${cursor}`, token],
    [`?action=other&cursor=${cursor}`, token],
    ['?limit=101', token],
    ['?action=a&action=b', token],
  ] as const) {
    expect([query, (await call(query, by)).status]).toEqual([query, 400]);
  }
});

test('contract 3, 61: everything that is wrong with the filters is told at once, and nothing of it is kept', async () => {
  const { token } = await tokenOf('operator', 'audit');
  const typed = 'mina%40example.com';
  const wrong = `?application=x&account=${'F'.repeat(32)}&subject=${typed}&from=yesterday&to=2031-02-30T00:00:00Z`;
  const refused = await call(wrong, token);
  expect(refused.status).toBe(400);
  const { errors } = (await refused.json()) as { errors: { pointer: string; code: string }[] };
  expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual(
    ['/application', '/account', '/subject', '/from', '/to'].map((pointer) => [pointer, 'audit-filter']),
  );
  const backwards = await call('?from=2031-01-31T00:00:00Z&to=2031-01-31T00:00:00Z', token);
  expect((await backwards.json()).errors).toMatchObject([{ pointer: '/to' }]);
  const kept = JSON.stringify(await hosts.ports.audit.read({ afterId: 0, toId: 1e9, limit: 1000 }));
  expect(kept).not.toContain('mina@example.com');
});
