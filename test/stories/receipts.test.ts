// What people see of one application: exactly what it receives, and what they agreed to (contract 27; decision 57).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endLeaving } from '../../src/core/operating/leaving/end-leaving.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account } from './account-pages.ts';

const DAY = 24 * 3_600_000;
const KEPT_DAYS = 30;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_KEPT_AGREEMENT_DAYS: String(KEPT_DAYS) });
});
afterAll(() => hosts.stop());

const TEXTS = {
  ...APPLICATION,
  company_name: 'Acme Inc.',
  company_country: 'KR',
  homepage_uri: 'https://acme.example/home',
  privacy_policy_uri: 'https://acme.example/privacy-1',
  terms_uri: 'https://acme.example/terms-1',
  translations: { ko: { name: '아크메' } },
  consent_items: [
    {
      ...{ item: 'nickname', consent: 'required', purpose: 'To greet you', retention: 'Until you leave' },
      translations: { ko: { purpose: '인사를 위해', retention: '떠날 때까지' } },
    },
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

const OTHER_TEXTS = {
  name: 'Rewritten',
  homepage_uri: 'https://elsewhere.example',
  privacy_policy_uri: 'https://elsewhere.example/privacy-2',
  terms_uri: 'https://elsewhere.example/terms-2',
  company_name: 'Elsewhere Ltd.',
  company_country: 'US',
  translations: { ko: { name: '다른 곳' } },
};
/** Each owner's edit of what people were shown, one after the other. */
const EDITS: readonly (readonly [string, 'PATCH' | 'DELETE', object?])[] = [
  ...Object.entries(OTHER_TEXTS).map(([member, value]) => [`set ${member}`, 'PATCH', { [member]: value }] as const),
  [
    'other purposes, retention and kinds',
    'PATCH',
    {
      consent_items: [
        { item: 'email', consent: 'required', purpose: 'For advertising', retention: 'For ever' },
        { item: 'nickname', consent: 'optional', purpose: 'To sell it', translations: { ko: { purpose: '판매' } } },
        { item: 'birthdate', consent: 'optional' },
      ],
    },
  ],
  ...Object.keys(OTHER_TEXTS).flatMap((member) =>
    member === 'name' ? [] : [[`drop ${member}`, 'PATCH', { [member]: null }] as const],
  ),
  ['drop the items', 'PATCH', { consent_items: [] }],
  ['delete the application', 'DELETE'],
];

async function edit(client: Client, method: 'PATCH' | 'DELETE', body?: object) {
  const response = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, {
    method,
    headers: {
      authorization: `Bearer ${client.owner.apiToken}`,
      ...(body && { 'content-type': 'application/merge-patch+json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, await response.text()).toBe(true);
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

  test('says in words what it receives, and disconnects it', async () => {
    const client = await givenClient(hosts, TEXTS);
    const { access_token } = await client.tokens();
    const page = await pageOf(client);
    expect(page.html.replace(/<details class="fold">.*?<\/details>/s, '')).toContain(`>${client.email}<`);
    const left = await client.browser.submit(
      page.form({ action: '/account/connections' }),
      {},
      { press: 'disconnect' },
    );
    expect([left.url.pathname, left.status]).toEqual(['/account/connections', 200]);
    expect(await answerTo(access_token)).not.toContain(client.email);
    expect((await pageOf(client)).text).toContain('Not connected. It receives nothing.');
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
  test('show what was agreed, character by character, after each edit of the owner, in both languages', async () => {
    const client = await givenClient(hosts, TEXTS);
    const consent = await client.browser.open(client.authorizeUrl({ prompt: 'consent', ui_locales: 'ko' }));
    await client.browser.submit(consent.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
    const receipts = async () => {
      const pages = await Promise.all(
        ['en', 'ko'].map((lang) => client.browser.open(`${hosts.authUrl}/account/receipts?ui_locales=${lang}`)),
      );
      return pages.map(({ html }) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '');
    };
    const shown = await receipts();
    for (const text of [
      ...['Acme Shop', 'Acme Inc.', 'To greet you', 'Until you leave', 'For receipts', 'acme.example/privacy-1'],
      ...['acme.example/terms-1', 'acme.example/home', '아크메', '인사를 위해', '떠날 때까지'],
    ]) {
      expect(shown[0]).toContain(text);
    }
    expect(shown.map((html) => html.match(/class="receipt"/g)?.length)).toEqual([2, 2]);
    for (const [name, method, body] of EDITS) {
      await edit(client, method, body);
      expect(await receipts(), name).toEqual(shown);
    }
  });

  test('name nobody once the account is deleted, and stay for the days of the setting', async () => {
    const client = await givenClient(hosts, TEXTS);
    const { access_token } = await client.tokens({ scope: 'openid nickname email' });
    const { sub } = (await client.userInfo(access_token)).body;
    const { id } = (await hosts.ports.accounts.findByEmailKey(client.email)) ?? {};
    const session = (await hosts.rowsIn('sessions')).find(({ account_id }) => account_id === id);
    const page = await client.browser.open(`${hosts.authUrl}/account/delete`);
    const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === 'now'));
    await client.browser.submit(form ?? page.form({ action: '/account/delete' }), {}, { press: 'now' });
    expect(await hosts.ports.accounts.findByEmailKey(client.email)).toBeUndefined();

    const rows = (await hosts.rowsIn('receipts')).filter((row) => row.sub === sub);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.account_id).toBeNull();
    expect(JSON.stringify(rows)).toContain('To greet you');
    for (const value of [id, client.email, 'Mina', session?.id, session?.network, session?.user_agent]) {
      if (value) expect(JSON.stringify(rows)).not.toContain(value);
    }
    const kept = () => hosts.ports.receipts.listKept(client.applicationId, String(sub));
    const purgeIn = (days: number) =>
      endLeaving(hosts.ports, { now: Number(rows[0]?.account_deleted_at) + days * DAY, limit: 99 });
    await purgeIn(KEPT_DAYS - 1);
    expect(await kept()).toHaveLength(1);
    await purgeIn(KEPT_DAYS);
    expect(await kept()).toEqual([]);
  });

  test('tell each change of an optional item, newest first, and stay when the application is disconnected', async () => {
    const client = await givenClient(hosts, TEXTS);
    const form = (await account(hosts, client.browser, 'applications')).form({ action: '/account/connections' });
    await client.browser.submit(form, { item: undefined }, { press: 'save' });
    await client.browser.submit(form, { item: undefined }, { press: 'save' });
    await client.browser.submit(form, {}, { press: 'disconnect' });
    const { text } = await pageOf(client);
    expect(text).toContain('Not connected. It receives nothing.');
    expect(text).toMatch(/Changed your choices.*Email address Optional · not shared.*Agreed Jan.*Optional · shared/);
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
    for (let round = 0; round < 9; round += 1) {
      await client.browser.submit(form, { item: round % 2 ? 'email' : undefined }, { press: 'save', follow: false });
    }
    const first = await client.browser.open(`${hosts.authUrl}/account/receipts`);
    expect(first.html.match(/class="receipt"/g)).toHaveLength(8);
    const second = await client.browser.open(first.link('Earlier agreements'));
    expect(second.html.match(/class="receipt"/g)).toHaveLength(2);
    expect(second.html).not.toContain('Earlier agreements');
  });
});
