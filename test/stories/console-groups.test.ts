// Groups in the console (contract 31): the lists of an application, and the pages on which operators change groups.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
import { givenGroup } from '../helpers/given-group.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { consoleUrl, formNamed, givenApplication, memberInBrowser, ownerInBrowser } from './console-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

describe('contract 31: the groups of an application', () => {
  test('its team chooses of those that name it, sees no others, and is told who of it is refused', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner);
    const editor = await memberInBrowser(hosts, application.id, 'editor');
    await givenGroup(hosts, 'crew', { label: 'Night crew', applications: [application.id] });
    const hidden = await givenGroup(hosts, 'hidden', { label: 'Secret plan', applications: [] });
    const page = await editor.browser.open(consoleUrl(hosts, application.id, 'sign-in'));
    expect(page.text).toContain('Night crew');
    expect(page.text).not.toContain('Secret plan');

    const form = formNamed(page, 'sign-in');
    const none = await editor.browser.submit(form, { audience: 'groups' });
    expect(none.status).toBe(400);
    expect(none.text).toContain('Choose at least one group');
    const box = `allowed_groups-${hidden.name}`;
    const guessing = { ...form, fields: [...form.fields, box] };
    const refused = await editor.browser.submit(guessing, { audience: 'groups', [box]: 'on' });
    expect(refused.status).toBe(400);
    expect(refused.text).not.toContain(owner.email);

    const ticked = { audience: 'groups', 'allowed_groups-crew': 'on', 'groups-crew': 'on' };
    const saved = await editor.browser.submit(form, ticked);
    expect(saved.text).toContain('Saved.');
    for (const { email } of [owner, editor]) expect(saved.text).toContain(email);
    const stored = await hosts.ports.applications.find(application.id);
    expect(stored).toMatchObject({ audience: 'groups', allowedGroups: ['crew'], groups: ['crew'] });

    const viewer = await memberInBrowser(hosts, application.id, 'viewer');
    const shown = await viewer.browser.open(consoleUrl(hosts, application.id, 'sign-in'));
    expect(shown.text).toContain('Night crew');
    const open = await editor.browser.submit(formNamed(saved, 'sign-in'), { audience: 'everyone' });
    expect(open.text).toContain('Saved.');
    expect(await hosts.ports.applications.find(application.id)).toMatchObject({
      ...{ audience: 'everyone', allowedGroups: [], groups: ['crew'] },
    });
  });

  test('of many it shows some, and finds the others by name, without losing what was chosen', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner);
    const applications = [application.id];
    for (let at = 10; at <= 61; at += 1) await givenGroup(hosts, `many-${at}`, { applications });
    await givenGroup(hosts, 'many-secrets', { applications: [] });
    const url = consoleUrl(hosts, application.id, 'sign-in');
    const first = await owner.browser.open(url);
    expect(first.text).not.toContain('many-61');
    await owner.browser.submit(formNamed(first, 'sign-in'), { 'groups-many-10': 'on' });
    const found = await owner.browser.open(`${url}?q=many-61`);
    const saved = await owner.browser.submit(formNamed(found, 'sign-in'), { 'groups-many-61': 'on' });
    expect(saved.text).toContain('Saved.');
    expect((await hosts.ports.applications.find(application.id))?.groups).toEqual(['many-10', 'many-61']);
    for (const text of ['secrets', 'nothing-like-it']) {
      const none = await owner.browser.open(`${url}?q=${text}`);
      expect(none.text).toContain('No other group that this application may use');
      expect(none.text).not.toContain('many-secrets');
    }
  });

  test('an item without a list is refused at the list', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner);
    await givenGroup(hosts, 'ops', { applications: [application.id] });
    const url = consoleUrl(hosts, application.id, 'sign-in');
    const before = await owner.browser.open(url);
    await owner.browser.submit(formNamed(before, 'sign-in'), { 'groups-ops': 'on' });
    const items = await owner.browser.open(consoleUrl(hosts, application.id, 'consent-items'));
    const added = await owner.browser.submit(formNamed(items, 'item'), { item: 'groups', consent: 'optional' });
    expect(added.text).toContain('Added.');
    const form = formNamed(await owner.browser.open(url), 'sign-in');
    const refused = await owner.browser.submit(form, { 'groups-ops': undefined });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#sign-in-groups"');
  });
});

