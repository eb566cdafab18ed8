// The team of an application over HTTP: who sees, changes and owns it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillOwner } from '../helpers/full-owner.ts';
import { API_URL, type Person, type RegistrationHost, startRegistrationHost } from './registration-host.ts';

let host: RegistrationHost;
let owner: Person;
let editor: Person;
let viewer: Person;
let stranger: Person;
let path: string;

beforeAll(async () => {
  host = await startRegistrationHost();
  owner = await host.person('owner');
  stranger = await host.person('owner');
  // Neither may register applications of their own.
  editor = await host.person('user');
  viewer = await host.person('user');
});
afterAll(() => host.close());
beforeEach(async () => {
  path = `/applications/${(await host.register(owner, { name: 'Acme Shop' })).id}`;
  await add({ email: editor.email, role: 'editor' });
  await add({ email: viewer.email.toUpperCase(), role: 'viewer' });
});

const add = (body: unknown, as = owner) => host.call('POST', `${path}/members`, as, { body });
const memberPath = (person: Person) => `${path}/members/${person.accountId}`;
const status = async (answer: Promise<Response>) => (await answer).status;
const roles = async (as = owner) =>
  ((await (await host.call('GET', `${path}/members`, as)).json()) as { id: string; role: string }[]).map(
    ({ id, role }) => [id, role],
  );
const team = () => [
  [owner.accountId, 'owner'],
  [editor.accountId, 'editor'],
  [viewer.accountId, 'viewer'],
];

describe('the team of an application', () => {
  it('is listed to every member, the owner first', async () => {
    for (const person of [owner, editor, viewer]) expect(await roles(person)).toEqual(team());
    expect(await (await host.call('GET', memberPath(viewer), editor)).json()).toEqual({
      id: viewer.accountId,
      email: viewer.email,
      role: 'viewer',
      created_at: '2026-01-02T12:00:00.000Z',
    });
  });

  it('is paged like every list', async () => {
    const first = await host.call('GET', `${path}/members?limit=2`, viewer);
    expect(await first.json()).toHaveLength(2);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await host.call('GET', next.replace(API_URL, ''), viewer);
    expect(await second.json()).toMatchObject([{ id: viewer.accountId }]);
    expect(second.headers.get('link')).toBeNull();
  });

  it('a new member is answered with 201, Location and no body', async () => {
    const person = await host.person('user');
    const answer = await add({ email: person.email, role: 'viewer' });
    expect([answer.status, await answer.text()]).toEqual([201, '']);
    expect(answer.headers.get('location')).toBe(`${API_URL}${memberPath(person)}`);
  });

  it('tells every fault of a new member at once', async () => {
    const answer = await add({ email: 'nobody@example.com', role: 'owner', more: 1 });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/email', '/more', '/role']);
  });

  it('takes nobody twice: 409', async () => {
    expect(await status(add({ email: viewer.email, role: 'editor' }))).toBe(409);
    expect(await status(add({ email: owner.email, role: 'editor' }))).toBe(409);
  });
});

