// Owners register and run their applications by clicking, without scripts (contract 2, 4 "Pages" and 9): each change is
// looked at where it acts, in the database or at the OAuth endpoints.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_APPLICATIONS_PER_OWNER } from '../../src/core/applications/applications/register-application.ts';
import { SECTIONS, sectionPath } from '../../src/views/console/parts/sections.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { inTurns } from '../helpers/in-turns.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { account, PASSWORD } from './account-pages.ts';
import {
  consoleUrl,
  formIds,
  formNamed,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_SUPPORT_CONTACT: 'help@latchkey.example' });
  owner = await ownerInBrowser(hosts);
});
afterAll(() => hosts.stop());

const ALL = { owned: true, afterId: undefined, limit: 1000 };

const stored = async (id: string) => {
  const application = await hosts.ports.applications.find(id);
  if (!application) throw new Error(`No application ${id}`);
  return application;
};

/** Where a sign-in request of this key comes to rest. */
/** A long key may break in its middle. */
const withoutBreaks = (html: string) => html.replaceAll('<wbr/>', '');

const authorize = (apiKey: string, redirectUri: string) =>
  new Browser().open(
    `${hosts.authUrl}/oauth/authorize?${new URLSearchParams({ client_id: apiKey, redirect_uri: redirectUri, response_type: 'code' })}`,
    { stopAt: redirectUri },
  );

