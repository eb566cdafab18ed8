// Every way to a session, and that what its forms carry ends with what they were made of (contract 2, 23, 24, 27): after
// the form was opened, and at the very moment it is sent. Nobody is signed in afterwards. Each way against everything
// that ends it is asked of core, in ways-in.test.ts there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfirmationNeeded } from '../../src/core/ground/acts/session-proof.ts';
import { setPasswordByLink } from '../../src/core/people/one-time-links/set-password-by-link.ts';
import { endSessions } from '../../src/core/sign-in/sessions/end-sessions.ts';
import { someSession } from '../contract/stores/given.ts';
import { deleteAccount, removeFactorsOf, setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account, PASSWORD, post, signIn, signUpPerson } from './account-pages.ts';
import { codeForm, codeOf, enrol, isCodePage, STEP_MS } from './factor-pages.ts';
import { addPasskey, authenticatorOf, challengeFor, promptIn } from './passkey-pages.ts';

const TEN_MINUTES = 10 * 60_000;
const DAY = 24 * 60 * 60_000;
const NEW_PASSWORD = 'another long passphrase';

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

const open = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);

/** Somebody with a password and a passkey, and with one-time codes where the way asks for them. */
async function givenPerson(withCodes: boolean) {
  const { browser: owner, email } = await signUpPerson(hosts);
  const { key } = await addPasskey(hosts, owner);
  const codes = withCodes ? await enrol(hosts, owner) : { secret: '', recoveryCodes: [] };
  return { owner, email, key, ...codes };
}
type Person = Awaited<ReturnType<typeof givenPerson>>;

/** What is sent, where only the sending is left to do. */
type Ready = { browser: Browser; form: Form; values: Readonly<Record<string, string>> };
type Way = { withCodes?: boolean; ready(person: Person): Promise<Ready> };

async function readyPasskey({ key }: Person, browser: Browser, page: Page): Promise<Ready> {
  const prompt = promptIn(page);
  if (!prompt) throw new Error(`No passkey is asked for at ${page.url.href}`);
  const challenge = await challengeFor(hosts, browser, prompt);
  const passkey = authenticatorOf(hosts).sign(key, { challenge });
  return { browser, form: page.form({ fields: ['passkey'] }), values: { passkey } };
}

async function secondStep({ email }: Person) {
  const browser = new Browser();
  return { browser, page: await signIn(hosts, browser, email) };
}

/** Signed out, and trusted: the password alone signs in there. */
async function trustedBrowser({ email, secret }: Person): Promise<Browser> {
  const browser = new Browser();
  const half = await signIn(hosts, browser, email);
  const page = await browser.submit(codeForm(half), { code: codeOf(hosts, secret), trust: 'on' });
  await browser.submit(page.form({ action: '/logout' }));
  hosts.clock.advance(STEP_MS);
  return browser;
}

/** The page that lists passkeys and codes after a new password. */
async function afterReset({ email }: Person) {
  const link = await passwordLinkFor(hosts.ports, email);
  const browser = new Browser();
  const page = await open(browser, `/password?token=${link.token}`);
  return { browser, page: await browser.submit(page.form({ action: '/password' }), { password: NEW_PASSWORD }) };
}

async function confirmation({ owner }: Person) {
  hosts.clock.advance(TEN_MINUTES + 1);
  return open(owner, '/account/two-step');
}

