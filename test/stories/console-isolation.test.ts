// Who reaches what in the console: every route with every action × signed out, another owner, a viewer, an editor, and
// every form without a good token (contract 3 and 9; cases K1, K8, N1, N3, N13).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../src/core/applications/applications/application.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { isFormRefused, refusalIn } from '../helpers/refusals.ts';
import {
  consoleUrl,
  formNamed,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

/** It leads back to the page of the console that was wanted. */
const SIGN_IN = expect.stringMatching(/^\/login(?:\?to=\/console|$)/);

/** Every action, what it would be sent with, and who may do it. `$…`: of the application. */
const ACTIONS: readonly (readonly [section: string, action: string, need: 'see' | 'change' | 'own', values: object])[] =
  [
    ['', 'login', 'change', { login_activation: 'OFF' }],
    ['settings', 'save', 'change', { name: 'Taken' }],
    ['settings', 'set-logo', 'change', {}],
    ['settings', 'remove-logo', 'change', {}],
    ['addresses', 'add-platform', 'change', { platform: 'iOS' }],
    ['addresses', 'change-platform', 'change', { entry: '$platform', package_name: 'x.y' }],
    ['addresses', 'remove-platform', 'change', { entry: '$platform' }],
    ['addresses', 'add-site-domain', 'change', { entry: '$platform', site_domain: 'https://evil.example' }],
    ['addresses', 'remove-site-domain', 'change', { entry: '$platform', value: 'http://localhost:3999' }],
    ['addresses', 'add-redirect-uri', 'change', { redirect_uri: 'https://evil.example/cb' }],
    ['addresses', 'remove-redirect-uri', 'change', { entry: '$uri' }],
    ['addresses', 'add-logout-uri', 'change', { post_logout_redirect_uri: 'https://evil.example/out' }],
    ['addresses', 'remove-logout-uri', 'change', { entry: 'https://shop.example.com/bye' }],
    ['consent-items', 'add-item', 'change', { item: 'email', consent: 'required' }],
    ['consent-items', 'change-item', 'change', { entry: 'nickname', consent: 'optional' }],
    ['consent-items', 'remove-item', 'change', { entry: 'nickname' }],
    ['consent-items', 'save-api-scopes', 'change', {}],
    ['client-secrets', 'create', 'change', { days: '0', newest: '' }],
    ['client-secrets', 'remove', 'change', { entry: '0'.repeat(32) }],
    ['connections', 'unlink', 'change', { entry: 'a'.repeat(32) }],
    ['team', 'invite', 'own', { email: '$stranger', role: 'editor' }],
    ['team', 'change-invited-role', 'own', { entry: '$invitation', role: 'viewer' }],
    ['team', 'withdraw', 'own', { entry: '$invitation' }],
    ['team', 'change-role', 'own', { entry: '$viewer', role: 'editor' }],
    ['team', 'remove', 'own', { entry: '$viewer' }],
    ['team', 'hand-over', 'own', { entry: '$viewer' }],
    ['removal', 'remove', 'own', {}],
  ];
const SECTIONS = [
  '',
  'settings',
  'addresses',
  'consent-items',
  'client-secrets',
  'connections',
  'statistics',
  'team',
  'removal',
];

let hosts: Hosts;
let owner: Someone;
let stranger: Someone;
let viewer: Someone;
let editor: Someone;
let application: Application;
let invitationId: string;
let before: string;

/** All that an application is, its secrets and team included. */
async function wholeOf(id: string): Promise<string> {
  const { ports } = hosts;
  const [one, secrets, members, invitations] = await Promise.all([
    ports.applications.find(id),
    ports.clientSecrets.list(id),
    ports.members.list(id),
    ports.invitations.list(id, hosts.clock.now()),
  ]);
  return JSON.stringify([one, secrets, members, invitations]);
}

beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
  stranger = await ownerInBrowser(hosts);
  application = await givenApplication(hosts, owner);
  viewer = await memberInBrowser(hosts, application.id, 'viewer');
  editor = await memberInBrowser(hosts, application.id, 'editor');
  await owner.browser.submit(formNamed(await owner.browser.open(consoleUrl(hosts, application.id, 'team')), 'member'), {
    email: 'kim@example.com',
    role: 'editor',
  });
  invitationId = (await hosts.ports.invitations.list(application.id, hosts.clock.now()))[0]?.id ?? '';
});
beforeEach(async () => {
  before = await wholeOf(application.id);
});
afterAll(() => hosts.stop());

/** A good token of this person for a form of the console. */
async function csrfOf(who: Someone): Promise<string> {
  const page = await who.browser.open(`${hosts.authUrl}/console/api-tokens`);
  return Object.fromEntries(page.form({ action: '/console/api-tokens' }).values).csrf ?? '';
}

function send(
  who: Pick<Someone, 'browser'>,
  path: string,
  values: object,
  headers: Record<string, string> = {},
): Promise<Page> {
  const filled = Object.entries({ version: String(application.version), ...values }).map(
    ([name, value]) => [name, fillIn(String(value))] as const,
  );
  const action = new URL(path, hosts.authUrl);
  const form: Form = { action, method: 'POST', values: filled, fields: [], buttons: [], html: '', page: action };
  return who.browser.submit(form, {}, { follow: false, headers });
}

const fillIn = (value: string): string =>
  ({
    $platform: application.platforms[0]?.id,
    $uri: application.redirectUris[1]?.id,
    $stranger: stranger.email,
    $viewer: viewer.accountId,
    $invitation: invitationId,
  })[value] ?? value;

const pathOf = (section: string): string => new URL(consoleUrl(hosts, application.id, section)).pathname;

