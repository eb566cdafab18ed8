// What support and operators do on their pages in a real Chromium, in both languages, with JavaScript and without
// (contract 29): each task with its clicks and page loads, printed, which must not become more. Nothing is found by axe
// on the way, and nothing reaches beyond a phone.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Role } from '../../src/core/ground/accounts/account.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { type Messages, messagesFor } from '../../src/views/messages/messages-for.ts';
import { someSession } from '../contract/stores/given.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { PASSWORD } from '../stories/account-pages.ts';
import { openChromium } from './chromium.ts';
import { Newcomer } from './newcomer.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

const MINUTE = 60_000;

let hosts: Hosts;
let chromium: Browser;
const complaints: string[] = [];
beforeAll(async () => {
  // With the operations listener on loopback, mail is kept in memory, and links can be sent.
  const settings = { LATCHKEY_OPS_LISTEN: '127.0.0.1:0', LATCHKEY_SUPPORT_CONTACT: 'help@example.com' };
  [hosts, chromium] = await Promise.all([startHosts(settings), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
  expect(complaints).toEqual([]);
});

let made = 0;
async function given(role: Role): Promise<Account> {
  made += 1;
  const email = `${role}-${made}@example.com`;
  const created = await createAccount(hosts.ports, { email, role, nickname: 'Mina', password: PASSWORD });
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  return created.account;
}

/** A person who is signed in on one device. */
async function givenPerson(): Promise<Account> {
  const account = await given('user');
  const createdAt = hosts.clock.now();
  const session = someSession(account.id, { createdAt, lastUsedAt: createdAt, expiresAt: createdAt + 60 * MINUTE });
  await hosts.ports.sessions.start({ ...session, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' }, undefined);
  return account;
}

type Place = { person: Newcomer; page: Page; words: Messages; account: Account };
type Task = {
  name: string;
  most: { clicks: number; loads: number };
  run(place: Place): Promise<void>;
  /** What came of it. */
  after?(place: Place): Promise<void>;
};

const find = async ({ person, page, words, account }: Place): Promise<void> => {
  await person.pressLink(words.operators.title);
  await person.type(words.operators.text, account.email.slice(0, -4));
  await person.pressButton(words.operators.find);
  await person.pressLink(account.email);
  await page.locator('h1', { hasText: account.email }).waitFor();
};

type Button = keyof Messages['operators']['buttons'];

const act = async ({ person, page, words }: Place, button: Button, notice: keyof Messages['console']['notices']) => {
  const { title, confirm } = words.operators.buttons[button];
  await person.press(page.locator('summary', { hasText: title }));
  await person.pressButton(confirm);
  await page.getByText(words.console.notices[notice], { exact: true }).waitFor();
};

const now = ({ id }: Account) => hosts.ports.accounts.find(id);

const TASKS: readonly Task[] = [
  {
    name: 'find an account, see its devices and activity, and sign it out everywhere',
    most: { clicks: 5, loads: 4 },
    async run(place) {
      await find(place);
      const { page, words } = place;
      await page.locator('section', { hasText: words.operators.devices }).getByText('Firefox 145').waitFor();
      await page.locator('section', { hasText: words.operators.activityHint }).first().waitFor();
      await act(place, 'end-sessions', 'sessions-ended');
      await page.getByText(words.operators.noDevices).waitFor();
      const [, done = ''] = words.audit.sentences['signed-out'].split('{whom}');
      await page.locator('section li', { hasText: done.trim() }).first().waitFor();
    },
  },
  {
    name: 'send a link to set a new password',
    most: { clicks: 5, loads: 4 },
    async run(place) {
      await find(place);
      await act(place, 'send-reset', 'reset-sent');
    },
    async after({ page }) {
      expect(await page.content()).not.toMatch(/[?&]token=/);
    },
  },
  {
    name: 'disable an account, after confirming who acts, and enable it',
    most: { clicks: 9, loads: 7 },
    async run(place) {
      const { person, page, words, account } = place;
      hosts.clock.advance(11 * MINUTE);
      await find(place);
      await person.pressLink(words.console.confirm);
      await page.locator('input[type=password]').fill(PASSWORD);
      await person.press(page.locator('main .primary'));
      await page.locator('h1', { hasText: account.email }).waitFor();
      await act(place, 'disable', 'account-disabled');
      expect((await now(account))?.disabledAt).toBeDefined();
      await act(place, 'enable', 'account-enabled');
    },
    async after({ account }) {
      expect((await now(account))?.disabledAt).toBeUndefined();
    },
  },
  {
    name: 'make somebody support',
    most: { clicks: 5, loads: 4 },
    async run(place) {
      await find(place);
      const { person, page, words } = place;
      await person.press(page.locator('summary', { hasText: words.operators.setRole }));
      await page.getByLabel(words.operators.role, { exact: true }).selectOption('support');
      await person.pressButton(words.operators.setRole);
      await page.getByText(words.console.notices['role-changed'], { exact: true }).waitFor();
    },
    async after({ account }) {
      expect((await now(account))?.role).toBe('support');
    },
  },
  {
    name: 'delete an account',
    most: { clicks: 5, loads: 4 },
    async run(place) {
      await find(place);
      await act(place, 'delete', 'account-deleted');
    },
    async after({ page, account }) {
      expect(await now(account)).toBeUndefined();
      expect(new URL(page.url()).pathname).toBe('/console/accounts');
    },
  },
  {
    name: 'change the policy, with every fault told at once first',
    most: { clicks: 3, loads: 2 },
    async run({ person, page, words, account }) {
      const { fields, lockedBy } = words.policy;
      await person.pressLink(words.policy.title);
      await page.getByText(lockedBy).first().waitFor();
      await page.locator('code', { hasText: 'LATCHKEY_SUPPORT_CONTACT' }).waitFor();
      await person.type(fields.serviceName, '');
      await person.type(fields.accentColor, 'green');
      await person.type(fields.minimumAge, '121');
      await person.pressButton(words.policy.save);
      await page.locator('#policy-service_name-fault').waitFor();
      const faults = ['service_name', 'accent_color', 'minimum_age'].map((name) => `#policy-${name}-fault`);
      expect(await page.locator(faults.join()).count()).toBe(3);
      // The script's picker shows the color of the preview until one is typed; black would be a color that nobody chose.
      for (const picker of await page.locator('input[type=color]').all())
        expect(await picker.inputValue()).not.toBe('#000000');
      await person.type(fields.serviceName, `Acme ${account.id.slice(0, 8)}`);
      await person.type(fields.accentColor, '#0a7d32');
      await person.type(fields.minimumAge, '14');
      await person.pressButton(words.policy.save);
      await page.getByText(words.console.notices['policy-saved'], { exact: true }).waitFor();
    },
    async after({ page, account }) {
      await page.reload();
      expect(await page.locator('header').first().innerText()).toContain(`Acme ${account.id.slice(0, 8)}`);
    },
  },
  {
    name: 'make a machine token, and end it',
    most: { clicks: 4, loads: 3 },
    async run({ person, page, words, account }) {
      const { machineTokens, console: console_ } = words;
      await person.pressLink(machineTokens.title);
      const maker = page.locator('details.maker');
      if (!(await maker.evaluate((details) => (details as HTMLDetailsElement).open))) {
        await person.press(maker.locator('summary'));
      }
      await person.type(console_.tokens.name, `deploy ${account.id.slice(0, 8)}`);
      await person.pressButton(machineTokens.words.create);
      await page.locator('.made code').first().waitFor();
      const token = await page.locator('.made code').first().innerText();
      expect(token).toMatch(/^lk_machine_[\w-]{43}$/);
      const call = () => fetch(`${hosts.apiUrl}/applications`, { headers: { authorization: `Bearer ${token}` } });
      expect((await call()).status).toBe(200);
      const row = page.locator('.rows > li', { hasText: account.id.slice(0, 8) });
      await person.press(row.locator('summary'));
      await person.press(row.getByRole('button'));
      await page.getByText(console_.notices['token-removed'], { exact: true }).waitFor();
      expect((await call()).status).toBe(401);
    },
  },
  {
    name: 'read in the audit who disabled an account',
    most: { clicks: 1, loads: 1 },
    async run({ person, page, words }) {
      await person.pressLink(words.audit.serverTitle);
      const parts = words.audit.sentences['account-disabled'].split(/\{\w+\}/).map((part) => part.trim());
      const [told = ''] = parts.toSorted((one, other) => other.length - one.length);
      const row = page.locator('.rows > li', { hasText: told }).first();
      const links = await row.locator('p').first().getByRole('link').allInnerTexts();
      expect(links).toEqual([expect.stringMatching(/^operator-/), expect.stringMatching(/^user-/)]);
    },
  },
];

/** Nothing is wrong with what the page shows, on a phone too. axe needs a page that may run it. */
async function expectGood(page: Page, withScript: boolean, where: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await overflowOf(page), where).toEqual([]);
  }
  if (withScript) expect(await axeFindings(page), where).toEqual([]);
}

/** Each setting is met once: what a task does depends on neither, and the designed states are read in both languages. */
const CASES = [
  { language: 'en', withScript: true },
  { language: 'ko', withScript: false },
] as const;

test.each(CASES)('contract 29: tasks of operators in $language, with JavaScript: $withScript', async (one) => {
  const { language, withScript } = one;
  const words = messagesFor(language);
  const context: BrowserContext = await chromium.newContext({
    ...{ locale: language, javaScriptEnabled: withScript, viewport: { width: 1280, height: 780 } },
  });
  hearComplaints(context, complaints);
  const page = await context.newPage();
  const operator = await given('operator');
  await page.goto(`${hosts.authUrl}/login?to=/console`);
  await page.fill('#email', operator.email);
  await page.fill('#password', PASSWORD);
  await page.press('#password', 'Enter');
  await page.waitForURL('**/console');
  let loads = 0;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() < 300) loads += 1;
  });
  for (const { name, most, run, after } of TASKS) {
    const account = await givenPerson();
    await page.goto(`${hosts.authUrl}/console`);
    loads = 0;
    const person = new Newcomer(page);
    const place = { person, page, words, account };
    await run(place);
    await page.waitForLoadState('load');
    console.info(`${name}: ${person.clicks} clicks, ${loads} page loads`);
    expect([name, person.clicks <= most.clicks, loads <= most.loads]).toEqual([name, true, true]);
    await expectGood(page, withScript, name);
    await after?.(place);
  }
  await context.close();
});

