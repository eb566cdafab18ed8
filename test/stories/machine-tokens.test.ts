// The page of machine tokens: for operators alone, shown once, audited (contract 29).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { formNamed, ownerInBrowser } from './console-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const url = () => `${hosts.authUrl}/console/machine-tokens`;
const tokenIn = (page: Page): string => /lk_machine_[\w-]{43}/.exec(page.html)?.[0] ?? '';

async function operator(): Promise<{ browser: Browser; email: string }> {
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  const browser = new Browser();
  await givenSession(hosts, browser, email);
  return { browser, email };
}

test('contract 29: an operator makes one, sees it once, and ends it; the audit tells both', async () => {
  const { browser, email } = await operator();
  const console = await browser.open(`${hosts.authUrl}/console`);
  const page = await browser.open(console.link('Service tokens'));
  const made = await browser.submit(formNamed(page, 'token'), { name: 'deploy', days: '365' });
  const token = tokenIn(made);
  const call = () => fetch(`${hosts.apiUrl}/applications`, { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);
  const list = await browser.open(url());
  expect([list.text.includes('deploy'), tokenIn(list)]).toEqual([true, '']);
  expect(list.text).toContain(`Created by ${email}`);

  // Nothing that ends the access of the person who made it touches it.
  await hosts.execute(`update accounts set grant_epoch = grant_epoch + 1 where email = '${email}'`);
  expect((await call()).status).toBe(200);

  const [row] = await hosts.ports.machineTokens.list();
  await browser.submit(formNamed(list, `token-${row?.id}`));
  expect((await call()).status).toBe(401);
  const all = await hosts.ports.audit.list({ limit: 9 });
  expect(all[0]?.action).toBe('machine-tokens see');
  const entries = all.filter(({ entry }) => entry === row?.id);
  expect(entries.map(({ action, entry, role, fields }) => [action, entry, role, fields])).toEqual([
    ['machine-token-remove', row?.id, 'operator', []],
    ['machine-token-create', row?.id, 'operator', ['applications', '365 days']],
  ]);
  expect(row?.createdBy).toBe(entries[1]?.accountId);
});

test('contract 29: the list says who made each, and whether they still are an operator', async () => {
  const [{ browser }, former] = [await operator(), await operator()];
  await former.browser.submit(formNamed(await former.browser.open(url()), 'token'), { name: 'theirs', days: '9' });
  await createMachineToken(hosts.ports, { draft: { name: 'command', days: '9', scopes: ['applications'] } });
  const account = await hosts.ports.accounts.findByEmailKey(former.email.toLowerCase());
  const shown = async () => (await browser.open(url())).text;
  expect(await shown()).toContain(`Created by ${former.email}`);
  expect(await shown()).toContain('Created on the command line');
  await hosts.ports.accounts.setRole(account?.id ?? '', 'user', hosts.clock.now());
  expect(await shown()).toContain(`Created by ${former.email} (no operator any more)`);
  await hosts.ports.accounts.remove(account?.id ?? '', hosts.clock.now());
  expect(await shown()).toContain(`Created by a deleted account (${account?.id})`);
  await hosts.execute('delete from machine_tokens');
});

test('contract 29: every fault beside its field, nothing is made', async () => {
  const { browser } = await operator();
  const page = await browser.open(url());
  const back = await browser.submit(formNamed(page, 'token'), { name: '', days: '366' });
  expect([back.status, (await hosts.ports.machineTokens.list()).length]).toEqual([400, 0]);
  for (const field of ['name', 'days']) expect(back.html).toContain(`id="token-${field}-fault"`);
});

test('N2: whoever is no operator neither sees the page nor makes one', async () => {
  const owner = await ownerInBrowser(hosts);
  expect((await owner.browser.open(url())).status).toBe(403);
  const own = await owner.browser.open(`${hosts.authUrl}/console/api-tokens`);
  const form = { ...formNamed(own, 'token'), action: new URL(url()) };
  const refused = await owner.browser.submit(form, { name: 'x', days: '9' });
  expect([refused.status, (await hosts.ports.machineTokens.list()).length]).toEqual([403, 0]);
  expect((await owner.browser.open(`${hosts.authUrl}/console`)).html).not.toContain('machine-tokens');
});