const WAYS = {
  'a password': {
    async ready({ email }) {
      const browser = new Browser();
      const form = (await open(browser, '/login')).form({ action: '/login' });
      return { browser, form, values: { email, password: PASSWORD } };
    },
  },
  'a passkey': {
    async ready(person) {
      const browser = new Browser();
      return readyPasskey(person, browser, await open(browser, '/login'));
    },
  },
  'a one-time code after a password': {
    withCodes: true,
    async ready(person) {
      const { browser, page } = await secondStep(person);
      return { browser, form: codeForm(page), values: { code: codeOf(hosts, person.secret) } };
    },
  },
  'a recovery code after a password': {
    withCodes: true,
    async ready(person) {
      const { browser, page } = await secondStep(person);
      return { browser, form: codeForm(page), values: { code: person.recoveryCodes[0] ?? '' } };
    },
  },
  'a passkey after a password': {
    withCodes: true,
    async ready(person) {
      const { browser, page } = await secondStep(person);
      return readyPasskey(person, browser, page);
    },
  },
  'a password on a trusted device': {
    withCodes: true,
    async ready(person) {
      const { email } = person;
      const browser = await trustedBrowser(person);
      const form = (await open(browser, '/login')).form({ action: '/login' });
      return { browser, form, values: { email, password: PASSWORD } };
    },
  },
  'a link that sets the password': {
    async ready(person) {
      const { browser, page } = await afterReset(person);
      return { browser, form: page.form({ action: '/password/factors' }), values: {} };
    },
  },
  'a one-time code after that link': {
    withCodes: true,
    async ready(person) {
      const { browser, page: listed } = await afterReset(person);
      const page = await browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
      return { browser, form: codeForm(page), values: { code: codeOf(hosts, person.secret) } };
    },
  },
  'a confirmation by password': {
    async ready(person) {
      const form = (await confirmation(person)).form({ fields: ['confirming'] });
      return { browser: person.owner, form, values: { password: PASSWORD } };
    },
  },
  'a confirmation by passkey': {
    async ready(person) {
      return readyPasskey(person, person.owner, await confirmation(person));
    },
  },
} satisfies Record<string, Way>;

type Ending = (person: Person) => Promise<unknown>;
const accountOf = async ({ email }: Pick<Person, 'email'>) => hosts.ports.accounts.findByEmailKey(email);
const idOf = async (email: string) => (await accountOf({ email }))?.id ?? '';

/** In a session of its own, which no way in has touched. A new password may end it, and then it begins anew. */
const leave: Ending = async (person) => {
  const { id: accountId = '', signInEpoch = 0 } = (await accountOf(person)) ?? {};
  const now = hosts.clock.now();
  const session = someSession(accountId, { signInEpoch, authenticatedAt: now });
  await hosts.ports.sessions.start(session, undefined);
  const proof = { sessionId: session.id, authenticatedSince: now };
  const input = { accountId, until: now + 7 * DAY, proof, mail: undefined, now };
  const left = await hosts.ports.leaving.leave(input).catch((error: unknown) => error);
  if (left instanceof ConfirmationNeeded) return leave(person);
  expect(left).toBe('done');
};

/** What ended the account for a while is over: nothing that was born before may live. */
async function reactivate(person: Person): Promise<void> {
  await setAccountDisabled(hosts.ports, person.email, false);
  const { id: accountId = '', signInEpoch = 0, leavingSince } = (await accountOf(person)) ?? {};
  if (leavingSince === undefined) return;
  const now = hosts.clock.now();
  expect(await hosts.ports.leaving.restore({ accountId, signInEpoch, mail: undefined, now })).toBe(true);
}

const changePassword: Ending = async ({ email }) => {
  const link = await passwordLinkFor(hosts.ports, email);
  const set = await setPasswordByLink(hosts.ports, { token: link.token, password: 'a third long passphrase' });
  expect(set.kind).toBe('changed');
};
/** By the owner's own form, whose session stays. */
const removePasskey: Ending = async ({ owner }) => {
  const page = await open(owner, '/account/passkeys');
  const removed = await owner.submit(page.form({ fields: ['id'] }), {}, { press: 'remove' });
  expect(removed.url.search).toBe('?notice=removed');
};

