// Lists of the registration API come in pages (contract 3), and no cursor leads out of one's own (case N5).

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenMember } from '../helpers/membership.ts';
import { refusalOf } from '../helpers/refusals.ts';
import { API_URL, type Person, type RegistrationHost, startRegistrationHost } from './registration-host.ts';

let host: RegistrationHost;
let owner: Person;
let other: Person;
let operator: Person;
let ids: string[];

beforeAll(async () => {
  host = await startRegistrationHost();
  [owner, other, operator] = [await host.person('owner'), await host.person('owner'), await host.person('operator')];
  ids = [];
  for (let i = 0; i < 25; i++) {
    ids.push((await host.register(owner, { name: `Application ${i}` })).id);
    if (i % 5 === 0) await host.register(other, { name: `Other ${i}` });
  }
});
afterAll(() => host.close());

const get = (path: string, as: Person) => host.call('GET', path, as);
const idsOf = async (response: Response) => ((await response.json()) as { id: string }[]).map(({ id }) => id);
const nextOf = (response: Response) => /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
const pathOf = (url: string | undefined) => (url ?? '').slice(API_URL.length);
const cursorOf = async (as: Person, path = '/applications?limit=2') =>
  new URL(nextOf(await get(path, as)) ?? '').searchParams.get('cursor') ?? '';

describe('contract 3: pages of a list', () => {
  it('twenty come at once, in order of creation, and Link leads to the rest', async () => {
    const first = await get('/applications', owner);
    expect(await idsOf(first)).toEqual(ids.slice(0, 20));
    const next = nextOf(first);
    expect(next).toMatch(/^https:\/\/api\.example\.com\/applications\?limit=20&cursor=[a-z0-9]+$/);
    const second = await get(pathOf(next), owner);
    expect(await idsOf(second)).toEqual(ids.slice(20));
    expect(second.headers.get('link')).toBeNull();
  });

  it('following Link by sevens shows each application once', async () => {
    const seen: string[] = [];
    for (let path = '/applications?limit=7'; path !== ''; ) {
      const page = await get(path, owner);
      path = pathOf(nextOf(page));
      seen.push(...(await idsOf(page)));
    }
    expect(seen).toEqual(ids);
  });

  it('a page that ends with the list has no Link', async () => {
    expect((await get('/applications?limit=25', owner)).headers.get('link')).toBeNull();
    expect((await get('/applications?limit=100', owner)).headers.get('link')).toBeNull();
  });

  it('an owner’s list holds their own only, an operator’s everyone’s', async () => {
    expect(await idsOf(await get('/applications', other))).toHaveLength(5);
    expect(await idsOf(await get('/applications?limit=100', operator))).toHaveLength(30);
  });

  it('an owner without applications gets an empty list', async () => {
    const response = await get('/applications', await host.person('owner'));
    expect([response.status, await response.text()]).toEqual([200, '[]']);
  });

  it('a cursor goes on where it stood, also when that application is gone', async () => {
    const person = await host.person('owner');
    const own = [];
    for (const name of ['a', 'b', 'c']) own.push((await host.register(person, { name })).id);
    const next = pathOf(nextOf(await get('/applications?limit=2', person)));
    await host.call('DELETE', `/applications/${own[1]}`, person);
    expect(await idsOf(await get(next, person))).toEqual([own[2]]);
  });

  it('the catalogue has pages as well', async () => {
    const items: string[] = [];
    for (let path = '/consent-items?limit=3'; path !== ''; ) {
      const page = await get(path, owner);
      path = pathOf(nextOf(page));
      items.push(...((await page.json()) as { item: string }[]).map(({ item }) => item));
    }
    expect(items).toHaveLength(12);
    expect([items[0], items[11]]).toEqual(['nickname', 'groups']);
  });

  it('so have client secrets, expired ones included', async () => {
    const { id } = await host.register(owner, {
      name: 'Secrets',
      platforms: [{ platform: 'Web', site_domains: ['https://a.example'] }],
    });
    const path = `/applications/${id}/client-secrets`;
    const made: string[] = [];
    for (let i = 0; i < 3; i++) {
      const expires_at = new Date(host.clock.at + 1000).toISOString();
      const created = await host.call('POST', path, owner, { body: { expires_at } });
      made.push(((await created.json()) as { id: string }).id);
      host.clock.at += 1000;
    }
    const first = await get(`${path}?limit=2`, owner);
    expect(await idsOf(first)).toEqual(made.slice(0, 2));
    expect(await idsOf(await get(pathOf(nextOf(first)), owner))).toEqual(made.slice(2));
  });
});

describe('contract 3: pages of a list that changes meanwhile', () => {
  it.each(['the last one seen', 'one seen before'])('no member is skipped when %s leaves', async (which) => {
    const { id } = await host.register(owner, { name: 'Team' });
    const path = `/applications/${id}/members`;
    const members: string[] = [];
    for (let i = 0; i < 4; i++) {
      const { accountId } = await host.person('user');
      await givenMember(host.stores, { applicationId: id, accountId, role: 'viewer', now: host.clock.at });
      members.push(accountId);
      host.clock.at += 1;
    }
    const first = await get(`${path}?limit=3`, owner);
    expect(await idsOf(first)).toEqual([owner.accountId, ...members.slice(0, 2)]);
    await host.call('DELETE', `${path}/${which === 'one seen before' ? members[0] : members[1]}`, owner);
    expect(await idsOf(await get(pathOf(nextOf(first)), owner))).toEqual(members.slice(2));
  });

  it('no consent item is skipped or shown twice when one seen before leaves', async () => {
    const items = ['website', 'nickname', 'email', 'address'].map((item) => ({ item, consent: 'optional' }));
    const { id } = await host.register(owner, { name: 'Items', consent_items: items });
    const path = `/applications/${id}/consent-items`;
    const first = await get(`${path}?limit=2`, owner);
    await host.call('DELETE', `${path}/website`, owner);
    expect(await (await get(pathOf(nextOf(first)), owner)).json()).toEqual(items.slice(2));
  });
});

