// The audit beside a running server (contract 61): looks, refusals and seals.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/api-tokens/create-api-token.ts';
import { readHead } from '../../src/core/audit/seal.ts';
import { verifyAudit } from '../../src/core/audit/verify-audit.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { consoleUrl, givenApplication, ownerInBrowser, type Someone, userInBrowser } from './console-pages.ts';

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
  for (let wait = 0; wait < 50 && (await verifyAudit(hosts.ports)).unsealed > 0; wait += 1) await pause(100);
  const told = hosts.logs.find(({ event }) => event === 'audit-head');
  const verdict = await verifyAudit(hosts.ports, readHead(String(told?.head)));
  expect(verdict).toMatchObject({ faults: [], unsealed: 0, end: 'found' });
});
