// Whole stories around a change of address (contract 21): what an attacker who has somebody's session and password
// tries within the seven days in which the change can be taken back, and what an honest person can do meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import type { SecondFactorPolicy } from '../../src/core/ground/factor-policy.ts';
import { setAccountRole } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { letIn } from '../helpers/membership.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { account, newEmail, PASSWORD, signIn } from './account-pages.ts';
import { consoleUrl, formNamed, givenApplication } from './console-pages.ts';
import { codeOf, givenCodes, STEP_MS, signInWithCode } from './factor-pages.ts';
import { givenPasskey, signInByPasskey } from './passkey-pages.ts';
import { accountAt, mailsTo, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({
    ...{ LATCHKEY_MAILS_PER_ADDRESS: '1000', LATCHKEY_MAILS_PER_NETWORK: '1000' },
    ...{ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000', LATCHKEY_OPEN_OWNERSHIP: 'true' },
  });
});
afterAll(() => hosts.stop());
beforeEach(() => setRules('optional', 7));

const setRules = (secondFactor: SecondFactorPolicy, deletionDelayDays: number): void => {
  overrideRules(hosts.ports.rules, { secondFactor, deletionDelayDays });
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEW_PASSWORD = 'four unrelated words here';
const WAITS = 'The change can be taken back until';

type Person = { browser: Browser; email: string; id: string };

const open = (browser: Browser, path: string): Promise<Page> => browser.open(`${hosts.authUrl}${path}`);
const newest = async (email: string, kind: string) =>
  (await mailsTo(hosts, email)).filter((mail) => mail.kind === kind).at(-1);

async function ask(browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const form = (await account(hosts, browser)).form({ action: '/account/email' });
  return browser.submit(form, { email, password });
}

/** Asks for the change and proves it, as whoever reads both mailboxes. @returns the last page */
async function change(browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const page = await ask(browser, email, password);
  const { code = '' } = (await newest(email, 'verify-email')) ?? {};
  return browser.submit(page.form({ fields: ['code'] }), { code }, { press: 'prove' });
}

/** An account whose thief, in the owner's session, has changed the address. */
async function givenTheft(values: { person?: Person } = {}) {
  const person = values.person ?? (await givenPerson(hosts, { verified: true }));
  const thief = { browser: person.browser, email: newEmail() };
  expect((await change(thief.browser, thief.email)).url.search).toBe('?notice=email-changed');
  const { token } = (await newest(person.email, 'email-changed')) ?? {};
  return { ...person, thief, link: `${hosts.authUrl}/take-back?token=${token}` };
}

async function takeBack(link: string, values: { code?: string; remove?: string } = {}): Promise<Page> {
  const browser = new Browser();
  const page = await browser.open(link);
  if (page.status !== 200) return page;
  return browser.submit(page.form({ action: '/take-back' }), { password: NEW_PASSWORD, ...values });
}
/** What the form would remove as it stands. */
const ticksIn = ({ values }: Form): string[] => values.flatMap(([name, value]) => (name === 'remove' ? [value] : []));
const isTakenBack = (page: Page): boolean => page.url.pathname === '/take-back/done';

const pressOn = async (browser: Browser, press: 'leave' | 'now', code?: string): Promise<Page> => {
  const page = await open(browser, '/account/delete');
  const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === press)) ?? page.form();
  const first = await browser.submit(form, {}, { press });
  if (code === undefined || !first.html.includes('name="code"')) return first;
  return browser.submit(first.form({ fields: ['code'] }), { code }, { press });
};

async function forgot(email: string): Promise<void> {
  const browser = new Browser();
  const page = await open(browser, '/forgot-password');
  await browser.submit(page.form({ action: '/forgot-password' }), { email });
  await hosts.tick('outbox');
}

