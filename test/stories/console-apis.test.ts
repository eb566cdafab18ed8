// The console's pages of the operator's own APIs (contract 45).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../src/core/applications/apis/api.ts';
import { withAccess } from '../../src/core/applications/apis/manage-apis.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { apiScopeField } from '../../src/views/apis/api-scope-field.ts';
import { translationField } from '../../src/views/console/parts/translated-texts.tsx';
import { Browser } from '../helpers/browser.ts';
import { editApi, givenApi } from '../helpers/given-api.ts';
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
/** That of these tests. */
const onlyApi = async (): Promise<Api> => {
  const [api] = await hosts.ports.apis.list({ after: '', limit: 1 });
  if (!api) throw new Error('There is no API');
  return api;
};
const SENT = {
  name: 'Billing',
  resource: 'https://billing.example',
  scopes: 'billing.read Read invoices\nbilling.write',
};

test('an operator adds an API, lets an application call it, and takes that away', async () => {
  const owner = await ownerInBrowser(hosts);
  const { id, name } = await givenApplication(hosts, owner);
  const list = await open('/console/apis');
  const sent = { ...SENT, resource: 'billing', scopes: 'openid', people_scopes: 'reports.read\nreports.read' };
  const refused = await browser.submit(formNamed(list, 'api'), sent);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('href="#api-resource"');
  expect(refused.text).toContain('openid, offline_access and the scopes of consent items can’t be used.');
  expect(refused.html).toContain('href="#api-scopes"');
  expect(refused.html).toContain('href="#api-people_scopes"');

  const made = await browser.submit(formNamed(refused, 'api'), { ...SENT, people_scopes: '' });
  expect(made.text).toContain('The API was added.');
  expect(await onlyApi()).toMatchObject({
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
  const api = await onlyApi();
  await editApi(hosts, api.id, ({ scopes, ...rest }) => ({
    ...rest,
    scopes: [...scopes, { name: 'reports.read', label: 'Read reports' }],
  }));
  const { scopes } = await onlyApi();
  const page = await open(`/console/apis/${api.id}`);
  const refused = await browser.submit(formNamed(page, 'api-settings'), { applications: 'x' });
  expect([refused.status, refused.html.includes('href="#api-settings-applications"')]).toEqual([400, true]);
  await browser.submit(formNamed(refused, 'api-settings'), { applications: 'any' });
  expect(await onlyApi()).toMatchObject({ applications: 'any', scopes });

  const items = await open(`/console/applications/${id}/consent-items`, owner.browser);
  expect(items.text).toContain('Read reports (Billing)');
  const asking = {
    [apiScopeField('consent', 'reports.read')]: 'optional',
    [apiScopeField('purpose', 'reports.read')]: 'To print them',
  };
  const consent = apiScopeField('consent', 'reports.read');
  const unasked = await owner.browser.submit(formNamed(items, 'api-scopes'), { ...asking, [consent]: '' });
  expect([unasked.status, unasked.html.includes(`href="#api-scopes-${consent}"`)]).toEqual([400, true]);
  const saved = await owner.browser.submit(formNamed(unasked, 'api-scopes'), asking);
  const asked = async () => (await hosts.ports.applications.find(id))?.apiScopes;
  expect(await asked()).toMatchObject([{ item: 'reports.read', consent: 'optional', purpose: 'To print them' }]);

  const inKorean = translationField(apiScopeField('purpose', 'reports.read'), 'ko');
  const tooLong = await owner.browser.submit(formNamed(saved, 'api-scopes'), { [inKorean]: '가'.repeat(201) });
  expect([tooLong.status, tooLong.html.includes(`href="#api-scopes-${inKorean}"`)]).toEqual([400, true]);
  const both = await owner.browser.submit(formNamed(tooLong, 'api-scopes'), { [inKorean]: '인쇄하기 위해' });
  expect(await asked()).toMatchObject([
    { purpose: 'To print them', translations: { ko: { purpose: '인쇄하기 위해' } } },
  ]);
  await owner.browser.submit(formNamed(both, 'api-scopes'), { [consent]: '' });
  expect(await asked()).toEqual([]);
});

describe('contract 45: a scope is set in the console', () => {
  const texts = { label: 'Print reports', description: 'On paper', label_ko: '보고서 인쇄', description_ko: '종이에' };
  let path: string;
  beforeAll(async () => {
    path = `/console/apis/${(await onlyApi()).id}`;
  });
  const scopeOf = async (name: string) => (await onlyApi()).scopes.find((scope) => scope.name === name);
  const opened = (name: string) => open(`${path}?edit=${encodeURIComponent(name)}`);
  const formOf = (name: string) => apiScopeField('scope', name);

  test('one is added with everything that the registration API sets of it', async () => {
    const before = (await onlyApi()).scopes;
    const sent = { ...texts, name: 'print:a/b', label_en: 'Print', machine: '', default: 'on' };
    const added = await browser.submit(formNamed(await open(path), 'new-scope'), sent);
    expect(added.text).toContain('Added.');
    expect((await onlyApi()).scopes).toEqual([
      ...before,
      {
        ...{ name: 'print:a/b', label: 'Print reports', description: 'On paper', byDefault: true, machine: false },
        translations: { en: { label: 'Print' }, ko: { label: '보고서 인쇄', description: '종이에' } },
      },
    ]);
  });

  test('one is edited where its link leads; emptied fields have no text, and its name and the others stay', async () => {
    const before = await onlyApi();
    const [, link = ''] = /href="([^"]*edit=print[^"]*)"/.exec((await open(path)).html) ?? [];
    const form = formNamed(await open(link), formOf('print:a/b'));
    expect(form.fields).not.toContain('name');
    expect(Object.fromEntries(form.values)).toMatchObject({ ...texts, label_en: 'Print', machine: '', default: 'on' });
    const edited = { label: ' Print them ', description: '', label_en: '', description_ko: '', default: undefined };
    expect((await browser.submit(form, edited)).text).toContain('Saved.');
    expect(await onlyApi()).toEqual({
      ...before,
      ...{ version: before.version + 1, updatedAt: expect.any(Number) },
      scopes: before.scopes.map((scope) =>
        scope.name === 'print:a/b'
          ? {
              ...{ ...scope, label: 'Print them', description: undefined, byDefault: false },
              translations: { ko: { label: '보고서 인쇄' } },
            }
          : scope,
      ),
    });
  });

  test('every fault is told at its field, and what was typed stays', async () => {
    const before = await scopeOf('print:a/b');
    const sent = { label: 'x'.repeat(61), description_ko: '\u200b', machine: 'on', default: 'on' };
    const refused = await browser.submit(formNamed(await opened('print:a/b'), formOf('print:a/b')), sent);
    const id = formOf('print:a/b');
    expect(refused.status).toBe(400);
    for (const field of ['label', 'description_ko', 'default'])
      expect(refused.html).toContain(`href="#${id}-${field}"`);
    expect(Object.fromEntries(formNamed(refused, id).values)).toMatchObject({ ...sent, label_ko: '보고서 인쇄' });
    expect(await scopeOf('print:a/b')).toEqual(before);

    const twice = await browser.submit(formNamed(await open(path), 'new-scope'), { name: 'print:a/b', label: 'Again' });
    expect([twice.status, twice.html.includes('href="#new-scope-name"')]).toEqual([400, true]);
    await givenApi(hosts, { scopes: [{ name: 'other.read' }] });
    const taken = await browser.submit(formNamed(twice, 'new-scope'), { name: 'other.read' });
    expect([taken.status, taken.html.includes('href="#new-scope-name"')]).toEqual([409, true]);
    expect(Object.fromEntries(formNamed(taken, 'new-scope').values)).toMatchObject({ label: 'Again' });
  });

  test('one that an application has for itself is neither removed nor given to people', async () => {
    const { id } = await givenApplication(hosts, await ownerInBrowser(hosts));
    await editApi(hosts, (await onlyApi()).id, (current) => withAccess(current, id, ['billing.read']));
    const given = await browser.submit(formNamed(await opened('billing.read'), formOf('billing.read')), {
      machine: '',
    });
    expect([given.status, given.html.includes(`href="#${formOf('billing.read')}-machine"`)]).toEqual([400, true]);
    const removed = await browser.submit(formNamed(given, `remove-${formOf('billing.read')}`));
    expect([removed.status, removed.text.includes('an application still has it')]).toEqual([400, true]);
    expect(await scopeOf('billing.read')).toBeDefined();
  });

  test('one is removed; a form of an older page changes nothing', async () => {
    const older = await opened('print:a/b');
    await browser.submit(formNamed(await opened('print:a/b'), `remove-${formOf('print:a/b')}`));
    expect(await scopeOf('print:a/b')).toBeUndefined();
    const { version } = await onlyApi();
    const stale = await browser.submit(formNamed(older, 'new-scope'), { name: 'late.read' });
    expect(stale.status).toBe(409);
    const gone = formNamed(await opened('billing.write'), formOf('billing.write'));
    expect((await browser.submit(gone, { entry: 'print:a/b' })).status).toBe(409);
    expect((await onlyApi()).version).toBe(version);
  });
});

test('a secret is shown once, and an API goes with its secrets', async () => {
  const { id } = await onlyApi();
  const path = `/console/apis/${id}`;
  const page = await open(path);
  const made = await browser.submit(formNamed(page, 'api-secret'));
  const [secret = ''] = /lk_as_[\w-]{43}/.exec(made.html) ?? [];
  expect(secret).not.toBe('');
  expect((await browser.open(made.url)).html).not.toContain(secret);
  await browser.submit(formNamed(page, 'api-secret'));
  expect(await hosts.ports.apis.listSecrets(id)).toHaveLength(1);
  const deleted = await browser.submit(formNamed(await open(path), 'removal'));
  expect(deleted.text).toContain('The API was deleted.');
  expect((await open(path)).status).toBe(404);
});

test('nobody else sees them', async () => {
  const owner = await ownerInBrowser(hosts);
  expect((await open('/console/apis', owner.browser)).status).toBe(403);
});
