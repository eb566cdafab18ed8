// Getting somebody out who does not stop trying (contract 2, "Ending access"): sign-ins, silent
// authorizations and redemptions run in loops on every process while an account's access is ended. Nothing of them
// survives.
//
// LATCHKEY_TEST_ROUNDS says how often each race is run (`npm run ending-test`: 50).
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { CLUSTERS, type Cluster, during, racing, untilServed } from '../helpers/cluster.ts';
import { succeed } from '../helpers/server.ts';

const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? 1);

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
  const race = racing(() => ({ cluster, client }));
  const { originOf, copyOf, signIn, isSignedIn, silently, expectWorthless } = race;
  const honestSignIn = () => race.honestSignIn(password);
  const nextPassword = () => {
    changes += 1;
    return `quiet harbour lights ${changes}`;
  };

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
      const form = page.form({ action: '/password' });
      const set = await untilServed(() => browser.submit(form, { password: next }, { follow: false }));
      expect(set.status).toBe(303);
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
      expect((await untilServed(() => honest.submit(form, typed, { follow: false }))).status).toBe(303);
      password = next;
    };
  };

  const setDisabled = (disabled: boolean) =>
    succeed(cluster.server, ['accounts', ...(disabled ? ['disable', '--yes'] : ['enable']), '--email', client.email]);

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
      const codes: string[] = [];
      const tokens: Tokens[] = [];
      await during(
        (lane) => race.collect(copy, originOf(lane), { codes, tokens }),
        async () => {
          await vi.waitUntil(() => tokens.length > 0, { timeout: 60_000 });
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