test('contract 29: support finds its way with the pages that it has', async () => {
  const context = await chromium.newContext({ locale: 'en', viewport: { width: 360, height: 780 } });
  hearComplaints(context, complaints);
  const page = await context.newPage();
  const support = await given('support');
  await page.goto(`${hosts.authUrl}/login?to=/console`);
  await page.fill('#email', support.email);
  await page.fill('#password', PASSWORD);
  await page.press('#password', 'Enter');
  await page.waitForURL('**/console');
  const words = messagesFor('en');
  for (const title of [words.policy.title, words.machineTokens.title, words.audit.serverTitle]) {
    expect(await page.getByRole('link', { name: title, exact: true }).count(), title).toBe(0);
  }
  const place = { person: new Newcomer(page), page, words, account: await givenPerson() };
  await find(place);
  for (const hidden of [words.operators.setRole, words.operators.buttons.disable.title, words.operators.factors]) {
    expect(await page.getByText(hidden, { exact: true }).count(), hidden).toBe(0);
  }
  await expectGood(page, true, 'an account as support sees it');
  await act(place, 'end-sessions', 'sessions-ended');
  await place.person.pressLink(words.operators.title);
  await page.locator('#q').waitFor();
  await expectGood(page, true, 'the accounts as support finds them');
  await context.close();
});