describe('who may', () => {
  test('contract 2: a plain user is told whom to ask, and cannot make themselves an owner while that is closed', async () => {
    await givenPerson(hosts, { role: 'operator' });
    const user = await userInBrowser(hosts);
    const page = await user.browser.open(`${hosts.authUrl}/console`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('help@latchkey.example');
    expect(page.text).toContain(`latchkey accounts set-role --email '${user.email}' --role owner`);
    expect(page.html).not.toContain('/console/applications/new');
    // A form of the console that this person got while they might use it: only the closed door is in the way.
    await hosts.ports.accounts.setRole(user.accountId, 'owner', hosts.clock.now());
    const own = await user.browser.open(`${hosts.authUrl}/console/api-tokens`);
    const csrf = Object.fromEntries(own.form({ action: '/console/api-tokens' }).values).csrf ?? '';
    await hosts.ports.accounts.setRole(user.accountId, 'user', hosts.clock.now());
    const form = { ...page.form({ action: '/logout' }), action: new URL('/console', hosts.authUrl) };
    const closed = await user.browser.submit({ ...form, values: [['csrf', csrf]] });
    expect([closed.status, refusalIn(closed.html)]).toEqual([403, 'forbidden']);
    expect((await user.browser.open(`${hosts.authUrl}/console/applications/new`)).url.pathname).toBe('/console');
    const tokens = await user.browser.open(`${hosts.authUrl}/console/api-tokens`);
    expect([tokens.status, refusalIn(tokens.html)]).toEqual([403, 'forbidden']);
    expect(await hosts.ports.accounts.find(user.accountId)).toMatchObject({ role: 'user' });
  });

  test('contract 2: a plain user who has an owner’s account too signs in with it, and is back in the console', async () => {
    const { browser } = await userInBrowser(hosts);
    const login = await browser.open((await browser.open(`${hosts.authUrl}/console`)).link('Use another account'));
    const page = await browser.submit(login.form({ action: '/login' }), { email: owner.email, password: PASSWORD });
    expect(page.url.href).toBe(`${hosts.authUrl}/console`);
    expect(page.html).toContain('/console/applications/new');
  });

  test('contract 2: with open ownership a button makes a user an owner, and leads to a first application', async () => {
    const undo = overrideRules(hosts.ports.rules, { openOwnership: true });
    try {
      const user = await userInBrowser(hosts);
      const before = await user.browser.open(`${hosts.authUrl}/console`);
      const after = await user.browser.submit(before.form({ action: '/console' }));
      expect(after.url.pathname + after.url.search).toBe('/console/applications/new?notice=owner-now');
      expect(after.text).toContain('You can now register applications.');
      expect(await hosts.ports.accounts.find(user.accountId)).toMatchObject({ role: 'owner' });
      const made = await user.browser.submit(formNamed(after, 'new'), { name: 'First' });
      expect(made.url.search).toBe('?notice=application-created');
    } finally {
      undo();
    }
  });

  test('the account page links to the console for owners and members, and back', async () => {
    const user = await userInBrowser(hosts);
    expect((await account(hosts, user.browser)).html).not.toContain('href="/console"');
    const console = await owner.browser.open((await account(hosts, owner.browser)).link('/console'));
    expect(console.link('/account').pathname).toBe('/account');
  });
});

describe('a first application', () => {
  test('contract 3: the form as it stands, with a name, gives a key that signs people in', async () => {
    const form = await owner.browser.open(`${hosts.authUrl}/console/applications/new`);
    const page = await owner.browser.submit(formNamed(form, 'new'), { name: 'Café 한빛' });
    const id = page.url.pathname.split('/').at(-1) ?? '';
    const application = await stored(id);
    expect(application).toMatchObject({
      name: 'Café 한빛',
      ownerId: owner.accountId,
      loginActivation: true,
      platforms: [{ platform: 'Web', siteDomains: ['http://localhost:3000'] }],
      redirectUris: [{ redirectUri: 'http://localhost:3000/callback' }],
      consentItems: [{ item: 'nickname', consent: 'required' }],
    });
    const apiKey = application.platforms[0]?.apiKey ?? '';
    expect(withoutBreaks(page.html)).toContain(`>${apiKey}</code>`);
    const login = await authorize(apiKey, 'http://localhost:3000/callback');
    expect([login.url.pathname, login.text.includes('Café 한빛')]).toEqual(['/login', true]);
  });

  test('contract 3: every fault stands beside its field, what was typed is kept, nothing is registered', async () => {
    const form = await owner.browser.open(`${hosts.authUrl}/console/applications/new`);
    const typed = {
      name: '',
      site_domain: 'https://a.example/path',
      redirect_uri: 'callback',
      'consent-email': 'optional',
    };
    const count = async () =>
      (await hosts.ports.applications.list({ accountId: owner.accountId, owned: true, afterId: undefined, limit: 100 }))
        .length;
    const before = await count();
    const page = await owner.browser.submit(formNamed(form, 'new'), typed);
    expect(page.status).toBe(400);
    for (const field of ['name', 'site_domain', 'redirect_uri']) expect(page.html).toContain(`id="new-${field}-fault"`);
    expect(Object.fromEntries(formNamed(page, 'new').values)).toMatchObject(typed);
    expect(await count()).toBe(before);
  });

  test.each([
    ['right-to-left override', 'Acme\u202e pohS'],
    ['zero width', 'Ac\u200bme'],
    ['ten kilobytes', 'A'.repeat(10_240)],
  ])('K11: a name with %s is refused beside its field', async (_name, name) => {
    const form = await owner.browser.open(`${hosts.authUrl}/console/applications/new`);
    const page = await owner.browser.submit(formNamed(form, 'new'), { name });
    expect([page.status, page.html.includes('id="new-name-fault"')]).toEqual([400, true]);
  });

  test('K10: what a team writes stays text on every page of another of its members', async () => {
    const script = '<script>alert(1)</script>';
    const { id } = await givenApplication(hosts, owner, script);
    const page = await owner.browser.open(consoleUrl(hosts, id, 'consent-items?edit=item-nickname'));
    const purpose = `"><img src=x onerror=alert(1)>`;
    await owner.browser.submit(formNamed(page, 'item-nickname'), { purpose });
    const viewer = await memberInBrowser(hosts, id, 'viewer');
    for (const section of ['', 'consent-items', 'removal']) {
      const { html } = await viewer.browser.open(consoleUrl(hosts, id, section));
      expect(html).toContain('&lt;script>');
      expect(html).not.toMatch(/<script>|<img src=x/);
    }
    const list = await viewer.browser.open(`${hosts.authUrl}/console`);
    expect(list.html).toContain('&lt;script>');
    expect(list.html).not.toContain(script);
  });

  test('contract 3: an Android application has no site domain, whatever its field holds', async () => {
    const form = await owner.browser.open(`${hosts.authUrl}/console/applications/new`);
    const page = await owner.browser.submit(formNamed(form, 'new'), {
      name: 'Pocket',
      platform: 'Android',
      package_name: 'com.example.pocket',
      native_redirect_uri: 'com.example.pocket:/other',
      login_activation: undefined,
    });
    const application = await stored(page.url.pathname.split('/').at(-1) ?? '');
    expect(application).toMatchObject({
      loginActivation: false,
      platforms: [{ platform: 'Android', siteDomains: [], packageName: 'com.example.pocket' }],
      redirectUris: [{ redirectUri: 'com.example.pocket:/other' }],
    });
  });

  test('RFC 8252 7.1: an app that names no redirect URI gets the one that fits its package name or bundle id', async () => {
    const form = await owner.browser.open(`${hosts.authUrl}/console/applications/new`);
    const made = await owner.browser.submit(formNamed(form, 'new'), {
      name: 'Fitting',
      platform: 'iOS',
      bundle_id: 'com.Acme.Shop',
    });
    const { id, redirectUris } = await stored(made.url.pathname.split('/').at(-1) ?? '');
    expect(redirectUris).toMatchObject([{ redirectUri: 'com.acme.shop:/callback' }]);
    const refused = await owner.browser.submit(formNamed(form, 'new'), {
      name: 'Unfitting',
      platform: 'Android',
      native_redirect_uri: 'shop:/callback',
    });
    expect(refused.html).toContain('id="new-native_redirect_uri-fault"');
    // For a platform that is added later, the form of the next redirect URI is filled in.
    const addresses = await owner.browser.open(consoleUrl(hosts, id, 'addresses'));
    expect(Object.fromEntries(formNamed(addresses, 'redirect-uri').values).redirect_uri).toBe('');
    const added = await owner.browser.submit(formNamed(addresses, 'platform'), {
      platform: 'Android',
      package_name: 'com.acme.shop_two',
    });
    expect(Object.fromEntries(formNamed(added, 'redirect-uri').values).redirect_uri).toBe(
      'com.acme.shop-two:/callback',
    );
    await owner.browser.submit(formNamed(added, 'redirect-uri'));
    expect((await stored(id)).redirectUris).toHaveLength(2);
  });
});

describe('the list', () => {
  test('pages: with 0, 1 and 200 applications: an empty state, one, and ten pages of twenty', {
    tags: 'postgres',
  }, async () => {
    const many = await ownerInBrowser(hosts);
    const url = `${hosts.authUrl}/console`;
    const none = await many.browser.open(url);
    expect(none.text).toContain('No applications yet');
    expect(none.link('Register an application').pathname).toBe('/console/applications/new');
    await givenApplication(hosts, many, 'Shop 000');
    expect((await many.browser.open(url)).text).toContain('Shop 000');
    const nameOf = (at: number) => `Shop ${String(at).padStart(3, '0')}`;
    // Ids are made in order, whichever is stored first.
    const rest = Array.from({ length: 199 }, (_, at) => nameOf(at + 1));
    await inTurns(rest, (name) => givenApplication(hosts, many, name));
    const seen: string[] = [];
    let page = await many.browser.open(url);
    for (let pages = 1; pages <= 10; pages += 1) {
      seen.push(...[...page.html.matchAll(/<bdi>(Shop \d{3})<\/bdi>/g)].map(([, name]) => name ?? ''));
      if (pages < 10) page = await many.browser.open(page.link('Next page'));
    }
    expect(seen).toEqual(Array.from({ length: 200 }, (_, at) => nameOf(at)));
    expect(() => page.link('Next page')).toThrow();
    const back: string[] = [];
    for (let pages = 10; pages > 1; pages -= 1) {
      page = await many.browser.open(page.link('Previous page'));
      back.push([...page.html.matchAll(/<bdi>(Shop \d{3})<\/bdi>/g)][0]?.[1] ?? '');
    }
    expect(back).toEqual([160, 140, 120, 100, 80, 60, 40, 20, 0].map(nameOf));
    expect(() => page.link('Previous page')).toThrow();
  });

  test('pages: it is searched by name and sorted, and the pages beside it keep both', async () => {
    const many = await ownerInBrowser(hosts);
    const names = ['Bakery', 'Café', ...Array.from({ length: 21 }, (_, at) => `Shop ${String(at).padStart(2, '0')}`)];
    for (const name of names) await givenApplication(hosts, many, name);
    const namesIn = ({ html }: Page) =>
      [...html.matchAll(/class="grows"><b><bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name);
    const first = await many.browser.open(`${hosts.authUrl}/console`);
    const newest = await many.browser.open(first.link('Newest'));
    expect(namesIn(newest)).toEqual(names.toReversed().slice(0, 20));
    const form = newest.form({ action: '/console' });
    const found = await many.browser.submit(form, { q: ' shop ' });
    expect(found.url.search).toBe('?sort=newest&q=+shop+');
    expect(namesIn(found)).toEqual(names.slice(2).toReversed().slice(0, 20));
    const last = await many.browser.open(found.link('Next page'));
    expect(namesIn(last)).toEqual(['Shop 00']);
    expect(namesIn(await many.browser.open(last.link('Previous page')))).toEqual(namesIn(found));
    // Decomposed, as some keyboards send it.
    expect(namesIn(await many.browser.submit(form, { q: 'cafe\u0301' }))).toEqual(['Café']);
    const none = await many.browser.submit(form, { q: 'nowhere' });
    expect(none.text).toContain('No name contains nowhere');
    expect(namesIn(await many.browser.open(none.link('Show all applications')))).toHaveLength(20);
    const bakery = (await hosts.ports.applications.list({ ...ALL, accountId: many.accountId }))[0]?.id ?? '';
    const settings = await many.browser.open(consoleUrl(hosts, bakery, 'settings'));
    await many.browser.submit(formNamed(settings, 'settings'), { name: 'Bakery & Sons' });
    const changed = await many.browser.open(`${hosts.authUrl}/console?sort=changed`);
    expect(namesIn(changed)[0]).toBe('Bakery &amp; Sons');
  });

  test('pages: what was beyond a place is gone meanwhile: the list begins at its start', async () => {
    const few = await ownerInBrowser(hosts);
    const { id } = await givenApplication(hosts, few, 'The only one');
    const key = Buffer.from('zzz').toString('base64url');
    for (const place of [`after=${id}.${key}`, `before=${id}.`]) {
      expect((await few.browser.open(`${hosts.authUrl}/console?${place}`)).text).toContain('The only one');
    }
  });

  test('N11: of five forms sent at once by an owner with one place left, one registers; the others say why not', {
    tags: 'postgres',
  }, async () => {
    const full = await ownerInBrowser(hosts);
    const { accountId: ownerId } = full;
    const one = await givenApplication(hosts, full, 'Shop');
    const others = Array.from({ length: MAX_APPLICATIONS_PER_OWNER - 2 }, (_, at) => ({
      ...one,
      id: at.toString(16).padStart(32, '0'),
      platforms: [],
      redirectUris: [],
      consentItems: [],
    }));
    // One after the other: at once, the last of them would wait too long for a connection.
    for (const other of others) await hosts.ports.applications.insert(other, MAX_APPLICATIONS_PER_OWNER);
    const form = formNamed(await full.browser.open(`${hosts.authUrl}/console/applications/new`), 'new');
    const send = () => full.browser.submit(form, { name: 'The last' }, { follow: false });
    const pages = await Promise.all(Array.from({ length: 5 }, send));
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409]);
    expect(pages.find(({ status }) => status === 409)?.text).toContain('reached the maximum number of applications');
    const all = { accountId: ownerId, owned: true, afterId: undefined, limit: 1000 };
    expect(await hosts.ports.applications.list(all)).toHaveLength(MAX_APPLICATIONS_PER_OWNER);
  });

  test('N5: a forged place in the list is its start, a foreign one a place in one’s own list', async () => {
    const [mine, other] = [await ownerInBrowser(hosts), await ownerInBrowser(hosts)];
    const { id } = await givenApplication(hosts, other, 'Foreign');
    await givenApplication(hosts, mine, 'My own');
    const nul = Buffer.from('\0').toString('base64url');
    const forged = ["' or 1=1 --", '', id, `${id}.`, `${id}.${nul}`, `${id}.${nul.repeat(99)}`, `${id}.x&sort=changed`];
    for (const after of [...forged.map(encodeURIComponent), `${id}.x&sort=changed`]) {
      const page = await mine.browser.open(`${hosts.authUrl}/console?after=${after}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain('My own');
      expect(page.text).not.toContain('Foreign');
    }
  });

  test('it tells the role in each, and a member sees the applications of others they belong to, no more', async () => {
    const mine = await givenApplication(hosts, owner, 'Shared');
    const editor = await memberInBrowser(hosts, mine.id, 'editor');
    const page = await editor.browser.open(`${hosts.authUrl}/console`);
    expect(page.text).toContain('Shared');
    expect(page.text).toContain('Editor');
    await givenApplication(hosts, owner, 'Not shared');
    expect((await editor.browser.open(`${hosts.authUrl}/console`)).text).not.toContain('Not shared');
  });
});

describe('the menu', () => {
  test('pages: every section names itself in the menu, once, and leads to every other', async () => {
    const { id } = await givenApplication(hosts, owner, 'Found');
    for (const section of SECTIONS) {
      const { html } = await owner.browser.open(hosts.authUrl + sectionPath(id, section));
      const menu = html.slice(html.indexOf('<nav class="sections"'), html.indexOf('<div id="main"'));
      const links = [...menu.matchAll(/<a href="([^"]+)"( aria-current="page")?/g)];
      expect(links.map(([, href]) => href)).toEqual(SECTIONS.map((one) => sectionPath(id, one)));
      expect(links.filter(([, , current]) => current).map(([, href]) => href)).toEqual([sectionPath(id, section)]);
    }
  });
});

describe('the login switch', () => {
  test('contract 4: OFF and ON act at the next request', async () => {
    const { id, platforms } = await givenApplication(hosts, owner, 'Switched');
    const apiKey = platforms[0]?.apiKey ?? '';
    const callback = 'https://shop.example.com/callback';
    const on = await owner.browser.open(consoleUrl(hosts, id));
    expect(on.html).toMatch(/<details class="danger"><summary>Turn off sign-in<\/summary>/);
    expect(on.text).toContain('Nobody will be able to sign in to this application');
    expect(on.html).not.toContain('role="switch"');
    const off = await owner.browser.submit(formNamed(on, 'login'));
    expect(off.url.search).toBe('?notice=login-off');
    // A warning, not a success; and what stops was said before.
    expect(off.html).toMatch(/class="notice warn"[\s\S]*Sign-in is off\. Nobody can sign in/);
    expect(off.html).not.toContain('class="notice good"');
    expect((await authorize(apiKey, callback)).url.searchParams.get('error')).toBe('unauthorized_client');
    const again = await owner.browser.submit(formNamed(off, 'login'));
    expect(again.html).toMatch(/class="notice good"[\s\S]*Sign-in is on/);
    expect((await authorize(apiKey, callback)).url.pathname).toBe('/login');
  });
});

describe('the checklist', () => {
  test('pages: each line is ticked once it is done where it leads to', async () => {
    const { id } = await givenApplication(hosts, owner, 'Ready soon');
    const lines = async () => {
      const { html } = await owner.browser.open(consoleUrl(hosts, id));
      return [...html.matchAll(/<li class="(check(?: ticked)?)">.*?<a class="does" href="([^"]+)">/gs)].map(
        ([, state, href = '']) => [href.split('/').at(-1), state === 'check ticked'],
      );
    };
    expect(await lines()).toEqual([
      ['addresses', true],
      ['consent-items', true],
      ['consent-items', false],
      ['consent-items', false],
      ['settings#settings-company_name', false],
      ['settings#settings-privacy_policy_uri', false],
      ['settings#logo-logo', false],
      ['sign-in#sign-in-audience', true],
    ]);
    const items = await owner.browser.open(consoleUrl(hosts, id, 'consent-items?edit=item-nickname'));
    await owner.browser.submit(formNamed(items, 'item-nickname'), { purpose: '', retention: '1 year' });
    const settings = await owner.browser.open(consoleUrl(hosts, id, 'settings'));
    await owner.browser.submit(formNamed(settings, 'settings'), {
      company_name: 'Acme Inc.',
      privacy_policy_uri: 'https://shop.example.com/privacy',
    });
    const signIn = await owner.browser.open(consoleUrl(hosts, id, 'sign-in'));
    await owner.browser.submit(formNamed(signIn, 'sign-in'), { audience: 'team' });
    expect((await lines()).map(([, done]) => done)).toEqual([true, false, false, true, true, true, false, false]);
    const again = await owner.browser.open(consoleUrl(hosts, id, 'consent-items?edit=item-nickname'));
    await owner.browser.submit(formNamed(again, 'item-nickname'), { purpose: 'To greet you', purpose_ko: '인사' });
    expect((await lines())[2]).toEqual(['consent-items', true]);
  });

  test('pages: an application in test mode says so beside its name, on each of its pages and in the list', async () => {
    const other = await ownerInBrowser(hosts);
    const { id } = await givenApplication(hosts, other, 'Tested');
    const badge = '<span class="badge warn">Test mode</span>';
    const isMarked = async (url: string) => (await other.browser.open(url)).html.includes(badge);
    expect(await isMarked(`${hosts.authUrl}/console`)).toBe(false);
    const signIn = await other.browser.open(consoleUrl(hosts, id, 'sign-in'));
    await other.browser.submit(formNamed(signIn, 'sign-in'), { audience: 'team' });
    expect(await isMarked(`${hosts.authUrl}/console`)).toBe(true);
    expect((await other.browser.open(consoleUrl(hosts, id))).text).toContain('Test mode: only the team can sign in');
    for (const section of SECTIONS)
      expect(await isMarked(hosts.authUrl + sectionPath(id, section)), section).toBe(true);
  });
});

describe('settings', () => {
  test('contract 3: what is saved holds, and what is emptied is gone', async () => {
    const { id } = await givenApplication(hosts, owner, 'Settled');
    const page = await owner.browser.open(consoleUrl(hosts, id, 'settings'));
    const saved = await owner.browser.submit(formNamed(page, 'settings'), {
      name: ' Settled Shop ',
      homepage_uri: 'https://shop.example.com',
      company_name: ' Settled Inc. ',
      company_country: 'KR',
    });
    expect(saved.url.search).toBe('?notice=saved');
    const kept = { audience: 'everyone', idTokenClaims: true, idTokenAlg: 'ES256' };
    expect(await stored(id)).toMatchObject({
      ...kept,
      name: 'Settled Shop',
      homepageUri: 'https://shop.example.com',
      companyName: 'Settled Inc.',
      companyCountry: 'KR',
    });
    await owner.browser.submit(formNamed(saved, 'settings'), {
      homepage_uri: '',
      company_name: '',
      company_country: '',
    });
    const emptied = { homepageUri: undefined, companyName: undefined, companyCountry: undefined };
    expect(await stored(id)).toMatchObject({ ...kept, ...emptied });
  });

  test('contract 3: of the sign-in settings an unticked box is off, and the rest of the application stays', async () => {
    const { id } = await givenApplication(hosts, owner, 'Signing in');
    const page = await owner.browser.open(consoleUrl(hosts, id, 'sign-in'));
    const saved = await owner.browser.submit(formNamed(page, 'sign-in'), {
      audience: 'team',
      require_pkce: 'on',
      id_token_claims: undefined,
      userinfo_signed_response_alg: 'EdDSA',
    });
    expect(saved.url.search).toBe('?notice=saved');
    expect(await stored(id)).toMatchObject({
      name: 'Signing in',
      audience: 'team',
      requirePkce: true,
      idTokenClaims: false,
      idTokenAlg: 'ES256',
      userInfoAlg: 'EdDSA',
    });
    await owner.browser.submit(formNamed(saved, 'sign-in'), { require_pkce: undefined });
    expect(await stored(id)).toMatchObject({ requirePkce: false, audience: 'team' });
  });

  test('contract 3: a fault brings the form back as it was typed and saves nothing', async () => {
    const { id } = await givenApplication(hosts, owner, 'Faulty');
    const page = await owner.browser.open(consoleUrl(hosts, id, 'settings'));
    const typed = { name: 'Other', homepage_uri: 'http://shop.example.com', terms_uri: 'javascript:alert(1)' };
    const back = await owner.browser.submit(formNamed(page, 'settings'), typed);
    expect(back.status).toBe(400);
    expect(back.html).toContain('id="settings-homepage_uri-fault"');
    expect(back.html).toContain('id="settings-terms_uri-fault"');
    expect(Object.fromEntries(formNamed(back, 'settings').values)).toMatchObject(typed);
    expect((await stored(id)).name).toBe('Faulty');
  });

  test('N9: of two forms made from one state the second saves nothing, shows both values, and wins when sent again', async () => {
    const { id } = await givenApplication(hosts, owner, 'Contested');
    const editor = await memberInBrowser(hosts, id, 'editor');
    const first = await owner.browser.open(consoleUrl(hosts, id, 'settings'));
    const second = await editor.browser.open(consoleUrl(hosts, id, 'settings'));
    await owner.browser.submit(formNamed(first, 'settings'), { name: 'By the owner' });
    const back = await editor.browser.submit(formNamed(second, 'settings'), { name: 'By the editor' });
    expect(back.status).toBe(409);
    expect((await stored(id)).name).toBe('By the owner');
    expect(back.text).toContain('Current value: By the owner');
    expect(Object.fromEntries(formNamed(back, 'settings').values).name).toBe('By the editor');
    await editor.browser.submit(formNamed(back, 'settings'));
    expect((await stored(id)).name).toBe('By the editor');
  });
});

describe('platforms and addresses', () => {
  const open = (id: string) => owner.browser.open(consoleUrl(hosts, id, 'addresses'));

  test('contract 3: a redirect URI is added and removed one at a time, and acts at the next request', async () => {
    const { id, platforms } = await givenApplication(hosts, owner, 'Addressed');
    const apiKey = platforms[0]?.apiKey ?? '';
    const uri = 'https://shop.example.com/second';
    const added = await owner.browser.submit(formNamed(await open(id), 'redirect-uri'), { redirect_uri: ` ${uri} ` });
    expect(added.url.search).toBe('?notice=added');
    expect((await authorize(apiKey, uri)).url.pathname).toBe('/login');
    const removed = await owner.browser.submit(formNamed(added, 'redirect-uri-2'));
    expect(removed.url.search).toBe('?notice=removed');
    expect(refusalIn((await authorize(apiKey, uri)).html)).toBe('redirect-uri-unregistered');
    expect((await stored(id)).redirectUris).toHaveLength(2);
  });

  test('contract 3: what cannot be registered comes back with its fault; what is there already is told', async () => {
    const { id } = await givenApplication(hosts, owner, 'Refused');
    const wrong = await owner.browser.submit(formNamed(await open(id), 'redirect-uri'), {
      redirect_uri: 'http://elsewhere.example/x',
    });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('id="redirect-uri-redirect_uri-fault"');
    expect(Object.fromEntries(formNamed(wrong, 'redirect-uri').values).redirect_uri).toBe('http://elsewhere.example/x');
    const twice = await owner.browser.submit(formNamed(wrong, 'redirect-uri'), {
      redirect_uri: 'https://shop.example.com/callback',
    });
    expect(twice.status).toBe(409);
    const empty = await owner.browser.submit(formNamed(twice, 'redirect-uri'), { redirect_uri: '' });
    expect(empty.html).toContain('id="redirect-uri-redirect_uri-fault"');
    expect((await stored(id)).redirectUris).toHaveLength(2);
  });

  test('contract 3: a site domain that an http redirect URI needs cannot be removed, and the URI is named', async () => {
    const { id } = await givenApplication(hosts, owner, 'Needed');
    let page = await owner.browser.submit(formNamed(await open(id), 'site-domain'), {
      site_domain: 'http://dev.example.com',
    });
    page = await owner.browser.submit(formNamed(page, 'redirect-uri'), { redirect_uri: 'http://dev.example.com/cb' });
    const refused = await owner.browser.submit(formNamed(page, 'site-domain-2'));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('http://dev.example.com/cb');
    const freed = await owner.browser.submit(formNamed(refused, 'redirect-uri-2'));
    await owner.browser.submit(formNamed(freed, 'site-domain-2'));
    expect((await stored(id)).platforms[0]?.siteDomains).toEqual(['http://localhost:3999', 'https://shop.example.com']);
  });

  test('contract 3: a platform is added with a key of its own, named, and removed with its key', async () => {
    const { id } = await givenApplication(hosts, owner, 'Platforms');
    let page = await owner.browser.submit(formNamed(await open(id), 'platform'), { platform: 'iOS' });
    const key = (await stored(id)).platforms.find(({ platform }) => platform === 'iOS')?.apiKey ?? '';
    expect(withoutBreaks(page.html)).toContain(key);
    const wrong = await owner.browser.submit(formNamed(page, 'platform-ios'), { bundle_id: 'not a bundle' });
    expect(wrong.html).toContain('id="platform-ios-bundle_id-fault"');
    page = await owner.browser.submit(formNamed(wrong, 'platform-ios'), { bundle_id: 'com.example.shop' });
    expect(await hosts.ports.applications.findByApiKey(key)).toMatchObject({
      platform: { bundleId: 'com.example.shop' },
    });
    await owner.browser.submit(formNamed(page, 'remove-ios'));
    expect(await hosts.ports.applications.findByApiKey(key)).toBeUndefined();
  });

  test('contract 7: post-logout redirect URIs are added and removed', async () => {
    const { id } = await givenApplication(hosts, owner, 'Goodbye');
    const field = { post_logout_redirect_uri: 'https://shop.example.com/out' };
    const added = await owner.browser.submit(formNamed(await open(id), 'logout-uri'), field);
    expect((await stored(id)).postLogoutRedirectUris).toEqual([
      'https://shop.example.com/bye',
      ...Object.values(field),
    ]);
    const twice = await owner.browser.submit(formNamed(added, 'logout-uri'), field);
    expect(twice.html).toContain('id="logout-uri-post_logout_redirect_uri-fault"');
    await owner.browser.submit(formNamed(added, 'logout-uri-0'));
    expect((await stored(id)).postLogoutRedirectUris).toEqual(Object.values(field));
  });

  test('contract 3: each address of a list is changed in its place; what cannot be one comes back with its fault', async () => {
    const { id, redirectUris } = await givenApplication(hosts, owner, 'Edited');
    const edit = async (form: string, values: Record<string, string>) => {
      const page = await owner.browser.open((await open(id)).link(`?edit=${form}`));
      return owner.browser.submit(formNamed(page, form), values);
    };
    expect((await edit('edit-redirect-uri-0', { redirect_uri: 'https://shop.example.com/new' })).url.search).toBe(
      '?notice=saved',
    );
    await edit('edit-logout-uri-0', { post_logout_redirect_uri: 'https://shop.example.com/out' });
    await edit('edit-site-domain-1', { site_domain: 'https://www.example.com' });
    const after = await stored(id);
    expect(after.redirectUris).toMatchObject([
      { id: redirectUris[0]?.id, redirectUri: 'https://shop.example.com/new' },
      { id: redirectUris[1]?.id, redirectUri: 'https://shop.example.com/callback' },
    ]);
    expect(after.postLogoutRedirectUris).toEqual(['https://shop.example.com/out']);
    expect(after.platforms[0]?.siteDomains).toEqual(['http://localhost:3999', 'https://www.example.com']);
    for (const [form, name] of [
      ['edit-redirect-uri-1', 'redirect_uri'],
      ['edit-logout-uri-0', 'post_logout_redirect_uri'],
      ['edit-site-domain-0', 'site_domain'],
    ] as const) {
      const back = await edit(form, { [name]: 'nowhere' });
      expect([back.status, back.html.includes(`id="${form}-${name}-fault"`)]).toEqual([400, true]);
      expect(Object.fromEntries(formNamed(back, form).values)[name]).toBe('nowhere');
    }
    expect(await stored(id)).toEqual(after);
  });

  test('N9: a row that somebody else removed meanwhile is told, and nothing else is removed', async () => {
    const { id } = await givenApplication(hosts, owner, 'Gone');
    const page = await open(id);
    await owner.browser.submit(formNamed(page, 'redirect-uri-0'));
    const late = await owner.browser.submit(formNamed(page, 'redirect-uri-0'));
    expect(late.status).toBe(409);
    expect((await stored(id)).redirectUris).toHaveLength(1);
  });
});

describe('consent items', () => {
  const open = (id: string) => owner.browser.open(consoleUrl(hosts, id, 'consent-items'));
  const edit = (id: string, item: string) =>
    owner.browser.open(consoleUrl(hosts, id, `consent-items?edit=item-${item}`));

  test('contract 3: added, changed and removed; the preview is the consent page with the owner’s own values', async () => {
    const { id } = await givenApplication(hosts, owner, 'Asking');
    const added = await owner.browser.submit(formNamed(await open(id), 'item'), {
      item: 'email',
      consent: 'optional',
      purpose: 'For <receipts>',
      retention: '5 <years>',
    });
    const preview = added.html.slice(added.html.indexOf('data-preview'));
    expect(preview).toContain('For &lt;receipts>');
    expect(preview).toContain('5 &lt;years>');
    expect(preview).toContain(owner.email);
    const change = { consent: 'required', purpose: '', retention: '1 year' };
    expect(added.html).not.toContain('value="item-email"');
    await owner.browser.submit(formNamed(await edit(id, 'email'), 'item-email'), change);
    const entry = (await stored(id)).consentItems.at(-1);
    expect(entry).toEqual({ item: 'email', consent: 'required', retention: '1 year', createdAt: entry?.createdAt });
    await owner.browser.submit(formNamed(await edit(id, 'email'), 'remove-item-email'));
    expect((await stored(id)).consentItems.map(({ item }) => item)).toEqual(['nickname']);
  });

  test('contract 3: an application with nickname alone is told of the username, until it asks for that', async () => {
    const { id } = await givenApplication(hosts, owner, 'Naming');
    const page = await open(id);
    expect(page.text).toContain('Nicknames are not unique');
    const added = await owner.browser.submit(formNamed(page, 'item'), { item: 'username', consent: 'required' });
    expect((await stored(id)).consentItems.at(-1)?.item).toBe('username');
    expect(added.text).not.toContain('Nicknames are not unique');
  });

  test('contract 3: a purpose that is too long comes back as typed, beside its field', async () => {
    const { id } = await givenApplication(hosts, owner, 'Wordy');
    const purpose = 'x'.repeat(201);
    const back = await owner.browser.submit(formNamed(await edit(id, 'nickname'), 'item-nickname'), { purpose });
    expect(back.status).toBe(400);
    expect(back.html).toContain('id="item-nickname-purpose-fault"');
    expect(Object.fromEntries(formNamed(back, 'item-nickname').values).purpose).toBe(purpose);
  });

  test('pages: nothing in the preview is a form, a link to follow or a field to fill in', async () => {
    const { id } = await givenApplication(hosts, owner, 'Looking');
    const page = await open(id);
    const preview = page.html.slice(page.html.indexOf('<div inert'));
    expect(preview.slice(0, preview.indexOf('</main>'))).not.toMatch(/<form|<button/);
  });
});

describe('roles', () => {
  test('a viewer sees every section and no form in it; an editor sees no act of the owner', async () => {
    const { id } = await givenApplication(hosts, owner, 'Watched');
    const viewer = await memberInBrowser(hosts, id, 'viewer');
    const editor = await memberInBrowser(hosts, id, 'editor');
    for (const section of SECTIONS) {
      const page = await viewer.browser.open(hosts.authUrl + sectionPath(id, section));
      expect(page.status, section).toBe(200);
      expect(formIds(page), section).toEqual(section === 'team' ? ['leave'] : []);
    }
    expect(formIds(await editor.browser.open(consoleUrl(hosts, id, 'team')))).toEqual(['leave']);
    expect(formIds(await editor.browser.open(consoleUrl(hosts, id, 'removal')))).toEqual([]);
    expect(formIds(await editor.browser.open(consoleUrl(hosts, id, 'settings')))).toEqual(['settings', 'logo']);
  });
});

// The last: the owner's confirmation is too old after it.
describe('after ten minutes', () => {
  test('contract 25: a changed address needs a confirmation, as a new one does', async () => {
    const { id } = await givenApplication(hosts, owner, 'Confirmed');
    const { browser } = owner;
    const page = await browser.open(
      (await browser.open(consoleUrl(hosts, id, 'addresses'))).link('?edit=edit-redirect-uri-0'),
    );
    hosts.clock.advance(11 * 60_000);
    const asked = await browser.submit(formNamed(page, 'edit-redirect-uri-0'), {
      redirect_uri: 'https://shop.example.com/late',
    });
    expect(asked.status).toBe(403);
    const back = await browser.submit(asked.form({ action: page.url.pathname }), { password: PASSWORD });
    expect(back.text).toContain('You confirmed it’s you');
    expect((await stored(id)).redirectUris[0]?.redirectUri).toBe('http://localhost:3999/callback');
    await browser.submit(formNamed(back, 'edit-redirect-uri-0'));
    expect((await stored(id)).redirectUris[0]?.redirectUri).toBe('https://shop.example.com/late');
  });
});
