// Signing up where addresses must be verified: the account is born with the code of a mail (contract 21).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStillWanted } from '../../src/core/applications/still-wanted.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import type { MailKind } from '../../src/core/server/mail/mail-kinds.ts';
import { changePolicy } from '../../src/core/server/policy/change-policy.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { registerApplication } from '../helpers/server.ts';
import { newEmail, PASSWORD, post, signIn } from './account-pages.ts';
import { authenticatorOf, promptIn, signInByPasskey } from './passkey-pages.ts';
import { accountAt, mailsTo as mailsIn, sentProofs, startWithMail } from './sent-mail.ts';

const MINUTE = 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({
    LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true',
    LATCHKEY_MAILS_PER_ADDRESS: '1000',
    LATCHKEY_MAILS_PER_NETWORK: '1000',
  });
});
afterAll(() => hosts.stop());

async function signUp(email: string, password = PASSWORD, browser = new Browser()) {
  const form = (await browser.open(`${hosts.authUrl}/sign-up`)).form({ action: '/sign-up' });
  return { browser, email, page: await browser.submit(form, { email, password, nickname: 'Mina' }) };
}

const mailsTo = (email: string) => mailsIn(hosts, email);
const codeOf = async (email: string) => (await mailsTo(email)).at(-1)?.code ?? '';
const linkOf = async (email: string) => `${hosts.authUrl}/sign-up/link?token=${(await mailsTo(email)).at(-1)?.token}`;
const send = (browser: Browser, page: Page) =>
  browser.submit(page.forms.find(({ html }) => html.includes('value="send"')) ?? page.form(), {}, { press: 'send' });
const type = ({ browser, page }: Pick<Awaited<ReturnType<typeof signUp>>, 'browser' | 'page'>, code: string) =>
  browser.submit(page.form({ fields: ['code'] }), { code }, { press: 'prove' });

