// A session that ends between the request and the statement that writes (contract 2, "Ending access"): nothing is
// written. Each test ends it at exactly that moment.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, newEmail } from './account-pages.ts';

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

async function given() {
  const email = newEmail();
  const { browser } = await givenPerson(hosts, { email });
  const person = await hosts.ports.accounts.findByEmailKey(email);
  if (!person) throw new Error('There is no account');
  const read = async () => ({
    profile: (await hosts.ports.accounts.find(person.id))?.profile,
    connection: await hosts.ports.connections.find(client.applicationId, person.id),
    receipts: await hosts.ports.receipts.listByAccount({ accountId: person.id, limit: 9 }),
  });
  const endSessions = () => hosts.ports.sessions.endAll({ accountId: person.id, now: hosts.clock.now() });
  return { browser, read, endSessions };
}

type Method = (...values: unknown[]) => Promise<unknown>;

/** Submits a form, and ends the person's sessions when the method is called for it. They are led to sign in. */
async function endBefore(port: object, name: string, person: { endSessions: Method }, submit: () => Promise<Page>) {
  const methods = port as Record<string, Method>;
  const method = methods[name] as Method;
  const spy = vi.spyOn(methods, name).mockImplementationOnce(async (...values) => {
    await person.endSessions();
    return method(...values);
  });
  const page = await submit();
  expect(spy).toHaveBeenCalledOnce();
  spy.mockRestore();
  expect(page.url.pathname).toBe('/login');
}

test('contract 27: the profile stays', async () => {
  const person = await given();
  const form = (await account(hosts, person.browser)).form({ action: '/account/profile' });
  const was = await person.read();
  await endBefore(hosts.ports.accounts, 'saveProfile', person, () =>
    person.browser.submit(form, { nickname: 'Somebody else' }),
  );
  expect(await person.read()).toEqual(was);
});

test('contract 4: a consent connects nothing and leaves no receipt', async () => {
  const person = await given();
  const form = (await person.browser.open(client.authorizeUrl())).form({ action: '/consent' });
  await endBefore(hosts.ports.connections, 'agree', person, () =>
    person.browser.submit(form, {}, { press: 'agree', stopAt: CALLBACK }),
  );
  const { connection, receipts } = await person.read();
  expect([connection, receipts]).toEqual([undefined, []]);
});

test('contract 4: the answers about a connection stay', async () => {
  const person = await given();
  const { browser } = person;
  const consent = (await browser.open(client.authorizeUrl())).form({ action: '/consent' });
  await browser.submit(consent, {}, { press: 'agree', stopAt: CALLBACK });
  const form = (await account(hosts, browser, 'applications')).form({ fields: ['item'] });
  const was = await person.read();
  await endBefore(hosts.ports.connections, 'answer', person, () => browser.submit(form, { item: 'email' }));
  expect(await person.read()).toEqual(was);
});
