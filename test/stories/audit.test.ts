// The audit beside a running server (contract 61): looks, refusals and seals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { entryOf, SERVER } from '../../src/core/server/audit/act.ts';
import { readHead } from '../../src/core/server/audit/seal.ts';
import { verifyAudit } from '../../src/core/server/audit/verify-audit.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import {
  consoleUrl,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

const rowsOf = ({ html }: { html: string }) => html.slice(html.indexOf('<ul class="rows">'));

let hosts: Hosts;
let owner: Someone;
let id: string;
let bearer: string;
let stranger: string;
beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
  ({ id } = await givenApplication(hosts, owner));
  const made = await createApiToken(hosts.ports, { email: owner.email, name: 'tests', expiresInDays: 0 });
  bearer = made.kind === 'created' ? made.token : '';
  stranger = (await hosts.owner('programs@example.com')).apiToken;
});
afterAll(() => hosts.stop());

/** The entries that were written while it ran. */
async function entriesOf(run: () => Promise<unknown>) {
  const [last] = await hosts.ports.audit.list({ limit: 1 });
  await run();
  return hosts.ports.audit.read({ afterId: last?.id ?? 0, toId: 1e9, limit: 99 });
}

const call = (path: string, method = 'GET', token = bearer) =>
  fetch(hosts.apiUrl + path, { method, headers: { authorization: `Bearer ${token}` } });

test('contract 61: a look at connected people is an entry before it is answered, also by HEAD none', async () => {
  const user = await userInBrowser(hosts);
  const now = hosts.clock.now();
  const agreement = { applicationId: id, accountId: user.accountId, sub: 's'.repeat(32), answers: {}, now };
  await hosts.ports.connections.agree(agreement);
  const path = `/applications/${id}/connections`;
  const looks = await entriesOf(async () => {
    expect((await call(path)).status).toBe(200);
    expect((await call(`${path}/${agreement.sub}`)).status).toBe(200);
    expect((await call(path, 'HEAD')).status).toBe(200);
  });
  const place = { role: 'owner', tokenId: expect.any(String), address: '127.0.0.1', applicationId: id };
  expect(looks).toMatchObject([
    { ...place, action: 'GET /applications/:id/connections', result: 'done' },
    { ...place, action: 'GET /applications/:id/connections/:sub', subjectId: user.accountId, entry: agreement.sub },
  ]);
  expect(looks).toHaveLength(2);
});

test('contract 61: the page of connections in the console is a look', async () => {
  const looks = await entriesOf(async () => {
    expect((await owner.browser.open(consoleUrl(hosts, id, 'connections'))).status).toBe(200);
  });
  expect(looks).toMatchObject([{ action: 'connections see', applicationId: id, accountId: owner.accountId }]);
});

test('contract 61: members see the audit of their application in the console, and strangers none', async () => {
  const member = await memberInBrowser(hosts, id, 'viewer');
  await owner.browser.open(consoleUrl(hosts, id, 'connections'));
  let page = await member.browser.open(consoleUrl(hosts, id, 'audit'));
  // Looks are hidden unless they are asked for.
  expect([page.status, rowsOf(page).includes('looked at the people who use')]).toEqual([200, false]);
  page = await member.browser.open(`${consoleUrl(hosts, id, 'audit')}?looks=on`);
  expect(page.text).toContain(`${owner.email} looked at the people who use this application`);
  expect(page.text).toContain(owner.email);
  const own = await member.browser.open(`${consoleUrl(hosts, id, 'audit')}?looks=on&account=${member.accountId}`);
  // Their first look is an entry of the second.
  expect(rowsOf(own)).toContain('looked at the audit log');
  expect(rowsOf(own)).not.toContain('looked at the people');
  const only = await member.browser.open(`${consoleUrl(hosts, id, 'audit')}?action=people-viewed`);
  expect(rowsOf(only)).toContain('looked at the people');
  expect(rowsOf(only)).not.toContain('looked at the audit log');
  page = await (await userInBrowser(hosts)).browser.open(consoleUrl(hosts, id, 'audit'));
  expect(page.status).toBe(404);
});