describe('contract 26: a sign-up that waits is judged by the rules of now', () => {
  const under = async (wanted: Parameters<typeof changePolicy>[1]['wanted'], then: () => Promise<void>) => {
    expect(await changePolicy(hosts.ports, { wanted })).toMatchObject({ kind: 'changed' });
    await then().finally(() =>
      changePolicy(hosts.ports, { wanted: Object.fromEntries(Object.keys(wanted).map((key) => [key, null])) }),
    );
  };
  const givenBoth = async () => {
    const known = await signUp(newEmail());
    await type(known, await codeOf(known.email));
    return [await signUp(newEmail()), await signUp(known.email)] as const;
  };
  /** What the page says, without what differs at every request. */
  const seen = ({ status, html, url }: Page, email: string) =>
    [
      status,
      url.pathname,
      html.replaceAll(email, 'EMAIL').replaceAll(/value="[\w-]{43}"|<code>[\w-]{12}<\/code>/g, ''),
    ] as const;

  test('registration that is closed creates nothing and mails nothing, alike for a known address', async () => {
    const [newcomer, known] = await givenBoth();
    const [code, link] = [await codeOf(newcomer.email), await linkOf(newcomer.email)];
    const before = [(await mailsTo(newcomer.email)).length, (await mailsTo(known.email)).length];
    await under({ openRegistration: false }, async () => {
      const answers = [];
      for (const { browser, page, email } of [newcomer, known]) {
        answers.push([seen(await send(browser, page), email), seen(await type({ browser, page }, code), email)]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.map(([status]) => status)).toEqual([404, 404]);
      expect((await newcomer.browser.open(link)).status).toBe(404);
      await expect(accountAt(hosts, newcomer.email)).rejects.toThrow();
      expect([(await mailsTo(newcomer.email)).length, (await mailsTo(known.email)).length]).toEqual(before);
    });
  });

  test('a domain that is refused meanwhile gets no account and no mail, alike for a known address', async () => {
    const [newcomer, known] = await givenBoth();
    const code = await codeOf(newcomer.email);
    const before = (await mailsTo(newcomer.email)).length;
    await under({ refusedEmailDomains: [newcomer.email.split('@')[1]] }, async () => {
      const answers = [];
      for (const { browser, page, email } of [newcomer, known]) {
        answers.push([seen(await send(browser, page), email), seen(await type({ browser, page }, code), email)]);
      }
      expect(answers[0]).toEqual(answers[1]);
      for (const [status, , html] of answers[0] ?? []) {
        expect([status, html?.includes('Addresses of this domain are not accepted here')]).toEqual([400, true]);
      }
      await expect(accountAt(hosts, newcomer.email)).rejects.toThrow();
      expect(await mailsTo(newcomer.email)).toHaveLength(before);
    });
  });
});

describe('a new address', () => {
  test('contract 21: has no account before the code, and a verified one with it, signed in', async () => {
    const started = await signUp(newEmail());
    expect(started.page.url.pathname).toBe('/sign-up/code');
    await expect(accountAt(hosts, started.email)).rejects.toThrow();
    expect((await signIn(hosts, new Browser(), started.email)).status).toBe(401);
    const done = await type(started, await codeOf(started.email));
    expect(done.url.pathname).toBe('/account');
    expect(await accountAt(hosts, started.email)).toMatchObject({
      ...{ emailVerified: true, emailVerifiedBy: 'mail', origin: 'sign-up', profile: { nickname: 'Mina' } },
    });
    expect((await signIn(hosts, new Browser(), started.email)).url.pathname).toBe('/account');
  });

  test('contract 23: may have a passkey instead of a password', async () => {
    const browser = new Browser();
    const form = await browser.open(`${hosts.authUrl}/sign-up`);
    const made = await browser.open(`${hosts.authUrl}${promptIn(form)?.challengeHref}`);
    const { challenge, user } = JSON.parse(made.html) as { challenge: string; user: string };
    const { key, response } = authenticatorOf(hosts).create({ challenge, userHandle: user });
    const email = newEmail();
    const values = { email, nickname: 'Mina', passkey: response, passkey_user: user };
    const page = await browser.submit(form.form({ action: '/sign-up' }), values);
    expect(page.url.pathname).toBe('/sign-up/code');
    expect((await signInByPasskey(hosts, new Browser(), key)).status).toBe(401);
    expect((await type({ browser, page }, await codeOf(email))).url.pathname).toBe('/account');
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: true, passwordHash: undefined });
    expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).toBe('/account');
  });

  test('contract 21: the code works only in the browser that signed up', async () => {
    const [victim, attacker] = [await signUp(newEmail()), await signUp(newEmail())];
    expect((await type(attacker, await codeOf(victim.email))).status).toBe(400);
    await expect(accountAt(hosts, victim.email)).rejects.toThrow();
    expect((await new Browser().open(`${hosts.authUrl}/sign-up/code`)).url.pathname).toBe('/sign-up');
  });

  test('K20: who signed up first with the address of another person gets nothing of the account', async () => {
    const email = newEmail();
    await signUp(email, 'attacker passphrase 1');
    const owner = await signUp(email);
    await type(owner, await codeOf(email));
    expect((await signIn(hosts, new Browser(), email, 'attacker passphrase 1')).status).toBe(401);
    expect((await signIn(hosts, new Browser(), email)).url.pathname).toBe('/account');
  });

  test('contract 21: guessed five times, the code is over; a new one works', async () => {
    const started = await signUp(newEmail());
    const code = await codeOf(started.email);
    const wrong = code === '12345678' ? '87654321' : '12345678';
    for (let tries = 0; tries < 5; tries += 1) expect((await type(started, wrong)).status).toBe(400);
    expect((await type(started, code)).status).toBe(400);
    const again = started.page.forms.find(({ html }) => html.includes('value="send"')) ?? started.page.form();
    const page = await started.browser.submit(again, {}, { press: 'send' });
    await type({ ...started, page }, await codeOf(started.email));
    expect(await accountAt(hosts, started.email)).toMatchObject({ emailVerified: true });
  });

  test('K23: of 20 simultaneous uses of a code, one creates the account', { tags: 'postgres' }, async () => {
    const { browser, page, email } = await signUp(newEmail());
    const code = await codeOf(email);
    const form = page.form({ fields: ['code'] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(browser, form, { code, action: 'prove' })));
    const created = answers.filter(({ headers }) => headers.get('location') === '/account');
    expect(created).toHaveLength(1);
    expect(await accountAt(hosts, email)).toBeDefined();
  });
});

