// Whose applications a caller reaches, on every route of the registration API as it is declared (cases N1, N3, N13):
// the table is made from the routes themselves, so that a new one is in it from its first day.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSub } from '../../src/core/ground/secrets.ts';
import { registrationRoutes } from '../../src/http/api/registration.ts';
import type { Access, BodyKind } from '../../src/http/routes/route.ts';
import { givenMember } from '../helpers/membership.ts';
import { refusalOf } from '../helpers/refusals.ts';
import { type Person, type RegistrationHost, type Sent, startRegistrationHost } from './registration-host.ts';

type Case = { name: string; method: string; path: string; access: Access; body: BodyKind };

/** The end of an application, who belongs to it, and the end of all connections at once. */
const OWNERS_ALONE = /^DELETE \/applications\/:id$|^(?!GET|HEAD).*\/members|^DELETE .*\/connections$/;

/** Only what is declared is looked at; nothing of it is called. */
const CASES: readonly Case[] = registrationRoutes({ apiUrl: '' } as Parameters<typeof registrationRoutes>[0]).flatMap(
  ({ path, methods }) =>
    Object.entries(methods).flatMap(([method, { access, body }]) => {
      const names = method === 'GET' ? ['GET', 'HEAD'] : [method];
      return names.map((each) => ({ name: `${each} ${path}`, method: each, path, access, body }));
    }),
);
const OF_APPLICATION = CASES.filter(({ path }) => path.includes(':id'));
const OF_PART = OF_APPLICATION.filter(({ path }) => path.split(':').length > 2);

let host: RegistrationHost;
let owner: Person;
let other: Person;
let operator: Person;
let user: Person;
/** Members of every application here. */
let editor: Person;
let viewer: Person;

/** What the parameters of the paths name in one application, by name. */
type Names = Readonly<Record<string, string>>;
let names: Names;
let before: unknown;
let twins: readonly [Names, Names] | undefined;

beforeAll(async () => {
  host = await startRegistrationHost();
  [owner, other, operator] = [await host.person('owner'), await host.person('owner'), await host.person('operator')];
  [user, editor, viewer] = [await host.person('user'), await host.person('user'), await host.person('owner')];
  names = await fullApplication();
  before = await everything(names);
});
afterAll(() => host.close());

/** An application with one of everything. */
async function fullApplication(): Promise<Names> {
  const { id, platforms } = await host.register(owner, {
    name: 'Acme Shop',
    platforms: [{ platform: 'Web', site_domains: ['https://shop.example'] }],
    redirect_uris: ['https://shop.example/callback'],
    consent_items: [{ item: 'email', consent: 'required' }],
  });
  const at = `/applications/${id}`;
  const member = await host.person('user');
  for (const [{ accountId }, role] of [
    [member, 'viewer'],
    [editor, 'editor'],
    [viewer, 'viewer'],
  ] as const) {
    await givenMember(host.stores, { applicationId: id, accountId, role, now: host.clock.now() });
  }
  const secret = (await (await host.call('POST', `${at}/client-secrets`, owner)).json()) as { id: string };
  const [uri] = (await (await host.call('GET', `${at}/redirect-uris`, owner)).json()) as { id: string }[];
  const answers = { email: { agreed: true, answeredAt: host.clock.now() } };
  const connecting = { applicationId: id, accountId: member.accountId, sub: newSub(), answers, now: host.clock.now() };
  const { sub } = await host.stores.connections.agree(connecting);
  const events = { url: 'https://shop.example/events' };
  const endpoint = await host.call('POST', `${at}/event-endpoints`, owner, { body: events });
  const { id: endpointId } = (await endpoint.json()) as { id: string };
  return {
    id,
    platformId: platforms[0]?.id ?? '',
    redirectUriId: uri?.id ?? '',
    item: 'email',
    secretId: secret.id,
    memberId: member.accountId,
    sub,
    endpointId,
  };
}

function fill(path: string, by: Names): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = by[name];
    if (!value) throw new Error(`Say in fullApplication what :${name} of ${path} is.`);
    return value;
  });
}

const sentWith = ({ body }: Case): Sent => (body === 'none' ? {} : { body: {} });
const answerTo = (each: Case, by: Names, as: Person | undefined) =>
  host.call(each.method, fill(each.path, by), as, sentWith(each));

/** All that the owner sees of it. */
const everything = (by: Names) =>
  Promise.all(
    OF_APPLICATION.filter(({ method }) => method === 'GET').map(async (each) => {
      const response = await answerTo(each, by, owner);
      return [each.path, response.status, await response.text()];
    }),
  );