describe('what a role allows', () => {
  it('N1: a viewer looks, and changes nothing', async () => {
    expect(await status(host.call('GET', path, viewer))).toBe(200);
    expect(await status(host.call('GET', `${path}/client-secrets`, viewer))).toBe(200);
    for (const [method, at] of [
      ['DELETE', path],
      ['POST', `${path}/client-secrets`],
      ['DELETE', `${path}/client-secrets`],
      ['POST', `${path}/members`],
      ['DELETE', `${path}/members`],
      ['PATCH', memberPath(editor)],
      ['DELETE', memberPath(editor)],
    ] as const) {
      const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
      expect([method, at, await status(host.call(method, at, viewer, body))]).toEqual([method, at, 403]);
    }
    expect(await roles()).toEqual(team());
  });

  it('an editor changes what is in it, and neither deletes it nor says who belongs to it', async () => {
    expect(await status(host.call('DELETE', `${path}/client-secrets`, editor))).toBe(204);
    expect(await status(host.call('DELETE', path, editor))).toBe(403);
    expect(await status(add({ email: stranger.email, role: 'viewer' }, editor))).toBe(403);
    expect(await status(host.call('PATCH', memberPath(editor), editor, { body: { role: 'owner' } }))).toBe(403);
    expect(await status(host.call('GET', path, owner))).toBe(200);
  });

  it('N1, N13: for anybody else it does not exist, whatever they ask', async () => {
    for (const [method, at] of [
      ['GET', `${path}/members`],
      ['POST', `${path}/members`],
      ['DELETE', `${path}/members`],
      ['GET', memberPath(viewer)],
      ['PUT', memberPath(viewer)],
      ['DELETE', memberPath(viewer)],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? { body: { role: 'viewer' } } : {};
      expect([method, await status(host.call(method, at, stranger, body))]).toEqual([method, 404]);
    }
    expect(await roles()).toEqual(team());
  });

  it('a member who is no owner finds the application in the list, and may register none', async () => {
    const list = (await (await host.call('GET', '/applications?limit=100', viewer)).json()) as { id: string }[];
    expect(list.map(({ id }) => `/applications/${id}`)).toContain(path);
    expect(await status(host.call('POST', '/applications', viewer, { body: { name: 'Mine' } }))).toBe(403);
  });

  it('N10: a removed member loses it at once, and may leave by themselves', async () => {
    expect(await status(host.call('DELETE', memberPath(editor), owner))).toBe(204);
    expect(await status(host.call('GET', path, editor))).toBe(404);
    expect(await status(host.call('DELETE', memberPath(viewer), viewer))).toBe(204);
    expect(await roles()).toEqual([[owner.accountId, 'owner']]);
    expect(await status(host.call('DELETE', memberPath(owner), owner))).toBe(409);
  });
});

describe('the owner changes roles', () => {
  it('of a member, with a precondition', async () => {
    const etag = (await host.call('GET', memberPath(viewer), owner)).headers.get('etag') ?? '';
    const change = (headers: HeadersInit) =>
      host.call('PATCH', memberPath(viewer), owner, { body: { role: 'editor' }, headers });
    expect(await status(change({ 'if-match': '"other"' }))).toBe(412);
    const answer = await change({ 'if-match': etag });
    expect([answer.status, await answer.json()]).toMatchObject([200, { role: 'editor' }]);
  });

  it('as any resource is changed: a merge patch by its own type, an empty one, and 412 before 409', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await host.call('PATCH', memberPath(viewer), owner, { body: { role: 'editor' }, headers });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)]);
    const empty = await host.call('PATCH', memberPath(viewer), owner, { body: {} });
    expect([empty.status, await empty.json()]).toMatchObject([200, { role: 'editor' }]);
    expect(await status(host.call('PUT', memberPath(viewer), owner, { body: {} }))).toBe(400);
    const stale = { headers: { 'if-match': '"other"' } };
    expect(await status(host.call('DELETE', memberPath(owner), owner, stale))).toBe(412);
  });

  it('and hands the application over, to an account that may own one: the owner before is an editor from then on', async () => {
    const refused = await host.call('PUT', memberPath(editor), owner, { body: { role: 'owner' } });
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ pointer: '/role' }] }]);
    await host.stores.accounts.setRole(editor.accountId, 'owner', host.clock.now());
    const answer = await host.call('PUT', memberPath(editor), owner, { body: { role: 'owner' } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { id: editor.accountId, role: 'owner' }]);
    expect((await roles(editor)).filter(([, role]) => role !== 'viewer')).toEqual([
      [editor.accountId, 'owner'],
      [owner.accountId, 'editor'],
    ]);
    expect(await status(host.call('DELETE', path, owner))).toBe(403);
    expect(await status(host.call('DELETE', path, editor))).toBe(204);
    await host.stores.accounts.setRole(editor.accountId, 'user', host.clock.now());
  });

  it('N11: never to somebody who owns as many applications as one may own: 409, and nothing changes', async () => {
    const heir = await host.person('owner');
    const { id } = await host.register(owner, { name: 'Handed' });
    const { applications, members } = host.stores;
    const own = await fillOwner(applications, heir.accountId);
    await members.add({ applicationId: id, accountId: heir.accountId, role: 'viewer', now: host.clock.now() }, 50);
    const handOver = () =>
      host.call('PATCH', `/applications/${id}/members/${heir.accountId}`, owner, { body: { role: 'owner' } });
    const refused = await handOver();
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { type: expect.stringContaining('applications-too-many'), detail: expect.stringContaining('500 applications') },
    ]);
    expect((await applications.find(id))?.ownerId).toBe(owner.accountId);
    await applications.remove(own[0]?.id ?? '');
    expect(await status(handOver())).toBe(200);
  });

  it('never away from the application: somebody must own it', async () => {
    const answer = await host.call('PATCH', memberPath(owner), owner, { body: { role: 'viewer' } });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ pointer: '/role' }] }]);
  });
});
