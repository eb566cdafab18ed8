// The audit beside a running server (contract 61): looks, refusals and seals.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/core/accounts/create-account.ts';
import { createApiToken } from '../../src/core/api-tokens/create-api-token.ts';
import { entryOf, SERVER } from '../../src/core/audit/act.ts';
import { readHead } from '../../src/core/audit/seal.ts';
import { verifyAudit } from '../../src/core/audit/verify-audit.ts';
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
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(`connections see`)]);
  expect(page.text).toContain(owner.email);
  const own = await member.browser.open(`${consoleUrl(hosts, id, 'audit')}?account=${member.accountId}`);
  // Their first look is an entry of the second.
  expect([own.text.includes('audit see'), own.text.includes('connections see')]).toEqual([true, false]);
  const only = await member.browser.open(`${consoleUrl(hosts, id, 'audit')}?action=connections+see`);
  expect(only.text).toContain('Only this action: connections see');
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
  const many = Array.from({ length: 60 }, (_, at) => entryOf({ actor: SERVER, action: 'filler', entry: `e${at}` }, 1));
  await hosts.ports.audit.append(many);
  const first = await browser.open(`${path}?action=filler`);
  expect([first.text.includes('e59'), first.text.includes('e10'), first.text.includes('e9 ')]).toEqual([
    true,
    true,
    false,
  ]);
  const next = await browser.open(first.link('before='));
  expect([next.text.includes('e59'), next.text.includes('e9')]).toEqual([false, true]);
  expect(next.text).not.toContain('Next page');
  // What is no id is not searched for, and so not kept.
  const typed = await entriesOf(() => browser.open(`${path}?subject=${encodeURIComponent(owner.email)}`));
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
    ...entryOf({ actor: SERVER, action: 'timed', entry: `t${second}.` }, start + second * 1000),
    applicationId: id,
  }));
  await hosts.ports.audit.append(many);
  const most = `from=${at(0).slice(0, 10)}&to=${at(55)}`;
  for (const [browser, path] of [
    [operator, `${hosts.authUrl}/console/audit`],
    [owner.browser, consoleUrl(hosts, id, 'audit')],
  ] as const) {
    const first = await browser.open(`${path}?action=timed&${most}`);
    const seen = ['t55.', 't54.', 't5.', 't4.'].map((entry) => first.text.includes(entry));
    expect([path, seen]).toEqual([path, [false, true, true, false]]);
    const next = await browser.open(first.link('before='));
    expect(['t5.', 't4.', 't0.'].map((entry) => next.text.includes(entry))).toEqual([false, true, true]);
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
