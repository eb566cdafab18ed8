// /groups on the API host (contract 31): groups, who is in them, who may change them, and what applications may name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../src/core/ground/acts/scope.ts';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { givenGroup, join } from '../helpers/given-group.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { callApi, faultsIn, givenMachineToken, pathOf } from './api-calls.ts';

let hosts: Hosts;
let client: Client;
let operator: string;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
  operator = await machineWith('groups');
});
afterAll(() => hosts.stop());

const machineWith = (...scopes: Scope[]) => givenMachineToken(hosts, ...scopes);
const call = (method: string, path: string, token: string, body?: object, headers: object = {}) =>
  callApi(hosts, { method, path, token, body, headers });
const as = (method: string, path: string, body?: object, headers: object = {}) =>
  call(method, path, operator, body, headers);
const own = (method: string, path: string, body?: object) =>
  call(method, `/applications/${client.applicationId}${path}`, client.owner.apiToken, body);

describe('contract 31: /groups', () => {
  test('a group is made, shown, changed and deleted; its tag changes with it', async () => {
    const sent = { name: 'sre', label: 'Site reliability', translations: { ko: { label: '사이트 신뢰성' } } };
    const made = await as('POST', '/groups', { ...sent, applications: [client.applicationId] });
    expect([made.status, made.body]).toEqual([201, undefined]);
    const path = pathOf(made.headers.get('location'));
    const shown = await as('GET', path);
    const { id, created_at, updated_at, ...rest } = shown.body;
    expect(rest).toEqual({ ...sent, applications: [client.applicationId] });
    const tag = shown.headers.get('etag') ?? '';
    expect((await as('PATCH', path, { label: 'SRE' }, { 'if-match': '"other"' })).status).toBe(412);
    const changed = await as('PATCH', path, { label: 'SRE', translations: null }, { 'if-match': tag });
    expect(changed).toMatchObject({ status: 200, body: { id, label: 'SRE', applications: [client.applicationId] } });
    expect(changed.body.translations).toBeUndefined();
    const replaced = await as('PUT', path, { name: 'sre-team' });
    expect(replaced.body).toEqual({
      id,
      name: 'sre-team',
      applications: [],
      created_at,
      updated_at: expect.anything(),
    });
    expect((await as('PATCH', path, { id: newId() })).status).toBe(400);
    expect((await as('DELETE', path)).status).toBe(204);
    expect((await as('GET', path)).status).toBe(404);
  });

  test('everything wrong with a group is told at once, and a name is given once', async () => {
    const wrong = { name: 'SRE', label: '', description: 'x'.repeat(201), applications: 'some', colour: 'red' };
    const refused = await as('POST', '/groups', wrong);
    expect(faultsIn(refused)?.sort()).toEqual([
      '/applications type-wrong',
      '/colour member-unknown',
      '/description group-text',
      '/label group-text',
      '/name group-name-malformed',
    ]);
    expect(faultsIn(await as('POST', '/groups', { name: 'ops', applications: [newId()] }))).toEqual([
      '/applications group-application-unknown',
    ]);
    await givenGroup(hosts, 'taken');
    expect((await as('POST', '/groups', { name: 'taken' })).status).toBe(409);
  });

  test('they are listed by name, in pages, by the beginning of the name', async () => {
    for (const name of ['page-c', 'page-a', 'page-b', 'pager']) await givenGroup(hosts, name);
    const first = await as('GET', '/groups?name=page-&limit=2');
    expect(first.body.map(({ name }: { name: string }) => name)).toEqual(['page-a', 'page-b']);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await as('GET', next.slice(hosts.apiUrl.length));
    expect(second.body.map(({ name }: { name: string }) => name)).toEqual(['page-c']);
    expect(second.headers.get('link')).toBeNull();
    expect((await as('GET', '/groups?name=No!')).body).toEqual([]);
  });

  test('people are added once and removed once, and their account shows their groups', async () => {
    const group = await givenGroup(hosts, 'members');
    const { id } = await givenPerson(hosts);
    const path = `/groups/${group.id}/members`;
    const added = await as('POST', path, { account: id });
    expect([added.status, pathOf(added.headers.get('location'))]).toEqual([201, `${path}/${id}`]);
    expect((await as('POST', path, { account: id })).status).toBe(409);
    for (const account of [newId(), 'no id']) {
      expect(faultsIn(await as('POST', path, { account }))).toEqual(['/account group-account-unknown']);
    }
    expect((await as('GET', path)).body).toEqual([{ account: id, added_at: expect.any(String) }]);
    expect((await as('GET', `${path}/${id}`)).body.account).toBe(id);
    const accounts = await machineWith('accounts:read');
    expect((await call('GET', `/accounts/${id}`, accounts)).body.groups).toEqual(['members']);
    expect((await as('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await as('DELETE', `${path}/${id}`)).status).toBe(404);
    const written = await hosts.ports.audit.read({ afterId: 0, toId: Number.MAX_SAFE_INTEGER, limit: 999 });
    const acts = written.filter((entry) => entry.subjectId === id && entry.entry === group.id);
    expect(acts.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'POST /groups/:id/members done',
      'GET /groups/:id/members/:id done',
      'DELETE /groups/:id/members/:id done',
    ]);
    const activities = await hosts.ports.activities.listByAccount({ accountId: id, limit: 99, beforeId: undefined });
    const told = activities.filter(({ kind }) => kind === 'operator-acted');
    expect(told.length).toBeGreaterThanOrEqual(acts.length);
  });

  test('no other scope, and no owner, reaches groups', async () => {
    const group = await givenGroup(hosts, 'hidden');
    const others = await machineWith(...SCOPES.filter((scope) => scope !== 'groups'));
    for (const [method, path, body] of [
      ['GET', '/groups', undefined],
      ['POST', '/groups', { name: 'mine' }],
      ['GET', `/groups/${group.id}`, undefined],
      ['DELETE', `/groups/${group.id}`, undefined],
      ['GET', `/groups/${group.id}/members`, undefined],
      ['POST', `/groups/${group.id}/members`, { account: newId() }],
    ] as const) {
      expect((await call(method, path, others, body)).status).toBe(403);
      expect((await call(method, path, client.owner.apiToken, body)).status).toBe(403);
    }
  });
});

describe('contract 31: what an application names', () => {
  test('a group that may not be named is refused in the words of one that does not exist', async () => {
    await givenGroup(hosts, 'secret', { applications: [] });
    await givenGroup(hosts, 'open');
    const refused = await own('PATCH', '', { groups: ['open', 'secret'] });
    const unknown = await own('PATCH', '', { groups: ['open', 'nobody'] });
    expect(refused.body).toEqual(unknown.body);
    expect(faultsIn(refused)).toEqual(['/groups/1 group-unknown']);
    const registered = { ...APPLICATION, name: 'Born', groups: ['secret'] };
    expect(faultsIn(await call('POST', '/applications', client.owner.apiToken, registered))).toEqual([
      '/groups/0 group-unknown',
    ]);
  });

  test('item, list and audience go together; a PUT without the lists leaves them', async () => {
    await givenGroup(hosts, 'crew');
    expect(faultsIn(await own('POST', '/consent-items', { item: 'groups', consent: 'optional' }))).toEqual([
      '/item groups-missing',
    ]);
    expect(faultsIn(await own('PATCH', '', { audience: 'groups' }))).toEqual(['/audience allowed-groups-missing']);
    expect(faultsIn(await own('PATCH', '', { allowed_groups: ['crew'] }))).toEqual([
      '/allowed_groups allowed-groups-audience',
    ]);
    const both = { audience: 'groups', allowed_groups: [] };
    expect(faultsIn(await own('PATCH', '', both))).toEqual([
      '/audience allowed-groups-missing',
      '/allowed_groups allowed-groups-missing',
    ]);
    const many = Array.from({ length: 51 }, (_, index) => `g${index}`);
    expect(faultsIn(await own('PATCH', '', { groups: many }))?.[0]).toBe('/groups groups-too-many');
    const set = { groups: ['crew'], audience: 'groups', allowed_groups: ['crew'] };
    expect((await own('PATCH', '', set)).body).toMatchObject(set);
    const { created_at, ...shown } = (await own('GET', '')).body;
    const { groups, allowed_groups, audience, ...without } = shown;
    expect((await own('PUT', '', without)).body).toMatchObject({ groups, allowed_groups, audience });
    expect((await own('PATCH', '', { groups: null })).body).toMatchObject({ groups: [], allowed_groups, audience });
    expect(
      (await own('PUT', '', { ...without, audience: 'everyone', allowed_groups: [], groups: [] })).body,
    ).toMatchObject({ groups: [], allowed_groups: [], audience: 'everyone' });
  });

  test('a group that is named keeps its name and stays, unless the name is taken out of the application', async () => {
    const group = await givenGroup(hosts, 'named', { applications: [client.applicationId] });
    await givenGroup(hosts, 'other');
    await own('PATCH', '', { groups: ['named'], audience: 'groups', allowed_groups: ['named'] });
    const path = `/groups/${group.id}`;
    const problem = { status: 409, detail: expect.stringContaining(`Acme Shop (${client.applicationId})`) };
    const named = { ...problem, type: expect.stringContaining('#group-named') };
    const empties = { ...problem, type: expect.stringContaining('#group-empties') };
    expect((await as('PATCH', path, { name: 'renamed' })).body).toMatchObject(named);
    expect((await as('DELETE', path)).body).toMatchObject(named);
    expect((await as('PATCH', path, { applications: [] })).body).toMatchObject(empties);
    expect((await as('DELETE', `${path}?force=true`)).body).toMatchObject(empties);
    expect((await as('DELETE', `${path}?force=perhaps`)).status).toBe(400);
    await own('PATCH', '', { allowed_groups: ['named', 'other'] });
    const { body: before } = await own('GET', '');
    expect((await as('DELETE', `${path}?force=true`)).status).toBe(204);
    const { body: after } = await own('GET', '');
    expect(after).toMatchObject({ groups: [], allowed_groups: ['other'] });
    expect(after.updated_at > before.updated_at).toBe(true);
    const written = await hosts.ports.audit.read({ afterId: 0, toId: Number.MAX_SAFE_INTEGER, limit: 999 });
    expect(written.at(-1)).toMatchObject({
      action: 'applications narrow-groups',
      applicationId: client.applicationId,
      fields: ['groups', 'allowed_groups'],
    });
    await own('PATCH', '', { audience: 'everyone', allowed_groups: [] });
  });

  test('nobody is in more than 100 groups', async () => {
    const { id } = await givenPerson(hosts);
    for (let index = 0; index < 100; index += 1) await join(hosts, await givenGroup(hosts, `n${index}`), id);
    const last = await givenGroup(hosts, 'one-more');
    expect((await as('POST', `/groups/${last.id}/members`, { account: id })).status).toBe(409);
  });
});