const disabled: readonly [string, Ending] = [
  'the account was disabled, also once it is enabled again',
  async ({ email }) => {
    await setAccountDisabled(hosts.ports, email, true);
  },
];
const left: readonly [string, Ending] = ['the account was leaving, also once it is restored', leave];
const deleted: readonly [string, Ending] = [
  'the account was deleted',
  ({ email }) => deleteAccount(hosts.ports, email),
];
const changed: readonly [string, Ending] = ['the password was changed', changePassword];
const ended: readonly [string, Ending] = [
  'its sign-ins were ended',
  async ({ email }) => endSessions(hosts.ports, await idOf(email)),
];
const factorGone: readonly [string, Ending] = [
  'two-step verification was removed',
  ({ email }) => removeFactorsOf(hosts.ports, email),
];
const passkeyGone: readonly [string, Ending] = ['the passkey was removed', removePasskey];

/** Every ending once or more, and each way with one that what its form carries must not outlive. */
const TABLE: readonly (readonly [keyof typeof WAYS, readonly [string, Ending]])[] = [
  ['a password', disabled],
  ['a passkey', passkeyGone],
  ['a one-time code after a password', ended],
  ['a recovery code after a password', factorGone],
  ['a passkey after a password', ended],
  ['a password on a trusted device', ended],
  ['a link that sets the password', deleted],
  ['a one-time code after that link', changed],
  ['a confirmation by password', ended],
  ['a confirmation by passkey', left],
];

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await account(hosts, browser)).url.pathname === '/account';
const send = ({ browser, form, values }: Ready) => post(browser, form, values);

describe.each(TABLE)('contract 24: %s', (name, [what, end]) => {
  const way: Way = WAYS[name];
  const given = async () => {
    const person = await givenPerson(way.withCodes ?? false);
    return { person, ready: await way.ready(person) };
  };

  test('leads to a session', async () => {
    const { ready } = await given();
    expect((await send(ready)).status).toBe(303);
    expect(await isSignedIn(ready.browser)).toBe(true);
    hosts.clock.advance(STEP_MS);
  });

  test(`leads to none when ${what}`, async () => {
    for (const order of ['before it is sent', 'while it is sent']) {
      const { person, ready } = await given();
      if (order === 'before it is sent') await end(person);
      const [answer] = await Promise.all([send(ready), order === 'while it is sent' && end(person)]);
      expect(answer.status, order).toBeLessThan(500);
      await reactivate(person);
      expect(await isSignedIn(ready.browser), order).toBe(false);
      hosts.clock.advance(STEP_MS);
    }
  });
});

describe('contract 27: a leaving account', () => {
  const isRestorePage = (page: Page): boolean => page.html.includes('name="restoration"');

  /** Everything was proven, and it opened nothing: neither a page nor an application. */
  async function expectNothingBut(page: Page, browser: Browser): Promise<void> {
    expect([page.status, isRestorePage(page)]).toEqual([200, true]);
    expect(await isSignedIn(browser)).toBe(false);
    const { searchParams } = (await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK })).url;
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['login_required', null]);
    hosts.clock.advance(STEP_MS);
  }

  const whole = TABLE.map(([name]) => name).filter((name) => !/trusted|confirmation/.test(name));
  test.each(whole)('is led to its restoration by %s, and has no session', async (name) => {
    const way: Way = WAYS[name];
    const person = await givenPerson(way.withCodes ?? false);
    await leave(person);
    const ready = await way.ready(person);
    await expectNothingBut(await send(ready), ready.browser);
  });

  test('is asked for the code on a device that it trusted', async () => {
    const person = await givenPerson(true);
    const browser = await trustedBrowser(person);
    await leave(person);
    const half = await signIn(hosts, browser, person.email);
    expect(isCodePage(half)).toBe(true);
    const values = { code: codeOf(hosts, person.secret) };
    await expectNothingBut(await send({ browser, form: codeForm(half), values }), browser);
  });

  test('has no session in which to confirm anything', async () => {
    const person = await givenPerson(false);
    await leave(person);
    expect((await confirmation(person)).url.pathname).toBe('/login');
  });
});