const ROLE_TOO_LOW = [403, 'role-too-low'];
/** Which rule refused; the answer to HEAD has no body that tells. */
const refusedBy = async ({ method }: { method: string }, answer: Response) =>
  method === 'HEAD' ? [answer.status, ROLE_TOO_LOW[1]] : refusalOf(answer);

const withToken = (authorization: string): Person => ({ ...owner, authorization });

describe('N1, N13: routes of one application', () => {
  it('the table holds every route of contract 3 that is under an application', () => {
    expect(OF_APPLICATION.length).toBeGreaterThan(35);
    expect(OF_PART.length).toBeGreaterThan(15);
  });

  it.each(OF_APPLICATION)('$name: of another owner’s looks exactly as one that never was (404)', async (each) => {
    const told = async (by: Names) => {
      const response = await answerTo(each, by, other);
      const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      return { status: response.status, headers, body: await response.text() };
    };
    const theirs = await told(names);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await told(Object.fromEntries(Object.keys(names).map((name) => [name, 'f'.repeat(32)]))));
  });

  describe('of one’s own', () => {
    let bare: Names;
    beforeAll(async () => {
      bare = { ...names, id: (await host.register(other, { name: 'Bare' })).id };
    });

    it.each(OF_PART)('$name: what is in another’s application is not under it (404)', async (each) => {
      expect((await answerTo(each, bare, other)).status).toBe(404);
    });
  });

  it.each(OF_APPLICATION)('$name: a viewer looks as the owner does, and anything else is 403', async (each) => {
    const answer = await answerTo(each, names, viewer);
    const looks = each.method === 'GET' || each.method === 'HEAD';
    if (looks) return expect(answer.status).toBe((await answerTo(each, names, owner)).status);
    expect(await refusedBy(each, answer)).toEqual(ROLE_TOO_LOW);
    // Contract 3, order of checks: 403 comes before 406 and all that is about the body.
    const wrong = { headers: { accept: 'text/html', 'content-type': 'text/plain' } };
    const refused = await host.call(each.method, fill(each.path, names), viewer, { ...sentWith(each), ...wrong });
    expect(await refusedBy(each, refused)).toEqual(ROLE_TOO_LOW);
  });

  it.each(OF_APPLICATION.filter(({ name }) => OWNERS_ALONE.test(name)))('$name: an editor is 403', async (each) => {
    expect(await refusedBy(each, await answerTo(each, names, editor))).toEqual(ROLE_TOO_LOW);
  });

  it.each(OF_APPLICATION)('$name: the operator reaches it as its owner does', async (each) => {
    // What a deletion took is made anew for the next.
    const [asOperator, asOwner] = twins ?? [await fullApplication(), await fullApplication()];
    twins = each.method === 'DELETE' ? undefined : [asOperator, asOwner];
    const { status } = await answerTo(each, asOperator, operator);
    expect(status).toBe((await answerTo(each, asOwner, owner)).status);
    expect(status).toBeLessThan(500);
    // What was sent is JSON: where an image is wanted the order of checks ends there.
    expect(each.body === 'none' || [200, 400, each.body === 'image' ? 415 : 200].includes(status)).toBe(true);
  });
});

describe('contract 3: who may call at all', () => {
  const expectUnknown = async (each: Case, as: Person | undefined) => {
    const response = await answerTo(each, names, as);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  };

  it.each(CASES)('$name: no token is 401 (N3)', (each) => expectUnknown(each, undefined));

  // One guard answers for every route of its kind.
  it.each(CASES.filter(({ access }, index) => CASES.findIndex((one) => one.access === access) === index))(
    '$access, as $name: so is a token of another kind (N3)',
    async (each) => {
      for (const authorization of [
        `Bearer lk_at_${'a'.repeat(60)}`,
        `Bearer lk_cs_${'a'.repeat(43)}`,
        `Bearer lk_api_${'a'.repeat(43)}`,
        owner.authorization.replace('Bearer', 'Basic'),
        owner.authorization.toLowerCase(),
      ]) {
        await expectUnknown(each, withToken(authorization));
      }
    },
  );

  it('every route has a guard that asks for an API token', () => {
    const open = CASES.filter(({ access }) => access !== 'owner');
    expect(open.map(({ name, access }) => [name, access])).toEqual([
      ['GET /consent-items', 'any-api-token'],
      ['HEAD /consent-items', 'any-api-token'],
    ]);
  });

  it.each(CASES)('$name: an account that is no owner is 403, but for the catalogue', async (each) => {
    expect((await answerTo(each, names, user)).status).toBe(each.path === '/consent-items' ? 200 : 403);
  });

  it('after all of that nothing of the application has changed', async () => {
    expect(await everything(names)).toEqual(before);
  });
});
