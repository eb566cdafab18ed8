// What the answers to a passkey and to the second step tell strangers (case K12, contract 23, 24), and what a thief
// gets who knows the password.
// @module-tag postgres-in-part
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, PASSWORD, post, setCookies, signIn } from './account-pages.ts';
import {
  beginStep,
  codeForm,
  codeOf,
  givenCodes,
  isCodePage,
  personWithFactor,
  STEP_MS,
  secretIn,
  wrongCode,
} from './factor-pages.ts';
import { answerWith, authenticatorOf, challengeFor, givenPasskey, promptIn, signalIn } from './passkey-pages.ts';

const MINUTE = 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());

const open = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);
const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await account(hosts, browser)).url.pathname === '/account';

describe('K12: known and unknown addresses', () => {
  /** Addresses of one length, so that the length of a page says nothing of them. */
  const email = (kind: string) => `${kind.padEnd(12, 'x')}@example.com`;
  /** What differs at every request is taken out; everything else counts, and the size of all. */
  const visible = (page: Page, address: string) => ({
    status: page.status,
    size: Buffer.byteLength(page.html),
    body: [address, encodeURIComponent(address)]
      .reduce((html, written) => html.replaceAll(written, 'EMAIL'), page.html)
      .replace(/name="(csrf|csrf_device|proof_token)" value="[^"]+"/g, '$1')
      .replace(/lk_stamp=[\w.-]+/g, 'lk_stamp'),
    headers: [...page.headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name)),
    cookies: [...setCookies(page).keys()],
  });

  const KINDS: Readonly<Record<string, (address: string) => Promise<unknown>>> = {
    unknown: async () => {},
    'with codes': async (address) => givenCodes(hosts, (await givenPerson(hosts, { email: address })).browser),
    'with passkey': async (address) => givenPasskey(hosts, (await givenPerson(hosts, { email: address })).browser),
    'passkey only': async (address) => {
      await givenPasskey(hosts, (await givenPerson(hosts, { email: address })).browser);
      await hosts.execute(`update accounts set password_hash = null where email_key = '${address}'`);
    },
    disabled: async (address) => {
      await givenPasskey(hosts, (await givenPerson(hosts, { email: address })).browser);
      await setAccountDisabled(hosts.ports, address, true);
    },
    passwordless: (address) =>
      createAccount(hosts.ports, { email: address, role: 'user', nickname: undefined, password: undefined }),
  };
  const addressOf = (kind: string) => email(kind.replace(' ', '-'));
  const plain = email('plain');
  let client: Client;
  beforeAll(async () => {
    client = await givenClient(hosts);
    await givenPerson(hosts, { email: plain });
    for (const [kind, make] of Object.entries(KINDS)) await make(addressOf(kind));
  });

  const ASKED: Readonly<Record<string, (address: string) => Promise<Page>>> = {
    'the page that asks for a passkey, by button and autofill': (address) =>
      new Browser().open(client.authorizeUrl({ login_hint: address })),
    'the challenge for the address': (address) =>
      open(new Browser(), `/passkeys/challenge?for=sign-in&email=${encodeURIComponent(address)}`),
    'a wrong password, before any second step': (address) => signIn(hosts, new Browser(), address, 'wrong password'),
    async 'a passkey that nobody has, with the address typed'(address) {
      const browser = new Browser();
      const page = await open(browser, '/login');
      const prompt = promptIn(page);
      const challenge = prompt ? await challengeFor(hosts, browser, prompt) : '';
      const credentialId = Buffer.alloc(32, 7);
      const { key } = authenticatorOf(hosts).create({ challenge, userHandle: 'AA', credentialId });
      const passkey = authenticatorOf(hosts).sign(key, { challenge });
      return post(browser, page.form({ action: '/login' }), { email: address, passkey });
    },
    async 'a first proof that was made up'(address) {
      const browser = new Browser();
      const form = (await open(browser, '/login')).form({ action: '/login' });
      return post(browser, form, { email: address, proof_token: 'A'.repeat(300), code: '123456' });
    },
  };
  const isChallenge = (asked: string) => asked.startsWith('the challenge');

  describe.each(Object.keys(ASKED))('get one answer to %s', (asked) => {
    test.each(Object.keys(KINDS))('of an account that is: %s', async (kind) => {
      const [one, other] = [plain, addressOf(kind)];
      const ask = ASKED[asked];
      if (!ask) throw new Error(asked);
      const [first, second] = [visible(await ask(one), one), visible(await ask(other), other)];
      if (isChallenge(asked)) for (const seen of [first, second]) seen.body = Object.keys(JSON.parse(seen.body)).join();
      expect(second).toEqual(first);
    });
  });

  test('contract 23: a passkey is refused in one way, whatever is wrong with it or its account', async () => {
    const people = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        const { browser } = await givenPerson(hosts, { email: email(name) });
        return { address: email(name), key: (await givenPasskey(hosts, browser)).key };
      }),
    );
    const [signature, disabled, handle] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    await setAccountDisabled(hosts.ports, disabled.address, true);
    const refuse = async ({ key }: (typeof people)[0], said = {}) => {
      const browser = new Browser();
      const page = await answerWith(hosts, browser, await open(browser, '/login'), key, said);
      expect([page.status, signalIn(page)]).toEqual([401, undefined]);
      return visible(page, email('nobody'));
    };
    const first = await refuse(signature, { rpId: 'evil.example' });
    expect(await refuse(disabled)).toEqual(first);
    expect(await refuse(handle, { userHandle: randomBytes(16).toString('base64url') })).toEqual(first);
  });

  test('contract 24: at the second step, a wrong code and one that was used are answered alike', async () => {
    const { browser, secret, email: address } = await personWithFactor(hosts);
    const code = codeOf(hosts, secret);
    const answers: ReturnType<typeof visible>[] = [];
    expect(await isSignedIn(browser)).toBe(true);
    const first = new Browser();
    await first.submit(codeForm(await signIn(hosts, first, address)), { code });
    for (const typed of [code, wrongCode(hosts, secret), '0'.repeat(24)]) {
      const elsewhere = new Browser();
      const page = await signIn(hosts, elsewhere, address);
      answers.push(visible(await elsewhere.submit(codeForm(page), { code: typed }), address));
    }
    expect(answers[0]?.status).toBe(401);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe('contract 24: clock skew', () => {
  test.each([-1, 0, 1])('a code of %i steps signs in', async (steps) => {
    const { email, secret } = await personWithFactor(hosts);
    // The step of the enrolment is used; the one after it is one step before this.
    hosts.clock.advance(2 * STEP_MS);
    beginStep(hosts);
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    await browser.submit(codeForm(page), { code: codeOf(hosts, secret, steps) });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a code of two steps before or after does not sign in, and turns nothing on', async () => {
    const { email, secret } = await personWithFactor(hosts);
    hosts.clock.advance(3 * STEP_MS);
    beginStep(hosts);
    const { browser: newcomer, email: other } = await givenPerson(hosts);
    const setUp = await open(newcomer, '/account/two-step');
    for (const steps of [-2, 2]) {
      const browser = new Browser();
      const page = await signIn(hosts, browser, email);
      expect((await browser.submit(codeForm(page), { code: codeOf(hosts, secret, steps) })).status).toBe(401);
      const code = codeOf(hosts, secretIn(setUp), steps);
      const form = setUp.form({ fields: ['sealed'] });
      expect((await newcomer.submit(form, { code }, { press: 'enrol' })).status).toBe(400);
    }
    expect(isCodePage(await signIn(hosts, new Browser(), other))).toBe(false);
  });
});

describe('contract 24: a thief with the password', () => {
  const enrolForm = (page: Page) => page.form({ fields: ['sealed'] });

  test('who was signed in before, and had the page open, sets up nothing once the owner has', async () => {
    const { browser: owner, email } = await givenPerson(hosts);
    const thief = new Browser();
    await givenSession(hosts, thief, email);
    const page = await open(thief, '/account/two-step');
    const { secret } = await givenCodes(hosts, owner);
    const refused = await thief.submit(enrolForm(page), { code: codeOf(hosts, secretIn(page)) }, { press: 'enrol' });
    expect([refused.url.pathname, await isSignedIn(thief)]).toEqual(['/login', false]);
    const step = await signIn(hosts, owner, email);
    expect((await owner.submit(codeForm(step), { code: codeOf(hosts, secret) })).url.pathname).toBe('/account');
  });

  test('of two who set it up at once, one does, and the other is signed out', { tags: 'postgres' }, async () => {
    const { browser: owner, email } = await givenPerson(hosts);
    const thief = new Browser();
    await givenSession(hosts, thief, email);
    const pages = [await open(owner, '/account/two-step'), await open(thief, '/account/two-step')] as const;
    const send = (browser: Browser, page: Page) =>
      browser.submit(enrolForm(page), { code: codeOf(hosts, secretIn(page)) }, { press: 'enrol' });
    await Promise.all([send(owner, pages[0]), send(thief, pages[1])]);
    const still = [await isSignedIn(owner), await isSignedIn(thief)];
    expect(still.filter(Boolean)).toHaveLength(1);
    hosts.clock.advance(STEP_MS);
    const step = await signIn(hosts, new Browser(), email);
    expect(isCodePage(step)).toBe(true);
  });

  test("plants no secret: that of another session's page is refused", async () => {
    const { browser: owner, email } = await givenPerson(hosts);
    const thief = new Browser();
    await givenSession(hosts, thief, email);
    const planted = await open(thief, '/account/two-step');
    const page = await open(owner, '/account/two-step');
    const sealed = enrolForm(planted).values.find(([name]) => name === 'sealed')?.[1] ?? '';
    const code = codeOf(hosts, secretIn(planted));
    await owner.submit(enrolForm(page), { sealed, code }, { press: 'enrol' });
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(false);
  });

  test('gets no further with the first proof of a sign-in that a passkey completed', async () => {
    const { browser: owner, email, secret } = await personWithFactor(hosts);
    const { key } = await givenPasskey(hosts, owner);
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    hosts.clock.advance(1);
    await answerWith(hosts, browser, page, key);
    expect(await isSignedIn(browser)).toBe(true);
    hosts.clock.advance(MINUTE);
    for (const { id, accountId } of await hosts.ports.sessions.listByAccount(
      (await hosts.ports.accounts.findByEmailKey(email))?.id ?? '',
      hosts.clock.now(),
      9,
    )) {
      await hosts.ports.sessions.end({ accountId, sessionId: id, now: hosts.clock.now() });
    }
    expect((await browser.submit(codeForm(page), { code: codeOf(hosts, secret) })).status).toBe(401);
    expect((await answerWith(hosts, browser, page, key)).status).toBe(401);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('cannot confirm with the password alone, and turns nothing off', async () => {
    const { browser, email } = await personWithFactor(hosts);
    hosts.clock.advance(11 * MINUTE);
    const asked = await open(browser, '/account/two-step');
    expect((await browser.submit(asked.form({ fields: ['confirming'] }), { password: PASSWORD })).status).toBe(400);
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
  });
});
