// The console's pages of the operator's own APIs (contract 45).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { apiScopeField } from '../../src/views/apis/api-scope-field.ts';
import { Browser } from '../helpers/browser.ts';
import { editApi } from '../helpers/given-api.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { formNamed, givenApplication, ownerInBrowser } from './console-pages.ts';

let hosts: Hosts;
const browser = new Browser();
beforeAll(async () => {
  hosts = await startHosts();
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  await givenSession(hosts, browser, email);
});
afterAll(() => hosts.stop());

const open = (path: string, by = browser) => by.open(`${hosts.authUrl}${path}`);
const SENT = {
  name: 'Billing',
  resource: 'https://billing.example',
  scopes: 'billing.read Read invoices\nbilling.write',
};

test('an operator adds an API, lets an application call it, and takes that away', async () => {
  const owner = await ownerInBrowser(hosts);
  const { id, name } = await givenApplication(hosts, owner);
  const list = await open('/console/apis');
  const refused = await browser.submit(formNamed(list, 'api'), { ...SENT, resource: 'billing', scopes: 'openid' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('href="#api-resource"');
  expect(refused.text).toContain('openid, offline_access and the scopes of consent items can’t be used.');

  const made = await browser.submit(formNamed(refused, 'api'), SENT);
  expect(made.text).toContain('The API was added.');
  const [api] = await hosts.ports.apis.list({ after: '', limit: 9 });
  expect(api).toMatchObject({
    resource: SENT.resource,
    scopes: [
      { name: 'billing.read', description: 'Read invoices', machine: true },
      { name: 'billing.write', machine: true },
    ],
    accessTokenTtlSeconds: 300,
  });

  const unknown = { application: 'f'.repeat(32), scopes: 'billing.read' };
  const nobody = await browser.submit(formNamed(made, 'api-access'), unknown);
  expect([nobody.status, nobody.html.includes('href="#api-access-application"')]).toEqual([400, true]);
  const none = await browser.submit(formNamed(made, 'api-access'), { application: id, scopes: '' });
  expect(none.status).toBe(400);
  const allowed = await browser.submit(formNamed(made, 'api-access'), { application: id, scopes: 'billing.read' });
  expect(allowed.text).toContain(name);
  expect(await hosts.ports.apis.listOffers(id)).toMatchObject([{ scopes: ['billing.read'] }]);

  const kept = await browser.submit(formNamed(allowed, 'api-settings'), { scopes: 'billing.write' });
  expect(kept.status).toBe(400);
  expect(kept.html).toContain('href="#api-settings-scopes"');
  const changed = await browser.submit(formNamed(allowed, 'api-settings'), { access_token_ttl_seconds: '600' });
  expect(changed.text).toContain('Saved.');
  const stale = await browser.submit(formNamed(allowed, 'api-settings'), { access_token_ttl_seconds: '900' });
  expect(stale.status).toBe(409);

  await browser.submit(formNamed(changed, `deny-${id}`));
  expect(await hosts.ports.apis.listOffers(id)).toEqual([]);
});

test('contract 45: an operator lets applications ask people for scopes, and an owner chooses them', async () => {
  const owner = await ownerInBrowser(hosts);
  const { id } = await givenApplication(hosts, owner);
  const [api] = await hosts.ports.apis.list({ after: '', limit: 9 });
  const translations = { ko: { label: '보고서 읽기' } };
  const scopes = [...(api?.scopes ?? []), { name: 'reports.read', description: 'Monthly', translations }];
  await editApi(hosts, api?.id ?? '', (current) => ({ ...current, scopes }));
  const page = await open(`/console/apis/${api?.id}`);
  const sent = { people_scopes: 'reports.read Read reports\nreports.write', default_scopes: 'reports.read' };
  const refused = await browser.submit(formNamed(page, 'api-settings'), { ...sent, applications: 'x' });
  expect([refused.status, refused.html.includes('href="#api-settings-applications"')]).toEqual([400, true]);
  await browser.submit(formNamed(refused, 'api-settings'), { ...sent, applications: 'any' });
  expect((await hosts.ports.apis.list({ after: '', limit: 9 }))[0]).toMatchObject({
    applications: 'any',
    scopes: [
      { name: 'reports.read', label: 'Read reports', description: 'Monthly', translations, byDefault: true },
      { name: 'reports.write', label: undefined, byDefault: false, machine: false },
      { name: 'billing.read', description: 'Read invoices', machine: true },
      { name: 'billing.write', machine: true },
    ],
  });

  const items = await open(`/console/applications/${id}/consent-items`, owner.browser);
  expect(items.text).toContain('Read reports (Billing)');
  const asking = {
    [apiScopeField('consent', 'reports.read')]: 'optional',
    [apiScopeField('purpose', 'reports.read')]: 'To print them',
  };
  await owner.browser.submit(formNamed(items, 'api-scopes'), asking);
  const asked = (await hosts.ports.applications.find(id))?.apiScopes;
  expect(asked).toMatchObject([{ item: 'reports.read', consent: 'optional', purpose: 'To print them' }]);
});

test('a secret is shown once, and an API goes with its secrets', async () => {
  const [api] = await hosts.ports.apis.list({ after: '', limit: 9 });
  const path = `/console/apis/${api?.id}`;
  const page = await open(path);
  const made = await browser.submit(formNamed(page, 'api-secret'));
  const [secret = ''] = /lk_as_[\w-]{43}/.exec(made.html) ?? [];
  expect(secret).not.toBe('');
  expect((await browser.open(made.url)).html).not.toContain(secret);
  await browser.submit(formNamed(page, 'api-secret'));
  expect(await hosts.ports.apis.listSecrets(api?.id ?? '')).toHaveLength(1);
  const deleted = await browser.submit(formNamed(await open(path), 'removal'));
  expect(deleted.text).toContain('The API was deleted.');
  expect((await open(path)).status).toBe(404);
});

test('nobody else sees them', async () => {
  const owner = await ownerInBrowser(hosts);
  expect((await open('/console/apis', owner.browser)).status).toBe(403);
});
