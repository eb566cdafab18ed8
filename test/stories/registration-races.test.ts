// Edits of one application at the same moment, on two hosts that share a database: none is lost silently, and no limit
// is passed (contract 3; cases N9, N11).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_APPLICATIONS_PER_OWNER } from '../../src/core/applications/applications/register-application.ts';
import { someApplication } from '../contract/stores/given.ts';
import { inTurns } from '../helpers/in-turns.ts';
import { type Person, type RegistrationHost, type Sent, startRegistrationHost } from './registration-host.ts';

const AT_ONCE = 50;

let host: RegistrationHost;
let second: string;
let owner: Person;

beforeAll(async () => {
  host = await startRegistrationHost();
  second = await host.another();
  owner = await host.person('owner');
});
afterAll(() => host.close());

/** All at once, on both hosts in turn. */
const race = (method: string, requests: readonly ({ path: string } & Sent)[], as = owner) =>
  Promise.all(
    requests.map(({ path, ...more }, index) =>
      host.call(method, path, as, { ...more, ...(index % 2 === 1 && { url: second }) }),
    ),
  );
const times = <T>(make: (index: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, index) => make(index));
const statuses = (responses: readonly Response[]) => responses.map(({ status }) => status);
const count = (responses: readonly Response[], status: number) =>
  statuses(responses).filter((one) => one === status).length;
const get = async (path: string) => (await host.call('GET', path, owner)).json() as Promise<Record<string, unknown>>;

describe('N11: limits hold however many come at once', () => {
  it(`of ${AT_ONCE} redirect URIs posted at once exactly 20 are taken, each that was answered 201 among them`, async () => {
    const { id } = await host.register(owner, { name: 'Race' });
    const uris = times((index) => `https://shop.example/${index}`);
    const path = `/applications/${id}/redirect-uris`;
    const answers = await race(
      'POST',
      uris.map((redirect_uri) => ({ path, body: { redirect_uri } })),
    );
    expect([count(answers, 201), count(answers, 409)]).toEqual([20, AT_ONCE - 20]);
    const taken = uris.filter((_, index) => answers[index]?.status === 201);
    expect(((await get(`/applications/${id}`)).redirect_uris as string[]).toSorted()).toEqual(taken.toSorted());
    const locations = answers.flatMap((answer) => answer.headers.get('location') ?? []);
    expect(new Set(locations).size).toBe(20);
  });

  it('of many entries of one platform at once one is taken; so with one consent item', async () => {
    const { id } = await host.register(owner, { name: 'Race' });
    const android = { path: `/applications/${id}/platforms`, body: { platform: 'Android' } };
    const email = { path: `/applications/${id}/consent-items`, body: { item: 'email', consent: 'optional' } };
    const answers = await race(
      'POST',
      times((index) => (index % 4 < 2 ? android : email)),
    );
    expect([count(answers, 201), count(answers, 409)]).toEqual([2, AT_ONCE - 2]);
    const { platforms, consent_items } = await get(`/applications/${id}`);
    expect([platforms, consent_items]).toMatchObject([[{ platform: 'Android' }], [{ item: 'email' }]]);
  });

  it(`the ${MAX_APPLICATIONS_PER_OWNER + 1}st application of an owner is 409 with a clear text, also at once`, async () => {
    const busy = await host.person('owner');
    const others = Array.from({ length: MAX_APPLICATIONS_PER_OWNER - 3 }, () => someApplication(busy.accountId));
    const { applications } = host.stores;
    await inTurns(others, (one) => applications.insert(one, MAX_APPLICATIONS_PER_OWNER));
    const answers = await race(
      'POST',
      times((index) => ({ path: '/applications', body: { name: `Race ${index}` } })),
      busy,
    );
    expect([count(answers, 201), count(answers, 409)]).toEqual([3, AT_ONCE - 3]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ detail: expect.stringMatching(/at most 500 applications/) });
    const [first] = others;
    expect((await host.call('DELETE', `/applications/${first?.id}`, busy)).status).toBe(204);
    expect((await host.call('POST', '/applications', busy, { body: { name: 'After' } })).status).toBe(201);
  });
});

describe('N9: no edit is lost', () => {
  it('patches of different members at once all survive', async () => {
    const { id } = await host.register(owner, { name: 'Race' });
    const path = `/applications/${id}`;
    const changes = [
      { name: 'Other' },
      { homepage_uri: 'https://shop.example' },
      { require_pkce: true },
      { terms_uri: 'https://shop.example/terms' },
      { login_activation: 'ON' },
      { consent_items: [{ item: 'email', consent: 'required' }] },
    ];
    const answers = await race(
      'PATCH',
      changes.map((body) => ({ path, body })),
    );
    expect(statuses(answers)).toEqual(changes.map(() => 200));
    expect(await get(path)).toMatchObject(Object.assign({}, ...changes));
  });

  it('of many with the same If-Match one is 200, all others 412', async () => {
    const { id } = await host.register(owner, { name: 'Race' });
    const path = `/applications/${id}`;
    const tag = (await host.call('GET', path, owner)).headers.get('etag') ?? '';
    const answers = await race(
      'PATCH',
      times((index) => ({ path, body: { name: `Race ${index}` }, headers: { 'if-match': tag } })),
    );
    expect([count(answers, 200), count(answers, 412)]).toEqual([1, AT_ONCE - 1]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await get(path)).toMatchObject({ name: `Race ${winner}` });
  });

  it('a removal with If-Match and edits at once: either the removal, or one edit that the removal saw as 412', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await host.register(owner, { name: 'Race' });
      const path = `/applications/${id}`;
      const headers = { 'if-match': (await host.call('GET', path, owner)).headers.get('etag') ?? '' };
      const [removed, edited] = await Promise.all([
        host.call('DELETE', path, owner, { headers }),
        host.call('PATCH', path, owner, { headers, body: { name: 'Other' }, url: second }),
      ]);
      const after = (await host.call('GET', path, owner)).status;
      expect([
        [204, 404, 404],
        [412, 200, 200],
      ]).toContainEqual([removed.status, edited.status, after]);
    }
  });

  it('a site domain taken away and an http redirect URI that needs it, at once: never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, platforms } = await host.register(owner, {
        name: 'Race',
        platforms: [{ platform: 'Web', site_domains: ['https://a.example', 'https://b.example'] }],
      });
      const [lessDomains, newUri] = await Promise.all([
        host.call('PATCH', `/applications/${id}/platforms/${platforms[0]?.id}`, owner, {
          body: { site_domains: ['https://a.example'] },
        }),
        host.call('POST', `/applications/${id}/redirect-uris`, owner, {
          body: { redirect_uri: 'http://b.example/cb' },
          url: second,
        }),
      ]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([lessDomains.status, newUri.status]);
    }
  });
});