test('contract 61: operators see the whole audit, page by page and by whom it is about; nobody else does', async () => {
  const path = `${hosts.authUrl}/console/audit`;
  expect((await owner.browser.open(path)).status).toBe(403);
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  const browser = new Browser();
  await givenSession(hosts, browser, email);
  const seen = await entriesOf(() => browser.open(`${path}?subject=${owner.accountId}`));
  expect(seen).toMatchObject([{ action: 'audit see', role: 'operator', subjectId: owner.accountId }]);
  const many = Array.from({ length: 22 }, (_, at) =>
    entryOf({ actor: SERVER, action: 'filler' as never, entry: `e${at}` }, 1),
  );
  await hosts.ports.audit.append(many);
  const first = await browser.open(`${path}?action=filler`);
  expect([first.text.includes('e21'), first.text.includes('e10'), first.text.includes('e9 ')]).toEqual([
    true,
    true,
    false,
  ]);
  const next = await browser.open(first.link('before='));
  expect([next.text.includes('e21'), next.text.includes('e9')]).toEqual([false, true]);
  expect(next.text).not.toContain('Next page');
  // An address is looked up, and not kept.
  const typed = await entriesOf(() => browser.open(`${path}?subject=${encodeURIComponent(owner.email)}`));
  expect(typed).toMatchObject([{ action: 'audit see', subjectId: owner.accountId }]);
  expect(JSON.stringify(typed)).not.toContain(owner.email);
});

test('contract 61: operators and members narrow the audit to a time; what is wrong with it is told, and kept', async () => {
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  const operator = new Browser();
  await givenSession(hosts, operator, email);
  const start = hosts.clock.now() - 60_000;
  const at = (second: number) => new Date(start + second * 1000).toISOString();
  const many = Array.from({ length: 60 }, (_, second) => ({
    ...entryOf({ actor: SERVER, action: 'timed' as never, entry: `t${second}.` }, start + second * 1000),
    applicationId: id,
  }));
  await hosts.ports.audit.append(many);
  const most = `from=${at(0).slice(0, 10)}&to=${at(20)}`;
  for (const [browser, path] of [
    [operator, `${hosts.authUrl}/console/audit`],
    [owner.browser, consoleUrl(hosts, id, 'audit')],
  ] as const) {
    const first = await browser.open(`${path}?action=timed&${most}`);
    const seen = ['t20.', 't19.', 't8.', 't7.'].map((entry) => first.text.includes(entry));
    expect([path, seen]).toEqual([path, [false, true, true, false]]);
    const next = await browser.open(first.link('before='));
    expect(['t8.', 't7.', 't0.'].map((entry) => next.text.includes(entry))).toEqual([false, true, true]);
    expect((await browser.open(`${path}?action=timed&from=2024-02-01&to=2024-02-01`)).text).toContain(
      'No entry matches.',
    );
    const wrong = await browser.open(`${path}?from=31+Jan&to=${encodeURIComponent('"><b>')}`);
    expect(wrong.text.split('Enter a day such as 2031-01-31')).toHaveLength(3);
    expect(wrong.html).toContain('value="31 Jan"');
    expect(wrong.html).not.toContain('"><b>');
    expect(wrong.text).not.toContain('timed');
    const backwards = await browser.open(`${path}?from=2024-02-01&to=2024-01-31`);
    expect(backwards.text).toContain('The end must be after the beginning.');
    expect(backwards.html).toContain('value="2024-02-01"');
  }
});

test('contract 61: a refusal is one entry a minute, and what is not the caller’s is no entry of its audit', async () => {
  const refused = await entriesOf(async () => {
    for (let time = 0; time < 3; time += 1)
      expect((await call(`/applications/${id}`, 'DELETE', stranger)).status).toBe(404);
  });
  const entry = { action: 'DELETE /applications/:id', applicationId: undefined, entry: id, result: 'refused' };
  expect(refused).toMatchObject([entry]);
  expect(refused).toHaveLength(1);
  expect(await entriesOf(() => fetch(`${hosts.apiUrl}/applications/${id}`, { method: 'DELETE' }))).toEqual([]);
});

test('contract 61: seals follow within five seconds, and the log tells the head', async () => {
  hosts.clock.advance(5_000);
  await hosts.tick('audit');
  const told = hosts.logs.find(({ event }) => event === 'audit-head');
  const verdict = await verifyAudit(hosts.ports, readHead(String(told?.head)));
  expect(verdict).toMatchObject({ faults: [], unsealed: 0, end: 'found' });
});

