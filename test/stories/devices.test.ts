// "Devices" on the account page: enough to tell them apart, and no more than that is kept (contract 2, "Devices").
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someSession } from '../contract/stores/given.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { account } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

test('contract 2: each device has its browser, system, first and last use, and network', async () => {
  const { browser, email } = await givenPerson(hosts);
  await givenSession(hosts, new Browser({ 'user-agent': FIREFOX }), email);
  await givenSession(hosts, new Browser({ 'user-agent': 'unheard of' }), email);
  const { text, html } = await account(hosts, browser, 'devices');
  expect(text).toContain('Firefox 145, Linux');
  expect(text).toContain('Unknown browser');
  expect(text.match(/Network 127\.0\.0\.0\/24/g)).toHaveLength(3);
  expect(text.match(/First signed in \w{3} \d+, \d{4}/g)).toHaveLength(3);
  expect(text.match(/Last active .{10,40}UTC/g)).toHaveLength(3);
  expect(html).not.toContain('127.0.0.1/');
});

test('contract 2: a later sign-in on the device keeps the first, which its id tells', async () => {
  const { browser, email } = await givenPerson(hosts);
  const { id: accountId } = (await hosts.ports.accounts.findByEmailKey(email)) ?? { id: '' };
  const now = hosts.clock.now();
  const moment = Date.parse('2025-11-03T09:00:00Z');
  const id = `${moment.toString(16).padStart(12, '0')}${newId().slice(12)}`;
  const times = { createdAt: now, lastUsedAt: now, expiresAt: now + 1e7 };
  await hosts.ports.sessions.start(someSession(accountId, { id, ...times }), undefined);
  expect((await account(hosts, browser, 'devices')).html).toContain('First signed in Nov 3, 2025<');
});