describe('an attacker with the password', () => {
  test('contract 21: sets up codes a second before the change: the link asks for none of them', async () => {
    for (const setUp of [givenCodes, givenPasskey]) {
      const person = await givenPerson(hosts, { verified: true });
      await setUp(hosts, person.browser);
      hosts.clock.advance(1000);
      const { link, email } = await givenTheft({ person });
      const page = await new Browser().open(link);
      expect(page.html).not.toContain('name="code"');
      expect(isTakenBack(await takeBack(link))).toBe(true);
      expect(await accountAt(hosts, email)).toMatchObject({ id: person.id, emailVerified: true });
    }
  });

  test('contract 21: sets up factors before the change: they are ticked, and the owner signs in without them', async () => {
    const person = await givenPerson(hosts, { verified: true });
    const { key } = await givenPasskey(hosts, person.browser);
    hosts.clock.advance(HOUR);
    await signInByPasskey(hosts, person.browser, key);
    await givenCodes(hosts, person.browser);
    hosts.clock.advance(20 * DAY);
    await signInByPasskey(hosts, person.browser, key);
    const { link, email, id } = await givenTheft({ person });
    const form = (await new Browser().open(link)).form({ action: '/take-back' });
    expect(ticksIn(form)).toHaveLength(2);
    // A form that is refused keeps what was ticked.
    const browser = new Browser();
    const [first = ''] = ticksIn(form);
    const again = await browser.submit((await browser.open(link)).form({ action: '/take-back' }), {
      password: 'short',
      remove: first,
    });
    expect([again.status, ticksIn(again.form({ action: '/take-back' }))]).toEqual([400, [first]]);
    expect(isTakenBack(await takeBack(link))).toBe(true);
    expect(await hosts.ports.passkeys.listByAccount(id)).toEqual([]);
    expect(await hosts.ports.factors.find(id)).toBeUndefined();
    expect(await hosts.ports.factors.countRecoveryCodes(id)).toBe(0);
    for (const kind of ['two-step-off', 'passkey-removed']) expect(await newest(email, kind)).toBeDefined();
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
    expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).not.toBe('/account');
  });

  test('contract 21, 22: where policy binds, a factor behind a mailed code or another factor stays', async () => {
    const person = await givenPerson(hosts, { verified: true });
    const { key } = await givenPasskey(hosts, person.browser);
    hosts.clock.advance(HOUR);
    await signInByPasskey(hosts, person.browser, key);
    await givenCodes(hosts, person.browser);
    const { link, id } = await givenTheft({ person });
    setRules('everyone', 7);
    const page = await new Browser().open(link);
    const passkeys = await hosts.ports.passkeys.listByAccount(id);
    expect(ticksIn(page.form({ action: '/take-back' }))).toEqual(passkeys.map((passkey) => passkey.id));
    const forged = await takeBack(link, { remove: 'one-time-codes' });
    expect(isTakenBack(forged)).toBe(true);
    expect(await hosts.ports.factors.find(id)).toBeDefined();
  });

  test('contract 21: changes the address and deletes the account: it waits, and the link brings it back', async () => {
    for (const days of [7, 0, 3]) {
      setRules('optional', days);
      const { email, thief, link, id } = await givenTheft();
      const page = await open(thief.browser, '/account/delete');
      expect(page.forms.flatMap(({ buttons }) => buttons.map(({ value }) => value))).not.toContain('now');
      const forged = page.form({ action: '/account/delete' });
      const refused = await thief.browser.submit(
        { ...forged, values: [...forged.values, ['action', 'now']], buttons: [] },
        {},
      );
      expect([refused.status, refused.text.includes(WAITS)]).toEqual([409, true]);
      hosts.clock.advance(HOUR);
      await givenSession(hosts, thief.browser, thief.email);
      expect((await pressOn(thief.browser, 'leave')).status).toBe(200);
      const until = (await hosts.ports.accounts.find(id))?.leavingUntil ?? 0;
      expect(until).toBe(hosts.clock.now() + (days === 7 ? 7 * DAY : 7 * DAY - HOUR));
      expect((await newest(email, 'account-leaving'))?.kind).toBeDefined();
      hosts.clock.advance(6 * DAY);
      await hosts.tick('purge');
      expect((await new Browser().open(link)).text).toContain('Somebody deleted this account.');
      expect(isTakenBack(await takeBack(link))).toBe(true);
      expect(await accountAt(hosts, email)).toMatchObject({ id, leavingSince: undefined });
      expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
    }
  });

  test('contract 21: deletes the account at once: the mailed code is asked for, and the password alone does nothing', async () => {
    for (const days of [7, 0]) {
      setRules('optional', days);
      const { browser, email, id } = await givenPerson(hosts, { verified: true });
      const asked = await pressOn(browser, 'now');
      expect([asked.status, asked.text.includes(email)]).toEqual([200, true]);
      const form = asked.form({ fields: ['code'] });
      const wrong = await browser.submit(form, { code: '12345678' }, { press: 'now' });
      expect(wrong.status).toBe(400);
      expect(await hosts.ports.accounts.find(id)).toMatchObject({ leavingSince: undefined });
      const { code = '' } = (await newest(email, 'delete-code')) ?? {};
      expect(code).toMatch(/^\d{8}$/);
      const gone = await browser.submit(wrong.form({ fields: ['code'] }), { code }, { press: 'now' });
      expect(gone.status).toBe(200);
      expect(await hosts.ports.accounts.find(id)).toBeUndefined();
    }
  });

  test('contract 21: an API token from before the change ends with it', async () => {
    const { id, email, browser } = await givenPerson(hosts, { verified: true });
    await setAccountRole(hosts.ports, email, 'owner');
    const made = await createApiToken(hosts.ports, { email, name: 'thief', expiresInDays: 0 });
    const token = made.kind === 'created' ? made.token : '';
    const headers = { authorization: `Bearer ${token}` };
    hosts.clock.advance(20 * DAY);
    await givenSession(hosts, browser, email);
    const { link } = await givenTheft({ person: { id, email, browser } });
    expect((await fetch(`${hosts.apiUrl}/applications`, { headers })).status).toBe(200);
    expect(isTakenBack(await takeBack(link))).toBe(true);
    expect((await fetch(`${hosts.apiUrl}/applications`, { headers })).status).toBe(401);
  });

  test('changes the address twice: the second change waits, and nobody in between gets anything', async () => {
    const { thief, link, email } = await givenTheft();
    const third = newEmail();
    const refused = await ask(thief.browser, third);
    expect([refused.status, refused.text.includes(WAITS)]).toEqual([409, true]);
    expect(await mailsTo(hosts, third)).toEqual([]);
    expect(isTakenBack(await takeBack(link))).toBe(true);
    expect((await mailsTo(hosts, thief.email)).map(({ kind }) => kind)).not.toContain('email-changed');
    // The address that was lost is nobody's.
    await givenPerson(hosts, { email: thief.email });
    expect((await accountAt(hosts, email)).email).toBe(email);
  });

  test('waits until day 12, after the owner changed back by hand on day 5: there is no link for them', async () => {
    const { thief, email, link, id } = await givenTheft();
    hosts.clock.advance(5 * DAY);
    const owner = new Browser();
    await givenSession(hosts, owner, thief.email);
    await givenSession(hosts, thief.browser, thief.email);
    expect((await change(owner, email)).url.search).toBe('?notice=email-changed');
    expect((await account(hosts, owner)).url.pathname).toBe('/account');
    expect((await account(hosts, thief.browser)).url.pathname).toBe('/login');
    expect((await mailsTo(hosts, thief.email)).at(-1)).toEqual({ kind: 'email-taken-back' });
    expect((await new Browser().open(link)).status).toBe(404);
    hosts.clock.advance(7 * DAY);
    for (const { token } of await mailsTo(hosts, thief.email)) {
      if (token !== undefined) expect((await open(new Browser(), `/take-back?token=${token}`)).status).toBe(404);
    }
    await forgot(thief.email);
    expect((await mailsTo(hosts, thief.email)).at(-1)?.kind).toBe('email-taken-back');
    expect(await accountAt(hosts, email)).toMatchObject({ id, email });
  });

  test('asks for a change every hour for a week: nothing waits for the owner, who cancels and goes on', async () => {
    const { email, id } = await givenPerson(hosts, { verified: true });
    const thief = new Browser();
    const wanted = newEmail();
    const codePage = `${hosts.authUrl}/account/email/code`;
    let form: Form | undefined;
    for (let hours = 0; hours < 7 * 24; hours += 1) {
      hosts.clock.advance(HOUR);
      // The session ends every day.
      if (hours % 12 === 0) {
        await givenSession(hosts, thief, email);
        form = (await account(hosts, thief)).form({ action: '/account/email' });
      }
      const asked = form && (await thief.submit(form, { email: wanted, password: PASSWORD }, { stopAt: codePage }));
      expect(asked?.url.href).toBe(codePage);
    }
    // Asked for alone, the address gets nothing but the code to prove it.
    expect(new Set((await mailsTo(hosts, wanted)).map(({ kind }) => kind))).toEqual(new Set(['verify-email']));
    const owner = new Browser();
    await givenSession(hosts, owner, email);
    const page = await account(hosts, owner);
    const cancel = page.forms.find(({ html }) => html.includes('value="cancel"'));
    await owner.submit(cancel ?? page.form(), {}, { press: 'cancel' });
    expect((await change(owner, newEmail())).url.search).toBe('?notice=email-changed');
    expect(await hosts.ports.accounts.find(id)).toBeDefined();
  });
});

