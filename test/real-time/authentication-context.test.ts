// What an application is told about each way to sign in at its request (contract 4, 6, 24): `amr`, `acr` and `auth_time`,
// as openid-client reads them. Sessions that began elsewhere: session-context.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { PASSWORD } from '../stories/account-pages.ts';
import { codeForm, codeOf, givenCodes, isCodePage, STEP_MS, secretIn } from '../stories/factor-pages.ts';
import { type addPasskey, answerWith, givenPasskey } from '../stories/passkey-pages.ts';
import { type Enter, startOpenIdParty } from './openid-party.ts';

const MINUTE = 60_000;

let hosts: Hosts;
let authorize: Awaited<ReturnType<typeof startOpenIdParty>>['authorize'];
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  ({ authorize } = await startOpenIdParty(hosts));
});
afterAll(() => hosts?.stop());

const nowSeconds = (): number => Math.floor(hosts.clock.now() / 1000);

const essential = (...values: string[]) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
});
const refusal = (error: string) => ({ error });

type Way = { told: { amr: string[]; acr: string }; given(): Promise<Enter> };

/** The password alone; where the account has a second factor, it is asked for next. */
const byPassword =
  (email: string): Enter =>
  (browser, login) => {
    const typed = login.form({ action: '/login' }).fields.includes('email') ? { email } : {};
    return browser.submit(login.form({ action: '/login' }), { ...typed, password: PASSWORD }, { stopAt: CALLBACK });
  };

async function personWithBoth() {
  const { browser, email } = await givenPerson(hosts);
  const { secret, recoveryCodes } = await givenCodes(hosts, browser);
  return { email, secret, recoveryCodes, ...(await givenPasskey(hosts, browser)) };
}

const WAYS: Readonly<Record<string, Way>> = {
  'a password': {
    told: { amr: ['pwd'], acr: '1' },
    async given() {
      return byPassword((await givenPerson(hosts)).email);
    },
  },
  'a passkey': {
    told: { amr: ['pop', 'user', 'mfa'], acr: '2' },
    async given() {
      const { key } = await personWithBoth();
      return (browser, login) => answerWith(hosts, browser, login, key, { stopAt: CALLBACK });
    },
  },
  'a password and a passkey': {
    told: { amr: ['pwd', 'pop', 'user', 'mfa'], acr: '2' },
    async given() {
      const { email, key } = await personWithBoth();
      return async (browser, login) =>
        answerWith(hosts, browser, await byPassword(email)(browser, login), key, { stopAt: CALLBACK });
    },
  },
  'a password and a one-time code': {
    told: { amr: ['pwd', 'otp', 'mfa'], acr: '2' },
    async given() {
      const { email, secret } = await personWithBoth();
      return async (browser, login) => {
        hosts.clock.advance(STEP_MS);
        const step = codeForm(await byPassword(email)(browser, login));
        return browser.submit(step, { code: codeOf(hosts, secret) }, { stopAt: CALLBACK });
      };
    },
  },
  'a password and a recovery code': {
    told: { amr: ['pwd', 'otp', 'mfa'], acr: '2' },
    async given() {
      const { email, recoveryCodes } = await personWithBoth();
      return async (browser, login) => {
        const step = codeForm(await byPassword(email)(browser, login));
        return browser.submit(step, { code: recoveryCodes.pop() ?? '' }, { stopAt: CALLBACK });
      };
    },
  },
};