describe('N1: every route, every action', () => {
  test.each(SECTIONS)(
    'a stranger and a plain user get 404 for section "%s", the signed-out are sent to sign in',
    async (section) => {
      const user = await userInBrowser(hosts);
      for (const { browser } of [stranger, user]) {
        const page = await browser.open(consoleUrl(hosts, application.id, section));
        expect(page.status).toBe(404);
        expect(page.html).not.toContain('Acme Shop');
        expect(page.html).not.toContain(application.platforms[0]?.apiKey);
      }
      const out = await new Browser().open(consoleUrl(hosts, application.id, section), { follow: false });
      expect([out.status, out.headers.get('location')]).toEqual([303, SIGN_IN]);
    },
  );

  test('N13: somebody else’s application and one that never was look the same', async () => {
    const foreign = await stranger.browser.open(consoleUrl(hosts, application.id));
    const none = await stranger.browser.open(consoleUrl(hosts, 'f'.repeat(32)));
    const plain = (page: Page) => [page.status, page.text.replace(/Request ID [\w-]+/, '')];
    expect(plain(foreign)).toEqual(plain(none));
  });

  test.each(ACTIONS)(
    '%s: %s: 404 for another owner, 403 for whose role does not allow it, nothing changes',
    async (section, action, need, values) => {
      const refused: [Someone, number][] = [[stranger, 404]];
      if (need !== 'see') refused.push([viewer, 403]);
      if (need === 'own') refused.push([editor, 403]);
      for (const [who, status] of refused) {
        const csrf = await csrfOf(who);
        const answer = await send(who, pathOf(section), { csrf, action, ...values });
        // Refused for who it is, and not for a form that was not taken.
        expect([answer.status, refusalIn(answer.html)]).toEqual([status, status === 403 ? 'forbidden' : 'not-found']);
      }
      const out = await send({ browser: new Browser() }, pathOf(section), { action, ...values });
      expect([out.status, out.headers.get('location')]).toEqual([303, SIGN_IN]);
      expect(await wholeOf(application.id)).toBe(before);
    },
  );

  test('N3: an API token opens no page of the console', async () => {
    const { apiToken } = await hosts.owner('token-only@example.com');
    const headers = { authorization: `Bearer ${apiToken}` };
    for (const path of ['/console', '/console/api-tokens', '/console/applications/new', pathOf('')]) {
      const page = await new Browser().open(`${hosts.authUrl}${path}`, { follow: false, headers });
      expect([page.status, page.headers.get('location')]).toEqual([303, SIGN_IN]);
    }
  });
});

describe('K1: every form', () => {
  const OTHERS = [
    ['/console', 'POST', {}],
    ['/console/applications/new', 'register', { name: 'Planted', platform: 'Android' }],
    ['/console/api-tokens', 'create', { name: 'planted', days: '0', newest: '' }],
  ] as const;
  const all = [...ACTIONS.map(([section, action, , values]) => [section, action, values] as const), ...OTHERS];

  test.each(all)(
    '%s: %s: 403 without a token, with a wrong one, with another person’s, from another site',
    async (place, action, values) => {
      const path = place.startsWith('/') ? place : pathOf(place);
      const [own, foreign] = [await csrfOf(owner), await csrfOf(stranger)];
      const tokens = async () => (await hosts.ports.apiTokens.listByAccount(owner.accountId)).length;
      const had = await tokens();
      const cases: [object, Record<string, string>][] = [
        [{}, {}],
        [{ csrf: 'A'.repeat(43) }, {}],
        [{ csrf: foreign }, {}],
        [{ csrf: own }, { origin: 'https://evil.example' }],
        [{ csrf: own }, { origin: 'null' }],
        [{ csrf: own }, { 'sec-fetch-site': 'cross-site' }],
      ];
      for (const [csrf, headers] of cases) {
        const page = await send(owner, path, { ...csrf, action, ...values }, headers);
        expect(isFormRefused(page), `${page.status} ${JSON.stringify([csrf, headers])}`).toBe(true);
      }
      expect(await wholeOf(application.id)).toBe(before);
      expect(await tokens()).toBe(had);
      expect(
        await hosts.ports.applications.list({ accountId: owner.accountId, owned: true, afterId: undefined, limit: 10 }),
      ).toHaveLength(1);
    },
  );

  test('a form that was refused comes back with what was typed and a fresh token', async () => {
    const typed = { form: 'settings', action: 'save', name: 'Typed', csrf: 'x' };
    const back = await send(owner, pathOf('settings'), typed);
    const form = back.form({ action: pathOf('settings'), fields: ['name'] });
    expect(Object.fromEntries(form.values)).toMatchObject({ name: 'Typed', csrf: await csrfOf(owner) });
  });

  test('an action that is not known changes nothing', async () => {
    const csrf = await csrfOf(owner);
    for (const action of ['', 'drop', '__proto__', 'constructor']) {
      expect((await send(owner, pathOf('addresses'), { csrf, action })).status).toBe(400);
    }
    expect(await wholeOf(application.id)).toBe(before);
  });
});

describe('K8', () => {
  test('every page of the console may do nothing but what its own files do, and its forms lead only here', async () => {
    const paths = ['/console', '/console/applications/new', '/console/api-tokens', ...SECTIONS.map(pathOf)];
    for (const path of paths) {
      const { headers } = await owner.browser.open(`${hosts.authUrl}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        expect(policy, path).toContain(part);
      }
      expect(policy, path).not.toContain('unsafe');
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('same-origin');
    }
  });

  test('contract 9: other methods are 405, a slash at the end is 404', async () => {
    const put = await fetch(`${hosts.authUrl}/console`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect((await fetch(`${hosts.authUrl}/console/`)).status).toBe(404);
    expect((await fetch(`${hosts.apiUrl}/console`)).status).toBe(404);
  });
});
