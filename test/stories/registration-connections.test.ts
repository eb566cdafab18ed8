// The connections of an application over HTTP (contract 3): who is connected, by `sub` alone, and how it ends.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSub } from '../../src/core/ground/secrets.ts';
import { givenMember } from '../helpers/membership.ts';
import { API_URL, type Person, type RegistrationHost, START, startRegistrationHost } from './registration-host.ts';

/** More than the purge ends in two steps. */
const PEOPLE = 1_200;
const STEP = 500;

let host: RegistrationHost;
let owner: Person;
let other: Person;
let applicationId: string;
let path: string;
let users: { accountId: string; sub: string }[];

beforeAll(async () => {
  host = await startRegistrationHost();
  owner = await host.person('owner');
  other = await host.person('owner');
});
afterAll(() => host.close());
beforeEach(async () => {
  host.clock.at = START;
  const items = [
    { item: 'nickname', consent: 'required' },
    { item: 'email', consent: 'optional' },
  ];
  applicationId = (await host.register(owner, { name: 'Acme Shop', consent_items: items })).id;
  path = `/applications/${applicationId}/connections`;
  users = [];
  for (let index = 0; index < 3; index += 1) {
    const { accountId } = await host.person('user');
    const answers = {
      nickname: { agreed: true, answeredAt: START + index },
      email: { agreed: index === 1, answeredAt: START + index },
    };
    const agreed = { applicationId, accountId, sub: newSub(), answers, now: START + index };
    users.push({ accountId, sub: (await host.stores.connections.agree(agreed)).sub });
  }
  host.clock.at = START + 1000;
});

const of = (index: number) => `${path}/${users[index]?.sub}`;
const subs = async (response: Response) => ((await response.json()) as { sub: string }[]).map(({ sub }) => sub);
const left = async () => subs(await host.call('GET', path, owner));

