// The console lists refused post-logout redirect URIs beside the registered ones (contract 7 "Logout"). Anybody can send
// them: adding one is asked about, confirmed, and never done by a request from elsewhere (contract 25).
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Application } from '../../src/core/applications/applications/application.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import {
  consoleUrl,
  givenApplication,
  hasForm,
  memberInBrowser,
  ownerInBrowser,
  PASSWORD,
  type Someone,
} from './console-pages.ts';

const DAY = 86_400_000;

let hosts: Hosts;
let owner: Someone;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
});
afterAll(() => hosts?.stop());

/** With its owner, newly signed in; `https://shop.example.com/bye` is registered. */
async function givenShop(): Promise<Application> {
  owner = await ownerInBrowser(hosts);
  return givenApplication(hosts, owner);
}

const logoutUrl = ({ platforms }: Application, uri: string): string => {
  const query = { client_id: platforms[0]?.apiKey ?? '', post_logout_redirect_uri: uri };
  return `${hosts.authUrl}/oauth/logout?${new URLSearchParams(query)}`;
};
const listed = ({ id }: Application) => hosts.ports.refusedUris.list({ applicationId: id, since: 0 });
/** Sent by somebody who is not signed in, and stored, for which no answer waits. */
async function send(application: Application, ...uris: readonly string[]): Promise<void> {
  const stores = vi.spyOn(hosts.ports.refusedUris, 'add');
  for (const uri of uris) {
    expect((await new Browser().open(logoutUrl(application, uri))).status).toBe(400);
    await Promise.all(stores.mock.results.map(({ value }) => value));
    hosts.clock.advance(1);
  }
  stores.mockRestore();
  expect((await listed(application)).map((one) => one.uri)).toEqual(expect.arrayContaining([...uris]));
}
const open = ({ id }: Application, who: Someone = owner): Promise<Page> =>
  who.browser.open(consoleUrl(hosts, id, 'addresses'));
const stored = async ({ id }: Application) => (await hosts.ports.applications.find(id))?.postLogoutRedirectUris ?? [];
/** The form of the list with the button that adds this URI. */
function addFormOf(page: Page, uri: string): Form | undefined {
  const isOf = ({ name, value }: Form['buttons'][number]) => name === 'post_logout_redirect_uri' && value === uri;
  const form = page.forms.find(({ buttons }) => buttons.some(isOf));
  return form && { ...form, buttons: form.buttons.filter(isOf) };
}
const addForm = (page: Page, uri: string): Form => {
  const form = addFormOf(page, uri);
  if (!form) throw new Error(`No form adds ${uri}: ${page.text}`);
  return form;
};

test('what clients really send is listed, the newest first, with what differs from the registered one', async () => {
  const shop = await givenShop();
  expect((await open(shop)).text).not.toContain('Refused post-logout redirect URIs');
  await send(shop, 'https://shop.example.com', 'https://shop.example.com/', 'https://shop.example.com/bye/');
  const page = await open(shop);
  expect(page.text).toContain('Refused post-logout redirect URIs');
  const at = (text: string) => page.html.indexOf(`name="post_logout_redirect_uri" value="${text}"`);
  expect(at('https://shop.example.com/bye/')).toBeGreaterThan(0);
  expect(at('https://shop.example.com/bye/')).toBeLessThan(at('https://shop.example.com/'));
  expect(at('https://shop.example.com/')).toBeLessThan(at('https://shop.example.com'));
  expect(page.text).toContain('Only the trailing slash differs.');
  expect(page.html).toContain('https://shop.example.com/bye<mark>/</mark>');
});

test('one is added with its form, and then it is no longer listed', async () => {
  const shop = await givenShop();
  await send(shop, 'https://shop.example.com/');
  const page = await open(shop);
  const added = await owner.browser.submit(addForm(page, 'https://shop.example.com/'));
  expect(added.url.search).toBe('?notice=added');
  expect(await stored(shop)).toEqual(['https://shop.example.com/bye', 'https://shop.example.com/']);
  expect(added.text).not.toContain('Refused post-logout redirect URIs');
  expect((await new Browser().open(logoutUrl(shop, 'https://shop.example.com/'))).status).not.toBe(400);
});