describe.each(Object.entries(WAYS))('signed in by %s', (_, { told, given }) => {
  let enter: Enter;
  let browser: Browser;
  let first: Awaited<ReturnType<typeof authorize>>;
  let since: number;
  beforeAll(async () => {
    enter = await given();
    browser = new Browser();
    since = nowSeconds();
    first = await authorize(browser, {}, enter);
  });

  test('contract 24: the ID token says how and when, and so does a refreshed one', async () => {
    expect(first.told).toEqual(told);
    expect(first.authTime).toBeGreaterThanOrEqual(since);
    expect(first.authTime).toBeLessThanOrEqual(nowSeconds());
    expect(await first.refresh()).toEqual({ told, authTime: first.authTime, sub: first.sub });
  });

  test('contract 4: prompt=none, also with id_token_hint, says the same and asks nothing', async () => {
    hosts.clock.advance(MINUTE);
    for (const hint of [{}, { id_token_hint: first.idToken }]) {
      const silent = await authorize(browser, { prompt: 'none', ...hint });
      expect([silent.told, silent.authTime, silent.sub]).toEqual([told, first.authTime, first.sub]);
    }
  });

  test('contract 24: acr_values=2 asks nobody who has reached it or cannot reach it', async () => {
    for (const prompt of [{}, { prompt: 'none' }]) {
      const asked = await authorize(browser, { acr_values: '2 1', ...prompt });
      expect([asked.told, asked.authTime]).toEqual([told, first.authTime]);
    }
  });

  test('contract 24: an essential acr of 2 is met, or refused where it cannot be reached', async () => {
    for (const prompt of [{}, { prompt: 'none' }]) {
      const asked = authorize(browser, { ...essential('2'), ...prompt });
      if (told.acr === '2') expect((await asked).told).toEqual(told);
      else await expect(asked).rejects.toMatchObject(refusal('unmet_authentication_requirements'));
      expect((await authorize(browser, { ...essential('1'), ...prompt })).told).toEqual(told);
    }
    await expect(authorize(browser, essential('3'))).rejects.toMatchObject(
      refusal('unmet_authentication_requirements'),
    );
  });

  test('contract 4: max_age asks again once the sign-in is older, and prompt=none says so', async () => {
    hosts.clock.advance(2 * MINUTE);
    expect((await authorize(browser, { max_age: '600' })).authTime).toBe(first.authTime);
    const silent = authorize(browser, { max_age: '60', prompt: 'none' });
    await expect(silent).rejects.toMatchObject(refusal('login_required'));
    for (const max_age of ['60', '0']) {
      const before = nowSeconds();
      const again = await authorize(browser, { max_age }, enter);
      expect([again.told, again.sub, again.authTime >= before]).toEqual([told, first.sub, true]);
    }
  });

  test('contract 4: prompt=login asks again, whoever the hint names, and auth_time is new', async () => {
    hosts.clock.advance(MINUTE);
    const before = nowSeconds();
    const again = await authorize(browser, { prompt: 'login', id_token_hint: first.idToken }, enter);
    expect([again.told, again.sub, again.authTime >= before]).toEqual([told, first.sub, true]);
  });
});

describe('signed in by password alone, with a passkey at hand', () => {
  let browser: Browser;
  let enter: Enter;
  let key: Awaited<ReturnType<typeof addPasskey>>['key'];
  let idToken: string;
  beforeAll(async () => {
    const person = await givenPerson(hosts);
    ({ key } = await givenPasskey(hosts, person.browser));
    enter = byPassword(person.email);
    browser = new Browser();
    const first = await authorize(browser, {}, enter);
    expect(first.told).toEqual({ amr: ['pwd'], acr: '1' });
    ({ idToken } = first);
  });
  const both: Enter = async (at, login) => answerWith(hosts, at, await enter(at, login), key, { stopAt: CALLBACK });

  test('contract 24: the first value that can be reached decides: 1 before 2 asks nothing', async () => {
    for (const asked of [{ acr_values: '3 1 2' }, essential('3', '1', '2')]) {
      expect((await authorize(browser, asked)).told).toEqual({ amr: ['pwd'], acr: '1' });
    }
  });

  test.each([
    ['acr_values', { acr_values: '2' }],
    ['an essential acr', essential('2')],
  ])('contract 24: %s of 2 is login_required for prompt=none, and asks for the passkey otherwise', async (_, asked) => {
    const silent = authorize(browser, { ...asked, prompt: 'none', id_token_hint: idToken });
    await expect(silent).rejects.toMatchObject(refusal('login_required'));
    const elsewhere = new Browser();
    await authorize(elsewhere, {}, enter);
    const done = await authorize(elsewhere, asked, async (at, login) => {
      const step = await enter(at, login);
      expect(isCodePage(step)).toBe(true);
      return answerWith(hosts, at, step, key, { stopAt: CALLBACK });
    });
    expect(done.told).toEqual({ amr: ['pwd', 'pop', 'user', 'mfa'], acr: '2' });
  });

  test('contract 24: the last complete authentication counts: password alone after both is 1 again', async () => {
    const elsewhere = new Browser();
    expect((await authorize(elsewhere, { acr_values: '2' }, both)).told.acr).toBe('2');
    const after = await authorize(elsewhere, { prompt: 'login' }, enter);
    expect(after.told).toEqual({ amr: ['pwd'], acr: '1' });
  });
});

