// The operator's policy of second factors (contract 24): whom it binds, where, how somebody without a factor sets one
// up, and what a stranger with the password alone can do then.
// @module-tag postgres-in-part

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isStillWanted } from '../../src/core/applications/still-wanted.ts';
import type { SecondFactorPolicy } from '../../src/core/ground/factor-policy.ts';
import { setAccountRole } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { letIn } from '../helpers/membership.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { PASSWORD, post, signIn } from './account-pages.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';
import {
  codeForm,
  codeOf,
  enrol,
  givenCodes,
  isCodePage,
  personWithFactor,
  recoveryCodesIn,
  STEP_MS,
  secretIn,
} from './factor-pages.ts';
import { addPasskey, answerWith, authenticatorOf, challengeFor, personWithPasskey, promptIn } from './passkey-pages.ts';
import { confirmByMail, mailsTo, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
let withMail: Hosts;
beforeAll(async () => {
  [hosts, withMail] = await Promise.all([
    startHosts({ LATCHKEY_SECOND_FACTOR: 'staff', LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' }),
    startWithMail({ LATCHKEY_SECOND_FACTOR: 'staff', LATCHKEY_MAILS_PER_ADDRESS: '100000' }),
  ]);
});
afterAll(() => Promise.all([hosts?.stop(), withMail?.stop()]));
beforeEach(() => setPolicy('staff'));

/** As when the operator starts the server with another setting. */
const setPolicy = (policy: SecondFactorPolicy): void => {
  for (const { ports } of [hosts, withMail]) overrideRules(ports.rules, { secondFactor: policy });
};

const open = (browser: Browser, path: string, on = hosts): Promise<Page> => browser.open(`${on.authUrl}${path}`);
const pathOf = async (browser: Browser, path: string, on = hosts) => (await open(browser, path, on)).url.pathname;
const makeOperator = (email: string, on = hosts) => setAccountRole(on.ports, email, 'operator');

async function givenOperator(on = hosts) {
  const person = await givenPerson(on);
  await makeOperator(person.email, on);
  return person;
}

/** The newest code that was mailed. */
const mailedCode = async (email: string): Promise<string> =>
  (await mailsTo(withMail, email)).filter(({ kind }) => kind === 'factor-code').at(-1)?.code ?? '';

function formWithCancel(page: Page): Form {
  const found = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === 'cancel'));
  if (!found) throw new Error(`No form with Cancel: ${page.text}`);
  return found;
}

async function proveByMail(browser: Browser, email: string): Promise<Page> {
  const asked = await open(browser, '/second-factor', withMail);
  const waits = await browser.submit(asked.form({ action: '/second-factor' }), {}, { press: 'send' });
  return browser.submit(waits.form({ fields: ['code'] }), { code: await mailedCode(email) }, { press: 'prove' });
}

describe('whom it binds', () => {
  test('contract 24: `staff` asks operators in the console, and nobody anywhere else', async () => {
    const { browser } = await givenOperator();
    expect(await pathOf(browser, '/console')).toBe('/second-factor');
    expect(await pathOf(browser, '/account')).toBe('/account');
    const { browser: user } = await givenPerson(hosts);
    expect(await pathOf(user, '/console')).toBe('/console');
  });

  test('contract 24: `owners` also asks owners, and members who can edit, but not viewers', async () => {
    setPolicy('owners');
    const person = await givenPerson(hosts);
    expect(await pathOf(person.browser, '/console')).toBe('/console');
    await setAccountRole(hosts.ports, person.email, 'owner');
    expect(await pathOf(person.browser, '/console')).toBe('/second-factor');
    expect(await pathOf(person.browser, '/account')).toBe('/account');
  });

  test('contract 24: `everyone` asks everybody, at the account’s own pages too', async () => {
    const { browser } = await givenPerson(hosts);
    setPolicy('everyone');
    for (const path of [
      '/account',
      '/account/username',
      '/console',
      '/console/api-tokens',
      '/console/applications/new',
    ]) {
      expect(await pathOf(browser, path)).toBe('/second-factor');
    }
  });

  test('contract 24: asks at every spelling of an address that leads to the same page', async () => {
    const { browser } = await givenPerson(hosts);
    setPolicy('everyone');
    for (const path of ['/%63onsole', '/console/%61pi-tokens', '/conso%6Ce/api-tokens', '/%61ccount', '/./console']) {
      expect(await pathOf(browser, path), path).toBe('/second-factor');
    }
  });

  test('contract 24: no form of the console does anything without the factor, also one that was open before', {
    tags: 'postgres',
  }, async () => {
    const { browser } = await givenPerson(hosts).then(async (person) => {
      await setAccountRole(hosts.ports, person.email, 'owner');
      return person;
    });
    const page = await open(browser, '/console/api-tokens');
    setPolicy('owners');
    const answer = await post(browser, page.form({ action: '/console/api-tokens' }), { name: 'x' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/second-factor?to=/console/api-tokens']);
    const rows = await hosts.rows();
    expect((rows.get('api_tokens') ?? []).filter(({ name }) => name === 'x')).toEqual([]);
  });

  test('contract 24: `optional` asks nobody', async () => {
    setPolicy('optional');
    const { browser } = await givenOperator();
    expect(await pathOf(browser, '/console')).toBe('/console');
  });

  test('contract 24: API tokens are no use of a browser: the registration API asks for no factor', async () => {
    const owner = await hosts.owner();
    setPolicy('everyone');
    const answer = await fetch(`${hosts.apiUrl}/applications`, {
      headers: { authorization: `Bearer ${owner.apiToken}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('somebody who has a factor', () => {
  test('contract 24: a session without it is asked for it, and goes on with a new cookie value', async () => {
    const { browser, email, secret } = await personWithFactor(hosts);
    await hosts.execute(`update sessions set amr = '["pwd"]'`);
    await makeOperator(email);
    const before = browser.cookies(hosts.authUrl);
    const asked = await open(browser, '/console');
    expect(asked.url.pathname).toBe('/confirm');
    const answer = { password: PASSWORD, code: codeOf(hosts, secret) };
    const done = await browser.submit(asked.form({ action: '/confirm' }), answer);
    expect(done.url.pathname).toBe('/console');
    expect(browser.cookies(hosts.authUrl)).not.toEqual(before);
    hosts.clock.advance(STEP_MS);
  });

  test('contract 24: a passkey satisfies it, and the password alone confirms nothing', async () => {
    const { browser, email, key } = await personWithPasskey(hosts);
    await makeOperator(email);
    const asked = await open(browser, '/console');
    expect([asked.url.pathname, asked.html.includes('name="password"')]).toEqual(['/confirm', false]);
    const form = asked.form({ fields: ['passkey'] });
    await post(browser, form, { password: PASSWORD });
    expect(await pathOf(browser, '/console')).toBe('/confirm');
    expect((await answerWith(hosts, browser, await open(browser, '/console'), key)).url.pathname).toBe('/console');
  });

  test('contract 24: with a passkey alone, whoever is bound is asked for it after the password', async () => {
    const { email, key } = await personWithPasskey(hosts);
    await makeOperator(email);
    const browser = new Browser();
    const half = await signIn(hosts, browser, email);
    expect(isCodePage(half)).toBe(true);
    await answerWith(hosts, browser, half, key);
    expect(await pathOf(browser, '/console')).toBe('/console');
  });

  test('contract 24: signing in with a code opens the console', async () => {
    const { email, secret } = await personWithFactor(hosts);
    await makeOperator(email);
    const browser = new Browser();
    await browser.submit(codeForm(await signIn(hosts, browser, email)), { code: codeOf(hosts, secret) });
    hosts.clock.advance(STEP_MS);
    expect(await pathOf(browser, '/console')).toBe('/console');
  });
});

describe('somebody who has none', () => {
  test('contract 24: a passkey that is demanded is no offer: its page leads back to the choice', async () => {
    const { browser } = await givenPerson(hosts);
    setPolicy('everyone');
    const choice = await open(browser, '/account');
    const page = await browser.open(choice.link('Use a passkey'));
    expect([page.url.pathname, page.text.includes('Not now')]).toEqual(['/passkeys/offer', false]);
    const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === 'later'));
    const back = await browser.submit(form as Form, {}, { press: 'later' });
    expect(back.url.pathname).toBe('/second-factor');
  });

  test('contract 24: sets up an authenticator app, and goes on to the console without another code', async () => {
    const { browser } = await givenOperator();
    const choice = await open(browser, '/console');
    const setUp = await browser.open(choice.link('Use an authenticator app'));
    const form = setUp.form({ fields: ['sealed'] });
    const made = await browser.submit(form, { code: codeOf(hosts, secretIn(setUp)) }, { press: 'enrol' });
    expect(recoveryCodesIn(made)).toHaveLength(10);
    expect((await browser.open(made.link('I have saved them'))).url.pathname).toBe('/console');
    hosts.clock.advance(STEP_MS);
  });

  test('contract 24: adds a passkey, is asked for it, and goes on to the console', async () => {
    const { browser } = await givenOperator();
    const choice = await open(browser, '/console');
    const offer = await browser.open(choice.link('Use a passkey'));
    const prompt = promptIn(offer);
    const challenge = await challengeFor(hosts, browser, prompt as NonNullable<typeof prompt>);
    const { key, response } = authenticatorOf(hosts).create({ challenge, userHandle: prompt?.options.user?.id ?? '' });
    const asked = await browser.submit(offer.form({ fields: ['passkey'] }), { passkey: response });
    expect(asked.url.pathname).toBe('/confirm');
    expect((await answerWith(hosts, browser, asked, key)).url.pathname).toBe('/console');
  });

  test('contract 24: whoever signed in long ago confirms first', async () => {
    const { browser } = await givenOperator();
    hosts.clock.advance(11 * 60_000);
    const asked = await open(browser, '/console');
    expect(asked.url.pathname).toBe('/confirm');
    const choice = await browser.submit(asked.form({ action: '/confirm' }), { password: PASSWORD });
    expect(choice.url.pathname).toBe('/second-factor');
  });
});

test.each([
  ['password', { current_password: PASSWORD, new_password: 'four unrelated words here' }],
  ['email', { password: PASSWORD, email: 'thief@example.com' }],
])(
  'contract 25: the password alone changes no %s of somebody whom it binds, and who has a passkey',
  async (form, values) => {
    const { browser, email } = await personWithPasskey(hosts);
    const page = await open(browser, form === 'email' ? '/account' : '/account/security');
    const sent = page.form({ action: `/account/${form}` });
    await makeOperator(email);
    hosts.clock.advance(11 * 60_000);
    expect((await browser.submit(sent, values)).text).toContain('Confirm it’s you');
    expect(await hosts.ports.accounts.findByEmailKey(email)).toBeDefined();
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
  },
);

describe('a session from before it bound, of somebody who has a passkey', () => {
  test('contract 24: sets up no authenticator app in the place of the passkey', async () => {
    const { browser, email, key } = await personWithPasskey(hosts);
    const page = await open(browser, '/account/two-step');
    await makeOperator(email);
    const sent = { code: codeOf(hosts, secretIn(page)) };
    const asked = await browser.submit(page.form({ fields: ['sealed'] }), sent, { press: 'enrol' });
    expect(asked.url.pathname).toBe('/confirm');
    expect(await pathOf(browser, '/console')).toBe('/confirm');
    const setUp = await answerWith(hosts, browser, asked, key);
    const form = setUp.form({ fields: ['sealed'] });
    const made = await browser.submit(form, { code: codeOf(hosts, secretIn(setUp)) }, { press: 'enrol' });
    expect(recoveryCodesIn(made)).toHaveLength(10);
    hosts.clock.advance(STEP_MS);
  });

  test('contract 24: adds no other passkey, and removes none', async () => {
    const { browser, email } = await givenPerson(hosts);
    const { page } = await addPasskey(hosts, browser);
    await makeOperator(email);
    expect(await pathOf(browser, '/account/passkeys')).toBe('/confirm/factor');
    const asked = await browser.submit(page.form({ fields: ['id'] }), {}, { press: 'remove' });
    expect(asked.url.pathname).toBe('/confirm');
    const { id = '' } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
    expect(await hosts.ports.passkeys.listByAccount(id)).toHaveLength(1);
  });
});

describe('where there is mail', () => {
  test('contract 24: a stranger with the password alone sets up nothing', async () => {
    const { email } = await givenOperator(withMail);
    const thief = new Browser();
    await givenSession(withMail, thief, email);
    expect(await pathOf(thief, '/console', withMail)).toBe('/second-factor');
    expect(await pathOf(thief, '/account/two-step', withMail)).toBe('/second-factor');
    await expect(addPasskey(withMail, thief)).rejects.toThrow();
    const asked = await open(thief, '/second-factor', withMail);
    const waits = await thief.submit(asked.form({ action: '/second-factor' }), {}, { press: 'send' });
    for (const code of ['12345678', '', '87654321']) {
      const wrong = await thief.submit(waits.form({ fields: ['code'] }), { code }, { press: 'prove' });
      expect(wrong.status).toBe(400);
    }
    expect(await pathOf(thief, '/account/two-step', withMail)).toBe('/second-factor');
    expect((await mailsTo(withMail, email)).map(({ kind }) => kind)).toEqual(['factor-code']);
  });

  test.each(['staff', 'owners'] as const)(
    'contract 24: under `%s` the password alone sends no code to another address, and opens no console',
    async (policy) => {
      setPolicy(policy);
      const { email, id } = await givenPerson(withMail);
      await setAccountRole(withMail.ports, email, policy === 'staff' ? 'operator' : 'owner');
      const [thief, own] = [new Browser(), `thief-of-${email}`];
      await givenSession(withMail, thief, email);
      const form = (await open(thief, '/account', withMail)).form({ action: '/account/email' });
      const asked = await thief.submit(form, { email: own, password: PASSWORD });
      expect([asked.url.pathname, asked.url.search]).toEqual(['/confirm/mail', '']);
      expect(await withMail.ports.emailChanges.find(id, withMail.clock.now())).toBeUndefined();
      expect(await mailsTo(withMail, own)).toEqual([]);
      expect(await pathOf(thief, '/console', withMail)).toBe('/second-factor');
    },
  );

  test('contract 24: a mailed code at the address that stands, and then the address changes', async () => {
    const { browser, email, id } = await givenOperator(withMail);
    await confirmByMail(withMail, browser, email);
    const form = (await open(browser, '/account', withMail)).form({ action: '/account/email' });
    const waits = await browser.submit(form, { email: `new-${email}`, password: PASSWORD });
    expect(waits.url.pathname).toBe('/account/email/code');
    expect((await withMail.ports.emailChanges.find(id, withMail.clock.now()))?.email).toBe(`new-${email}`);
  });

  test('contract 24: a change that was asked before the policy bound takes no effect by the password alone', async () => {
    const { browser: thief, email } = await givenPerson(withMail);
    const form = (await open(thief, '/account', withMail)).form({ action: '/account/email' });
    const waits = await thief.submit(form, { email: `thief-of-${email}`, password: PASSWORD });
    await makeOperator(email, withMail);
    const [{ code = '' } = {}] = await mailsTo(withMail, `thief-of-${email}`);
    const proven = await thief.submit(waits.form({ fields: ['code'] }), { code });
    expect(proven.url.pathname).toBe('/confirm/mail');
    expect(await withMail.ports.accounts.findByEmailKey(email)).toBeDefined();
    const [{ token = '' } = {}] = await mailsTo(withMail, `thief-of-${email}`);
    const link = await open(thief, `/verify/link?token=${token}`, withMail);
    expect((await thief.submit(link.form({ action: '/verify/link' }))).url.pathname).toBe('/confirm/mail');
    expect(await withMail.ports.accounts.findByEmailKey(email)).toBeDefined();
  });

  test('contract 24: nor with a page that was open before the policy came', { tags: 'postgres' }, async () => {
    const { browser, email } = await givenPerson(withMail);
    const setUp = await open(browser, '/account/two-step', withMail);
    const passkeys = await open(browser, '/account/passkeys', withMail);
    await makeOperator(email, withMail);
    const code = codeOf(withMail, secretIn(setUp));
    await browser.submit(setUp.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
    const prompt = promptIn(passkeys);
    const challenge = await challengeFor(withMail, browser, prompt as NonNullable<typeof prompt>);
    const made = authenticatorOf(withMail).create({ challenge, userHandle: prompt?.options.user?.id ?? '' });
    await browser.submit(passkeys.form({ fields: ['passkey'] }), { passkey: made.response });
    const rows = await withMail.rows();
    expect([rows.get('one_time_codes') ?? [], rows.get('passkeys') ?? []]).toEqual([[], []]);
  });

  test('contract 24: nor does somebody who becomes an editor while the code is on its way', async () => {
    setPolicy('owners');
    const { id } = await givenApplication(withMail, await ownerInBrowser(withMail));
    const { browser, email } = await givenPerson(withMail);
    const setUp = await open(browser, '/account/two-step', withMail);
    const { factors } = withMail.ports;
    const enrol = factors.enrol.bind(factors);
    const between = vi.spyOn(factors, 'enrol').mockImplementationOnce(async (input) => {
      await letIn(withMail, id, { email, role: 'editor' });
      return enrol(input);
    });
    const code = codeOf(withMail, secretIn(setUp));
    const answer = await browser.submit(setUp.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
    expect(between).toHaveBeenCalledOnce();
    between.mockRestore();
    expect(answer.url.pathname).toBe('/second-factor');
    expect(isCodePage(await signIn(withMail, new Browser(), email))).toBe(false);
  });

  test('contract 24: a code that another session proved opens nothing here', async () => {
    const { email, browser } = await givenOperator(withMail);
    const thief = new Browser();
    await givenSession(withMail, thief, email);
    expect((await proveByMail(browser, email)).text).toContain('Use an authenticator app');
    expect(await pathOf(thief, '/account/two-step', withMail)).toBe('/second-factor');
  });

  test('contract 24: the mailed code opens the choice, and the person hears what was set up', async () => {
    const { email, browser } = await givenOperator(withMail);
    await proveByMail(browser, email);
    await enrol(withMail, browser);
    expect((await mailsTo(withMail, email)).map(({ kind }) => kind)).toEqual(['factor-code', 'two-step-on']);
    expect(await pathOf(browser, '/console', withMail)).toBe('/console');
  });

  test('contract 21: the page that waits for the code goes on once the link was opened, and its HEAD says so', async () => {
    const { email, browser } = await givenOperator(withMail);
    const asked = await open(browser, '/console', withMail);
    const waits = await browser.submit(asked.form({ action: '/second-factor' }), {}, { press: 'send' });
    const look = () => browser.open(waits.link('I opened the link'), { follow: false });
    expect((await look()).status).toBe(200);
    const [mail] = await mailsTo(withMail, email);
    const link = await open(browser, `/verify/link?token=${mail?.token}`, withMail);
    await browser.submit(link.form({ action: '/verify/link' }));
    expect((await look()).status).toBe(303);
    const choice = await browser.open(waits.link('I opened the link'));
    expect(choice.url.search).toBe('?to=/console');
    expect(choice.text).toContain('Use an authenticator app');
  });

  test('contract 20: a code that was used is not sent any more', async () => {
    const { email, browser } = await givenOperator(withMail);
    const lives = async () => {
      const [{ kind: _, ...secrets } = {}] = await mailsTo(withMail, email);
      return isStillWanted(withMail.ports, 'factor-code', secrets);
    };
    const asked = await open(browser, '/second-factor', withMail);
    const waits = await browser.submit(asked.form({ action: '/second-factor' }), {}, { press: 'send' });
    expect(await lives()).toBe(true);
    await browser.submit(waits.form({ fields: ['code'] }), { code: await mailedCode(email) }, { press: 'prove' });
    expect(await lives()).toBe(false);
  });

  test('contract 24: an hour later the code has to be mailed again', async () => {
    const { email, browser } = await givenOperator(withMail);
    await proveByMail(browser, email);
    withMail.clock.advance(61 * 60_000);
    const asked = await open(browser, '/console', withMail);
    const page = await browser.submit(asked.form({ action: '/confirm' }), { password: PASSWORD });
    expect(page.text).toContain('Send the code');
  });
});

describe('inside an authorization request', () => {
  test('contract 24: `everyone` leads to the factor before the consent page, and on to the code', async () => {
    const client = await givenClient(hosts);
    setPolicy('everyone');
    const silent = await client.browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(silent.url.searchParams.get('error')).toBe('interaction_required');
    const choice = await client.browser.open(client.authorizeUrl());
    expect(choice.url.pathname).toBe('/second-factor');
    const setUp = await client.browser.open(choice.link('Use an authenticator app'));
    const form = setUp.form({ fields: ['sealed'] });
    const made = await client.browser.submit(form, { code: codeOf(hosts, secretIn(setUp)) }, { press: 'enrol' });
    expect(recoveryCodesIn(made)).toHaveLength(10);
    const href = made.link('I have saved them');
    const onward = await client.browser.open(href, { stopAt: CALLBACK });
    expect(onward.url.pathname === '/consent' || onward.url.searchParams.has('code')).toBe(true);
    hosts.clock.advance(STEP_MS);
  });

  test('contract 24: `everyone` asks whoever has a factor for it', async () => {
    const client = await givenClient(hosts);
    const { secret } = await givenCodes(hosts, client.browser);
    await hosts.execute(`update sessions set amr = '["pwd"]'`);
    setPolicy('everyone');
    const login = await client.browser.open(client.authorizeUrl());
    expect(login.url.pathname).toBe('/login');
    const person = { email: client.email, password: client.password };
    const half = await client.browser.submit(login.form({ action: '/login' }), person);
    const code = { code: codeOf(hosts, secret) };
    const onward = await client.browser.submit(codeForm(half), code, { stopAt: CALLBACK });
    expect(onward.url.pathname === '/consent' || onward.url.searchParams.has('code')).toBe(true);
    hosts.clock.advance(STEP_MS);
  });

  test.each([
    ['the operator’s policy', {}],
    ['an essential acr', { claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } }) }],
  ])('contract 24: whoever sets up nothing for %s goes back, and is shared with nobody', async (_, parameters) => {
    const client = await givenClient(hosts);
    setPolicy('everyone');
    const choice = await client.browser.open(client.authorizeUrl({ state: 's1', ...parameters }));
    expect(choice.url.pathname).toBe('/second-factor');
    const form = formWithCancel(choice);
    const back = await client.browser.submit(form, {}, { press: 'cancel', stopAt: CALLBACK });
    const { searchParams } = back.url;
    expect(searchParams.get('error')).toBe('unmet_authentication_requirements');
    expect([searchParams.get('state'), searchParams.get('code')]).toEqual(['s1', null]);
    const again = await client.browser.open(client.authorizeUrl());
    expect(again.url.pathname).toBe('/second-factor');
  });

  test('contract 24: with mail, Cancel is there before and after the code was sent', async () => {
    const client = await givenClient(withMail);
    setPolicy('everyone');
    const asked = await client.browser.open(client.authorizeUrl());
    const form = asked.form({ action: '/second-factor' });
    const waits = await client.browser.submit(form, {}, { press: 'send' });
    for (const page of [asked, waits]) {
      const back = await client.browser.submit(formWithCancel(page), {}, { press: 'cancel', stopAt: CALLBACK });
      expect(back.url.searchParams.get('error')).toBe('unmet_authentication_requirements');
    }
  });

  test('outside of one there is nothing to go back to', async () => {
    const { browser } = await givenOperator(withMail);
    const asked = await open(browser, '/second-factor', withMail);
    expect(asked.form({ action: '/second-factor' }).buttons.map(({ value }) => value)).toEqual(['send']);
  });
});
