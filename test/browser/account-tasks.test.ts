// The job of each of the account's pages, done in a real Chromium by somebody who has read nothing but the page: in
// both languages, with JavaScript and without. What each task costs must not grow, and no step shows anything that axe
// finds (contract 27).
import { readFileSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Messages, messagesFor } from '../../src/views/messages/messages-for.ts';
import type { Language } from '../../src/views/page/page.ts';
import { Browser as OtherDevice } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { PASSWORD } from '../stories/account-pages.ts';
import { openChromium } from './chromium.ts';
import { Newcomer } from './newcomer.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

/** A confirmation holds for ten minutes. */
const LATER = 10 * 60_000 + 1;
const NEW_PASSWORD = 'quiet harbour lights';

type Device = { language: Language; withScript: boolean; width: number; theme: 'light' | 'dark' };
/**
 * Each setting is met once: what a task does depends on none of them, and the designed states are looked at in more
 * ways (states-in-chromium.ts).
 */
const DEVICES: readonly Device[] = [
  { language: 'ko', withScript: true, width: 320, theme: 'dark' },
  { language: 'en', withScript: false, width: 1280, theme: 'light' },
];

let hosts: Hosts;
let chromium: Browser;
const complaints: string[] = [];
beforeAll(async () => {
  [hosts, chromium] = await Promise.all([startHosts(), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
  expect(complaints).toEqual([]);
});

/** Somebody whose steps are looked at. */
class Looker extends Newcomer {
  withScript = true;
  readonly #looked = new Set<string>();

  override async press(what: Locator): Promise<void> {
    await super.press(what);
    await this.page.waitForLoadState('load');
    await this.look();
  }

  /** axe needs a page that may run it. What was looked at before is not looked at again. */
  async look(): Promise<void> {
    const state = `${this.page.url()} ${await this.page.locator('details[open]').count()}`;
    if (this.#looked.has(state)) return;
    this.#looked.add(state);
    expect(await overflowOf(this.page), this.page.url()).toEqual([]);
    if (this.withScript) expect(await axeFindings(this.page), this.page.url()).toEqual([]);
  }

  /** Opens what stands behind a line. */
  readonly open = (text: string) => this.press(this.page.locator('main summary', { hasText: text }));

  /** From wherever the person is, by the menu. */
  readonly toPage = (name: string) =>
    this.press(this.page.getByRole('navigation').getByRole('link', { name, exact: true }));

  readonly reads = (text: string) => this.page.locator('main').getByText(text).first().waitFor();
}

type Story = { person: Looker; words: Messages; client: Client };
/** `clicks`: the most that it takes. Each begins where the one before it ended. */
type Task = { name: string; clicks: number; run(story: Story): Promise<void> };

const onOtherDevice = async ({ email }: Client, password: string): Promise<OtherDevice> => {
  const device = new OtherDevice();
  const login = await device.open(`${hosts.authUrl}/login`);
  const page = await device.submit(login.form({ action: '/login' }), { email, password });
  expect(page.url.pathname).toBe('/account');
  return device;
};
const isSignedIn = async (device: OtherDevice) =>
  (await device.open(`${hosts.authUrl}/account`)).url.pathname === '/account';

async function signIn({ person, words, client }: Story, password: string): Promise<void> {
  await person.type(words.fields.email, client.email);
  await person.type(words.fields.password, password);
  await person.pressButton(words.signIn.submit);
}

const readable = ({ person }: Story) => person.page.locator('dl.received').innerText();

const TASKS: readonly Task[] = [
  {
    name: 'change the name',
    clicks: 1,
    async run({ person, words }) {
      await person.type(words.fields.nickname, 'Mina Kim 김미나');
      await person.pressButton(words.account.saveProfile);
      await person.reads(words.account.notices['profile-saved']);
      await person.page.getByRole('heading', { level: 1, name: 'Mina Kim 김미나' }).waitFor();
    },
  },
  {
    name: 'change the password',
    clicks: 2,
    async run({ person, words, client }) {
      const other = await onOtherDevice(client, client.password);
      await person.toPage(words.account.pages.security);
      await person.type(words.fields.current_password, client.password);
      await person.type(words.fields.new_password, PASSWORD);
      await person.pressButton(words.account.changePassword);
      await person.reads(words.account.notices['password-changed']);
      expect(await isSignedIn(other)).toBe(false);
    },
  },
  {
    name: 'sign out another device',
    clicks: 2,
    async run({ person, words, client }) {
      const other = await onOtherDevice(client, PASSWORD);
      await person.toPage(words.account.pages.devices);
      await person.pressButton(words.account.endSessionLabel(words.account.unknownBrowser));
      await person.reads(words.account.notices['session-ended']);
      expect(await isSignedIn(other)).toBe(false);
    },
  },
  {
    name: 'see what an application reads, and withdraw one item',
    clicks: 9,
    async run(story) {
      const { person, words, client } = story;
      await person.toPage(words.account.pages.applications);
      await person.open('Acme Shop');
      const details = person.page.getByRole('link', { name: words.receipts.details });
      await person.press(details);
      expect(await readable(story)).toContain(client.email);
      await person.pressLink(words.receipts.manage);
      const email = person.page.getByRole('checkbox', { name: words.items.email });
      await person.press(email);
      expect(await email.isChecked()).toBe(false);
      await person.pressButton(words.account.saveItems);
      await person.reads(words.account.notices['item-saved']);
      await person.press(details);
      expect(await readable(story)).not.toContain(client.email);
      await person.open(words.receipts.kinds.change);
      await person.reads(words.receipts.declined);
    },
  },
  {
    name: 'disconnect an application',
    clicks: 4,
    async run({ person, words }) {
      await person.pressLink(words.receipts.manage);
      await person.open(words.account.disconnect);
      await person.pressButton(words.account.disconnectConfirm);
      await person.reads(words.account.notices.disconnected);
      await person.reads(words.account.connectionsEmpty);
      await person.pressLink(words.receipts.all);
      await person.reads('Acme Shop');
    },
  },
  {
    name: 'find out why they were signed out',
    clicks: 2,
    async run(story) {
      const { person, words, client } = story;
      const other = await onOtherDevice(client, PASSWORD);
      const security = await other.open(`${hosts.authUrl}/account/security`);
      const form = security.form({ action: '/account/password' });
      await other.submit(form, { current_password: PASSWORD, new_password: NEW_PASSWORD });
      await person.page.reload();
      await person.look();
      await signIn(story, NEW_PASSWORD);
      await person.toPage(words.account.pages.activity);
      const rows = await person.page.locator('main .rows li').allInnerTexts();
      const at = (text: string) => rows.findIndex((row) => row.includes(text));
      // Right before their own sign-in, whatever else the change did at the same moment.
      expect(at(words.activity.kinds['signed-in'])).toBe(0);
      expect([1, 2]).toContain(at(words.activity.kinds['password-changed']));
    },
  },
  {
    name: 'download everything',
    clicks: 4,
    async run({ person, words, client }) {
      hosts.clock.advance(LATER);
      await person.toPage(words.account.pages.data);
      await person.pressLink(words.accountData.confirm);
      await person.type(words.fields.password, NEW_PASSWORD);
      await person.pressButton(words.confirm.submit);
      const downloading = person.page.waitForEvent('download');
      await person.pressButton(words.accountData.downloadNow);
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/\.json$/);
      const document = JSON.parse(readFileSync(await download.path(), 'utf8'));
      expect(document.account).toMatchObject({ email: client.email, profile: { nickname: 'Mina Kim 김미나' } });
    },
  },
  {
    name: 'delete the account, and restore it',
    clicks: 5,
    async run(story) {
      const { person, words } = story;
      await person.pressLink(words.leaving.open);
      await person.pressButton(words.leaving.delete.submit);
      await person.reads(words.leaving.left.title);
      await person.pressLink(words.leaving.left.signIn);
      await signIn(story, NEW_PASSWORD);
      await person.reads(words.leaving.restore.title);
      await person.pressButton(words.leaving.restore.submit);
      await person.page.getByRole('heading', { level: 1, name: 'Mina Kim 김미나' }).waitFor();
    },
  },
];

describe.each(DEVICES)('in $language, with JavaScript: $withScript', ({ language, withScript, width, theme }) => {
  const story: { now?: Story } = {};
  beforeAll(async () => {
    const context = await chromium.newContext({
      locale: language,
      javaScriptEnabled: withScript,
      viewport: { width, height: 780 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    hearComplaints(context, complaints);
    const person = new Looker(await context.newPage());
    person.withScript = withScript;
    story.now = { person, words: messagesFor(language), client: await givenClient(hosts) };
    await person.page.goto(`${hosts.authUrl}/login?to=/account`);
    await signIn(story.now, story.now.client.password);
  });
  afterAll(() => story.now?.person.page.context().close());

  test.each(TASKS)('contract 27: a newcomer can $name', async ({ clicks, run }) => {
    if (!story.now) throw new Error('Nobody is signed in');
    const before = story.now.person.clicks;
    await run(story.now);
    expect(story.now.person.clicks - before).toBeLessThanOrEqual(clicks);
  });
});