/** An application of `owner`. */
async function withTwoMembers(): Promise<string> {
  const { id } = await host.register(owner, { name: 'Two' });
  const { accountId } = await host.person('user');
  await givenMember(host.stores, { applicationId: id, accountId, role: 'viewer', now: host.clock.at });
  return id;
}

const CURSOR_UNKNOWN = [400, 'cursor-unknown'];

describe('N5: limit and cursor cannot be tampered with', () => {
  it.each([
    '0',
    '-1',
    '101',
    '1000000000',
    '9'.repeat(400),
    '1e1',
    '0x10',
    '1.5',
    '+5',
    '05',
    '%205',
    '5%20',
    'ten',
    'NaN',
    'null',
    '%EF%BC%95',
    "1'--",
  ])('limit=%s is 400', async (limit) => {
    expect(await refusalOf(await get(`/applications?limit=${limit}`, owner))).toEqual([400, 'limit-malformed']);
  });

  it.each([
    'x',
    '0',
    '00',
    'null',
    '..',
    "'%20or%201=1--",
    '0'.repeat(32),
    'f'.repeat(128),
    'f'.repeat(127),
    'z'.repeat(128),
    'a'.repeat(5000),
  ])('a forged cursor is 400: %s', async (cursor) => {
    expect(await refusalOf(await get(`/applications?cursor=${cursor}`, owner))).toEqual(CURSOR_UNKNOWN);
  });

  it('the id of an application is no cursor', async () => {
    expect(await refusalOf(await get(`/applications?cursor=${ids[0]}`, owner))).toEqual(CURSOR_UNKNOWN);
  });

  it('a cursor with one digit changed, cut, extended or in upper case is 400', async () => {
    const cursor = await cursorOf(owner);
    const flipped = [...cursor].map(
      (digit, at) => cursor.slice(0, at) + (digit === '0' ? '1' : '0') + cursor.slice(at + 1),
    );
    const sample = flipped.filter((_, at) => at % 9 === 0);
    const variants = [
      ...sample,
      cursor.slice(0, -1),
      cursor.slice(0, -2),
      `${cursor}0`,
      `${cursor}00`,
      cursor.toUpperCase(),
    ];
    for (const variant of variants) {
      expect(await refusalOf(await get(`/applications?cursor=${variant}`, owner))).toEqual(CURSOR_UNKNOWN);
    }
  });

  it('a cursor of another owner’s list is 400', async () => {
    expect(await refusalOf(await get(`/applications?cursor=${await cursorOf(other)}`, owner))).toEqual(CURSOR_UNKNOWN);
    expect(await refusalOf(await get(`/applications?cursor=${await cursorOf(operator)}`, owner))).toEqual(
      CURSOR_UNKNOWN,
    );
  });

  it('whoever reads the same list goes on with its cursor', async () => {
    const next = pathOf(nextOf(await get('/applications?limit=2', operator)));
    const second = await idsOf(await get(next, operator));
    expect(await idsOf(await get(next, await host.person('operator')))).toEqual(second);
    const items = pathOf(nextOf(await get('/consent-items?limit=2', owner)));
    expect(await (await get(items, other)).json()).toEqual(await (await get(items, owner)).json());
    // Nobody reads more with it than without.
    const team = pathOf(nextOf(await get(`/applications/${await withTwoMembers()}/members?limit=1`, owner)));
    expect([(await get(team, operator)).status, (await get(team, other)).status]).toEqual([200, 404]);
  });

  it('a cursor of another list is 400', async () => {
    const cursor = await cursorOf(owner, '/consent-items?limit=2');
    expect(await refusalOf(await get(`/applications?cursor=${cursor}`, owner))).toEqual(CURSOR_UNKNOWN);
    expect(await refusalOf(await get(`/consent-items?cursor=${await cursorOf(owner)}`, owner))).toEqual(CURSOR_UNKNOWN);
  });

  it.each(['limit=2&limit=3', 'limit=2&limit=', 'cursor=a&cursor=a'])('%s: twice is 400', async (query) => {
    expect(await refusalOf(await get(`/applications?${query}`, owner))).toEqual([400, 'query-parameter-doubled']);
  });

  it('an empty limit and cursor are absent ones, and unknown parameters are refused', async () => {
    expect(await idsOf(await get('/applications?limit=&cursor=', owner))).toEqual(ids.slice(0, 20));
    const refused = await get('/applications?limit=&cursor=&sort=owner_id&owner_id=x&offset=-1', owner);
    const { errors } = (await refused.json()) as { errors: { pointer: string }[] };
    expect([refused.status, errors.map(({ pointer }) => pointer)]).toEqual([400, ['/sort', '/owner_id', '/offset']]);
  });
});
