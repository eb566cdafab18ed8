// What an application is told about each way to sign in (contract 4, 6, 24): `amr`, `acr` and `auth_time`, read by
// openid-client, which checks `max_age`, signatures and hashes itself.
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree } from '../helpers/people.ts';
import { PASSWORD, signUpPerson } from './account-pages.ts';
import { codeForm, codeOf, enrol, isCodePage, STEP_MS } from './factor-pages.ts';
import { addPasskey, answerWith } from './passkey-pages.ts';

const MINUTE = 60_000;

let hosts: Hosts;
let client: Client;
let server: openid.ServerMetadata;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  client = await givenClient(hosts);
  const execute = [openid.allowInsecureRequests];
  const found = await openid.discovery(new URL(hosts.authUrl), client.apiKey, undefined, openid.None(), { execute });
  server = found.serverMetadata();
});
afterAll(() => hosts?.stop());

/** The application, whose clock is that of the server under test. */
function relyingParty(): openid.Configuration {
  const skew = Math.round((hosts.clock.now() - Date.now()) / 1000);
  const config = new openid.Configuration(server, client.apiKey, { [openid.clockSkew]: skew }, openid.None());
  openid.allowInsecureRequests(config);
  openid.enableNonRepudiationChecks(config);
  return config;
}

/** How a person answers the sign-in page; it leads to the callback, or to the consent page. */
type Enter = (browser: Browser, login: Page) => Promise<Page>;

const atCallback = (page: Page): boolean => page.url.href.startsWith(CALLBACK);
const nowSeconds = (): number => Math.floor(hosts.clock.now() / 1000);

function whatIsTold(tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers) {
  const claims = tokens.claims();
  return { told: { amr: claims?.amr, acr: claims?.acr }, authTime: claims?.auth_time ?? 0, sub: claims?.sub };
}

/**
 * One authorization, from the request to the verified ID token.
 * @param enter undefined: the person must not be asked to sign in
 * @throws openid.AuthorizationResponseError when the application gets an error
 */
async function authorize(browser: Browser, parameters: Readonly<Record<string, string>>, enter?: Enter) {
  const config = relyingParty();
  const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const first = await browser.open(address, { stopAt: CALLBACK });
  expect(first.url.pathname === '/login', `asked to sign in at ${first.url}`).toBe(enter !== undefined);
  const entered = enter ? await enter(browser, first) : first;
  const last = atCallback(entered) ? entered : await agree(browser, entered, {}, { stopAt: CALLBACK });
  const tokens = await openid.authorizationCodeGrant(config, last.url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(parameters.max_age !== undefined && { maxAge: Number(parameters.max_age) }),
  });
  return { ...whatIsTold(tokens), idToken: tokens.id_token ?? '', tokens, config };
}

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
  const { browser, email } = await signUpPerson(hosts);
  const { secret, recoveryCodes } = await enrol(hosts, browser);
  return { email, secret, recoveryCodes, ...(await addPasskey(hosts, browser)) };
}

const WAYS: Readonly<Record<string, Way>> = {
  'a password': {
    told: { amr: ['pwd'], acr: '1' },
    async given() {
      return byPassword((await signUpPerson(hosts)).email);
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
    const refreshed = await openid.refreshTokenGrant(first.config, first.tokens.refresh_token ?? '');
    expect(whatIsTold(refreshed)).toEqual({ told, authTime: first.authTime, sub: first.sub });
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
    const person = await signUpPerson(hosts);
    ({ key } = await addPasskey(hosts, person.browser));
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
