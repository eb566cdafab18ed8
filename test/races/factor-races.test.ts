// Second factors and passkeys where a server is several processes (contract 23, 24, 25): what is used, added or removed
// at two processes at once happens once, and what one process ends is over at the other. LATCHKEY_TEST_ROUNDS says how
// often each race is run.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Key } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { startServer } from '../helpers/program.ts';
import { type SecondProcess, startSecondProcess } from '../helpers/second-process.ts';
import { createOwner, succeed, type TestServer } from '../helpers/server.ts';
import { inRealTime } from '../real-time/machine-time.ts';
import { account, PASSWORD, post, signIn, signUpPerson } from '../stories/account-pages.ts';
import { formNamed } from '../stories/console-pages.ts';
import { codeForm, codeOf, enrol, isCodePage, secretIn, wrongCode } from '../stories/factor-pages.ts';
import { addPasskey, authenticatorOf, challengeFor, promptIn, signInByPasskey } from '../stories/passkey-pages.ts';

/** `npm run race-test` runs ten. */
const ALL = process.env.LATCHKEY_TEST_RACES === 'all';
const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? (ALL ? 10 : 1));
const options = { timeout: 60_000 + ROUNDS * 20_000 };
const NEW_PASSWORD = 'another long passphrase';

let server: TestServer;
let second: SecondProcess;
let client: Client;
/** Of both processes; the first is where people begin. */
let origins: readonly string[] = [];
/** Of the machine that operates both. */
let token: string;

beforeAll(async () => {
  server = await startServer({
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
    LATCHKEY_LOG_LEVEL: 'info',
  });
  second = await startSecondProcess(server);
  origins = [server.authUrl, second.authUrl];
  client = await givenClient(server);
  const scopes = ['accounts:read', 'accounts:write'].flatMap((scope) => ['--scope', scope]);
  token = String((await succeed(server, ['machine-tokens', 'create', '--name', 'tests', ...scopes])).token);
}, 120_000);
afterAll(async () => {
  await second?.stop();
  await server?.stop();
});

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const place = () => inRealTime(server);
const nextCode = (secret: string): string => codeOf(place(), secret, 1);
const originOf = (at: number): string => origins[at % origins.length] as string;

/** The same browser at the other process: cookies cross ports, and both are one site to it behind a proxy. */
function copyOf(browser: Browser): Browser {
  const copy = new Browser();
  for (const origin of origins) {
    for (const [name, value] of browser.cookies(server.authUrl)) copy.setCookie(origin, name, value);
  }
  return copy;
}
/** What a button of it says comes with the values. */
const formAt = (at: number, form: Form): Form => ({
  ...form,
  buttons: [],
  action: new URL(form.action.pathname + form.action.search, originOf(at)),
  page: new URL(server.authUrl),
});

type Sent = { page: Page; browser: Browser; at: number };

/** Sends a form from a copy of the browser, to one of the processes. */
async function sendAt(at: number, from: Browser, form: Form, values: Readonly<Record<string, string>>): Promise<Sent> {
  const browser = copyOf(from);
  return { page: await post(browser, formAt(at, form), values), browser, at };
}

const openAt = (at: number, browser: Browser, path: string): Promise<Page> => browser.open(`${originOf(at)}${path}`);
const isSignedIn = async ({ browser, at }: Pick<Sent, 'browser' | 'at'>): Promise<boolean> =>
  (await openAt(at, browser, '/account')).url.pathname === '/account';
const signedIn = async (sent: readonly Sent[]): Promise<Sent[]> => {
  const found = await Promise.all(sent.map(isSignedIn));
  return sent.filter((_, at) => found[at]);
};
/** One was done, and nobody else was let in; whoever came too late was told so by a page. */
async function expectOneSession(sent: readonly Sent[]): Promise<void> {
  const statuses = sent.map(({ page }) => page.status);
  expect(statuses.filter((status) => status === 303)).toEqual([303]);
  expect(statuses.filter((status) => ![303, 400, 401, 429, 503].includes(status))).toEqual([]);
  expect(await signedIn(sent)).toHaveLength(1);
}