describe('the link of the mail', () => {
  test('contract 21: creates the account in the browser that signed up; the page that waits goes on', async () => {
    const { browser, email, page } = await signUp(newEmail());
    const link = await linkOf(email);
    const shown = await browser.open(link);
    await expect(accountAt(hosts, email)).rejects.toThrow();
    const done = await browser.submit(shown.form({ action: '/sign-up/link' }));
    expect(done.url.pathname).toBe('/account');
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });
    expect((await browser.open(page.url.href)).url.pathname).toBe('/account');
    expect((await browser.open(link)).status).toBe(404);
  });

  test('contract 21: shows the code in any other browser, and creates nothing there', async () => {
    const started = await signUp(newEmail());
    const link = await linkOf(started.email);
    const elsewhere = new Browser();
    const page = await elsewhere.open(link);
    expect(page.forms.filter(({ html }) => html.includes('/sign-up/link'))).toEqual([]);
    const code = await codeOf(started.email);
    expect(page.text).toContain(`${code.slice(0, 4)} ${code.slice(4)}`);
    // A form made up for it is refused, also by somebody who is signing up with another address.
    const attacker = await signUp(newEmail());
    const form = (await attacker.browser.open(await linkOf(attacker.email))).form({ action: '/sign-up/link' });
    const answer = await post(attacker.browser, { ...form, action: new URL(link) }, {});
    expect(answer.status).toBe(403);
    await expect(accountAt(hosts, started.email)).rejects.toThrow();
    expect((await type(started, code)).url.pathname).toBe('/account');
  });

  test('K23: link and code used 20 times at once create one account', { tags: 'postgres' }, async () => {
    const { browser, email, page } = await signUp(newEmail());
    const code = await codeOf(email);
    const forms = [
      (await browser.open(await linkOf(email))).form({ action: '/sign-up/link' }),
      page.form({ fields: ['code'] }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const form = forms[i % 2];
        return form ? post(browser, form, i % 2 === 0 ? {} : { code, action: 'prove' }) : undefined;
      }),
    );
    expect(answers.filter((answer) => answer?.headers.get('location') === '/account')).not.toHaveLength(0);
    expect((await hosts.rowsIn('accounts')).filter((row) => row.email === email)).toHaveLength(1);
  });
});

