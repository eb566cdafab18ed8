// The first page of operators (contract 29): how the server does, and the menu that every page of theirs has.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FINDINGS } from '../../src/core/operating/doctor/all-findings.ts';
import { type Finding, findingOf } from '../../src/core/operating/doctor/finding.ts';
import { STAFF_GROUPS, STAFF_PATHS, type StaffPage, staffTitle } from '../../src/views/console/parts/staff-pages.ts';
import { messagesFor } from '../../src/views/messages/messages-for.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';

const HOUR = 60 * 60 * 1000;
const tell = findingOf(FINDINGS);
const findings: readonly Finding[] = [
  tell('proxy-none-trusted'),
  tell('key-in-time', { algorithm: 'ES256', age: 1, left: 89 }),
];
const SUMMARY = (['fault', 'warning', 'ok'] as const).map(
  (level) => findings.filter((one) => one.level === level).length,
) as [number, number, number];
let runs = 0;

let hosts: Hosts;
beforeAll(async () => {
  const examine = async () => {
    runs += 1;
    return findings;
  };
  hosts = await startHosts({}, { examine });
});
afterAll(() => hosts?.stop());

const operator = () => givenPerson(hosts, { role: 'operator' });

describe('contract 29: the state of the server', () => {
  test('shows the sign-ins and failures of all applications, of today and yesterday', async () => {
    const owner = await ownerInBrowser(hosts);
    const [one, other] = [await givenApplication(hosts, owner), await givenApplication(hosts, owner)];
    hosts.counters.count(one.id, 'completed');
    hosts.counters.count(other.id, 'completed');
    hosts.counters.count(other.id, 'cancelled');
    hosts.counters.count(other.id, 'refused:code-expired');
    hosts.counters.count(one.id, 'refused:user-cancelled');
    await hosts.counters.flush();
    hosts.clock.advance(24 * HOUR);
    hosts.counters.count(one.id, 'completed');
    await hosts.counters.flush();
    const { browser } = await operator();
    const { text } = await browser.open(`${hosts.authUrl}/console`);
    expect(text).toContain('Sign-ins today 1 Sign-ins yesterday 2 Failed requests today 0 Failed requests yesterday 2');
  });

  test('says what the last check said, and has it run again after an hour', async () => {
    const { browser } = await operator();
    const open = () => browser.open(`${hosts.authUrl}/console`);
    hosts.clock.advance(2 * HOUR);
    await open();
    const before = runs;
    expect((await open()).text).toContain(messagesFor('en').doctor.summary(...SUMMARY));
    expect(runs).toBe(before);
    hosts.clock.advance(HOUR);
    await open();
    expect(runs).toBe(before + 1);
  });

  test('names the last backup where the command makes it, and the version', async () => {
    const { browser } = await operator();
    const { text } = await browser.open(`${hosts.authUrl}/console`);
    expect(text.includes('Last backup')).toBe(
      !(
        'LATCHKEY_DATABASE_URL' in hosts.environment && hosts.environment.LATCHKEY_DATABASE_URL?.startsWith('postgres')
      ),
    );
    expect(text).toMatch(/Version \d+\.\d+\.\d+/);
  });

  test('is for operators alone: everybody else finds their applications at the same path', async () => {
    for (const role of ['user', 'owner', 'support'] as const) {
      const { browser } = await givenPerson(hosts, { role });
      const page = await browser.open(`${hosts.authUrl}/console`);
      expect([page.status, page.text.includes('Server overview')], role).toEqual([200, false]);
    }
  });
});