describe('what cannot be undone waits', () => {
  test('contract 21: on the pages of the console and of the account, with a sentence that says until when', async () => {
    const person = await givenPerson(hosts, { verified: true });
    await setAccountRole(hosts.ports, person.email, 'owner');
    await givenSession(hosts, person.browser, person.email);
    const own = { ...person, accountId: person.id };
    const application = await givenApplication(hosts, own);
    const heir = await givenPerson(hosts);
    await setAccountRole(hosts.ports, heir.email, 'owner');
    await letIn(hosts, application.id, { email: heir.email, role: 'editor' });
    const name = (await account(hosts, person.browser)).form({ action: '/account/username' });
    await person.browser.submit(name, { preferred_username: 'mina.first' });
    const { thief } = await givenTheft({ person });
    const waits = async (page: Promise<Page>) => {
      const { status, text } = await page;
      expect([status, text.includes(WAITS)]).toEqual([409, true]);
    };
    const team = await thief.browser.open(consoleUrl(hosts, application.id, 'team'));
    await waits(thief.browser.submit(formNamed(team, 'hand-over'), { entry: heir.id }));
    const removal = await thief.browser.open(consoleUrl(hosts, application.id, 'removal'));
    await waits(thief.browser.submit(formNamed(removal, 'removal')));
    const again = (await account(hosts, thief.browser)).form({ action: '/account/username' });
    await waits(thief.browser.submit(again, { preferred_username: 'mina.second' }));
    expect(await hosts.ports.applications.find(application.id)).toMatchObject({ ownerId: person.id });
    expect((await hosts.ports.accounts.find(person.id))?.username).toBe('mina.first');
  });

  test('contract 21: with an API token too, and the answer says until when', async () => {
    const person = await givenPerson(hosts, { verified: true });
    await setAccountRole(hosts.ports, person.email, 'owner');
    await givenSession(hosts, person.browser, person.email);
    const { id } = await givenApplication(hosts, { ...person, accountId: person.id });
    const heir = await givenPerson(hosts);
    await setAccountRole(hosts.ports, heir.email, 'owner');
    await letIn(hosts, id, { email: heir.email, role: 'editor' });
    const made = await createApiToken(hosts.ports, { email: person.email, name: 'tests', expiresInDays: 0 });
    const authorization = `Bearer ${made.kind === 'created' ? made.token : ''}`;
    const { link } = await givenTheft({ person });
    const headers = { authorization, 'content-type': 'application/json' };
    const { platforms } = (await (await fetch(`${hosts.apiUrl}/applications/${id}`, { headers })).json()) as never;
    expect(platforms).toBeDefined();
    const acts = [
      ['DELETE', `/applications/${id}`],
      ['DELETE', `/applications/${id}/connections`],
      ['PUT', `/applications/${id}/members/${heir.id}`, { role: 'owner' }],
      ['POST', '/applications', { name: 'Another', login_activation: 'OFF' }],
    ] as const;
    const until = new Date(hosts.clock.now() + 7 * DAY).toISOString().slice(0, 13);
    for (const [method, path, body] of acts) {
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(hosts.apiUrl + path, sent);
      expect(answer.status, path).toBe(409);
      const { type, detail } = (await answer.json()) as { type: string; detail: string };
      expect(type).toContain('/errors#account-in-doubt');
      expect(detail).toContain(until);
    }
    expect(isTakenBack(await takeBack(link))).toBe(true);
    expect(await hosts.ports.applications.find(id)).toMatchObject({ ownerId: person.id });
  });

  test('contract 21: the account gets no role, application or membership, and its invitations wait', async () => {
    const owner = await givenPerson(hosts);
    await setAccountRole(hosts.ports, owner.email, 'owner');
    const application = await givenApplication(hosts, { ...owner, accountId: owner.id });
    const { thief, id } = await givenTheft();
    const list = await open(thief.browser, '/console');
    const become = await thief.browser.submit(list.form({ action: '/console' }), {});
    expect([become.status, become.text.includes(WAITS)]).toEqual([409, true]);
    await expect(setAccountRole(hosts.ports, thief.email, 'operator')).rejects.toMatchObject({
      name: 'AccountInDoubt',
    });
    await expect(letIn(hosts, application.id, { email: thief.email, role: 'editor' })).rejects.toMatchObject({
      name: 'AccountInDoubt',
    });
    expect(await hosts.ports.accounts.find(id)).toMatchObject({ role: 'user' });
  });
});

