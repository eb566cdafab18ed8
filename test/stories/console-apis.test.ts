// The console's pages of the operator's own APIs (contract 45).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/core/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
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