test('contract 25: after a while the page has no form until the person has confirmed who they are', async () => {
  const shop = await givenShop();
  await send(shop, 'https://shop.example.com/');
  const form = addForm(await open(shop), 'https://shop.example.com/');
  hosts.clock.advance(11 * 60_000);
  expect(addFormOf(await open(shop), 'https://shop.example.com/')).toBeUndefined();
  const asked = await owner.browser.submit(form);
  expect(await stored(shop)).toHaveLength(1);
  const back = await owner.browser.submit(asked.form({ fields: ['password'] }), { password: PASSWORD });
  expect(back.text).toContain('You confirmed it’s you');
  expect(await stored(shop)).toHaveLength(1);
  await owner.browser.submit(addForm(back, 'https://shop.example.com/'));
  expect(await stored(shop)).toHaveLength(2);
});

test('case K3: a form without the token of this session adds nothing, and no link does', async () => {
  const shop = await givenShop();
  await send(shop, 'https://shop.example.com/');
  const page = await open(shop);
  const forged = await owner.browser.submit(addForm(page, 'https://shop.example.com/'), { csrf: 'forged' });
  expect(forged.status).toBe(403);
  await open(shop);
  const query = new URLSearchParams({
    action: 'add-logout-uri',
    post_logout_redirect_uri: 'https://shop.example.com/',
  });
  await owner.browser.open(`${consoleUrl(hosts, shop.id, 'addresses')}?${query}`);
  expect(await stored(shop)).toHaveLength(1);
});

test('the rules of registered ones apply: a fault is shown beside the URI in the form for typing one', async () => {
  const shop = await givenShop();
  await send(shop, 'http://shop.example.org/');
  const page = await open(shop);
  const back = await owner.browser.submit(addForm(page, 'http://shop.example.org/'));
  expect(back.status).toBe(400);
  expect(back.html).toContain('id="logout-uri-post_logout_redirect_uri-fault"');
  expect(await stored(shop)).toHaveLength(1);
});

test('a host that the application has nowhere registered is named as a stranger’s', async () => {
  const shop = await givenShop();
  await send(shop, 'https://evil.example/', 'https://shop.example.com/elsewhere');
  const page = await open(shop);
  expect(page.text).toContain('No registered URI leads to evil.example');
  expect(page.text).not.toContain('leads to shop.example.com');
});

test('a viewer sees the list without forms; a stranger gets 404', async () => {
  const shop = await givenShop();
  await send(shop, 'https://shop.example.com/');
  const viewer = await memberInBrowser(hosts, shop.id, 'viewer');
  const page = await open(shop, viewer);
  expect(page.text).toContain('Refused post-logout redirect URIs');
  expect([addFormOf(page, 'https://shop.example.com/'), hasForm(page, 'logout-uri')]).toEqual([undefined, false]);
  expect((await open(shop, await ownerInBrowser(hosts))).status).toBe(404);
});

test('HEAD is not a request of a client; an unknown application and another fault store nothing', async () => {
  const shop = await givenShop();
  await fetch(logoutUrl(shop, 'https://shop.example.com/head'), { method: 'HEAD' });
  const strange = new URLSearchParams({ client_id: 'unknown', post_logout_redirect_uri: 'https://a.example/' });
  await fetch(`${hosts.authUrl}/oauth/logout?${strange}`);
  await fetch(`${logoutUrl(shop, 'https://shop.example.com/hint')}&id_token_hint=none`);
  await send(shop, 'https://shop.example.com/');
  expect((await listed(shop)).map(({ uri }) => uri)).toEqual(['https://shop.example.com/']);
});

test('it is no longer listed after seven days', async () => {
  const shop = await givenShop();
  await send(shop, 'https://shop.example.com/');
  hosts.clock.advance(7 * DAY);
  const again = await memberAfter(shop);
  expect((await open(shop, again)).text).not.toContain('Refused post-logout redirect URIs');
});

/** Sessions have ended since. */
const memberAfter = (shop: Application): Promise<Someone> => memberInBrowser(hosts, shop.id, 'editor');

test('the statistics count it, and the log does not name it', async () => {
  const shop = await givenShop();
  await send(shop, 'https://shop.example.com/secret-path');
  await hosts.counters.flush();
  const page = await owner.browser.open(consoleUrl(hosts, shop.id, 'statistics'));
  expect(page.text).toMatch(/post-logout-uri-unregistered\s+1/);
  expect(JSON.stringify(hosts.logs)).not.toContain('secret-path');
});
