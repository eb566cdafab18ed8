// The statistics of an application say why sign-ins to it fail, down to the value that was sent (contract 7). Anybody who
// knows an API key can cause failures: adding a redirect URI is asked about, and confirmed (contract 25).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/core/applications/applications/application.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { consoleUrl, givenApplication, memberInBrowser, ownerInBrowser, type Someone } from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
let shop: Application;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  owner = await ownerInBrowser(hosts);
  shop = await givenApplication(hosts, owner);
});
afterAll(() => hosts?.stop());

const apiKey = () => shop.platforms[0]?.apiKey ?? '';
const GOOD = 'https://shop.example.com/callback';
const ask = (over: Record<string, string>) => {
  const parameters = { client_id: apiKey(), redirect_uri: GOOD, response_type: 'code', state: 'secret-state', ...over };
  return fetch(`${hosts.authUrl}/oauth/authorize?${new URLSearchParams(parameters)}`, { redirect: 'manual' });
};
/** As the team sees it, once it is stored. */
const open = async (who: Someone = owner): Promise<Page> => {
  hosts.clock.advance(60_000);
  await hosts.tick('failed-requests');
  return who.browser.open(consoleUrl(hosts, shop.id, 'statistics'));
};
/** Without the marks of what differs. */
const unmarked = ({ html }: Page) => html.replaceAll(/<\/?mark>/g, '');
const addForm = (page: Page, uri: string): Form | undefined => {
  const isOf = ({ name, value }: Form['buttons'][number]) => name === 'redirect_uri' && value === uri;
  const form = page.forms.find(({ buttons }) => buttons.some(isOf));
  return form && { ...form, buttons: form.buttons.filter(isOf) };
};

test('a redirect URI that is not registered is compared, can be added, and then it is no failure any more', async () => {
  expect((await open()).text).not.toContain('Why sign-ins fail');
  await ask({ redirect_uri: `${GOOD}/` });
  await ask({ redirect_uri: `${GOOD}/` });
  await ask({ redirect_uri: `${GOOD}/?next=private` });
  const page = await open();
  expect(page.text).toContain('The redirect URI is not registered');
  expect(page.text).toMatch(/2 times · Web/);
  expect(page.html).toContain(`${GOOD}<mark>/</mark>`);
  expect(page.html).not.toContain('private');
  expect(page.html).not.toContain('secret-state');
  const form = addForm(page, `${GOOD}/`);
  const added = await owner.browser.submit(form as Form);
  expect(added.url.search).toBe('?notice=added');
  const stored = await hosts.ports.applications.find(shop.id);
  expect(stored?.redirectUris.map(({ redirectUri }) => redirectUri)).toContain(`${GOOD}/`);
  expect(addForm(await open(), `${GOOD}/`)).toBeUndefined();
  expect(JSON.stringify(hosts.logs)).not.toContain('/callback/');
});

test('what the rules do not allow cannot be added; another parameter is shown as it was sent', async () => {
  await ask({ redirect_uri: 'http://shop.example.org/' });
  await ask({ response_type: 'token id_token' });
  await fetch(`${hosts.authUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: apiKey(),
      grant_type: 'authorization_code',
      code: 'unknown',
      redirect_uri: GOOD,
    }),
  });
  const page = await open();
  expect(unmarked(page)).toContain('>http://shop.example.org/<');
  expect(addForm(page, 'http://shop.example.org/')).toBeUndefined();
  expect(page.text).toMatch(/Sent as response_type\s*token id_token/);
  expect(page.text).toContain('The code is unknown');
  const korean = await owner.browser.open(`${consoleUrl(hosts, shop.id, 'statistics')}?ui_locales=ko`);
  expect(korean.text).toContain('등록되지 않은 리다이렉트 URI예요');
});

test('a viewer sees them without a form; a stranger gets 404; after fourteen days they are gone', async () => {
  await ask({ redirect_uri: 'https://shop.example.com/other' });
  const viewer = await memberInBrowser(hosts, shop.id, 'viewer');
  const page = await open(viewer);
  expect(unmarked(page)).toContain('>https://shop.example.com/other<');
  expect(addForm(page, 'https://shop.example.com/other')).toBeUndefined();
  expect((await open(await ownerInBrowser(hosts))).status).toBe(404);
  hosts.clock.advance(14 * 86_400_000);
  const later = await memberInBrowser(hosts, shop.id, 'editor');
  expect((await open(later)).text).not.toContain('Why sign-ins fail');
});
