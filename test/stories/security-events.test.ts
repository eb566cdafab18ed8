// The security log (case P6): each thing that an operator must be able to see later is one line that says when, in
// which request, what, with which result and about whom; by ids, never by address, and never with what was secret.
// Changes of applications, their secrets and API tokens: change-log.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newPerson, signUpAndAgree } from '../helpers/people.ts';

type Line = Readonly<Record<string, unknown>>;

let hosts: Hosts;
let client: Client;
let account: string;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
  account = (await hosts.ports.accounts.findByEmailKey(client.email))?.id ?? '';
});
afterAll(() => hosts?.stop());

/** The events of this kind that were written while it ran: each with its time and request, and what is about it. */
async function eventsOf(event: string, run: () => Promise<unknown>): Promise<Line[]> {
  const from = hosts.logs.length;
  await run();
  return hosts.logs
    .slice(from)
    .filter((line) => line.event === event)
    .map(({ time, reqId, from, level: _level, pid: _pid, hostname: _host, host: _h, msg: _msg, ...line }) => {
      // Every event tells the network it came from, and no more of the address.
      expect(from).toBe('127.0.0.0/24');
      expect(time).toEqual(expect.any(Number));
      expect(reqId).toMatch(/^[\w-]{12}$/);
      return line;
    });
}

async function guess(password: string, browser = new Browser()): Promise<void> {
  const page = await browser.open(`${hosts.authUrl}/login`);
  await browser.submit(page.form({ action: '/login' }), { email: client.email, password });
}