describe('without a second factor, where policy demands one of everyone', () => {
  let email: string;
  let browser: Browser;
  beforeAll(async () => {
    ({ email } = await givenPerson(hosts));
    browser = new Browser();
    await authorize(browser, {}, byPassword(email));
    overrideRules(hosts.ports.rules, { secondFactor: 'everyone' });
  });
  afterAll(() => overrideRules(hosts.ports.rules, { secondFactor: 'optional' }));

  /** Signs in, and sets up the authenticator app that the next page asks for. */
  const setUpFactor: Enter = async (at, login) => {
    const choice = await byPassword(email)(at, login);
    expect(choice.url.pathname).toBe('/second-factor');
    const setUp = await at.open(choice.link('Use an authenticator app'));
    const code = codeOf(hosts, secretIn(setUp));
    const made = await at.submit(setUp.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
    hosts.clock.advance(STEP_MS);
    return at.open(made.link('I have saved them'), { stopAt: CALLBACK });
  };

  test('contract 24: prompt=none leads nowhere, and no factor meets another value', async () => {
    const silent = authorize(browser, { ...essential('2'), prompt: 'none' });
    await expect(silent).rejects.toMatchObject(refusal('interaction_required'));
    await expect(authorize(browser, essential('3'))).rejects.toMatchObject(
      refusal('unmet_authentication_requirements'),
    );
  });

  test('contract 24: an essential acr of 2 leads to setting one up, goes on, and is met', async () => {
    const told = { amr: ['pwd', 'otp', 'mfa'], acr: '2' };
    const elsewhere = new Browser();
    const { sub, ...met } = await authorize(elsewhere, essential('2'), setUpFactor);
    expect(met.told).toEqual(told);
    const silent = await authorize(elsewhere, { ...essential('2'), prompt: 'none' });
    expect([silent.told, silent.sub]).toEqual([told, sub]);
  });
});

test('contract 4: id_token_hint of somebody else: prompt=none is login_required, whatever their acr', async () => {
  const [one, two] = [await personWithBoth(), await personWithBoth()];
  const [mine, theirs] = [new Browser(), new Browser()];
  const byPasskey =
    ({ key }: typeof one): Enter =>
    (browser, login) =>
      answerWith(hosts, browser, login, key, { stopAt: CALLBACK });
  const first = await authorize(mine, {}, byPasskey(one));
  await authorize(theirs, {}, byPasskey(two));
  const hint = { id_token_hint: first.idToken };
  for (const asked of [{ acr_values: '2' }, essential('2')]) {
    const silent = authorize(theirs, { ...hint, ...asked, prompt: 'none' });
    await expect(silent).rejects.toMatchObject(refusal('login_required'));
  }
  const refused = authorize(theirs, { ...hint, prompt: 'login' }, byPasskey(two));
  await expect(refused).rejects.toMatchObject(refusal('login_required'));
});