describe('mail', () => {
  test('contract 21: codes that policy demands go to the address that stood before, and there alone', async () => {
    const person = await givenPerson(hosts, { verified: true });
    await setAccountRole(hosts.ports, person.email, 'operator');
    await givenSession(hosts, person.browser, person.email);
    const { thief, email } = await givenTheft({ person });
    setRules('staff', 7);
    const asked = await open(thief.browser, '/console');
    expect(asked.url.pathname).toBe('/second-factor');
    expect(asked.text).toContain(email);
    expect(asked.text).toContain('an operator of this service can help you');
    await thief.browser.submit(asked.form({ action: '/second-factor' }), {}, { press: 'send' });
    expect(await newest(thief.email, 'factor-code')).toBeUndefined();
    const { code = '' } = (await newest(email, 'factor-code')) ?? {};
    const waits = await open(thief.browser, '/second-factor/code');
    const proven = await thief.browser.submit(waits.form({ fields: ['code'] }), { code }, { press: 'prove' });
    expect(proven.url.pathname).toBe('/second-factor');
    expect(proven.html).not.toContain('name="code"');
  });

  test('contract 22: a link to reset goes to the present address alone; the former one is told, and gets its own again', async () => {
    const { thief, email, link } = await givenTheft();
    const before = await mailsTo(hosts, email);
    await forgot(thief.email);
    expect((await newest(thief.email, 'reset-password'))?.token).toBeDefined();
    expect((await mailsTo(hosts, email)).slice(before.length)).toEqual([{ kind: 'reset-link-sent' }]);
    hosts.clock.advance(6 * DAY);
    await forgot(email);
    const again = await newest(email, 'take-back-link');
    expect(await newest(email, 'reset-password')).toBeUndefined();
    const other = `${hosts.authUrl}/take-back?token=${again?.token}`;
    for (const one of [link, other]) expect((await new Browser().open(one)).status).toBe(200);
    hosts.clock.advance(DAY - HOUR);
    expect(isTakenBack(await takeBack(other))).toBe(true);
    for (const one of [link, other]) expect((await new Browser().open(one)).status).toBe(404);
  });

  test('contract 20: notices of danger go to both addresses', async () => {
    const { thief, email } = await givenTheft();
    await givenCodes(hosts, thief.browser);
    for (const address of [email, thief.email]) expect(await newest(address, 'two-step-on')).toBeDefined();
    expect(await newest(email, 'email-change-asked')).toBeDefined();
  });
});

