// What people see of one application: exactly what it receives, and what they agreed to (contract 27; decision 57).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const TEXTS = {
  ...APPLICATION,
  company_name: 'Acme Inc.',
  company_country: 'KR',
  privacy_policy_uri: 'https://acme.example/privacy-1',
  translations: { ko: { name: '아크메' } },
  consent_items: [
    { item: 'nickname', consent: 'required', purpose: 'To greet you', retention: 'Until you leave' },
    { item: 'email', consent: 'optional', purpose: 'For receipts' },
  ],
};

const pathOf = ({ applicationId }: Client) => `${hosts.authUrl}/account/connections/${applicationId}`;
const pageOf = (client: Client) => client.browser.open(pathOf(client));

/** What the page says that the application receives: the character references that the renderer writes, undone. */
const exactly = (html: string): string | undefined =>
  /<pre class="exactly"><code dir="ltr">([^<]*)/
    .exec(html)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

const answerTo = async (accessToken: string): Promise<string> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${hosts.apiUrl}/user-info`, { headers })).text();
};

/** Edits everything that people were shown. */
async function rewrite(client: Client) {
  const response = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({
      name: 'Rewritten',
      company_name: 'Elsewhere Ltd.',
      company_country: 'US',
      privacy_policy_uri: 'https://elsewhere.example/privacy-2',
      consent_items: [
        { item: 'nickname', consent: 'required', purpose: 'To sell it', retention: 'For ever' },
        { item: 'email', consent: 'optional', purpose: 'For advertising' },
      ],
    }),
  });
  expect(response.status).toBe(200);
}

describe('contract 27: the page of an application', () => {
  test('shows what user information answers, byte for byte, before and after a withdrawal', async () => {
    const client = await givenClient(hosts, TEXTS);
    const { access_token } = await client.tokens();
    expect(exactly((await pageOf(client)).html)).toBe(await answerTo(access_token));
    expect(await answerTo(access_token)).toContain(client.email);
    const form = (await account(hosts, client.browser, 'applications')).form({ action: '/account/connections' });
    await client.browser.submit(form, { item: undefined }, { press: 'save' });
    expect(exactly((await pageOf(client)).html)).toBe(await answerTo(access_token));
    expect(await answerTo(access_token)).not.toContain(client.email);
  });

  test('is of the person alone: whoever never agreed finds nothing there', async () => {
    const client = await givenClient(hosts, TEXTS);
    const other = await givenClient(hosts, TEXTS);
    expect((await other.browser.open(pathOf(client))).status).toBe(404);
    expect((await other.browser.open(`${hosts.authUrl}/account/connections/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await other.browser.open(`${hosts.authUrl}/account/receipts`)).html.match(/class="receipt"/g)).toHaveLength(
      1,
    );
  });
});

describe('contract 27: receipts', () => {
  test('show what was agreed, as it was, after the owner changed every text', async () => {
    const client = await givenClient(hosts, TEXTS);
    await rewrite(client);
    const { text, html } = await pageOf(client);
    for (const shown of ['Acme Shop', 'Acme Inc.', 'South Korea', 'To greet you', 'Until you leave', 'For receipts']) {
      expect(text).toContain(shown);
    }
    expect(html).toContain('https://acme.example/privacy-1');
    for (const later of ['Elsewhere', 'To sell it', 'For ever', 'For advertising']) expect(text).not.toContain(later);
  });

  test('tell each change of an optional item, newest first, and stay when the application is disconnected', async () => {
    const client = await givenClient(hosts, TEXTS);
    const form = (await account(hosts, client.browser, 'applications')).form({ action: '/account/connections' });
    await client.browser.submit(form, { item: undefined }, { press: 'save' });
    await client.browser.submit(form, { item: undefined }, { press: 'save' });
    await client.browser.submit(form, {}, { press: 'disconnect' });
    const { text } = await pageOf(client);
    expect(text).toContain('Not connected. It receives nothing.');
    expect(text).toMatch(/Changed your choices.*Email address Optional · not shared.*Agreed ·.*Optional · shared/);
    expect(text.match(/Changed your choices/g)).toHaveLength(1);
  });

  test('are in the language in which they were agreed to', async () => {
    const client = await givenClient(hosts, TEXTS);
    const consent = await client.browser.open(client.authorizeUrl({ prompt: 'consent', ui_locales: 'ko' }));
    await client.browser.submit(consent.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
    const listed = await hosts.ports.receipts.listByAccount({
      accountId: (await hosts.ports.accounts.findByEmailKey(client.email))?.id ?? '',
      limit: 5,
    });
    expect(listed.map(({ language, texts }) => [language, texts.application.name])).toEqual([
      ['ko', '아크메'],
      ['en', 'Acme Shop'],
    ]);
  });

  test('come a page at a time', async () => {
    const client = await givenClient(hosts, TEXTS);
    const form = (await account(hosts, client.browser, 'applications')).form({ action: '/account/connections' });
    for (let round = 0; round < 21; round += 1) {
      await client.browser.submit(form, { item: round % 2 ? 'email' : undefined }, { press: 'save', follow: false });
    }
    const first = await client.browser.open(`${hosts.authUrl}/account/receipts`);
    expect(first.html.match(/class="receipt"/g)).toHaveLength(20);
    const second = await client.browser.open(first.link('Earlier agreements'));
    expect(second.html.match(/class="receipt"/g)).toHaveLength(2);
    expect(second.html).not.toContain('Earlier agreements');
  });
});