describe('contract 31: the pages of groups', () => {
  let browser: Browser;
  beforeAll(async () => {
    const email = newEmail();
    const made = await createAccount(hosts.ports, {
      email,
      role: 'operator',
      nickname: undefined,
      password: PASSWORD,
    });
    expect(made.kind).toBe('created');
    browser = new Browser();
    await givenSession(hosts, browser, email);
  });
  const open = (path: string, by = browser) => by.open(`${hosts.authUrl}${path}`);

  test('an operator makes a group, names it in both languages, and says who is in it', async () => {
    const form = formNamed(await open('/console/groups'), 'group');
    const wrong = await browser.submit(form, { name: 'S R E', label: 'x'.repeat(61) });
    expect([wrong.status, wrong.html.match(/aria-invalid/g)?.length]).toEqual([400, 2]);
    const sent = { name: 'board', label: 'The board', label_ko: '이사회' };
    const made = await browser.submit(form, sent);
    expect(made.text).toContain('The group was created.');
    expect((await browser.submit(form, sent)).status).toBe(409);
    const group = await hosts.ports.groups.findByName('board');
    expect(group).toMatchObject({ label: 'The board', translations: { ko: { label: '이사회' } }, applications: [] });

    const person = await givenPerson(hosts);
    const nobody = await browser.submit(formNamed(made, 'member'), { who: 'nobody@example.com' });
    expect(nobody.status).toBe(409);
    const added = await browser.submit(formNamed(made, 'member'), { who: person.email });
    expect(added.text).toContain(person.email);
    expect((await browser.submit(formNamed(made, 'member'), { who: person.id })).status).toBe(409);
    const own = await open('/account?ui_locales=ko', person.browser);
    expect(own.text).toContain('이사회');
    expect(own.text).not.toContain('board');

    const account = await open(`/console/accounts/${person.id}`);
    const left = await browser.submit(formNamed(account, `remove-from-group-${group?.id}`));
    expect(left.text).toContain('In no group.');
    expect((await browser.submit(formNamed(left, 'add-to-group'), { group: 'nothing' })).status).toBe(409);
    expect((await browser.submit(formNamed(left, 'add-to-group'), { group: 'board' })).text).toContain('The board');
    expect(await hosts.ports.groups.listMembers({ groupId: group?.id ?? '', after: '', limit: 9 })).toHaveLength(1);
  });

  test('an operator finds the applications that may use a group by name, and sees which use it and how', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner, 'Wiki of finders');
    const { id } = await givenGroup(hosts, 'finders', { applications: [] });
    await givenGroup(hosts, 'finders-too', { applications: [application.id] });
    const url = `/console/groups/${id}`;
    expect((await open(`${url}?q=no+such+name`)).text).toContain('No application has this in its name.');
    const search = (await open(url)).form({ action: url, fields: ['q'] });
    const found = await browser.submit(search, { q: 'WIKI of' });
    const added = await browser.submit(formNamed(found, `add-application-${application.id}`));
    expect([added.text.includes('Saved.'), added.text.includes('Does not use it')]).toEqual([true, true]);
    expect((await hosts.ports.groups.find(id))?.applications).toEqual([application.id]);

    const settings = await owner.browser.open(consoleUrl(hosts, application.id, 'sign-in'));
    const only = { audience: 'groups', 'allowed_groups-finders': 'on', 'groups-finders': 'on' };
    const saved = await owner.browser.submit(formNamed(settings, 'sign-in'), only);
    const used = await open(url);
    for (const text of ['Receives it', 'Lets its members sign in']) expect(used.text).toContain(text);
    const remove = `remove-application-${application.id}`;
    const refused = await browser.submit(formNamed(used, remove));
    expect([refused.status, refused.text.includes('Let them admit another group')]).toEqual([409, true]);
    const both = { ...only, 'allowed_groups-finders-too': 'on' };
    await owner.browser.submit(formNamed(saved, 'sign-in'), both);
    const removed = await browser.submit(formNamed(used, remove));
    expect([removed.status, removed.text.includes('Wiki of finders')]).toEqual([200, false]);
    expect(await hosts.ports.applications.find(application.id)).toMatchObject({
      ...{ allowedGroups: ['finders-too'], groups: [] },
    });
  });

  test('where not every application may use a group any more, those that use it still may', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner);
    const { id } = await givenGroup(hosts, 'narrowed');
    const settings = await owner.browser.open(consoleUrl(hosts, application.id, 'sign-in'));
    await owner.browser.submit(formNamed(settings, 'sign-in'), { 'groups-narrowed': 'on' });
    const page = await open(`/console/groups/${id}`);
    await browser.submit(formNamed(page, 'settings'), { any_application: undefined });
    expect((await hosts.ports.groups.find(id))?.applications).toEqual([application.id]);
    expect((await hosts.ports.applications.find(application.id))?.groups).toEqual(['narrowed']);
  });

  test('they are listed by the beginning of their names, in pages', async () => {
    for (let at = 10; at <= 61; at += 1) await givenGroup(hosts, `listed-${at}`, { applications: [] });
    const first = await open('/console/groups?q=listed-');
    expect(first.text).toContain('listed-10');
    expect(first.text).not.toContain('listed-60');
    const next = await browser.open(first.link('Next page'));
    expect(next.text).toContain('listed-61');
    expect((await open('/console/groups?q=No!')).text).toContain('No group');
  });

  test('a form that is older than the group changes nothing', async () => {
    const { id } = await givenGroup(hosts, 'edited');
    const page = await open(`/console/groups/${id}`);
    expect((await browser.submit(formNamed(page, 'settings'), { label: 'First' })).status).toBe(200);
    expect((await browser.submit(formNamed(page, 'settings'), { label: 'Second' })).status).toBe(409);
    expect((await hosts.ports.groups.find(id))?.label).toBe('First');
  });

  test('a group that applications use is deleted by force alone, and never if nobody could sign in to one', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner, 'Wiki of groups');
    const group = await givenGroup(hosts, 'used');
    const settings = await owner.browser.open(consoleUrl(hosts, application.id, 'sign-in'));
    const only = { audience: 'groups', 'allowed_groups-used': 'on', 'groups-used': 'on' };
    const saved = await owner.browser.submit(formNamed(settings, 'sign-in'), only);
    const remove = async () => formNamed(await open(`/console/groups/${group.id}`), 'delete');
    const named = await browser.submit(await remove());
    expect([named.status, named.text.includes('Wiki of groups')]).toEqual([409, true]);
    const refused = await browser.submit(formNamed(named, 'delete'), { force: 'on' });
    expect([refused.status, refused.text.includes('Nobody could sign in')]).toEqual([409, true]);
    await owner.browser.submit(formNamed(saved, 'sign-in'), { audience: 'everyone' });
    const again = await browser.submit(await remove());
    expect(again.status).toBe(409);
    const gone = await browser.submit(formNamed(again, 'delete'), { force: 'on' });
    expect([gone.url.pathname, gone.text.includes('The group was deleted.')]).toEqual(['/console/groups', true]);
    expect((await hosts.ports.applications.find(application.id))?.groups).toEqual([]);
  });

  test('contract 25: nothing is done before the person has confirmed who they are', async () => {
    const { id } = await givenGroup(hosts, 'guarded');
    const page = await open(`/console/groups/${id}`);
    hosts.clock.advance(11 * 60 * 1000);
    expect((await browser.submit(formNamed(page, 'delete'))).status).toBe(403);
    expect((await open(`/console/groups/${id}`)).html).not.toContain('value="add-member"');
    expect(await hosts.ports.groups.find(id)).toBeDefined();
  });
});