const forget = () => server.execute('delete from sign_in_attempts');
const idOf = async (email: string): Promise<string> =>
  String((await server.rowsIn('accounts')).find((row) => row.email === email)?.id);
const rowsOf = async (table: string, email: string) => {
  const id = await idOf(email);
  return (await server.rowsIn(table)).filter((row) => row.account_id === id);
};
const patch = async (at: number, path: string, body: object): Promise<void> => {
  const answer = await fetch(`${at === 0 ? server.apiUrl : second.apiUrl}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
};

/** Somebody with a password, a passkey and codes, whose `owner` is signed in. */
async function personWithBoth() {
  const { browser: owner, email } = await signUpPerson(server);
  const { key } = await addPasskey(server, owner);
  return { owner, email, key, ...(await enrol(place(), owner)) };
}
type Person = Awaited<ReturnType<typeof personWithBoth>>;

/** The page that asks for the second factor, at the first process. */
async function half(email: string, password = PASSWORD) {
  const browser = new Browser();
  let page: Page;
  do page = await signIn(server, browser, email, password);
  while (
    // A busy server has done nothing.
    page.status === 503
  );
  return { browser, page };
}
async function passkeyForm(browser: Browser, page: Page, key: Key) {
  const prompt = promptIn(page);
  if (!prompt) throw new Error(`No passkey is asked for at ${page.url.href}`);
  const challenge = await challengeFor(server, browser, prompt);
  return { form: page.form({ fields: ['passkey'] }), passkey: authenticatorOf(server).sign(key, { challenge }) };
}
const withButton = (page: Page, value: string): Form => {
  const found = page.forms.find(({ buttons }) => buttons.some((button) => button.value === value));
  if (!found) throw new Error(`No button ${value} at ${page.url.href}: ${page.text}`);
  return found;
};

describe('at two processes at once', options, () => {
  test('contract 23: the answer to one challenge signs in once', async () => {
    const { browser: owner } = await signUpPerson(server);
    const { key } = await addPasskey(server, owner);
    for (let round = 0; round < ROUNDS; round += 1) {
      const browser = new Browser();
      const { form, passkey } = await passkeyForm(browser, await openAt(0, browser, '/login'), key);
      await expectOneSession(await Promise.all(times(10, (at) => sendAt(at, browser, form, { passkey }))));
    }
  });

  test('contract 24: one code 50 times, after two first proofs, signs in once', async () => {
    const { email, secret } = await personWithBoth();
    const halves = [await half(email), await half(email)];
    const code = nextCode(secret);
    const sent = times(50, (at) => {
      const { browser, page } = halves[(at >> 1) % 2] as (typeof halves)[0];
      return sendAt(at, browser, codeForm(page), { code });
    });
    await expectOneSession(await Promise.all(sent));
    await forget();
  });

  test('contract 24: one recovery code, after two first proofs, signs in once and is spent', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, recoveryCodes } = await personWithBoth();
      const halves = [await half(email), await half(email)];
      const code = recoveryCodes[0] ?? '';
      const sent = times(8, (at) => {
        const { browser, page } = halves[(at >> 1) % 2] as (typeof halves)[0];
        return sendAt(at, browser, codeForm(page), { code });
      });
      await expectOneSession(await Promise.all(sent));
      await forget();
      const spent = (await rowsOf('recovery_codes', email)).filter(({ used_at }) => used_at !== null);
      expect(spent).toHaveLength(1);
    }
  });

  test('contract 24: one first proof takes a passkey, a one-time code or a recovery code', async () => {
    const { email, key, secret, recoveryCodes } = await personWithBoth();
    const { browser, page } = await half(email);
    const { form, passkey } = await passkeyForm(browser, page, key);
    const codes = [nextCode(secret), ...recoveryCodes.slice(0, 3)];
    await expectOneSession(
      await Promise.all([
        ...times(2, (at) => sendAt(at, browser, form, { passkey })),
        ...codes.map((code, at) => sendAt(at, browser, codeForm(page), { code })),
      ]),
    );
    await forget();
  });

  test('contract 24: of a hundred wrong codes in a row, no process checks more', async () => {
    const { email, secret, recoveryCodes } = await personWithBoth();
    const { browser, page } = await half(email);
    await server.execute('update one_time_codes set tries_in_row = 97 where account_id = ?', await idOf(email));
    const wrong = wrongCode(place(), secret);
    await Promise.all(times(8, (at) => sendAt(at, browser, codeForm(page), { code: wrong })));
    await forget();
    expect(await rowsOf('one_time_codes', email)).toMatchObject([{ tries_in_row: 100, wrong_in_row: 3 }]);
    for (const at of [0, 1]) {
      const rests = await sendAt(at, browser, codeForm(page), { code: nextCode(secret) });
      expect([rests.page.status, rests.page.text.includes('Use a recovery code')]).toEqual([401, true]);
    }
    const done = await sendAt(1, browser, codeForm(page), { code: recoveryCodes[0] ?? '' });
    expect(done.page.status).toBe(303);
  });

  test('contract 23: of the last two ways to sign in, one is removed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { browser: owner, email } = await signUpPerson(server);
      const keys = [(await addPasskey(server, owner)).key, (await addPasskey(server, owner)).key];
      await server.execute('update accounts set password_hash = null where id = ?', await idOf(email));
      const page = await openAt(0, owner, '/account/passkeys');
      const forms = page.forms.filter(({ fields }) => fields.includes('id'));
      expect(forms).toHaveLength(2);
      const sent = await Promise.all(times(6, (at) => sendAt(at, owner, forms[at % 2] as Form, { action: 'remove' })));
      const removed = sent.filter(({ page: one }) => one.headers.get('location')?.endsWith('?notice=removed'));
      expect(removed).toHaveLength(1);
      expect(await rowsOf('passkeys', email)).toHaveLength(1);
      const tries = await Promise.all(keys.map((key) => signInByPasskey(server, new Browser(), key)));
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  test('contract 23: one credential is added to one of two accounts', async () => {
    const credentialId = Buffer.alloc(32, 3);
    const people = await Promise.all(
      times(2, async () => {
        const { browser } = await signUpPerson(server);
        const page = await openAt(0, browser, '/account/passkeys');
        const prompt = promptIn(page);
        const challenge = prompt ? await challengeFor(server, browser, prompt) : '';
        const userHandle = prompt?.options.user?.id ?? '';
        const { response } = authenticatorOf(server).create({ challenge, userHandle, credentialId });
        return { browser, form: page.form({ fields: ['passkey'] }), passkey: response };
      }),
    );
    const sent = await Promise.all(
      times(6, (at) => {
        const { browser, form, passkey } = people[at % 2] as (typeof people)[0];
        return sendAt(at, browser, form, { passkey });
      }),
    );
    expect(sent.map(({ page }) => page.status).sort()).toEqual([303, 400, 400, 400, 400, 400]);
  });

  test('contract 24: of a thief and the owner who set up codes, one does, and the other is signed out', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { browser: owner, email } = await signUpPerson(server);
      const thief = new Browser();
      await signIn(server, thief, email);
      const pages = [await openAt(0, owner, '/account/two-step'), await openAt(0, thief, '/account/two-step')];
      const sent = await Promise.all(
        [owner, thief].map((browser, at) => {
          const page = pages[at] as Page;
          const values = { code: codeOf(place(), secretIn(page)), action: 'enrol' };
          return sendAt(at, browser, page.form({ fields: ['sealed'] }), values);
        }),
      );
      expect(await signedIn(sent)).toHaveLength(1);
      expect(isCodePage((await half(email)).page)).toBe(true);
    }
  });
});

describe('what one process ends is over at the other', () => {
  test('contract 24: the half signed-in value, once it was used', async () => {
    const { email, secret, recoveryCodes } = await personWithBoth();
    const { browser, page } = await half(email);
    const done = await sendAt(0, browser, codeForm(page), { code: nextCode(secret) });
    expect(done.page.status).toBe(303);
    const replayed = await sendAt(1, browser, codeForm(page), { code: recoveryCodes[0] ?? '' });
    expect([replayed.page.status, await isSignedIn(replayed)]).toEqual([401, false]);
  });

  test('contract 24: the half signed-in value, after a new password', async () => {
    const { owner, email, secret } = await personWithBoth();
    const { browser, page } = await half(email);
    const security = await account(server, owner, 'security');
    const values = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const changed = await sendAt(1, owner, security.form({ action: '/account/password' }), values);
    expect(changed.page.status).toBe(303);
    for (const at of [0, 1]) {
      const refused = await sendAt(at, browser, codeForm(page), { code: nextCode(secret) });
      expect([refused.page.status, await isSignedIn(refused)]).toEqual([400, false]);
    }
  });

  test('contract 24: the trust of a device, after a change of a factor', async () => {
    const { owner, email, secret } = await personWithBoth();
    const { browser, page } = await half(email);
    const trusted = await browser.submit(codeForm(page), { code: nextCode(secret), trust: 'on' });
    await browser.submit(trusted.form({ action: '/logout' }));
    const byPassword = async (at: number) => {
      const login = await openAt(0, browser, '/login');
      return sendAt(at, browser, login.form({ action: '/login' }), { email, password: PASSWORD });
    };
    expect((await byPassword(1)).page.status).toBe(303);
    const twoStep = await openAt(0, owner, '/account/two-step');
    const made = await sendAt(1, owner, withButton(twoStep, 'new-codes'), { action: 'new-codes' });
    expect(made.page.status).toBe(303);
    for (const at of [0, 1]) {
      const asked = await byPassword(at);
      expect([isCodePage(asked.page), await isSignedIn(asked)]).toEqual([true, false]);
    }
  });

  test('contract 25: a confirmation that ran out between form and post; what was typed is kept', async () => {
    const { email, password } = await createOwner(server, 'late-owner@example.com');
    const browser = new Browser();
    await signIn(server, browser, email, password);
    const page = await openAt(0, browser, '/console/api-tokens');
    const before = await rowsOf('api_tokens', email);
    await server.execute('update sessions set authenticated_at = 1 where account_id = ?', await idOf(email));
    const asked = await sendAt(1, browser, formNamed(page, 'token'), { name: 'deploy <now>' });
    expect([asked.page.status, await rowsOf('api_tokens', email)]).toEqual([403, before]);
    const kept = await sendAt(0, browser, asked.page.form({ fields: ['confirming'] }), { password });
    expect([kept.page.status, await rowsOf('api_tokens', email)]).toEqual([200, before]);
    const made = await sendAt(1, kept.browser, formNamed(kept.page, 'token'), {});
    expect(made.page.status).toBe(303);
    expect((await rowsOf('api_tokens', email)).map(({ name }) => name)).toContain('deploy <now>');
  });

  test('contract 24: a session of one factor, once a policy comes that demands two', async () => {
    const [{ browser: without }, { owner: withFactor }] = [await signUpPerson(server), await personWithBoth()];
    const pathAt = async (at: number, browser: Browser) => (await openAt(at, copyOf(browser), '/account')).url.pathname;
    const silently = async (at: number) => {
      const { pathname, search } = new URL(client.authorizeUrl({ prompt: 'none' }));
      const { url } = await copyOf(client.browser).open(`${originOf(at)}${pathname}${search}`, { stopAt: CALLBACK });
      return url.searchParams.get('error') ?? 'none';
    };
    const demand = (who: string) => succeed(server, ['policy', 'set', '--second-factor', who]);
    await demand('everyone');
    try {
      for (const at of [0, 1]) await expect.poll(() => pathAt(at, without)).toBe('/second-factor');
      for (const at of [0, 1]) {
        expect([await pathAt(at, withFactor), await silently(at)]).toEqual(['/confirm', 'interaction_required']);
      }
    } finally {
      await demand('optional');
    }
    // In both, because the next test has people sign up at the first.
    for (const at of [0, 1]) await expect.poll(() => pathAt(at, without)).toBe('/account');
    for (const at of [0, 1]) expect(await silently(at)).toBe('none');
  });
});

describe('sign-ins that are sent to two processes at once', options, () => {
  /** Each only has to be sent. */
  async function readySignIns({ email, key, recoveryCodes }: Person) {
    const passkeys = times(4, async (at) => {
      const browser = new Browser();
      const { form, passkey } = await passkeyForm(browser, await openAt(0, browser, '/login'), key);
      return () => sendAt(at, browser, form, { passkey });
    });
    const codes = times(4, async (at) => {
      const { browser, page } = await half(email);
      return () => sendAt(at, browser, codeForm(page), { code: recoveryCodes[at] ?? '' });
    });
    return { passkeys: await Promise.all(passkeys), codes: await Promise.all(codes) };
  }

  type Ending = {
    /** Also sign-ins that do not need what was changed. */
    ends: 'all' | 'codes';
    /** @returns what only has to be sent */
    open(person: Person): Promise<() => Promise<unknown>>;
    /** Once everything was answered. */
    after?(person: Person): Promise<unknown>;
  };
  const ENDINGS: Readonly<Record<string, Ending>> = {
    'the passkey is removed': {
      ends: 'all',
      async open({ owner }) {
        const form = (await openAt(0, owner, '/account/passkeys')).form({ fields: ['id'] });
        return () => sendAt(1, owner, form, { action: 'remove' });
      },
    },
    'the password is changed': {
      ends: 'codes',
      async open({ owner }) {
        const form = (await account(server, owner, 'security')).form({ action: '/account/password' });
        return () => sendAt(1, owner, form, { current_password: PASSWORD, new_password: NEW_PASSWORD });
      },
    },
    'two-step verification is turned off': {
      ends: 'codes',
      async open({ owner }) {
        const form = withButton(await openAt(0, owner, '/account/two-step'), 'remove');
        return () => sendAt(1, owner, form, { action: 'remove' });
      },
    },
    'the account is disabled, also once it is enabled again': {
      ends: 'all',
      async open({ email }) {
        const path = `/accounts/${await idOf(email)}`;
        return () => patch(1, path, { status: 'disabled' });
      },
      async after({ email }) {
        await patch(0, `/accounts/${await idOf(email)}`, { status: 'active' });
      },
    },
    'the account leaves': {
      ends: 'all',
      async open({ owner }) {
        const form = withButton(await openAt(0, owner, '/account/delete'), 'leave');
        return () => sendAt(1, owner, form, { action: 'leave' });
      },
    },
  };

  test.each(Object.entries(ENDINGS))(
    'contract 2, 24: leave nobody signed in while %s',
    async (_, { ends, open, after }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await personWithBoth();
        const { passkeys, codes } = await readySignIns(person);
        const end = await open(person);
        const going = [...codes, ...passkeys].map((send) => send());
        const [sent] = await Promise.all([Promise.all(going), end()]);
        expect(sent.filter(({ page }) => page.status >= 500 && page.status !== 503)).toEqual([]);
        await after?.(person);
        const over = ends === 'all' ? sent : sent.slice(0, codes.length);
        expect(await signedIn(over)).toEqual([]);
        await forget();
      }
    },
  );
});