describe('an honest change', () => {
  test('with the old mailbox lost: the account works as usual, and after seven days nothing waits', async () => {
    const { thief: moved, id, email } = await givenTheft();
    hosts.clock.advance(HOUR);
    await givenSession(hosts, moved.browser, moved.email);
    const told = (await account(hosts, moved.browser)).text;
    expect(told).toContain(`the change can be taken back from ${email}`);
    const profile = (await account(hosts, moved.browser)).form({ action: '/account/profile' });
    expect((await moved.browser.submit(profile, { nickname: 'Moved' })).status).toBe(200);
    await givenCodes(hosts, moved.browser);
    hosts.clock.advance(7 * DAY);
    expect(await hosts.ports.emailChanges.findDoubt(id, hosts.clock.now())).toBeUndefined();
    const secret = await givenPerson(hosts, { verified: true });
    expect((await change(secret.browser, newEmail())).url.search).toBe('?notice=email-changed');
    hosts.clock.advance(7 * DAY + HOUR);
    const [address] = (await hosts.ports.accounts.find(secret.id))?.email.split(' ') ?? [];
    await givenSession(hosts, secret.browser, address ?? '');
    expect((await change(secret.browser, newEmail())).url.search).toBe('?notice=email-changed');
  });

  test('the holder of the former mailbox needs a factor that is 40 days old, and not one of 20 days', async () => {
    for (const [days, asks] of [
      [40, true],
      [20, false],
    ] as const) {
      const person = await givenPerson(hosts, { verified: true });
      const { secret } = await givenCodes(hosts, person.browser);
      hosts.clock.advance(days * DAY);
      await signInWithCode(hosts, person.browser, person.email, secret);
      hosts.clock.advance(STEP_MS);
      const { link } = await givenTheft({ person });
      const tried = await takeBack(link);
      expect(isTakenBack(tried)).toBe(!asks);
      if (asks) expect(isTakenBack(await takeBack(link, { code: codeOf(hosts, secret) }))).toBe(true);
      expect((await hosts.ports.factors.find(person.id)) !== undefined).toBe(asks);
    }
    const owner = await givenPerson(hosts, { verified: true });
    const { key } = await givenPasskey(hosts, owner.browser);
    hosts.clock.advance(40 * DAY);
    await signInByPasskey(hosts, owner.browser, key);
    const { link } = await givenTheft({ person: owner });
    expect((await takeBack(link)).status).toBe(400);
  });
});