describe('an address that has an account', () => {
  const givenKnown = async () => {
    const started = await signUp(newEmail());
    await type(started, await codeOf(started.email));
    return started.email;
  };

  test('contract 21: gets the same page and status, and a mail that says so', async () => {
    const [known, unknown] = [await givenKnown(), newEmail()];
    const seen = [];
    for (const email of [known, unknown]) {
      const { page } = await signUp(email);
      const html = page.html.replaceAll(email, 'ADDRESS').replaceAll(/value="[\w-]{43}"/g, '');
      seen.push({ status: page.status, path: page.url.pathname, html, headers: [...page.headers.keys()].sort() });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect((await mailsTo(known)).map(({ kind, code }) => [kind, code]).at(-1)).toEqual(['account-exists', undefined]);
    expect((await mailsTo(unknown)).map(({ kind }) => kind)).toEqual(['sign-up-code']);
  });

  test('contract 21: a wrong code gets the same answer there, and changes no password', async () => {
    const known = await givenKnown();
    const [one, other] = [await signUp(known, 'another passphrase 7'), await signUp(newEmail())];
    const answers = [await type(one, '12345678'), await type(other, '12345678')];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect((await signIn(hosts, new Browser(), known)).url.pathname).toBe('/account');
  });
});

describe('an account from before addresses had to be verified', () => {
  const givenUnverified = async () => {
    const email = newEmail();
    await createAccount(hosts.ports, { email, role: 'user', nickname: 'Mina', password: PASSWORD });
    return email;
  };

  test('contract 21: is led through verification by its next sign-in, and then on', async () => {
    const email = await givenUnverified();
    const browser = new Browser();
    const asked = await signIn(hosts, browser, email);
    expect(asked.url.pathname).toBe('/verify');
    const waiting = await browser.submit(asked.form({ action: '/verify' }), {}, { press: 'send' });
    const [proof] = await sentProofs(hosts, email, 'address');
    const done = await type({ browser, page: waiting }, proof?.code ?? '');
    expect(done.url.pathname).toBe('/account');
    expect((await signIn(hosts, new Browser(), email)).url.pathname).toBe('/account');
  });

  test('contract 21: inside an application’s request it goes on there', async () => {
    const email = await givenUnverified();
    const { platforms } = await registerApplication(hosts, await hosts.owner(newEmail()), APPLICATION);
    const query = { client_id: platforms[0]?.api_key ?? '', redirect_uri: CALLBACK, response_type: 'code' };
    const browser = new Browser();
    const login = await browser.open(`${hosts.authUrl}/oauth/authorize?${new URLSearchParams(query)}`);
    const asked = await browser.submit(login.form({ action: '/login' }), { email, password: PASSWORD });
    expect(asked.url.pathname).toBe('/verify');
    expect(asked.headers.get('content-security-policy')).not.toContain('form-action');
    const waiting = await browser.submit(asked.form({ action: '/verify' }), {}, { press: 'send' });
    expect(waiting.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const [proof] = await sentProofs(hosts, email, 'address');
    expect((await type({ browser, page: waiting }, proof?.code ?? '')).url.pathname).toBe('/consent');
  });

  test('contract 4: whoever signs up there and waits for the code can cancel', async () => {
    const { platforms } = await registerApplication(hosts, await hosts.owner(newEmail()), APPLICATION);
    const query = { client_id: platforms[0]?.api_key ?? '', redirect_uri: CALLBACK, response_type: 'code' };
    const path = `/oauth/authorize?${new URLSearchParams({ ...query, prompt: 'create' })}`;
    const browser = new Browser();
    const form = (await browser.open(`${hosts.authUrl}${path}`)).form({ action: '/sign-up' });
    const waiting = await browser.submit(form, { email: newEmail(), password: PASSWORD, nickname: 'Mina' });
    expect(waiting.url.pathname).toBe('/sign-up/code');
    const code = waiting.form({ action: '/sign-up/code', fields: ['code'] });
    const back = await browser.submit(code, {}, { press: 'cancel', stopAt: CALLBACK });
    expect(back.url.searchParams.get('error')).toBe('access_denied');
  });
});

test('contract 20: the sixth mail within an hour to one address is not sent, and nobody is told', async () => {
  const email = newEmail();
  for (let sent = 0; sent < 5; sent += 1) await signUp(email);
  const sixth = await signUp(email);
  expect([sixth.page.status, sixth.page.url.pathname]).toEqual([200, '/sign-up/code']);
  expect(await mailsTo(email)).toHaveLength(5);
});

test('contract 20: an attacker’s sign-ups with an address leave its owner the mails that they need', async () => {
  const owner = await signUp(newEmail());
  await type(owner, await codeOf(owner.email));
  hosts.clock.advance(61 * MINUTE);
  const before = (await mailsTo(owner.email)).length;
  for (let times = 0; times < 9; times += 1) await signUp(owner.email, 'another long password');
  const login = await new Browser().open(`${hosts.authUrl}/login`);
  const browser = new Browser();
  const forgot = await browser.open(login.link('/forgot-password'));
  await browser.submit(forgot.form({ action: '/forgot-password' }), { email: owner.email });
  await hosts.tick('outbox');
  const kinds = (await mailsTo(owner.email)).slice(before).map(({ kind }) => kind);
  expect(kinds).toEqual(['account-exists', 'account-exists', 'reset-password']);
});

test('contract 20: sign-ups request mails, so those of one client are limited, and told with 429', {
  tags: 'postgres',
}, async () => {
  const strict = await startWithMail({ LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true', LATCHKEY_MAILS_PER_ADDRESS: '2' });
  const [first, ...others] = [newEmail(), newEmail(), newEmail()];
  const signUpThere = async (email = '') => {
    const browser = new Browser();
    const form = (await browser.open(`${strict.authUrl}/sign-up`)).form({ action: '/sign-up' });
    return post(browser, form, { email, password: PASSWORD, nickname: 'Mina' });
  };
  try {
    expect((await signUpThere(first)).status).toBe(303);
    expect((await signUpThere(first)).status).toBe(303);
    for (const email of [first, ...others]) {
      const limited = await signUpThere(email);
      expect([limited.status, limited.headers.has('retry-after')]).toEqual([429, true]);
    }
    expect(await strict.rowsIn('mails')).toHaveLength(2);
    strict.clock.advance(60 * MINUTE);
    expect((await signUpThere(first)).status).toBe(303);
  } finally {
    await strict.stop();
  }
});

test('contract 20, 21: asking for more codes than are sent ends none that was sent', async () => {
  const started = await signUp(newEmail());
  let { page } = started;
  for (let asked = 1; asked < 9; asked += 1) page = await send(started.browser, page);
  expect(await mailsTo(started.email)).toHaveLength(5);
  expect((await type({ ...started, page }, await codeOf(started.email))).url.pathname).toBe('/account');
});

test('contract 20, 21: signing up again beyond the limit ends no code that was sent, and the newest form waits', {
  tags: 'postgres',
}, async () => {
  const [browser, email, typo] = [new Browser(), newEmail(), newEmail()];
  await signUp(typo, PASSWORD, browser);
  for (let times = 0; times < 7; times += 1) await signUp(email, PASSWORD, browser);
  const last = await signUp(email, PASSWORD, browser);
  expect(last.page.text).toContain(email);
  expect((await type(last, await codeOf(email))).url.pathname).toBe('/account');
});

const mailRows = async () => await hosts.rowsIn('mails');

test('contract 20, 21: a sign-up that got no mail gets it by "send again" once the hour has room, known or not', async () => {
  const known = await signUp(newEmail());
  await type(known, await codeOf(known.email));
  hosts.clock.advance(61 * MINUTE);
  const newcomer = newEmail();
  for (const email of [known.email, newcomer]) for (let times = 0; times < 5; times += 1) await signUp(email);
  hosts.clock.advance(10 * MINUTE);
  const seen = async (started: Awaited<ReturnType<typeof signUp>>) => {
    const { status, text, url } = started.page;
    expect(text).toContain('An address gets at most five emails an hour');
    return { status, path: url.pathname, text: text.replaceAll(started.email, 'ADDRESS') };
  };
  const waiting = [await signUp(known.email), await signUp(newcomer)] as const;
  expect(await seen(waiting[0])).toEqual(await seen(waiting[1]));
  const mailsBefore = new Set((await mailRows()).map(({ id }) => id));
  const sentSince = async () => (await mailRows()).filter(({ id }) => !mailsBefore.has(id)).map(({ email }) => email);
  hosts.clock.advance(40 * MINUTE);
  for (const { browser, page } of waiting) await send(browser, page);
  expect(await sentSince()).toEqual([]);
  hosts.clock.advance(11 * MINUTE);
  const again = [];
  for (const one of waiting) again.push({ ...one, page: await send(one.browser, one.page) });
  expect(await seen(again[0] as (typeof waiting)[0])).toEqual(await seen(again[1] as (typeof waiting)[1]));
  expect((await sentSince()).sort()).toEqual([known.email, newcomer].sort());
  const done = await type(again[1] as (typeof waiting)[1], await codeOf(newcomer));
  expect(done.url.pathname).toBe('/account');
});

test('contract 20: a code that is over is not sent', async () => {
  const started = await signUp(newEmail());
  let { page } = started;
  for (let asked = 1; asked < 4; asked += 1) page = await send(started.browser, page);
  const mails = await mailsTo(started.email);
  const lives = () =>
    Promise.all(mails.map(({ kind, ...secrets }) => isStillWanted(hosts.ports, kind as MailKind, secrets)));
  expect(await lives()).toEqual([false, true, true, true]);
  await type({ ...started, page }, mails[1]?.code ?? '');
  expect(await lives()).toEqual([false, false, false, false]);
});

test('contract 21: a form with faults is refused as before, and starts nothing', async () => {
  const { page } = await signUp(newEmail(), 'short');
  expect([page.status, page.url.pathname]).toEqual([400, '/sign-up']);
});

test('contract 21: requiring it without a mail server is a fault of the settings', async () => {
  await expect(startHosts({ LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true' })).rejects.toThrow(
    /require_verified_email|REQUIRE_VERIFIED/i,
  );
});