describe('contract 29: the menu of operators', () => {
  const PAGES = Object.values(STAFF_GROUPS).flat() as readonly StaffPage[];

  test.each(['en', 'ko'] as const)('in %s, every page of theirs leads to every other', async (language) => {
    const { browser } = await operator();
    const messages = messagesFor(language);
    for (const open of [
      ...PAGES.map((page) => STAFF_PATHS[page]),
      '/console/api-tokens',
      '/console/applications/new',
    ]) {
      const page = await browser.open(`${hosts.authUrl}${open}?ui_locales=${language}`);
      expect(page.status, open).toBe(200);
      for (const one of PAGES) {
        const link = new RegExp(`<a href="${STAFF_PATHS[one]}"[^>]*>${staffTitle(one, messages)}</a>`);
        expect(page.html, `${open} to ${one}`).toMatch(link);
      }
    }
  });

  test('pages of an application lead to it, and support has the accounts alone', async () => {
    const { id } = await givenApplication(hosts, await ownerInBrowser(hosts));
    const { browser } = await operator();
    const page = await browser.open(`${hosts.authUrl}/console/applications/${id}`);
    expect([page.link('Server overview').pathname, page.link('Applications').pathname]).toEqual([
      '/console',
      '/console/applications',
    ]);
    const support = await givenPerson(hosts, { role: 'support' });
    const seen = await support.browser.open(`${hosts.authUrl}/console`);
    const linked = PAGES.filter((one) => seen.html.includes(`href="${STAFF_PATHS[one]}"`));
    expect(linked).toEqual(['overview', 'accounts']);
  });
});

describe('contract 29: lists and the search of operators', () => {
  test('applications are counted, narrowed to a state and to one’s own, and shown with their owner', async () => {
    const owner = await ownerInBrowser(hosts);
    const { id } = await givenApplication(hosts, owner);
    const { browser } = await operator();
    const list = (query: string) => browser.open(`${hosts.authUrl}/console/applications?${query}`);
    const { applications } = hosts.ports;
    const all = { accountId: undefined, owned: true, text: '' };
    const total = await applications.countFound(all);
    expect((await list('')).text).toContain(`${total} applications`);
    const newest = await list('sort=newest');
    expect(newest.text).toContain(`Owner: ${owner.email}`);
    // Where there is none, the list says so, and counts nothing.
    expect((await list('only=off')).text).not.toContain('0 applications');
    await hosts.execute('update applications set login_activation = false where id = ?', id);
    expect(await applications.countFound({ ...all, only: 'off' })).toBe(1);
    expect((await list('only=off')).text).toContain('1 application');
    const mine = await list('only=mine');
    expect([mine.text.includes('No applications match.'), mine.html.includes(id)]).toEqual([true, false]);
    const own = await owner.browser.open(`${hosts.authUrl}/console?only=mine`);
    expect([own.html.includes(id), own.text.includes('Owner: ')]).toEqual([true, false]);
  });

  test('one search finds accounts, applications and groups by what they are called, and each by its id', async () => {
    const owner = await ownerInBrowser(hosts);
    const application = await givenApplication(hosts, owner, 'Findable Bakery');
    const { browser } = await operator();
    const first = await browser.open(`${hosts.authUrl}/console`);
    const search = (q: string) => browser.submit(first.form({ action: '/console/search' }), { q });
    const group = { id: 'a'.repeat(32), name: 'findable-crew', label: undefined, description: undefined };
    const now = hosts.clock.now();
    await hosts.ports.groups.insert(
      { ...group, translations: {}, applications: 'any', version: 1, createdAt: now, updatedAt: now },
      100,
    );
    const links = {
      account: `/console/accounts/${owner.accountId}`,
      application: `/console/applications/${application.id}`,
      group: `/console/groups/${group.id}`,
    };
    for (const [q, wanted] of [
      [owner.email, links.account],
      [owner.accountId, links.account],
      ['able baker', links.application],
      [application.id, links.application],
      [application.platforms[0]?.apiKey ?? '', links.application],
      ['findable-c', links.group],
      [group.id, links.group],
    ] as const) {
      const { html } = await search(q);
      const found = Object.values(links).filter((href) => html.includes(`<a href="${href}"`));
      expect([q, found]).toEqual([q, [wanted]]);
    }
    expect((await search('"><b>nothing')).text).toContain('No results for ">');
    const [told] = await hosts.ports.audit.list({ action: 'accounts search', limit: 1 });
    expect(JSON.stringify(told)).not.toContain('nothing');
  });
});
