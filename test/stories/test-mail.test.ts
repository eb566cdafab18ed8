// An operator has a test mail sent to themselves (contract 20).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail } from './account-pages.ts';
import { formNamed } from './console-pages.ts';
import { mailsTo, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail();
});
afterAll(() => hosts?.stop());

const TEST = 'Send me a test email';
const pageOf = (browser: Browser, at = hosts) => browser.open(`${at.authUrl}/console/mails`);

test('contract 20: it waits in the outbox for their own address, without a confirmation, and the audit tells it', async () => {
  const email = newEmail();
  const { browser, id } = await givenPerson(hosts, { email, role: 'operator', verified: true });
  // Their confirmation is too old for what is dangerous.
  hosts.clock.advance(3600);
  const page = await pageOf(browser);
  expect(page.text).toContain(email);
  for (let index = 0; index < 5; index += 1) {
    const sent = await browser.submit(formNamed(page, 'test'));
    expect(sent.text).toContain('The test email is on its way to you.');
  }
  expect((await browser.submit(formNamed(page, 'test'))).status).toBe(429);
  expect((await mailsTo(hosts, email)).filter(({ kind }) => kind === 'test-mail')).toHaveLength(5);
  const told = (await hosts.ports.audit.list({ limit: 9 })).filter(({ action }) => action === 'mails test');
  expect(told.filter(({ result }) => result === 'done')).toHaveLength(5);
  expect(told[0]).toMatchObject({ accountId: id, result: 'refused' });
});

test('contract 20: whose address is not verified, or whose server sends no mail, reads what is missing', async () => {
  const { browser } = await givenPerson(hosts, { email: newEmail(), role: 'operator' });
  const unverified = await pageOf(browser);
  expect(unverified.link('Verify your address')).toBeDefined();
  expect(unverified.text).not.toContain(TEST);
  const quiet = await startHosts();
  const other = await givenPerson(quiet, { email: newEmail(), role: 'operator', verified: true });
  const page = await pageOf(other.browser, quiet);
  await quiet.stop();
  expect(page.text).toContain('This server sends no email');
  expect(page.text).not.toContain(TEST);
});
