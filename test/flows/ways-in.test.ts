// Every way to a session against what ends it (contract 2, 23, 24): an account that is disabled, and a credential that
// changes, after the form was opened and at the very moment it is sent. Nobody is signed in afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount, setAccountDisabled } from '../../src/core/accounts/administer-accounts.ts';
import { removeFactorsOf } from '../../src/core/factors/change-factors.ts';
import { setPasswordByLink } from '../../src/core/passwords/set-password-by-link.ts';
import { endSessions } from '../../src/core/sessions/end-sessions.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account, PASSWORD, post, signIn, signUpPerson } from './account-pages.ts';
import { codeForm, codeOf, enrol, STEP_MS } from './factor-pages.ts';
import { addPasskey, authenticatorOf, challengeFor, promptIn } from './passkey-pages.ts';

const TEN_MINUTES = 10 * 60_000;
const NEW_PASSWORD = 'another long passphrase';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
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
    async ready({ email, secret }) {
      const browser = new Browser();
      const half = await signIn(hosts, browser, email);
      const page = await browser.submit(codeForm(half), { code: codeOf(hosts, secret), trust: 'on' });
      await browser.submit(page.form({ action: '/logout' }));
      hosts.clock.advance(STEP_MS);
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
const idOf = async (email: string) => (await hosts.ports.accounts.findByEmailKey(email))?.id ?? '';

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

const TABLE: readonly (readonly [keyof typeof WAYS, readonly (readonly [string, Ending])[]])[] = [
  ['a password', [disabled, deleted, changed]],
  ['a passkey', [disabled, deleted, passkeyGone]],
  ['a one-time code after a password', [disabled, changed, ended, factorGone]],
  ['a recovery code after a password', [disabled, changed, ended, factorGone]],
  ['a passkey after a password', [disabled, changed, ended, factorGone, passkeyGone]],
  ['a password on a trusted device', [disabled, changed, ended]],
  ['a link that sets the password', [disabled, deleted, changed]],
  ['a one-time code after that link', [disabled, changed, factorGone]],
  ['a confirmation by password', [disabled, changed, ended]],
  ['a confirmation by passkey', [disabled, changed, ended]],
];

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await account(hosts, browser)).url.pathname === '/account';
const send = ({ browser, form, values }: Ready) => post(browser, form, values);

describe.each(TABLE)('contract 24: %s', (name, endings) => {
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

  test.each(endings)('leads to none when %s', async (_, end) => {
    for (const order of ['before it is sent', 'while it is sent']) {
      const { person, ready } = await given();
      if (order === 'before it is sent') await end(person);
      const [answer] = await Promise.all([send(ready), order === 'while it is sent' && end(person)]);
      expect(answer.status, order).toBeLessThan(500);
      await setAccountDisabled(hosts.ports, person.email, false);
      expect(await isSignedIn(ready.browser), order).toBe(false);
      hosts.clock.advance(STEP_MS);
    }
  });
});