describe('P6: people', () => {
  test('signing in: failed, done with the account, and locked after too many tries', async () => {
    expect(await eventsOf('sign-in', () => guess('not it'))).toEqual([{ event: 'sign-in', result: 'wrong', account }]);
    expect(await eventsOf('sign-in', () => guess(client.password))).toEqual([
      { event: 'sign-in', result: 'verified', account },
    ]);
    for (let tries = 1; tries < 10; tries += 1) await guess('not it');
    expect(await eventsOf('sign-in', () => guess(client.password))).toEqual([{ event: 'sign-in', result: 'limited' }]);
    hosts.clock.advance(15 * 60_000);
  });

  test('signing in with an address that has no account names nobody', async () => {
    const browser = new Browser();
    const page = await browser.open(`${hosts.authUrl}/login`);
    const typed = { email: 'nobody-here@example.com', password: 'not it' };
    const lines = await eventsOf('sign-in', () => browser.submit(page.form({ action: '/login' }), typed));
    expect(lines).toEqual([{ event: 'sign-in', result: 'wrong' }]);
  });

  test('signing up and agreeing, signing out, withdrawing and disconnecting', async () => {
    const [browser, person] = [new Browser(), newPerson()];
    const signedUp = await eventsOf('sign-up', async () => {
      const values = { item: 'email' };
      const agreed = await eventsOf('consent', () =>
        signUpAndAgree(browser, client.authorizeUrl(), { person, values, redirectUri: CALLBACK }),
      );
      expect(agreed).toMatchObject([{ result: 'agreed', application: client.applicationId }]);
    });
    const id = (await hosts.ports.accounts.findByEmailKey(person.email))?.id;
    expect(signedUp).toEqual([{ event: 'sign-up', result: 'created', account: id }]);
    const open = () => browser.open(`${hosts.authUrl}/account/connections`);
    const form = (await open()).form({ action: '/account/connections' });
    const who = { account: id, application: client.applicationId };
    const withdrawn = await eventsOf('consent-change', () =>
      browser.submit(form, { item: undefined }, { press: 'save' }),
    );
    expect(withdrawn).toEqual([{ event: 'consent-change', result: 'saved', ...who }]);
    const ended = await eventsOf('disconnect', () => browser.submit(form, {}, { press: 'disconnect' }));
    expect(ended).toEqual([{ event: 'disconnect', result: 'ended', ...who }]);
    const logout = (await open()).form({ action: '/logout' });
    expect(await eventsOf('sign-out', () => browser.submit(logout))).toMatchObject([
      { result: 'ended', account: id, session: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  test('changing the password, refused and done', async () => {
    const person = await givenClient(hosts);
    const change = async (current_password: string) => {
      const page = await person.browser.open(`${hosts.authUrl}/account/security`);
      const typed = { current_password, new_password: 'quartz meadow lantern' };
      await person.browser.submit(page.form({ action: '/account/password' }), typed);
    };
    const id = (await hosts.ports.accounts.findByEmailKey(person.email))?.id;
    for (const [current, result] of [
      ['not it', 'refused'],
      [person.password, 'changed'],
    ] as const) {
      expect(await eventsOf('password-change', () => change(current))).toEqual([
        { event: 'password-change', result, account: id },
      ]);
    }
  });
});

describe('P6: authorization requests that are refused', () => {
  /** @returns what they leave in the log */
  const ask = (person: Client, more: Record<string, string> = {}, times = 1) =>
    eventsOf('authorization-refused', async () => {
      for (let time = 0; time < times; time += 1) {
        await fetch(person.authorizeUrl(more), { redirect: 'manual' });
      }
    });

  test('each application and refusal at once, then once a minute with how many there were', async () => {
    const strictClient = async () => {
      const person = await givenClient(hosts);
      await fetch(`${hosts.apiUrl}/applications/${person.applicationId}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${person.owner.apiToken}`,
          'content-type': 'application/merge-patch+json',
        },
        body: JSON.stringify({ require_pkce: true }),
      });
      return person;
    };
    const [strict, other] = [await strictClient(), await strictClient()];
    const line = (person: Client, refusal: string, result: string, times = 1) => ({
      event: 'authorization-refused',
      result,
      application: person.applicationId,
      refusal,
      times,
    });
    const missing = line(strict, 'pkce-required', 'invalid_request');
    expect(await ask(strict, {}, 3)).toEqual([missing]);
    expect(await ask(other)).toEqual([{ ...missing, application: other.applicationId }]);
    const unregistered = { redirect_uri: 'https://elsewhere.example/cb' };
    expect(await ask(strict, unregistered)).toEqual([line(strict, 'redirect-uri-unregistered', 'page')]);
    hosts.clock.advance(60_000);
    expect(await ask(strict)).toEqual([{ ...missing, times: 3 }]);
  });

  test('of an application that nobody registered, without what was sent as its name', async () => {
    const lines = await ask(client, { client_id: 'nobody-at-all' });
    expect(lines).toEqual([{ event: 'authorization-refused', result: 'page', refusal: 'unknown-client', times: 1 }]);
  });

  test('what a person cancels is no refusal', async () => {
    const lines = await eventsOf('authorization-refused', async () => {
      const browser = new Browser();
      const page = await browser.open(client.authorizeUrl({ prompt: 'login' }));
      await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel', stopAt: CALLBACK });
    });
    expect(lines).toEqual([]);
  });
});

describe('P6: codes and tokens', () => {
  const refused = (refusal: string, detail: string): Line => ({
    event: 'token-refused',
    result: 'invalid_grant',
    application: client.applicationId,
    refusal,
    detail: expect.stringMatching(new RegExp(`^grant [0-9a-f]{32} of account ${account}: ${detail}$`)),
  });

  test('a code is presented again: which grant of whom it ended', async () => {
    const form = client.codeForm(await client.code());
    await client.token(form);
    expect(await eventsOf('token-refused', () => client.token(form))).toEqual([refused('code-used', 'code replayed')]);
  });

  test('a used refresh token is presented again after the window: which family of whom it ended', async () => {
    const form = client.refreshForm((await client.tokens()).refresh_token);
    await client.token(form);
    hosts.clock.advance(31_000);
    expect(await eventsOf('token-refused', () => client.token(form))).toEqual([
      refused('refresh-token-invalid', 'refresh token replayed'),
    ]);
  });

  test('an application proves itself with a wrong secret, with none, or under no name that is known', async () => {
    const secured = await givenClient(hosts);
    const url = `${hosts.apiUrl}/applications/${secured.applicationId}/client-secrets`;
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${secured.owner.apiToken}` } });
    const code = await secured.code();
    const detail = `application ${secured.applicationId}`;
    for (const [more, why] of [
      [{ client_secret: 'lk_cs_wrong' }, { refusal: 'client-secret-wrong', detail }],
      [{}, { refusal: 'client-secret-missing', detail }],
      [{ client_id: 'nobody\r\n{}' }, { refusal: 'unknown-client' }],
    ] as const) {
      const lines = await eventsOf('client-refused', () => secured.token(secured.codeForm(code, more)));
      expect(lines).toEqual([{ event: 'client-refused', result: 'invalid_client', ...why }]);
    }
  });

  test('no line of all this holds a code, token, secret, password or address', async () => {
    const tokens = await client.tokens();
    const text = JSON.stringify(hosts.logs);
    expect(hosts.logs.filter(({ event }) => event !== undefined).length).toBeGreaterThan(20);

    const own = [
      client.email,
      client.password,
      tokens.access_token,
      tokens.refresh_token,
      'lk_cs_',
      'not it',
      CALLBACK,
    ];
    for (const secret of [...own, 'quartz meadow lantern', 'nobody']) expect(text).not.toContain(secret);
  });
});
