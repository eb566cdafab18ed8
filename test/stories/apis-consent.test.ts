// People agree to scopes of APIs of the operator, and owners ask for them (contract 45).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeApi } from '../../src/core/applications/apis/manage-apis.ts';
import { applicationPath } from '../../src/views/page/account-pages.ts';
import {
  type ApisForPeople,
  BILLING,
  connectionIn,
  errorOf,
  givenApisForPeople,
  STOCK,
} from '../helpers/apis-for-people.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { editApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { agree } from '../helpers/people.ts';

let hosts: Hosts;
let given: ApisForPeople;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts();
  given = await givenApisForPeople(hosts);
  client = given.client;
});
afterAll(() => hosts.stop());

describe('contract 45: people agree to scopes of an API', () => {
  test('the page shows label, description, purpose and the name of the API, and asks what is new alone', async () => {
    const first = await client.browser.open(client.authorizeUrl({ resource: BILLING }), { stopAt: CALLBACK });
    expect(first.text).toContain('Billing');
    expect(first.text).toContain('Read invoices');
    expect(first.text).toContain('Amounts and dates');
    expect(first.text).toContain('To use billing.read');
    expect(first.text).not.toContain('Write invoices');
    const korean = await client.browser.open(client.authorizeUrl({ resource: BILLING, ui_locales: 'ko' }));
    expect(korean.text).toContain('청구서 읽기');
    await client.browser.open(client.authorizeUrl({ resource: BILLING, ui_locales: 'en' }));
    await agree(client.browser, first, { item: ['billing.read', 'email'] }, { stopAt: CALLBACK });
    expect((await given.exchange({ resource: BILLING })).status).toBe(200);
    const more = { resource: BILLING, scope: 'billing.read billing.write' };
    const second = await client.browser.open(client.authorizeUrl(more), { stopAt: CALLBACK });
    expect(second.html.indexOf('Write invoices')).toBeLessThan(second.html.indexOf('Answered before'));
    expect(second.html.lastIndexOf('Read invoices')).toBeGreaterThan(second.html.indexOf('Answered before'));
    await agree(client.browser, second, { item: ['billing.read', 'billing.write'] }, { stopAt: CALLBACK });
    expect((await given.exchange(more)).body.scope).toBe('billing.read billing.write');
  });

  test('a scope that is declined is not granted, and without any there is no token', async () => {
    const asked = { resource: BILLING, scope: 'billing.read billing.write' };
    await given.agreeTo(asked, 'billing.write');
    expect((await given.exchange(asked)).body.scope).toBe('billing.write');
    await given.agreeTo(asked);
    expect(errorOf(await given.exchange(asked))).toBe('400 invalid_grant');
  });

  test('the account shows them, withdraws them at the next call, and has a receipt in the words of the page', async () => {
    const asked = { resource: BILLING, scope: 'billing.read billing.write' };
    await given.agreeTo(asked, 'billing.read', 'billing.write');
    const { body: tokens } = await given.exchange(asked);
    const page = await client.browser.open(`${hosts.authUrl}/account/connections`);
    expect(page.text).toContain('Read invoices (Billing)');
    await client.browser.submit(connectionIn(page, client), { item: ['billing.write'] }, { press: 'save' });
    const receipts = await client.browser.open(`${hosts.authUrl}${applicationPath(client.applicationId)}`);
    expect(receipts.text).toContain('Read invoices (Billing)');
    expect((await given.refresh(tokens.refresh_token)).body.scope).toBe('billing.write');
  });

  test('prompt=none is consent_required for what was never asked', async () => {
    const other = await givenClient(hosts, {
      ...APPLICATION,
      api_scopes: [{ scope: 'stock.read', consent: 'optional' }],
    });
    await editApi(hosts, given.stock.id, (api) => ({ ...api, scopes: [...api.scopes, { name: 'stock.write' }] }));
    const api_scopes = ['stock.read', 'stock.write'].map((scope) => ({ scope, consent: 'optional' }));
    expect((await given.own('PATCH', { api_scopes }, other)).status).toBe(200);
    const silent = { prompt: 'none', resource: STOCK, scope: 'stock.write' };
    const page = await other.browser.open(other.authorizeUrl(silent), { stopAt: CALLBACK });
    expect(page.url.searchParams.get('error')).toBe('consent_required');
  });
});

describe('contract 45: an application registers scopes', () => {
  test.each([
    ['one of programs', 'billing.admin'],
    ['one that there is not', 'billing.none'],
  ])('%s is refused like an unknown one', async (_, scope) => {
    const { status, body } = await given.own('PATCH', { api_scopes: [{ scope, consent: 'optional' }] });
    expect([status, body]).toMatchObject([400, { errors: [{ pointer: '/api_scopes/0/scope' }] }]);
  });

  test('so is one of an API that does not name it, with the same words', async () => {
    const other = await givenClient(hosts);
    const refused = await given.own('PATCH', { api_scopes: [{ scope: 'billing.read', consent: 'optional' }] }, other);
    const unknown = await given.own('PATCH', { api_scopes: [{ scope: 'billing.none', consent: 'optional' }] }, other);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual(unknown.body);
    const ignored = await other.tokens({ resource: BILLING, scope: 'openid billing.read' });
    expect([ignored.scope, await given.atUserInfo(ignored.access_token)]).toEqual(['openid nickname', 200]);
  });

  test('PUT without them keeps them; an API that goes takes them, and its tokens', async () => {
    const shown = (await given.own('GET')).body as { api_scopes: object[] };
    const { api_scopes, ...rest } = shown;
    expect((await given.own('PUT', rest)).status).toBe(200);
    expect(((await given.own('GET')).body as typeof shown).api_scopes).toEqual(api_scopes);
    await given.agreeTo({ resource: STOCK }, 'stock.read');
    const { body } = await given.exchange({ resource: STOCK });
    expect(await removeApi(hosts.ports, { id: given.stock.id })).toBe(true);
    expect(errorOf(await given.refresh(body.refresh_token))).toBe('400 invalid_grant');
    const page = await client.browser.open(client.authorizeUrl({ resource: STOCK }), { stopAt: CALLBACK });
    expect(page.url.searchParams.get('error')).toBe('invalid_target');
  });
});
