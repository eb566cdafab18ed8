// Getting somebody out who does not stop trying (contract 2, "Ending access"): sign-ins, silent
// authorizations and redemptions run in loops on every process while an account's access is ended. Nothing of them
// survives.
//
// LATCHKEY_TEST_ROUNDS says how often each race is run (`npm run ending-test`: 50).
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import type { Page } from '../helpers/html-page.ts';
import { type SecondProcess, startSecondProcess } from '../helpers/second-process.ts';
import { startServer, succeed, type TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';
import { startWorkers } from '../helpers/workers.ts';

const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? 3);
const LOOPS = 4;
/** How long the loops run before the act, in ms. */
const AHEAD = 150;

const SETTINGS = {
  LATCHKEY_REQUESTS_PER_SECOND: '100000',
  LATCHKEY_PASSWORD_TRIES_PER_ACCOUNT: '1000',
  LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '10000',
  LATCHKEY_LOG_LEVEL: 'info',
};

type Cluster = { server: TestServer; origins: readonly string[]; stop(): Promise<void> };

async function startProcesses(count: number): Promise<Cluster> {
  const server = await startServer(SETTINGS);
  const others: SecondProcess[] = [];
  for (let i = 1; i < count; i += 1) others.push(await startSecondProcess(server));
  const stop = async () => {
    await Promise.all(others.map((other) => other.stop()));
    await server.stop();
  };
  return { server, origins: [server, ...others].map(({ authUrl }) => authUrl), stop };
}

async function startTwoWorkers(): Promise<Cluster> {
  const server = await startWorkers(2, SETTINGS);
  return { server, origins: [server.authUrl], stop: async () => void (await server.stop()) };
}

const CLUSTERS: readonly (readonly [string, () => Promise<Cluster>])[] =
  STORE === 'postgres'
    ? [['three processes', () => startProcesses(3)]]
    : [
        ['one process', () => startProcesses(1)],
        ['two workers', startTwoWorkers],
      ];

/** A busy server answers 503 and has done nothing: the honest person tries again. */
async function untilServed(send: () => Promise<Page>): Promise<number> {
  for (;;) {
    const { status } = await send();
    if (status !== 503) return status;
    await pause(50);
  }
}

/** Runs `loop` again and again, `LOOPS` times at once, from before the act until it has been answered. */
async function during<Result>(loop: (lane: number) => Promise<Result>, act: () => Promise<unknown>): Promise<Result[]> {
  let going = true;
  const lanes = Array.from({ length: LOOPS }, async (_, lane) => {
    const results: Result[] = [];
    while (going) results.push(await loop(lane));
    return results;
  });
  await pause(AHEAD);
  try {
    await act();
  } finally {
    going = false;
  }
  return (await Promise.all(lanes)).flat();
}

