// Several processes of the server on one database, requests that go on at all of them while something ends, and a
// person whose browsers and tokens are looked at afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { databaseAt } from '../../src/compose/databases/databases.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { Browser } from './browser.ts';
import { CALLBACK, type Client, type Tokens } from './client.ts';
import type { Form, Page } from './html-page.ts';
import { startServer } from './program.ts';
import { type SecondProcess, startSecondProcess } from './second-process.ts';
import type { TestServer } from './server.ts';
import { STORE } from './store.ts';
import { startWorkers } from './workers.ts';

const LOOPS = 4;

const SETTINGS = {
  LATCHKEY_REQUESTS_PER_SECOND: '100000',
  LATCHKEY_PASSWORD_TRIES_PER_ACCOUNT: '1000',
  LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '10000',
  LATCHKEY_SIGN_UPS_PER_ADDRESS: '100000',
  LATCHKEY_SIGN_UPS_PER_NETWORK: '100000',
  LATCHKEY_LOG_LEVEL: 'info',
};

/** `origins`: of the auth host, one for each process that has a port of its own; `apis`: of the API host. */
export type Cluster = {
  server: TestServer;
  origins: readonly string[];
  apis: readonly string[];
  stop(): Promise<void>;
};

async function startProcesses(count: number): Promise<Cluster> {
  const server = await startServer(SETTINGS);
  const others: SecondProcess[] = [];
  for (let i = 1; i < count; i += 1) others.push(await startSecondProcess(server));
  const stop = async () => {
    await Promise.all(others.map((other) => other.stop()));
    await server.stop();
  };
  const all = [server, ...others];
  return { server, origins: all.map(({ authUrl }) => authUrl), apis: all.map(({ apiUrl }) => apiUrl), stop };
}

async function startTwoWorkers(): Promise<Cluster> {
  const server = await startWorkers(2, SETTINGS);
  return { server, origins: [server.authUrl], apis: [server.apiUrl], stop: async () => void (await server.stop()) };
}

/**
 * What the store under test can have, by name. Requests that race in one process race in each of two workers as well,
 * so one process alone runs where a number of rounds is given, as by `npm run ending-test`.
 */
export const CLUSTERS: readonly (readonly [string, () => Promise<Cluster>])[] =
  STORE === 'postgres'
    ? [['three processes', () => startProcesses(3)]]
    : [
        ...(process.env.LATCHKEY_TEST_ROUNDS === undefined ? [] : [['one process', () => startProcesses(1)] as const]),
        ['two workers', startTwoWorkers],
      ];

/** The stores of a server's database, in the process of the test. */
export function databaseOf({ environment }: TestServer): Promise<Database> {
  const databaseUrl = environment.LATCHKEY_DATABASE_URL as string;
  return databaseAt(databaseUrl).open({ databaseUrl, databasePoolSize: 4, databaseTimeoutMs: 10_000 }, {});
}

/** A busy server answers 503 and has done nothing: the honest person tries again. */
export async function untilServed(send: () => Promise<Page>): Promise<Page> {
  for (;;) {
    const page = await send();
    if (page.status !== 503) return page;
    await pause(50);
  }
}

/** Runs `loop` again and again, `LOOPS` times at once, until each has been through once and `act` has been answered. */
export async function during<Result>(
  loop: (lane: number) => Promise<Result>,
  act: () => Promise<unknown>,
): Promise<Result[]> {
  let going = true;
  const results = Array.from({ length: LOOPS }, (): Result[] => []);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const lanes = results.map(async (own, lane) => {
    while (going) {
      own.push(await loop(lane));
      if (results.every(({ length }) => length > 0)) begin();
    }
  });
  try {
    await Promise.race([begun, Promise.all(lanes)]);
    await act();
  } finally {
    going = false;
  }
  await Promise.all(lanes);
  return results.flat();
}

/** Whose sign-ins and tokens race. */
export type Person = Pick<Client, 'email'>;

/** @param given asked for when a test runs; `client`: the application and its backend */
export function racing(given: () => { cluster: Cluster; client: Client; person?: Person }) {
  const personNow = (): Person => given().person ?? given().client;
  const originOf = (lane: number): string => {
    const { origins } = given().cluster;
    return origins[lane % origins.length] as string;
  };

  /** Cookies cross ports, so a copy works on every process. */
  function copyOf(browser: Browser): Browser {
    const { cluster } = given();
    const copy = new Browser();
    for (const origin of cluster.origins) {
      for (const [name, value] of browser.cookies(cluster.server.authUrl)) copy.setCookie(origin, name, value);
    }
    return copy;
  }

  /** Behind a proxy all processes would be one address: forms are sent from that of the server. */
  const fromServer = (form: Form): Form => ({ ...form, page: new URL(given().cluster.server.authUrl) });

  /** The first answer to the form. */
  async function signIn(origin: string, typed: string): Promise<{ browser: Browser; status: number; page: Page }> {
    const browser = new Browser();
    const login = await browser.open(`${origin}/login`);
    const values = { email: personNow().email, password: typed };
    const page = await browser.submit(fromServer(login.form({ action: '/login' })), values, { follow: false });
    return { browser, status: page.status, page };
  }

  async function honestSignIn(password: string): Promise<Browser> {
    for (;;) {
      const { browser, status } = await signIn(given().cluster.server.authUrl, password);
      if (status === 303) return browser;
      expect(status).toBe(503);
      await pause(50);
    }
  }

  const isSignedIn = async (browser: Browser, origin: string) =>
    (await browser.open(`${origin}/account`)).url.pathname === '/account';

  /** What a copied cookie gets from a silent authorization: a code, or nothing. */
  async function silently(browser: Browser, origin: string, scope = 'nickname'): Promise<string | undefined> {
    const url = new URL(given().client.authorizeUrl({ prompt: 'none', scope }));
    const page = await browser.open(origin + url.pathname + url.search, { stopAt: CALLBACK });
    return page.url.searchParams.get('code') ?? undefined;
  }

  /** A code that is kept, and tokens that are exchanged and refreshed; fewer where something ends meanwhile. */
  async function collect(browser: Browser, origin: string, into: { codes: string[]; tokens: Tokens[] }): Promise<void> {
    const { client } = given();
    const [spent, kept] = [await silently(browser, origin), await silently(browser, origin)];
    if (kept) into.codes.push(kept);
    const first = await client.token(client.codeForm(spent ?? ''), origin);
    if (first.status !== 200) return;
    into.tokens.push(first.body);
    const second = await client.token(client.refreshForm(first.body.refresh_token), origin);
    if (second.status === 200) into.tokens.push(second.body);
  }

  /** Nobody can use what came of the codes: neither now nor later. */
  async function expectWorthless(codes: readonly (string | undefined)[], got: readonly Tokens[] = []) {
    const { client, cluster } = given();
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

  return { originOf, copyOf, fromServer, signIn, honestSignIn, isSignedIn, silently, collect, expectWorthless };
}
