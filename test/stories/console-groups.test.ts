// Groups in the console (contract 31): the lists of an application, and the pages on which operators change groups.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/accounts/create-account.ts';
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
    const owner = await ownerInBrowser(hosts);
    const { id } = await givenApplication(hosts, owner);
    const form = formNamed(await open('/console/groups'), 'group');
    const wrong = await browser.submit(form, { name: 'S R E', label: 'x'.repeat(61) });
    expect([wrong.status, wrong.html.match(/aria-invalid/g)?.length]).toEqual([400, 2]);
    expect((await browser.submit(form, { name: 'board', applications: 'grafana' })).status).toBe(400);
    const sent = { name: 'board', label: 'The board', label_ko: '이사회', applications: `${id}\n` };
    const made = await browser.submit(form, sent);
    expect([made.text.includes('The group was created.'), made.text.includes('Acme Shop')]).toEqual([true, true]);
    expect((await browser.submit(form, sent)).status).toBe(409);
    const group = await hosts.ports.groups.findByName('board');
    expect(group).toMatchObject({ label: 'The board', translations: { ko: { label: '이사회' } }, applications: [id] });

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
    const left = await browser.submit(formNamed(account, `remove-${group?.id}`));
    expect(left.text).toContain('In no group.');
    expect((await browser.submit(formNamed(left, 'add-to-group'), { group: 'nothing' })).status).toBe(409);
    expect((await browser.submit(formNamed(left, 'add-to-group'), { group: 'board' })).text).toContain('The board');
    expect(await hosts.ports.groups.listMembers({ groupId: group?.id ?? '', after: '', limit: 9 })).toHaveLength(1);
  });

  test('they are listed by the beginning of their names, in pages', async () => {
    for (let at = 10; at <= 61; at += 1) await givenGroup(hosts, `listed-${at}`);
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
    const remove = async () => formNamed(await open(`/console/groups/${group.id}`), 'removal');
    const named = await browser.submit(await remove());
    expect([named.status, named.text.includes('Wiki of groups')]).toEqual([409, true]);
    const refused = await browser.submit(formNamed(named, 'removal'), { force: 'on' });
    expect([refused.status, refused.text.includes('Nobody could sign in')]).toEqual([409, true]);
    await owner.browser.submit(formNamed(saved, 'sign-in'), { audience: 'everyone' });
    const again = await browser.submit(await remove());
    expect(again.status).toBe(409);
    const gone = await browser.submit(formNamed(again, 'removal'), { force: 'on' });
    expect([gone.url.pathname, gone.text.includes('The group was deleted.')]).toEqual(['/console/groups', true]);
    expect((await hosts.ports.applications.find(application.id))?.groups).toEqual([]);
  });

  test('contract 25: nothing is done before the person has confirmed who they are', async () => {
    const { id } = await givenGroup(hosts, 'guarded');
    const page = await open(`/console/groups/${id}`);
    hosts.clock.advance(11 * 60 * 1000);
    expect((await browser.submit(formNamed(page, 'removal'))).status).toBe(403);
    expect((await open(`/console/groups/${id}`)).html).not.toContain('value="add-member"');
    expect(await hosts.ports.groups.find(id)).toBeDefined();
  });
});
