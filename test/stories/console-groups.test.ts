// Groups in the console (contract 31): the lists of an application, and the pages on which operators change groups.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenGroup } from '../helpers/given-group.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
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