describe('contract 3: connections', () => {
  it('are listed in order of creation, with what is agreed right now, and nothing else of the person', async () => {
    const response = await host.call('GET', path, owner);
    expect(await response.json()).toEqual([
      { sub: users[0]?.sub, items: ['nickname'], created_at: '2026-01-02T12:00:00.000Z', last_used_at: null },
      { sub: users[1]?.sub, items: ['nickname', 'email'], created_at: '2026-01-02T12:00:00.001Z', last_used_at: null },
      { sub: users[2]?.sub, items: ['nickname'], created_at: '2026-01-02T12:00:00.002Z', last_used_at: null },
    ]);
    await host.stores.connections.touch(applicationId, users[0]?.accountId ?? '', START + 5000);
    expect(await (await host.call('GET', of(0), owner)).json()).toMatchObject({
      last_used_at: '2026-01-02T12:00:05.000Z',
    });
  });

  it('are paged, also when the account at which the cursor stands is gone, and no cursor tells an account', async () => {
    const first = await host.call('GET', `${path}?limit=2`, owner);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    for (const { accountId } of users) {
      expect(next).not.toContain(Buffer.from(accountId).toString('hex'));
      expect(next).not.toContain(accountId);
    }
    expect(await subs(first)).toEqual(users.slice(0, 2).map(({ sub }) => sub));
    const rest = async () => subs(await host.call('GET', next.replace(API_URL, ''), owner));
    expect(await rest()).toEqual([users[2]?.sub]);
    await host.stores.accounts.remove(users[1]?.accountId ?? '', START + 1);
    expect(await rest()).toEqual([users[2]?.sub]);
  });

  it('end one by one: DELETE unlinks that user at once', async () => {
    expect((await host.call('DELETE', of(1), owner)).status).toBe(204);
    expect((await host.call('DELETE', of(1), owner)).status).toBe(404);
    expect((await host.call('GET', of(1), owner)).status).toBe(404);
    expect(await left()).toEqual([users[0]?.sub, users[2]?.sub]);
    const ended = await host.stores.connections.find(applicationId, users[1]?.accountId ?? '');
    expect(ended).toMatchObject({ generation: 2, endedAt: START + 1000 });
  });

  it('end together: DELETE on the collection', async () => {
    expect((await host.call('DELETE', path, owner)).status).toBe(204);
    expect(await left()).toEqual([]);
  });

  it('end together at once, however many there are: the purge comes to each of them later, in steps', async () => {
    const first = users[0]?.accountId ?? '';
    // As many rows as people, by the database itself.
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PEOPLE})`;
    await host.execute(`insert into accounts (id, email, email_key, email_verified, role, profile, created_at, updated_at)
      ${numbers} select 'bulk' || i, 'bulk' || i || '@example.com', 'bulk' || i || '@example.com', false, 'user', '{}', 1, 1 from n`);
    await host.execute(`insert into connections (application_id, account_id, sub, generation, answers, created_at)
      ${numbers} select '${applicationId}', 'bulk' || i, 'bulk' || i, 1, '{}', 1 from n`);
    expect(await left()).toHaveLength(20);
    expect((await host.call('DELETE', path, owner)).status).toBe(204);
    expect(await left()).toEqual([]);
    expect((await host.call('GET', of(0), owner)).status).toBe(404);
    expect((await host.stores.connections.find(applicationId, 'bulk7'))?.endedAt).toBe(START + 1000);
    // Whoever agrees again meanwhile stays; the purge comes to the others in steps.
    const again = { applicationId, accountId: first, sub: newSub(), answers: {}, now: START + 2000 };
    await host.stores.connections.agree(again);
    expect(await left()).toEqual([users[0]?.sub]);
    // One mark a step: the first ones are those of other tests. The rows are as many as they were before the request.
    const steps: number[] = [];
    while (steps.filter((ended) => ended === STEP).length < 2) {
      steps.push(await host.stores.expired.purge(START + 3000, STEP, 0));
      expect(steps.length).toBeLessThan(20);
    }
    expect(await left()).toEqual([users[0]?.sub]);
  });

  it('a precondition that does not hold ends nothing: 412', async () => {
    const headers = { 'if-match': '"other"' };
    expect((await host.call('DELETE', of(0), owner, { headers })).status).toBe(412);
    expect(await left()).toHaveLength(3);
  });

  it('the list has no tag: DELETE of it on whatever tag is 412 and ends nothing, on * it ends all', async () => {
    const call = (tag: string) => host.call('DELETE', path, owner, { headers: { 'if-match': tag } });
    expect((await call('"other"')).status).toBe(412);
    expect(await left()).toHaveLength(3);
    expect((await call('*')).status).toBe(204);
    expect(await left()).toEqual([]);
  });

  it('an editor ends one, the owner alone all: 403 says what the role lacks', async () => {
    const editor = await host.person('user');
    const member = { applicationId, accountId: editor.accountId, role: 'editor' as const, now: START };
    await givenMember(host.stores, member);
    const all = await host.call('DELETE', path, editor);
    expect([all.status, ((await all.json()) as { detail: string }).detail]).toEqual([
      403,
      'Your role in this application is editor. This requires the role owner.',
    ]);
    expect((await host.call('DELETE', of(0), editor)).status).toBe(204);
    await host.stores.members.setRole(applicationId, editor.accountId, 'viewer', { accountId: owner.accountId });
    const one = await host.call('DELETE', of(1), editor);
    expect([one.status, ((await one.json()) as { detail: string }).detail]).toEqual([
      403,
      'Your role in this application is viewer. This requires the role editor or owner.',
    ]);
    expect(await left()).toHaveLength(2);
  });

  it('N1: another owner meets 404 everywhere, also with a sub under an application of their own', async () => {
    const own = (await host.register(other, { name: 'Other' })).id;
    const places = [path, of(0), `/applications/${own}/connections/${users[0]?.sub}`];
    for (const place of places) {
      for (const method of ['GET', 'DELETE']) expect((await host.call(method, place, other)).status).toBe(404);
    }
    expect(await left()).toHaveLength(3);
  });
});