describe('contract 61: the audit reads as sentences, is found by names, and is exported', () => {
  const operatorIn = async (language = 'en') => {
    const email = newEmail();
    await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
    const browser = new Browser({ 'accept-language': language });
    await givenSession(hosts, browser, email);
    return { browser, email };
  };
  const get = (browser: Browser, url: string) =>
    fetch(url, {
      headers: { cookie: [...browser.cookies(url)].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
  const textOf = (html: string) => html.replace(/<[^>]*>|\u2060/g, '').replace(/\s+/g, ' ');

  test('who, what and whom are links, in both languages; ids stand behind a disclosure', async () => {
    const { browser } = await operatorIn();
    const subject = await userInBrowser(hosts);
    const act = { actor: { role: 'owner', accountId: owner.accountId }, applicationId: id } as const;
    await hosts.ports.audit.append([
      entryOf({ ...act, action: 'team remove', subjectId: subject.accountId }, hosts.clock.now()),
    ]);
    const page = await browser.open(`${hosts.authUrl}/console/audit?subject=${encodeURIComponent(subject.email)}`);
    const [row = ''] = /<ul class="rows">.*?<\/li>/s.exec(page.html) ?? [];
    const [sentence = '', rest = ''] = row.split('</p>');
    const { name } = (await hosts.ports.applications.find(id)) ?? { name: '' };
    expect(textOf(sentence).trim()).toBe(
      `${owner.email} removed ${subject.email} from the team of the application ${name}`,
    );
    const at = (path: string) => expect.stringContaining(`href="${path}"`);
    expect(sentence).toEqual(at(`/console/accounts/${owner.accountId}`));
    expect(sentence).toEqual(at(`/console/accounts/${subject.accountId}`));
    expect(sentence).toEqual(at(`/console/applications/${id}`));
    expect(textOf(sentence)).not.toMatch(/[0-9a-f]{32}/);
    expect(row.slice(row.indexOf('<details')).replaceAll('\n', '')).toContain(subject.accountId);
    expect(rest).not.toContain('team remove');
    const korean = await (await operatorIn('ko')).browser.open(
      `${hosts.authUrl}/console/audit?subject=${subject.accountId}`,
    );
    expect(textOf(korean.html)).toContain(`${owner.email}님이 ${name} 앱의 팀에서 ${subject.email}님을 내보냈어요`);
  });

  test('by the name of an application, by the address of a person; what means nothing is told', async () => {
    const { browser } = await operatorIn();
    const { name } = (await hosts.ports.applications.find(id)) ?? { name: '' };
    const only = await hosts.ports.applications.list({
      accountId: undefined,
      owned: true,
      afterId: undefined,
      limit: 9,
    });
    const alone = only.filter((one) => one.name === name).length === 1;
    const query = new URLSearchParams({ application: alone ? name : id, account: owner.email });
    const page = await browser.open(`${hosts.authUrl}/console/audit?${query}`);
    expect(page.html).toContain(`value="${name}"`);
    expect(page.html).toContain(`value="${owner.email}"`);
    const none = await browser.open(`${hosts.authUrl}/console/audit?account=nobody@example.com&application=%22%3E`);
    expect(none.text).toContain('There is no account with this address.');
    expect(none.text).toContain('No application, or more than one, is called that.');
    expect(none.html).not.toContain('<ul class="rows">');
  });

  test('as JSON lines, with a reason that is an entry, of the filter alone', async () => {
    const { browser } = await operatorIn();
    const { accountId } = await userInBrowser(hosts);
    const many = Array.from({ length: 1203 }, (_, at) =>
      entryOf({ actor: SERVER, action: 'accounts disable', subjectId: accountId, entry: `e${at}` }, hosts.clock.now()),
    );
    await hosts.ports.audit.append(many);
    const path = `/console/audit.jsonl?subject=${accountId}&reason=`;
    const without = await get(browser, `${hosts.authUrl}${path}`);
    expect([without.status, without.headers.get('location')]).toEqual([
      303,
      `/console/audit?subject=${accountId}&no-reason=1`,
    ]);
    const asked = await browser.open(`${hosts.authUrl}${without.headers.get('location')}`);
    expect(asked.text).toContain('Enter why you export the entries: one line.');
    const answer = await get(browser, `${hosts.authUrl}${path}yearly+check`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line) as Record<string, unknown>);
    expect([lines.length, lines[0]?.action, lines[1]?.entry, lines.at(-1)?.entry]).toEqual([
      1204,
      'audit download',
      'e1202',
      'e0',
    ]);
    const [told] = await hosts.ports.audit.list({ action: 'audit download', limit: 1 });
    expect(told).toMatchObject({ role: 'operator', subjectId: accountId, reason: 'yearly check' });
    expect((await get(owner.browser, `${hosts.authUrl}${path}x`)).status).toBe(403);
  });

  test('for the team of an application without ids and addresses of others', async () => {
    const file = await get(owner.browser, `${consoleUrl(hosts, id, 'audit')}.jsonl?looks=on&reason=check`);
    const text = await file.text();
    expect(file.status).toBe(200);
    const lines = text
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ by }) => by)).toEqual(expect.arrayContaining(['member', 'server']));
    const operators = await hosts.ports.accounts.list({ limit: 99 });
    for (const { role, id: other, email } of operators) {
      if (role === 'operator') for (const hidden of [other, email]) expect(text).not.toContain(hidden);
    }
    const stranger = await userInBrowser(hosts);
    expect((await get(stranger.browser, `${consoleUrl(hosts, id, 'audit')}.jsonl?reason=x`)).status).toBe(404);
  });
});