describe.each(CLUSTERS)('%s', (_name, start) => {
  let cluster: Cluster;
  let client: Client;
  /** The account's password now. */
  let password: string;
  let changes = 0;

  beforeAll(async () => {
    cluster = await start();
    client = await givenClient(cluster.server);
    password = client.password;
  });
  // What was typed wrong in one race is not held against the next.
  beforeEach(() => cluster.server.execute('delete from sign_in_attempts'));
  afterAll(() => cluster?.stop());

  const { timeout } = { timeout: 60_000 + ROUNDS * 20_000 };
  const originOf = (lane: number): string => cluster.origins[lane % cluster.origins.length] as string;
  const nextPassword = () => {
    changes += 1;
    return `quiet harbour lights ${changes}`;
  };

  /** Cookies cross ports, so a copy works on every process. */
  function copyOf(browser: Browser): Browser {
    const copy = new Browser();
    for (const origin of cluster.origins) {
      for (const [name, value] of browser.cookies(cluster.server.authUrl)) copy.setCookie(origin, name, value);
    }
    return copy;
  }

  async function signIn(origin: string, typed: string): Promise<{ browser: Browser; status: number }> {
    const browser = new Browser();
    const page = await browser.open(`${origin}/login`);
    const form = page.form({ action: '/login' });
    const { status } = await browser.submit(form, { email: client.email, password: typed }, { follow: false });
    return { browser, status };
  }

  async function honestSignIn(): Promise<Browser> {
    for (;;) {
      const { browser, status } = await signIn(cluster.server.authUrl, password);
      if (status === 303) return browser;
      expect(status).toBe(503);
      await pause(50);
    }
  }

  const isSignedIn = async (browser: Browser, origin: string) =>
    (await browser.open(`${origin}/account`)).url.pathname === '/account';

  /** What a copied cookie gets from a silent authorization: a code, or nothing. */
  async function silently(browser: Browser, origin: string): Promise<string | undefined> {
    const url = new URL(client.authorizeUrl({ prompt: 'none', scope: 'nickname' }));
    const page = await browser.open(origin + url.pathname + url.search, { stopAt: CALLBACK });
    return page.url.searchParams.get('code') ?? undefined;
  }

  /** Nobody can use what came of the codes: neither now nor later. */
  async function expectWorthless(codes: readonly (string | undefined)[], got: readonly Tokens[] = []) {
    const redeemed = await Promise.all(
      codes.filter((code) => code !== undefined).map((code) => client.token(client.codeForm(code))),
    );
    const tokens = [...redeemed.filter(({ status }) => status === 200).map(({ body }) => body), ...got];
    for (const { access_token, refresh_token } of tokens) {
      expect((await client.userInfo(access_token)).status).toBe(401);
      for (const origin of cluster.origins) {
        expect((await client.token(client.refreshForm(refresh_token), origin)).body.error).toBe('invalid_grant');
      }
    }
  }

  async function connectAgain(honest: Browser) {
    const consent = await honest.open(client.authorizeUrl());
    await honest.submit(consent.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
  }

  async function resetPassword() {
    const { stdout } = await cluster.server.command(['accounts', 'password-link', '--email', client.email]);
    const link = /http\S+\/password\?token=\S+/.exec(stdout)?.[0] ?? '';
    const browser = new Browser();
    const page = await browser.open(link);
    return async () => {
      const next = nextPassword();
      const { status } = await browser.submit(
        page.form({ action: '/password' }),
        { password: next },
        { follow: false },
      );
      expect(status).toBe(303);
      password = next;
      return browser;
    };
  }

  const changePassword = async (honest: Browser) => {
    const page = await honest.open(`${cluster.server.authUrl}/account/security`);
    return async () => {
      const next = nextPassword();
      const form = page.form({ action: '/account/password' });
      const typed = { current_password: password, new_password: next };
      expect(await untilServed(() => honest.submit(form, typed, { follow: false }))).toBe(303);
      password = next;
    };
  };

  const setDisabled = (disabled: boolean) =>
    succeed(cluster.server, ['accounts', disabled ? 'disable' : 'enable', '--email', client.email]);

  test('sign-ins with the old password leave no session behind a reset by link', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const old = password;
      const reset = await resetPassword();
      let resetter: Browser | undefined;
      const tries = await during(
        (lane) => signIn(originOf(lane), old),
        async () => {
          resetter = await reset();
        },
      );
      expect(tries.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
      for (const { browser } of tries) expect(await isSignedIn(browser, cluster.server.authUrl)).toBe(false);
      expect(await isSignedIn(resetter as Browser, cluster.server.authUrl)).toBe(true);
      await honestSignIn();
    }
  });

  test('nor behind a password change, whose own browser stays signed in', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const honest = await honestSignIn();
      const copy = copyOf(honest);
      const old = password;
      const tries = await during((lane) => signIn(originOf(lane), old), await changePassword(honest));
      for (const { browser } of tries) expect(await isSignedIn(browser, cluster.server.authUrl)).toBe(false);
      expect(await isSignedIn(copy, cluster.server.authUrl)).toBe(false);
      expect(await isSignedIn(honest, cluster.server.authUrl)).toBe(true);
    }
  });

  test('nor behind disabling, once the account is enabled again', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const tries = await during(
        (lane) => signIn(originOf(lane), password),
        () => setDisabled(true),
      );
      await setDisabled(false);
      for (const { browser } of tries) expect(await isSignedIn(browser, cluster.server.authUrl)).toBe(false);
      await honestSignIn();
    }
  });

  test('a stolen session that authorizes silently gets nothing that outlives a reset', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const stolen = copyOf(await honestSignIn());
      const codes = await during((lane) => silently(stolen, originOf(lane)), await resetPassword());
      expect(codes.filter(Boolean).length).toBeGreaterThan(0);
      await expectWorthless(codes);
    }
  });

  test('nor disabling and enabling; with redemptions under way', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const stolen = copyOf(await honestSignIn());
      const answers = await during(
        async (lane) => {
          const code = await silently(stolen, originOf(lane));
          return code && client.token(client.codeForm(code), originOf(lane));
        },
        () => setDisabled(true),
      );
      await setDisabled(false);
      const tokens = answers.flatMap((answer) => (answer && answer.status === 200 ? [answer.body] : []));
      expect(tokens.length).toBeGreaterThan(0);
      await expectWorthless([], tokens);
    }
  });

  test('nor does its copied cookie give a code that works after "sign out other devices"', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const honest = await honestSignIn();
      await honestSignIn();
      const copy = copyOf(honest);
      const page = await honest.open(`${cluster.server.authUrl}/account/devices`);
      const codes = await during(
        (lane) => silently(copy, originOf(lane)),
        async () => {
          const form = page.form({ action: '/account/sessions' });
          const { status } = await honest.submit(form, {}, { press: 'end-others', follow: false });
          expect(status).toBe(303);
        },
      );
      const redeemed = await Promise.all(
        codes.filter((code) => code !== undefined).map((code) => client.token(client.codeForm(code))),
      );
      expect(redeemed.length).toBeGreaterThan(0);
      expect(redeemed.filter(({ status }) => status === 200)).toEqual([]);
      expect(await isSignedIn(copy, cluster.server.authUrl)).toBe(false);
      expect(await isSignedIn(honest, cluster.server.authUrl)).toBe(true);
    }
  });

  test('nothing that is issued while the person disconnects the application outlives that', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const honest = await honestSignIn();
      const copy = copyOf(honest);
      const page = await honest.open(`${cluster.server.authUrl}/account/connections`);
      const form = page.forms.find(({ action }) => action.pathname === '/account/connections');
      if (!form) throw new Error('The application is not connected');
      const answers = await during(
        async (lane) => {
          const code = await silently(copy, originOf(lane));
          return code && client.token(client.codeForm(code), originOf(lane));
        },
        () => honest.submit(form, {}, { press: 'disconnect', follow: false }),
      );
      await expectWorthless(
        [],
        answers.flatMap((answer) => (answer && answer.status === 200 ? [answer.body] : [])),
      );
      // Connected again, under the same `sub`: what was issued before stays dead.
      await connectAgain(honest);
    }
  });

  test('nor while the owner unlinks everybody: codes, exchanges and refreshes under way are worthless, also when the person agrees again', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const honest = await honestSignIn();
      const copy = copyOf(honest);
      const codes: (string | undefined)[] = [];
      const tokens: Tokens[] = [];
      await during(
        async (lane) => {
          const origin = originOf(lane);
          const [spent, kept] = [await silently(copy, origin), await silently(copy, origin)];
          codes.push(kept);
          const first = await client.token(client.codeForm(spent ?? ''), origin);
          if (first.status !== 200) return;
          tokens.push(first.body);
          const second = await client.token(client.refreshForm(first.body.refresh_token), origin);
          if (second.status === 200) tokens.push(second.body);
        },
        async () => {
          await vi.waitUntil(() => tokens.length > 0, { timeout: 20_000 });
          const headers = { authorization: `Bearer ${client.owner.apiToken}` };
          const url = `${cluster.server.apiUrl}/applications/${client.applicationId}/connections`;
          expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
        },
      );
      await connectAgain(honest);
      await expectWorthless(codes, tokens);
      // What the person agreed to anew is worth something.
      const fresh = await client.token(client.codeForm((await silently(honest, originOf(0))) ?? ''));
      expect((await client.userInfo(fresh.body.access_token)).status).toBe(200);
    }
  });
});
