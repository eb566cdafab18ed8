// Leaving, restoring and the end of an account, raced on several processes against sign-ins, authorizations, exchanges,
// refreshes and an operator who disables it (contract 27, decision 56). Nothing is born for an account that is leaving
// or gone, and whoever restored it has everything that the page promised.
//
// LATCHKEY_TEST_ROUNDS says how often each race is run (`npm run leaving-test`: 50).
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../src/core/ground/accounts/account.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { CLUSTERS, type Cluster, databaseOf, during, racing, untilServed } from '../helpers/cluster.ts';
import type { Page } from '../helpers/html-page.ts';
import { newPerson, type Person, signUpAndAgree } from '../helpers/people.ts';

const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? 1);
/** One of three acts is left out in turn. */
const TURNS = Math.max(3, ROUNDS);
const DAY = 24 * 3_600_000;
/** How far the requests get before what needs none, in ms. */
const AHEAD = [0, 5, 15, 40, 90, 180, 360];
/** Tables that keep the random id of an account that is gone. */
const KEEP_ID = ['audit_entries', 'deleted_accounts', 'grants'];

describe.each(CLUSTERS)('%s', (_name, start) => {
  let cluster: Cluster;
  let client: Client;
  /** The process of the test beside the others: it disables, and takes the steps of the purge. */
  let database: Database;
  let person: Person;

  beforeAll(async () => {
    cluster = await start();
    client = await givenClient(cluster.server);
    database = await databaseOf(cluster.server);
  });
  // What was typed wrong in one race is not held against the next.
  beforeEach(() => cluster.server.execute('delete from sign_in_attempts'));
  afterAll(async () => {
    await database?.close();
    await cluster?.stop();
  });

  const timeout = 60_000 + ROUNDS * 20_000;
  const { originOf, copyOf, fromServer, signIn, honestSignIn, isSignedIn, silently, collect, expectWorthless } = racing(
    () => ({
      cluster,
      client,
      person,
    }),
  );
  const find = async (): Promise<Account | undefined> => database.stores.accounts.findByEmailKey(person.email);
  const subOf = async (browser: Browser): Promise<unknown> => {
    const code = await silently(browser, cluster.server.authUrl, 'openid nickname');
    const { status, body } = await client.token(client.codeForm(code ?? ''));
    return status === 200 && (await client.userInfo(body.access_token)).body.sub;
  };

  /** Signed up and connected to the application. */
  async function givenPerson(): Promise<{ browser: Browser; accountId: string }> {
    person = newPerson();
    const browser = new Browser();
    await signUpAndAgree(browser, client.authorizeUrl(), { person, redirectUri: CALLBACK });
    return { browser, accountId: (await find())?.id ?? '' };
  }

  /** The forms are there before the race. */
  async function leaving(browser: Browser, press: 'leave' | 'now'): Promise<() => Promise<void>> {
    const page = await browser.open(`${cluster.server.authUrl}/account/delete`);
    const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === press));
    if (!form) throw new Error(`Nothing to press at ${page.url}: ${page.text}`);
    // As if the person had typed the code that deleting at once asks for.
    if (press === 'now') await cluster.server.execute('update sessions set address_proven_at = authenticated_at');
    return async () => {
      const left = await untilServed(() => browser.submit(form, {}, { press, follow: false }));
      expect([left.status, left.text]).toEqual([200, expect.stringContaining('You deleted your account')]);
    };
  }

  /** A whole sign-in of a leaving account, up to the page that asks. @returns presses its button */
  async function restoring(lane: number): Promise<{ browser: Browser; press: () => Promise<Page> }> {
    const browser = new Browser();
    const login = await browser.open(`${originOf(lane)}/login`);
    const { email, password } = person;
    const typed = fromServer(login.form({ action: '/login' }));
    const page = await untilServed(() => browser.submit(typed, { email, password }));
    const form = fromServer(page.form({ fields: ['restoration'] }));
    return { browser, press: () => untilServed(() => browser.submit(form, {}, { follow: false })) };
  }

  const expectNobodyIn = async (browsers: readonly Browser[]) => {
    for (const browser of browsers) expect(await isSignedIn(browser, cluster.server.authUrl)).toBe(false);
  };

  /** The tables, besides those that keep ids, that know the account. */
  async function traces(accountId: string): Promise<string[]> {
    const tables = [...(await cluster.server.rows())];
    const knows = (row: object) => Object.values(row).includes(accountId);
    return tables.flatMap(([name, rows]) => (rows.some(knows) && !KEEP_ID.includes(name) ? [name] : []));
  }

  /** Somebody leaves while applications and sign-ins get what they can for the account. */
  async function whileLeaving(round: number, how: 'leave' | 'now') {
    const { browser, accountId } = await givenPerson();
    const sub = await subOf(browser);
    const copy = copyOf(browser);
    const got = { codes: [] as string[], tokens: [] as Tokens[] };
    const signedIn: Browser[] = [];
    const leave = await leaving(browser, how);
    await during(
      async (lane) => {
        if (lane > 0) return collect(copy, originOf(lane), got);
        const tried = await signIn(originOf(round), person.password);
        if (tried.status === 303) signedIn.push(tried.browser);
      },
      async () => {
        await vi.waitUntil(() => got.tokens.length > 0, { timeout: 60_000 });
        await leave();
      },
    );
    return { browser, copy, signedIn, got, sub, accountId };
  }

  test('decision 56: nothing that is got while an account begins to leave works, nor once it is restored', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { browser, copy, signedIn, got, sub } = await whileLeaving(round, 'leave');
      await expectNobodyIn([browser, copy, ...signedIn]);
      expect(await silently(copy, originOf(round))).toBeUndefined();
      await expectWorthless([], got.tokens);

      const back = await restoring(round);
      expect((await back.press()).status).toBe(303);
      await expectNobodyIn([browser, copy, ...signedIn]);
      await expectWorthless(got.codes, got.tokens);
      expect(await subOf(await honestSignIn(person.password))).toBe(sub);
    }
  });

  test('decision 56: restoring, an operator who disables, the end and sign-ins leave one of three states, and all of it', {
    timeout,
  }, async () => {
    const ended = { restored: 0, disabled: 0, gone: 0 };
    for (let round = 0; round < TURNS; round += 1) {
      const { browser, accountId } = await givenPerson();
      const sub = await subOf(browser);
      await (await leaving(browser, 'leave'))();
      const backs = await Promise.all([0, 1, 2].map(restoring));
      const { accounts, leaving: store } = database.stores;
      const now = Date.now();
      const signedIn: Browser[] = [];
      // These two need no request: each round gives the requests another start.
      const meanwhile = () => pause(AHEAD[round % AHEAD.length]);
      await Promise.all([
        ...backs.map(({ press }) => press()),
        round % 3 !== 0 && meanwhile().then(() => accounts.setDisabled(accountId, true, now)),
        round % 3 !== 1 && meanwhile().then(() => store.endDue({ now: now + 8 * DAY, limit: 9 })),
        ...[0, 1, 2].map(async (lane) => {
          const tried = await signIn(originOf(lane), person.password);
          if (tried.status === 303) signedIn.push(tried.browser);
        }),
      ]);
      const everybody = [...backs.map((back) => back.browser), ...signedIn];
      const account = await find();
      if (account === undefined) {
        ended.gone += 1;
        await expectNobodyIn(everybody);
        expect(await traces(accountId)).toEqual([]);
        continue;
      }
      if (account.disabledAt !== undefined) {
        ended.disabled += 1;
        await expectNobodyIn(everybody);
        expect((await signIn(originOf(0), person.password)).status).toBe(401);
        // An operator who enables it again finds it as it was: leaving, or restored before.
        await accounts.setDisabled(accountId, false, now);
        await expectNobodyIn(everybody);
      } else {
        ended.restored += 1;
        expect(account.leavingSince).toBeUndefined();
      }
      if (account.leavingSince !== undefined) expect((await (await restoring(0)).press()).status).toBe(303);
      expect(await subOf(await honestSignIn(person.password))).toBe(sub);
    }
    console.info(`${TURNS} rounds ended ${JSON.stringify(ended)}`);
  });

  test('decision 56: nothing is born for an account that ends, and its address begins anew', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { browser, copy, signedIn, got, sub, accountId } = await whileLeaving(round, 'now');
      expect(await traces(accountId)).toEqual([]);
      await expectNobodyIn([browser, copy, ...signedIn]);
      const { email } = person;
      const again = new Browser();
      await signUpAndAgree(again, client.authorizeUrl(), { person, redirectUri: CALLBACK });
      expect((await find())?.email).toBe(email);
      await expectNobodyIn([browser, copy, ...signedIn]);
      await expectWorthless(got.codes, got.tokens);
      expect([false, sub]).not.toContain(await subOf(again));
    }
  });
});
