// The page that tells a person what happened to their account (contract 27).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAccountRole } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { givenClient } from '../helpers/client.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account, PASSWORD, signIn } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const textOf = async (browser: Browser) => (await account(hosts, browser, 'activity')).text;

test('contract 27: whoever was signed out finds out why, on which device, and who tried', async () => {
  const { browser, email } = await givenPerson(hosts);
  const elsewhere = new Browser({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  await givenSession(hosts, elsewhere, email);
  await signIn(hosts, new Browser(), email, 'not the password');
  await signIn(hosts, new Browser(), email, 'nor this one');
  const form = (await account(hosts, browser, 'security')).form({ action: '/account/password' });
  await browser.submit(form, { current_password: PASSWORD, new_password: 'another long passphrase' });
  expect((await account(hosts, elsewhere)).url.pathname).toBe('/login');
  // The count of failures is written after the answer.
  await hosts.tick('failed-sign-ins');
  const text = await textOf(browser);
  expect(text).toContain('2 sign-ins failed: wrong password or code');
  expect(text).toContain('The password was changed');
  expect(text).toContain('Other devices were signed out');
  expect(text).toMatch(/Signed in [^.]*?Firefox 145, Linux/);
});

test('contract 27: applications are named; an act of an operator shows the role', async () => {
  const client = await givenClient(hosts);
  const form = (await account(hosts, client.browser, 'applications')).form({ action: '/account/connections' });
  await client.browser.submit(form, { item: undefined }, { press: 'save' });
  await client.browser.submit(form, {}, { press: 'disconnect' });
  const byCommand = { actor: { role: 'operator' }, action: 'accounts set-role' } as const;
  await setAccountRole(hosts.ports.recording(byCommand), client.email, 'owner');
  const text = await textOf(client.browser);
  for (const told of [
    'You agreed to share information with Acme Shop',
    'You changed what Acme Shop can see',
    'You disconnected Acme Shop',
    'The role of the account is now: Application owner',
    'An operator of this service changed the role of your account',
  ]) {
    expect(text).toContain(told);
  }
});

test('N1: nobody sees what happened to somebody else', async () => {
  const client = await givenClient(hosts);
  const { browser } = await givenPerson(hosts);
  expect(await textOf(client.browser)).toContain('Acme Shop');
  expect(await textOf(browser)).not.toContain('Acme Shop');
  const stored = await hosts.ports.accounts.findByEmailKey(client.email);
  const [newest] = await hosts.ports.activities.listByAccount({ accountId: stored?.id ?? '', limit: 1 });
  const page = await browser.open(`${hosts.authUrl}/account/activity?before=${newest?.id}`);
  expect(page.text).not.toContain('Acme Shop');
});
