// Passkeys over the pages (contract 23), with an authenticator in software: adding and keeping them, signing in by
// button or autofill, after a password, and as a confirmation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Said } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account, newEmail, PASSWORD, signIn } from './account-pages.ts';
import { codeForm, codeOf, givenCodes, isCodePage, personWithFactor, STEP_MS } from './factor-pages.ts';
import {
  addPasskey,
  answerWith,
  authenticatorOf,
  challengeFor,
  givenPasskey,
  type Prompt,
  personWithPasskey,
  promptIn,
  signalIn,
  signInByPasskey,
} from './passkey-pages.ts';

const MINUTE = 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await account(hosts, browser)).url.pathname === '/account';
const open = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);
const amrOf = async (email: string): Promise<readonly string[] | undefined> => {
  const { id = '' } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
  const sessions = await hosts.ports.sessions.listByAccount(id, hosts.clock.now(), 99);
  return sessions.toSorted((a, b) => b.authenticatedAt - a.authenticatedAt)[0]?.amr;
};

describe('adding and keeping', () => {
  test('contract 23: the browser is asked for a discoverable, verified passkey; it is named after the device', async () => {
    const { browser } = await givenPerson(hosts);
    const { page } = await addPasskey(hosts, browser);
    expect([page.url.search, page.status]).toEqual(['?notice=added', 200]);
    expect(page.text).toContain('Synced between devices');
    const prompt = promptIn(page);
    expect(prompt).toMatchObject({
      kind: 'create',
      options: {
        rp: { id: 'localhost', name: 'Latchkey' },
        pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    });
    expect(prompt?.options.excludeCredentials).toHaveLength(1);
    expect((await account(hosts, browser, 'security')).text).toContain('1 passkey');
  });

  test('contract 25: the page, adding and removing ask to confirm when the sign-in is older than ten minutes', async () => {
    const { browser } = await givenPerson(hosts);
    const { page } = await addPasskey(hosts, browser);
    const signedUp = await open(browser, '/account/passkeys');
    hosts.clock.advance(11 * MINUTE);
    expect((await open(browser, '/account/passkeys')).url.pathname).toBe('/confirm');
    for (const [form, press] of [[page.form({ fields: ['id'] }), 'remove']] as const) {
      expect((await browser.submit(form, {}, { press })).url.pathname).toBe('/confirm');
    }
    const prompt = promptIn(signedUp);
    if (!prompt?.options.user) throw new Error('no prompt');
    const challenge = await challengeFor(hosts, browser, prompt);
    const { response } = authenticatorOf(hosts).create({ challenge, userHandle: prompt.options.user.id });
    const refused = await browser.submit(signedUp.form({ fields: ['passkey'] }), { passkey: response });
    expect(refused.url.pathname).toBe('/confirm');
  });

  test('is renamed, and removed with the other sessions; the browser is told what is left', async () => {
    const { browser, key } = await personWithPasskey(hosts);
    const other = new Browser();
    await signInByPasskey(hosts, other, key);
    const page = await open(browser, '/account/passkeys');
    const renaming = await browser.open(page.link('rename='));
    const wrong = await browser.submit(renaming.form({ fields: ['name'] }), { name: '' }, { press: 'rename' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Enter a name')]);
    const renamed = await browser.submit(wrong.form({ fields: ['name'] }), { name: '내 폰 <b>' }, { press: 'rename' });
    expect([renamed.url.search, renamed.html]).toEqual(['?notice=renamed', expect.stringContaining('내 폰 &lt;b>')]);
    expect(signalIn(renamed)?.options.allAcceptedCredentialIds).toEqual([key.credentialId.toString('base64url')]);
    const removed = await browser.submit(renamed.form({ fields: ['id'] }), {}, { press: 'remove' });
    expect(removed.url.search).toBe('?notice=removed');
    expect(signalIn(removed)).toMatchObject({
      method: 'signalAllAcceptedCredentials',
      options: { rpId: 'localhost', userId: key.userHandle, allAcceptedCredentialIds: [] },
    });
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  });

  test('contract 23: the last way to sign in has no button, and its form is refused', async () => {
    const { browser, email } = await givenPerson(hosts);
    const { page } = await addPasskey(hosts, browser);
    const form = page.form({ fields: ['id'] });
    await hosts.execute(`update accounts set password_hash = null where email_key = '${email}'`);
    expect((await open(browser, '/account/passkeys')).text).toContain('only way to sign in');
    const refused = await browser.submit(form, {}, { press: 'remove' });
    expect(refused.status).toBe(409);
  });

  test('a device that has a passkey of the account is refused a second time', async () => {
    const { browser, key } = await personWithPasskey(hosts);
    const page = await open(browser, '/account/passkeys');
    const prompt = promptIn(page);
    if (!prompt?.options.user) throw new Error('no prompt');
    const challenge = await challengeFor(hosts, browser, prompt);
    const { credentialId, userHandle } = key;
    const { response } = authenticatorOf(hosts).create({ challenge, userHandle, credentialId });
    const refused = await browser.submit(page.form({ fields: ['passkey'] }), { passkey: response });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('already in use')]);
  });
});

describe('signing in', () => {
  test('contract 23: alone, by what the sign-in page asks for everybody alike', async () => {
    const { key, email } = await personWithPasskey(hosts);
    const browser = new Browser();
    const login = await open(browser, '/login');
    expect(promptIn(login)).toMatchObject({
      kind: 'get',
      autofill: true,
      options: { rpId: 'localhost', userVerification: 'required', allowCredentials: [] },
    });
    expect(login.html).toContain('autocomplete="username webauthn"');
    expect(login.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const done = await answerWith(hosts, browser, login, key);
    expect([done.url.pathname, await isSignedIn(browser)]).toEqual(['/account', true]);
    expect(await amrOf(email)).toEqual(['pop', 'user', 'mfa']);
  });

  test('the pages of a known and of an unknown address ask for the same', async () => {
    const { email } = await personWithPasskey(hosts);
    const [known, unknown] = [
      await signIn(hosts, new Browser(), email, 'wrong password'),
      await signIn(hosts, new Browser(), 'nobody@example.com', 'wrong password'),
    ];
    expect(promptIn(known)).toEqual(promptIn(unknown));
  });

  test('a challenge is for one browser, and is answered once', async () => {
    const { key } = await personWithPasskey(hosts);
    const [one, two] = [new Browser(), new Browser()];
    const [loginOne, loginTwo] = [await open(one, '/login'), await open(two, '/login')];
    const prompt = promptIn(loginOne);
    if (!prompt) throw new Error('no prompt');
    const challenge = await challengeFor(hosts, one, prompt);
    const stolen = await answerWith(hosts, two, loginTwo, key, { challenge });
    expect([stolen.status, await isSignedIn(two)]).toEqual([401, false]);
    await answerWith(hosts, one, loginOne, key, { challenge });
    const again = await open(one, '/login');
    expect((await answerWith(hosts, one, again, key, { challenge })).status).toBe(401);
  });

  test('contract 23: an unknown passkey: the browser is told; a wrong one: it is not', async () => {
    const { browser: theirs } = await givenPerson(hosts);
    const { key, page } = await addPasskey(hosts, theirs);
    const wrong = await signInByPasskey(hosts, new Browser(), key, { rpId: 'other.example' });
    expect([wrong.status, signalIn(wrong)]).toEqual([401, undefined]);
    await theirs.submit(page.form({ fields: ['id'] }), {}, { press: 'remove' });
    const unknown = await signInByPasskey(hosts, new Browser(), key);
    expect(unknown.status).toBe(401);
    expect(signalIn(unknown)).toEqual({
      method: 'signalUnknownCredential',
      options: { rpId: 'localhost', credentialId: key.credentialId.toString('base64url') },
    });
  });

  test('P6: the log and the activity say why a passkey was refused, and the page what to do', async () => {
    const { browser, key } = await personWithPasskey(hosts);
    const refused = await signInByPasskey(hosts, new Browser(), key, { backupEligible: false });
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('add this passkey again');
    expect(hosts.logs.filter(({ event }) => event === 'sign-in').at(-1)).toMatchObject({
      ...{ action: 'passkey', result: 'wrong', refusal: 'backup-eligibility', account: expect.any(String) },
    });
    await hosts.tick('failed-sign-ins');
    expect((await account(hosts, browser, 'activity')).text).toContain(
      'A sign-in with a passkey failed: it has changed since it was added',
    );
  });

  test('P6: the log says why a new passkey was refused', async () => {
    const { browser } = await givenPerson(hosts);
    const page = await open(browser, '/account/passkeys');
    const challenge = await challengeFor(hosts, browser, promptIn(page) as Prompt);
    const made = authenticatorOf(hosts).create({ challenge, userHandle: 'x', userVerified: false });
    await browser.submit(page.form({ fields: ['passkey'] }), { passkey: made.response });
    expect(hosts.logs.filter(({ event }) => event === 'factor-change').at(-1)).toMatchObject({
      ...{ action: 'passkey-add', result: 'invalid', refusal: 'user-verification' },
    });
  });

  test('P6: the log says who, by a passkey, and with which result', async () => {
    const { key } = await personWithPasskey(hosts);
    await signInByPasskey(hosts, new Browser(), key);
    expect(hosts.logs.filter(({ event }) => event === 'sign-in').at(-1)).toMatchObject({
      action: 'passkey',
      result: 'verified',
      account: expect.any(String),
    });
  });
});

describe('after a password', () => {
  test('contract 23: is offered first, where two-step verification is on', async () => {
    const { browser: theirs, email } = await givenPerson(hosts);
    const { secret } = await givenCodes(hosts, theirs);
    const { key } = await givenPasskey(hosts, theirs);
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    expect(isCodePage(page)).toBe(true);
    expect(page.html.indexOf('data-passkey=')).toBeLessThan(page.html.indexOf('name="code"'));
    expect(promptIn(page)?.options.allowCredentials).toHaveLength(1);
    const done = await answerWith(hosts, browser, page, key, { userHandle: null });
    expect([done.url.pathname, await isSignedIn(browser)]).toEqual(['/account', true]);
    expect(await amrOf(email)).toEqual(['pwd', 'pop', 'user', 'mfa']);
    const byCode = new Browser();
    const asked = await signIn(hosts, byCode, email);
    await byCode.submit(codeForm(asked), { code: codeOf(hosts, secret) });
    expect(await isSignedIn(byCode)).toBe(true);
  });

  test('somebody else’s passkey is refused, and asked for again', async () => {
    const [one, two] = [await personWithPasskey(hosts), await personWithPasskey(hosts)];
    await givenCodes(hosts, one.browser);
    const browser = new Browser();
    const page = await signIn(hosts, browser, one.email);
    const refused = await answerWith(hosts, browser, page, two.key);
    expect([refused.status, isCodePage(refused), await isSignedIn(browser)]).toEqual([401, true, false]);
    const done = await answerWith(hosts, browser, refused, one.key);
    expect(done.url.pathname).toBe('/account');
  });

  test('contract 24: otherwise the password alone is enough, as one factor', async () => {
    const { email } = await personWithPasskey(hosts);
    const browser = new Browser();
    expect((await signIn(hosts, browser, email)).url.pathname).toBe('/account');
  });
});

describe('confirming', () => {
  test('contract 25: a passkey confirms, and the session keeps its place', async () => {
    const { browser, email, key } = await personWithPasskey(hosts);
    hosts.clock.advance(11 * MINUTE);
    const asked = await open(browser, '/account/two-step');
    expect(asked.url.pathname).toBe('/confirm');
    expect(promptIn(asked)?.options.allowCredentials).toHaveLength(1);
    const done = await answerWith(hosts, browser, asked, key);
    expect(done.url.pathname).toBe('/account/two-step');
    expect(await amrOf(email)).toEqual(['pop', 'user', 'mfa']);
  });

  test('contract 25: somebody else’s does not, nor the challenge of a sign-in', async () => {
    const [one, two] = [await personWithPasskey(hosts), await personWithPasskey(hosts)];
    hosts.clock.advance(11 * MINUTE);
    const asked = await open(one.browser, '/account/two-step');
    expect((await answerWith(hosts, one.browser, asked, two.key)).status).toBe(400);
    const login = promptIn(await open(new Browser(), '/login'));
    if (!login) throw new Error('no prompt');
    const challenge = await challengeFor(hosts, one.browser, login);
    const refused = await answerWith(hosts, one.browser, asked, one.key, { challenge });
    expect([refused.status, refused.url.pathname]).toEqual([400, '/confirm']);
  });

  test('an account without a password confirms by its passkey alone', async () => {
    const { browser, email, key } = await personWithPasskey(hosts);
    await hosts.execute(`update accounts set password_hash = null where email_key = '${email}'`);
    hosts.clock.advance(11 * MINUTE);
    const asked = await open(browser, '/account/passkeys');
    expect(asked.form({ fields: ['passkey'] }).fields).not.toContain('password');
    expect((await answerWith(hosts, browser, asked, key)).url.pathname).toBe('/account/passkeys');
  });
});

describe('a person without a password', () => {
  const givenPerson = async () => {
    const person = await personWithPasskey(hosts);
    await hosts.execute(`update accounts set password_hash = null where email_key = '${person.email}'`);
    return person;
  };

  test('contract 25: changes the address after confirming by passkey, and not before', async () => {
    const { browser, key, email } = await givenPerson();
    const open = (await account(hosts, browser)).form({ action: '/account/email' });
    expect(open.fields).not.toContain('password');
    hosts.clock.advance(11 * MINUTE);
    const next = newEmail();
    const page = await account(hosts, browser);
    expect(page.forms.some(({ html }) => html.includes('action="/account/email"'))).toBe(false);
    expect(page.link('Confirm it’s you').pathname).toBe('/confirm');
    // The form was open when the time ran out: what was typed comes back after the confirmation.
    const asked = await browser.submit(open, { email: next });
    expect(asked.status).toBe(403);
    const back = await answerWith(hosts, browser, asked, key);
    expect(back.form({ action: '/account/email' }).values).toContainEqual(['email', next]);
    const { id } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
    const done = await browser.submit(back.form({ action: '/account/email' }));
    expect(done.url.search).toBe('?notice=email-changed');
    expect((await hosts.ports.accounts.findByEmailKey(next))?.id).toBe(id);
  });

  test('contract 25: sets a first password after confirming by passkey, which ends the other sessions', async () => {
    const { browser, key, email } = await givenPerson();
    const other = new Browser();
    await signInByPasskey(hosts, other, key);
    const open = (await account(hosts, browser, 'security')).form({ action: '/account/password' });
    expect(open.fields).not.toContain('current_password');
    hosts.clock.advance(11 * MINUTE);
    const values = { new_password: 'four unrelated words here' };
    const asked = await browser.submit(open, values);
    expect(asked.url.pathname).toBe('/confirm');
    expect((await hosts.ports.accounts.findByEmailKey(email))?.passwordHash).toBeUndefined();
    const back = await answerWith(hosts, browser, asked, key);
    const set = await browser.submit(back.form({ action: '/account/password' }), values);
    expect(set.url.search).toBe('?notice=password-changed');
    expect(await isSignedIn(other)).toBe(false);
    expect((await signIn(hosts, new Browser(), email, values.new_password)).url.pathname).toBe('/account');
    // Now it is asked for.
    const again = (await account(hosts, browser, 'security')).form({ action: '/account/password' });
    expect((await browser.submit(again, { new_password: 'another four unrelated words' })).status).toBe(400);
  });
});

describe('challenges', () => {
  test.each(['', '?for=confirm', '?for=add', '?for=second-step', '?for=nothing'])(
    'nobody who is not signed in gets one of %s',
    async (query) => {
      expect((await open(new Browser(), `/passkeys/challenge${query}`)).status).toBe(404);
    },
  );

  test('is never cached, and is not readable from other origins', async () => {
    const answer = await open(new Browser(), '/passkeys/challenge?for=sign-in');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('signing up with a passkey instead of a password', () => {
  const fill = async (browser: Browser, making: Omit<Partial<Said>, 'userHandle'> & { email?: string } = {}) => {
    const { email = newEmail(), ...said } = making;
    const page = await open(browser, '/sign-up');
    const prompt = promptIn(page);
    const made = await browser.open(`${hosts.authUrl}${prompt?.challengeHref}`);
    const { challenge, user } = JSON.parse(made.html) as { challenge: string; user: string };
    const { key, response } = authenticatorOf(hosts).create({ challenge, userHandle: user, ...said });
    const values = { email, nickname: 'Mina', passkey: response, passkey_user: user };
    return { email, key, values, form: page.form({ action: '/sign-up' }) };
  };

  test('contract 23: creates the account, signs in with two factors, and the passkey is its only way', async () => {
    const browser = new Browser();
    const { email, key, form, values } = await fill(browser);
    expect((await browser.submit(form, values)).url.pathname).toBe('/account');
    expect(await amrOf(email)).toEqual(['pop', 'user', 'mfa']);
    expect((await open(browser, '/account/passkeys')).text).toContain('only way to sign in');
    expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).toBe('/account');
    expect((await signIn(hosts, new Browser(), email, PASSWORD)).status).toBe(401);
  });

  test('contract 23: what is wrong creates nothing, and the browser forgets the passkey', async () => {
    const lies: Partial<Said>[] = [{ origin: 'https://evil.example' }, { userVerified: false }, { crossOrigin: true }];
    for (const lie of lies) {
      const browser = new Browser();
      const { email, form, values } = await fill(browser, lie);
      const refused = await browser.submit(form, values);
      expect([refused.status, await hosts.ports.accounts.findByEmailKey(email)]).toEqual([400, undefined]);
    }
    const browser = new Browser();
    const { email: taken } = await givenPerson(hosts);
    const { key, form, values } = await fill(browser, { email: taken });
    const refused = await browser.submit(form, values);
    expect([refused.status, signalIn(refused)?.options.credentialId]).toEqual([
      400,
      key.credentialId.toString('base64url'),
    ]);
  });

  test('contract 23: the id of the account is the server’s, and its challenge is answered once', async () => {
    const [one, two] = [new Browser(), new Browser()];
    const first = await fill(one);
    const other = await fill(one);
    const swapped = { ...first.values, passkey_user: other.values.passkey_user };
    expect((await one.submit(first.form, swapped)).status).toBe(400);
    expect((await two.submit((await open(two, '/sign-up')).form({ action: '/sign-up' }), first.values)).status).toBe(
      400,
    );
    expect((await one.submit(first.form, first.values)).url.pathname).toBe('/account');
    const again = await open(one, '/sign-up');
    const replay = { ...first.values, email: newEmail() };
    expect((await one.submit(again.form({ action: '/sign-up' }), replay)).status).toBe(400);
  });
});

describe('the offer after a sign-in by password', () => {
  /** What the script adds to the form on a device that can. */
  const signInAble = async (browser: Browser, email: string, able = 'yes') => {
    const login = await open(browser, '/login');
    return browser.submit(login.form({ action: '/login' }), { email, password: PASSWORD, passkey_able: able });
  };

  test('contract 23: is made where the device can, adds a passkey, and leads on', async () => {
    const { email } = await givenPerson(hosts);
    expect((await signInAble(new Browser(), email, '')).url.pathname).toBe('/account');
    const browser = new Browser();
    const offer = await signInAble(browser, email);
    expect(offer.url.pathname).toBe('/passkeys/offer');
    const prompt = promptIn(offer);
    if (!prompt?.options.user) throw new Error('no prompt');
    const challenge = await challengeFor(hosts, browser, prompt);
    const made = authenticatorOf(hosts).create({ challenge, userHandle: prompt.options.user.id });
    const done = await browser.submit(offer.form({ fields: ['passkey'] }), { passkey: made.response });
    expect(done.url.pathname).toBe('/account');
    expect((await signInByPasskey(hosts, new Browser(), made.key)).url.pathname).toBe('/account');
    expect((await signInAble(new Browser(), email)).url.pathname).toBe('/account');
  });

  test('contract 23: is made after the code too, where two-step verification is on', async () => {
    const { email, secret, recoveryCodes } = await personWithFactor(hosts);
    const start = async (able?: string) => {
      const browser = new Browser();
      return { browser, half: await signInAble(browser, email, able) };
    };
    const unable = await start('');
    const there = await unable.browser.submit(codeForm(unable.half), { code: codeOf(hosts, secret) });
    expect(there.url.pathname).toBe('/account');
    hosts.clock.advance(STEP_MS);
    const able = await start();
    const wrong = await able.browser.submit(codeForm(able.half), { code: '000000' });
    const offer = await able.browser.submit(codeForm(wrong), { code: codeOf(hosts, secret) });
    expect(offer.url.pathname).toBe('/passkeys/offer');
    hosts.clock.advance(STEP_MS);
    const lost = await start();
    const byRecovery = await lost.browser.submit(lost.half.form({ fields: ['by'] }), {}, { press: 'yes' });
    const used = await lost.browser.submit(codeForm(byRecovery), { code: recoveryCodes[0] ?? '' });
    expect(used.url.pathname).toBe('/passkeys/offer');
  });

  test('contract 23: "not now" holds on the device', async () => {
    const { email } = await givenPerson(hosts);
    const browser = new Browser();
    const later = (await signInAble(browser, email)).form({ fields: [] });
    const forms = await open(browser, '/passkeys/offer');
    expect(later.action.pathname).toBe('/passkeys/offer');
    const last = forms.html.lastIndexOf('value="later"');
    expect(last).toBeGreaterThan(0);
    const done = await browser.submit(
      { ...later, values: later.values.filter(([name]) => name === 'csrf') },
      { action: 'later' },
    );
    expect(done.url.pathname).toBe('/account');
    expect((await signInAble(browser, email)).url.pathname).toBe('/account');
    expect((await signInAble(new Browser(), email)).url.pathname).toBe('/passkeys/offer');
  });

  test('inside an authorization request it leads back to the application', async () => {
    const client = await givenClient(hosts);
    const browser = new Browser();
    const { email, password } = client;
    const login = await browser.open(client.authorizeUrl());
    const sent = { email, password, passkey_able: 'yes' };
    const offer = await browser.submit(login.form({ action: '/login' }), sent);
    expect(offer.url.pathname).toBe('/passkeys/offer');
    const form = offer.form({ fields: ['passkey'] });
    const values = form.values.filter(([name]) => name === 'csrf');
    const back = await browser.submit({ ...form, values }, { action: 'later' }, { stopAt: CALLBACK });
    expect(back.url.searchParams.get('code')).toBeTruthy();
  });

  test('nobody who is not signed in is offered one', async () => {
    expect((await open(new Browser(), '/passkeys/offer')).url.pathname).toBe('/login');
  });
});

test('contract 23: well-known URLs say where passkeys are kept and the password is changed', async () => {
  const { authUrl } = hosts;
  const endpoints = await fetch(`${authUrl}/.well-known/passkey-endpoints`);
  expect([endpoints.status, endpoints.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(await endpoints.json()).toEqual({
    enroll: `${authUrl}/account/passkeys`,
    manage: `${authUrl}/account/passkeys`,
  });
  const change = await fetch(`${authUrl}/.well-known/change-password`, { redirect: 'manual' });
  expect([change.status, change.headers.get('location')]).toEqual([302, '/account/security']);
  const { browser } = await givenPerson(hosts);
  expect((await open(browser, '/.well-known/change-password')).url.pathname).toBe('/account/security');
});

test('P1: neither a public key nor a credential id is in the log', async () => {
  const { key } = await personWithPasskey(hosts);
  await signInByPasskey(hosts, new Browser(), key);
  expect(JSON.stringify(hosts.logs)).not.toContain(key.credentialId.toString('base64url'));
});
