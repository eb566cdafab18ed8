// The team of an application over HTTP: who sees, changes and owns it.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillOwner } from '../helpers/full-owner.ts';
import { givenMember } from '../helpers/membership.ts';
import { refusalOf } from '../helpers/refusals.ts';
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
  const place = { applicationId: path.slice(-32), now: host.clock.now() };
  await givenMember(host.stores, { ...place, accountId: editor.accountId, role: 'editor' });
  await givenMember(host.stores, { ...place, accountId: viewer.accountId, role: 'viewer' });
});

const invite = (body: unknown, as = owner) => host.call('POST', `${path}/members`, as, { body });
const memberPath = (person: Person) => `${path}/members/${person.accountId}`;
const status = async (answer: Promise<Response>) => (await answer).status;
const refusal = async (answer: Promise<Response>) => refusalOf(await answer);
const ROLE_TOO_LOW = [403, 'role-too-low'];
const OWNERS_ONLY = [403, 'owners-only'];
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
      email_verified: false,
      role: 'viewer',
      status: 'accepted',
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
});

describe('an invitation', () => {
  type Invited = { id: string; invitation_uri: string };
  const invited = async (email: string, role = 'viewer'): Promise<Invited> => {
    const answer = await invite({ email, role });
    expect(answer.status).toBe(202);
    return (await answer.json()) as Invited;
  };
  const listed = async () =>
    ((await (await host.call('GET', `${path}/members`, owner)).json()) as { id: string; status: string }[]).filter(
      (entry) => entry.status === 'invited',
    );
  const entryPath = ({ id }: { id: string }) => `${path}/members/${id}`;

  it('contract 3: is answered alike for an account, a disabled one, nobody, and whoever is invited already', async () => {
    const person = await host.person('user');
    const disabled = await host.person('user');
    await host.stores.accounts.setDisabled(disabled.accountId, true, host.clock.now());
    const bodies = [];
    for (const email of [person.email, disabled.email, 'nobody@example.com', 'nobody@example.com']) {
      const answer = await invite({ email, role: 'editor' });
      const { id, invitation_uri, ...rest } = (await answer.json()) as Invited & Record<string, unknown>;
      expect(invitation_uri).toMatch(/^https:\/\/id\.example\.com\/invitation\?token=[A-Za-z0-9_-]{43}$/);
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      const headers = [...answer.headers].filter(
        ([name]) => !['content-length', 'date', 'x-request-id'].includes(name),
      );
      bodies.push([answer.status, headers, { ...rest, email: rest.email === email }]);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(bodies[0])]));
    expect(bodies[0]).toMatchObject([
      202,
      expect.anything(),
      {
        email: true,
        role: 'editor',
        status: 'invited',
        created_at: '2026-01-02T12:00:00.000Z',
        expires_at: '2026-01-09T12:00:00.000Z',
      },
    ]);
  });

  it('N1: neither nickname nor account of who is invited is shown, nor the link a second time', async () => {
    const person = await host.person('user', 'Kim.Invited@Example.com');
    await host.stores.accounts.saveProfile(person.accountId, { nickname: 'Secret Kim' }, host.clock.now());
    const { id } = await invited(' kim.invited@example.com ', 'viewer');
    expect(await listed()).toEqual([
      {
        id,
        email: 'kim.invited@example.com',
        role: 'viewer',
        status: 'invited',
        created_at: '2026-01-02T12:00:00.000Z',
        expires_at: '2026-01-09T12:00:00.000Z',
      },
    ]);
    const shown = await (await host.call('GET', entryPath({ id }), viewer)).text();
    expect(shown).not.toContain('Secret Kim');
    expect(shown).not.toContain(person.accountId);
    expect(shown).not.toContain('token');
    expect(await refusal(host.call('GET', path, person))).toEqual(OWNERS_ONLY);
  });

  it('P4: its secret stands in no log and not in the database', async () => {
    const { invitation_uri } = await invited('kim@example.com');
    const token = new URL(invitation_uri).searchParams.get('token') ?? '';
    expect(host.logs.join('\n')).not.toContain(token);
    for (const [name, contents] of await host.contents())
      expect([name, contents.includes(token)]).toEqual([name, false]);
  });

  it('to an address that was invited before takes the place of the older one', async () => {
    const older = await invited('kim@example.com');
    host.clock.at += 1;
    const newer = await invited('KIM@example.com', 'editor');
    expect(await listed()).toMatchObject([{ id: newer.id, email: 'KIM@example.com', role: 'editor' }]);
    expect(await status(host.call('GET', entryPath(older), owner))).toBe(404);
  });

  it('tells every fault at once', async () => {
    const answer = await invite({ email: 'no address', role: 'owner', more: 1 });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/email', '/more', '/role']);
  });

  it('to a member or the owner, whose addresses are in the list anyway, is 409', async () => {
    for (const { email } of [viewer, owner]) {
      const answer = await invite({ email: email.toUpperCase(), role: 'editor' });
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('member-already')]);
    }
  });

  it('N11: counts as a member: 409 when there are as many as there may be', async () => {
    for (let count = 2; count < 50; count += 1) await invited(`number-${count}@example.com`);
    const refused = await invite({ email: 'one-more@example.com', role: 'viewer' });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('members-too-many')]);
    await invited('number-2@example.com');
    const [first = { id: '' }] = await listed();
    expect(await status(host.call('DELETE', entryPath(first), owner))).toBe(204);
    await invited('one-more@example.com');
  });

  it('is changed in its role, never to owner, and withdrawn, with preconditions, by the owner alone', async () => {
    const entry = await invited('kim@example.com');
    const etag = (await host.call('GET', entryPath(entry), owner)).headers.get('etag') ?? '';
    const patch = (body: object, more: { as?: Person; tag?: string } = {}) =>
      host.call('PATCH', entryPath(entry), more.as ?? owner, { body, headers: { 'if-match': more.tag ?? '*' } });
    expect(await refusal(patch({ role: 'editor' }, { as: editor }))).toEqual(ROLE_TOO_LOW);
    expect(await status(patch({ role: 'editor' }, { tag: '"other"' }))).toBe(412);
    const changed = await patch({ role: 'editor' }, { tag: etag });
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      { id: entry.id, role: 'editor', status: 'invited' },
    ]);
    const refused = await patch({ role: 'owner' });
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ pointer: '/role' }] }]);
    const shown = await (await host.call('GET', entryPath(entry), owner)).json();
    expect(await status(host.call('PUT', entryPath(entry), owner, { body: shown }))).toBe(200);
    expect(await refusal(host.call('DELETE', entryPath(entry), editor))).toEqual(ROLE_TOO_LOW);
    expect(await status(host.call('DELETE', entryPath(entry), owner, { headers: { 'if-match': etag } }))).toBe(412);
    expect(await status(host.call('DELETE', entryPath(entry), owner))).toBe(204);
    expect(await status(host.call('DELETE', entryPath(entry), owner))).toBe(404);
  });

  it('is gone with its time, and with DELETE of the whole list', async () => {
    await invited('kim@example.com');
    const start = host.clock.at;
    host.clock.at += 7 * 24 * 60 * 60 * 1000;
    expect(await listed()).toEqual([]);
    host.clock.at = start;
    expect(await listed()).toHaveLength(1);
    expect(await status(host.call('DELETE', `${path}/members`, owner))).toBe(204);
    expect(await (await host.call('GET', `${path}/members`, owner)).json()).toHaveLength(1);
  });

  it('stands after the members on the pages of the list', async () => {
    const first = await invited('kim@example.com');
    const page = await host.call('GET', `${path}/members?limit=3`, viewer);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect(await (await host.call('GET', next.replace(API_URL, ''), viewer)).json()).toMatchObject([{ id: first.id }]);
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
      expect([method, at, ...(await refusal(host.call(method, at, viewer, body)))]).toEqual([
        method,
        at,
        ...ROLE_TOO_LOW,
      ]);
    }
    expect(await roles()).toEqual(team());
  });

  it('an editor changes what is in it, and neither deletes it nor says who belongs to it', async () => {
    expect(await status(host.call('DELETE', `${path}/client-secrets`, editor))).toBe(204);
    expect(await refusal(host.call('DELETE', path, editor))).toEqual(ROLE_TOO_LOW);
    expect(await refusal(invite({ email: stranger.email, role: 'viewer' }, editor))).toEqual(ROLE_TOO_LOW);
    expect(await refusal(host.call('PATCH', memberPath(editor), editor, { body: { role: 'owner' } }))).toEqual(
      ROLE_TOO_LOW,
    );
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
    expect(await refusal(host.call('POST', '/applications', viewer, { body: { name: 'Mine' } }))).toEqual(OWNERS_ONLY);
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
    expect(await refusal(host.call('DELETE', path, owner))).toEqual(ROLE_TOO_LOW);
    expect(await status(host.call('DELETE', path, editor))).toBe(204);
    await host.stores.accounts.setRole(editor.accountId, 'user', host.clock.now());
  });

  it('N11: never to somebody who owns as many applications as one may own: 409, and nothing changes', async () => {
    const heir = await host.person('owner');
    const { id } = await host.register(owner, { name: 'Handed' });
    const { applications } = host.stores;
    const own = await fillOwner(applications, heir.accountId);
    await givenMember(host.stores, {
      applicationId: id,
      accountId: heir.accountId,
      role: 'viewer',
      now: host.clock.now(),
    });
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
