// The pages on which support and operators find accounts and act on them (contract 29).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, ROLES, type Role } from '../../src/core/ground/accounts/account.ts';
import { mayDoAct } from '../../src/core/ground/acts/account-acts.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { someApplication } from '../contract/stores/given.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { givenMember } from '../helpers/membership.ts';
import { newId } from '../helpers/new-id.ts';
import { newEmail, PASSWORD } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_OPS_LISTEN: '127.0.0.1:0' });
});
afterAll(() => hosts.stop());

async function given(role: Role, email = newEmail()): Promise<Account> {
  const made = await createAccount(hosts.ports, { email, role, nickname: 'Mina', password: PASSWORD });
  if (made.kind !== 'created') throw new Error('No account');
  return made.account;
}

async function signedIn(account: Account): Promise<Browser> {
  const browser = new Browser();
  await givenSession(hosts, browser, account.email);
  return browser;
}

const pageOf = ({ id }: Pick<Account, 'id'>) => `${hosts.authUrl}/console/accounts/${id}`;
const now = async ({ id }: Account) => hosts.ports.accounts.find(id);
const lastActs = async ({ id }: Account) =>
  (await hosts.ports.audit.list({ subjectId: id, limit: 20 })).map(({ action, result }) => `${action} ${result}`);

const tokens = new WeakMap<Browser, string>();

/** The token of the console's forms, from a time when the person had confirmed. */
async function csrfOf(browser: Browser): Promise<string> {
  const { html } = await browser.open(`${hosts.authUrl}/console/api-tokens`);
  const token = /action="\/console[^"]*"[^>]*><input type="hidden" name="csrf" value="([^"]+)"/.exec(html)?.[1];
  if (token) tokens.set(browser, token);
  return tokens.get(browser) ?? '';
}

/** Sends an act as the page's form would, also where the page has none. */
async function act(browser: Browser, target: Account, action: string, more: Record<string, string> = {}) {
  const values = Object.entries({ csrf: await csrfOf(browser), form: action, action, ...more });
  const page = new URL(pageOf(target));
  return browser.submit({ action: page, method: 'POST', values, fields: [], buttons: [], html: '', page });
}

test('contract 29: an operator finds an account, looks at it and acts; each look and act is recorded', async () => {
  const operator = await given('operator');
  const browser = await signedIn(operator);
  const { email } = await givenPerson(hosts);
  const person = (await hosts.ports.accounts.findByEmailKey(email)) as Account;
  const list = await browser.open(`${hosts.authUrl}/console/accounts?q=${encodeURIComponent(email.slice(0, -6))}`);
  expect(list.text).toContain(email);
  const page = await browser.open(list.link(email));
  expect(page.url.pathname).toBe(`/console/accounts/${person.id}`);
  expect(page.html).not.toContain('$argon2id$');
  expect(await lastActs(person)).toEqual(['accounts see done']);

  const sent = await act(browser, person, 'send-reset');
  expect(sent.text).toContain('on its way');
  expect((await act(browser, person, 'set-role', { role: 'support' })).text).toContain('The role was changed.');
  expect((await now(person))?.role).toBe('support');
  expect((await act(browser, person, 'set-role', { role: 'king' })).status).toBe(400);
  expect((await act(browser, person, 'disable')).text).toContain('The account was disabled.');
  expect((await now(person))?.disabledAt).toBeDefined();
  expect((await act(browser, person, 'send-reset')).status).toBe(400);
  expect((await act(browser, person, 'enable')).text).toContain('The account was enabled.');
  expect((await act(browser, person, 'end-sessions')).text).toContain('signed out on all devices');
  expect((await act(browser, person, 'remove-factors')).status).toBe(400);
  expect((await act(browser, person, 'create')).status).toBe(400);
  expect(await lastActs(person)).toEqual(
    expect.arrayContaining(['accounts send-reset done', 'accounts set-role done', 'accounts disable done']),
  );
  const gone = await act(browser, person, 'delete');
  expect(gone.url.pathname).toBe('/console/accounts');
  expect(await now(person)).toBeUndefined();
  expect((await browser.open(pageOf(person))).status).toBe(404);
});

test('contract 29: the last operator stays, and an operator acts on no other', async () => {
  const operators = await hosts.ports.accounts.list({ limit: 99, filter: { role: 'operator', disabled: false } });
  for (const { id } of operators.slice(1)) await hosts.ports.accounts.setRole(id, 'user', hosts.clock.now());
  const [last] = operators as [Account];
  const browser = await signedIn(last);
  for (const [action, more] of [
    ['disable', {}],
    ['delete', {}],
    ['set-role', { role: 'user' }],
  ] as const) {
    const refused = await act(browser, last, action, more);
    expect([action, refused.status]).toEqual([action, 409]);
    expect(refused.text).toContain('last enabled operator');
  }
  const other = await given('operator');
  for (const action of ['disable', 'delete', 'set-role', 'end-sessions', 'send-reset', 'remove-factors']) {
    expect([action, (await act(browser, other, action, { role: 'user' })).status]).toEqual([action, 403]);
  }
  expect(await now(other)).toEqual(other);
  expect((await browser.open(pageOf(other))).text).toContain('You cannot change this account.');
  expect((await act(browser, last, 'set-role', { role: 'user' })).status).not.toBe(409);
  expect((await now(last))?.role).toBe('user');
});

test('contract 25: an act needs a confirmation of this session, and nothing is done before', async () => {
  const operator = await given('operator');
  const target = await given('user');
  const browser = await signedIn(operator);
  await csrfOf(browser);
  hosts.clock.advance(11 * 60 * 1000);
  const page = await browser.open(pageOf(target));
  expect(page.text).toContain('Confirm');
  expect(page.html).not.toContain('value="disable"');
  const asked = await act(browser, target, 'disable');
  expect(asked.status).toBe(403);
  expect(asked.html).toContain('name="password"');
  expect((await now(target))?.disabledAt).toBeUndefined();
});

test('N1, N13, contract 29: nobody else sees or changes anything, and support its part alone', async () => {
  await given('operator');
  const target = await given('owner');
  const acts = ['disable', 'enable', 'set-role', 'remove-factors', 'delete', 'end-sessions', 'send-reset'] as const;
  expect((await new Browser().open(pageOf(target))).url.pathname).toBe('/login');
  for (const role of ROLES.filter((one) => one !== 'operator')) {
    const actor = await given(role);
    const browser = await signedIn(actor);
    const isStaff = role === 'support';
    for (const path of ['/console/accounts', `/console/accounts/${target.id}`]) {
      expect([role, path, (await browser.open(`${hosts.authUrl}${path}`)).status]).toEqual([
        role,
        path,
        isStaff ? 200 : 403,
      ]);
    }
    for (const id of ['0'.repeat(32), target.id.slice(1), "x' or 1=1"]) {
      expect([role, (await browser.open(`${hosts.authUrl}/console/accounts/${id}`)).status]).toEqual([
        role,
        isStaff ? 404 : 403,
      ]);
    }
    const console = await browser.open(`${hosts.authUrl}/console`);
    expect([role, console.html.includes('/console/accounts')]).toEqual([role, isStaff]);
    for (const action of acts.filter((one) => !isStaff || !mayDoAct(one, { role }))) {
      expect([role, action, (await act(browser, target, action, { role: 'operator' })).status]).toEqual([
        role,
        action,
        403,
      ]);
      expect(await now(target)).toEqual(target);
    }
  }
  const support = await signedIn(await given('support'));
  const page = await support.open(pageOf(target));
  for (const hidden of [
    'Second factors',
    'Connected applications',
    'Application owner',
    'Change role',
    'Disable account',
  ]) {
    expect([hidden, page.text.includes(hidden)]).toEqual([hidden, false]);
  }
  expect(page.text).toContain('Sign out everywhere');
  expect((await act(support, target, 'end-sessions')).text).toContain('signed out on all devices');
  for (const role of ['support', 'operator'] as const) {
    const staff = await given(role);
    expect((await act(support, staff, 'end-sessions')).status).toBe(403);
    expect(await now(staff)).toEqual(staff);
  }
});

test('contract 29: an account of an operator who was demoted meanwhile does nothing with a page that it still has', async () => {
  await given('operator');
  const operator = await given('operator');
  const target = await given('user');
  const browser = await signedIn(operator);
  expect((await browser.open(pageOf(target))).status).toBe(200);
  await hosts.ports.accounts.setRole(operator.id, 'user', hosts.clock.now());
  expect((await act(browser, target, 'disable')).status).toBe(403);
  expect((await now(target))?.disabledAt).toBeUndefined();
});

test('N5: a cursor and a filter that nobody gave begin the list anew, and show no more', async () => {
  const browser = await signedIn(await given('operator'));
  for (const query of ['after=x', `after=${'f'.repeat(32)}`, 'role=king', "status=' or 1", 'q=%00', 'q=%25']) {
    expect([query, (await browser.open(`${hosts.authUrl}/console/accounts?${query}`)).status < 500]).toEqual([
      query,
      true,
    ]);
  }
});

test('contract 29: the page lists what the account owns, with its people, and neither deletes nor demotes it', async () => {
  const browser = await signedIn(await given('operator'));
  const owner = await given('owner');
  const application = { ...someApplication(owner.id, { name: 'Wiki of Mina' }), createdAt: hosts.clock.now() };
  await hosts.ports.applications.insert(application, 9);
  for (const { id: accountId } of [await given('user'), await given('user')]) {
    const agreed = { applicationId: application.id, accountId, sub: newId(), answers: {}, now: hosts.clock.now() };
    await hosts.ports.connections.agree(agreed);
  }
  const page = await browser.open(pageOf(owner));
  expect(page.text).toMatch(/Applications this account owns\s+Wiki of Mina\s*2 people connected/);
  for (const [action, more] of [
    ['delete', {}],
    ['set-role', { role: 'user' }],
  ] as const) {
    const refused = await act(browser, owner, action, more);
    expect([action, refused.status]).toEqual([action, 409]);
    expect(refused.text).toContain('This account owns applications');
    expect(refused.text).toContain('2 people connected');
    expect((await now(owner))?.role).toBe('owner');
  }
  expect(await hosts.ports.applications.find(application.id)).toBeDefined();
});

describe('contract 29: the page hands over what the account owns, with its deletion or another role', () => {
  const WAYS = [
    ['delete', {}],
    ['set-role', { role: 'user' }],
  ] as const;
  const givenOwned = async () => {
    const [owner, next] = [await given('owner'), await given('owner')];
    const application = { ...someApplication(owner.id, { name: 'Wiki' }), createdAt: hosts.clock.now() };
    await hosts.ports.applications.insert(application, 9);
    const joining = { applicationId: application.id, accountId: next.id, now: hosts.clock.now() };
    await givenMember(hosts.ports, { ...joining, role: 'viewer' });
    return { owner, next, ownerOf: async () => (await hosts.ports.applications.find(application.id))?.ownerId };
  };

  test.each(WAYS)(
    '%s: to a member who may own some, whom it offers, or to the operator who acts',
    async (action, more) => {
      const operator = await given('operator');
      const browser = await signedIn(operator);
      for (const toOneself of [false, true]) {
        const { owner, next, ownerOf } = await givenOwned();
        const page = await browser.open(pageOf(owner));
        expect(page.text).toContain('New owner of the application');
        expect(page.html).toContain(`<option value="${next.id}">`);
        const heir = toOneself ? operator : next;
        const done = await act(browser, owner, action, { ...more, hand_over_to: heir.id });
        expect([action, done.status]).toEqual([action, 200]);
        expect(await ownerOf()).toBe(heir.id);
        expect((await now(owner))?.role).toBe(action === 'delete' ? undefined : 'user');
      }
    },
  );

  test.each(WAYS)('%s: says beside the field why somebody cannot get them; nothing is done', async (action, more) => {
    const browser = await signedIn(await given('operator'));
    const { owner, ownerOf } = await givenOwned();
    const stranger = await given('owner');
    for (const [id, status, words] of [
      ['f'.repeat(32), 400, 'There is no such account'],
      [stranger.id, 409, 'must be in the team of each'],
      [owner.id, 409, 'cannot stay with this account'],
      ['', 409, 'This account owns applications'],
    ] as const) {
      const refused = await act(browser, owner, action, { ...more, hand_over_to: id });
      expect([action, refused.status]).toEqual([action, status]);
      expect(refused.text).toContain(words);
    }
    expect(await ownerOf()).toBe(owner.id);
    expect(await now(owner)).toEqual(owner);
  });

  test('a role that may own some needs nobody, and hands nothing over', async () => {
    const browser = await signedIn(await given('operator'));
    const { owner, next, ownerOf } = await givenOwned();
    expect((await act(browser, owner, 'set-role', { role: 'operator', hand_over_to: next.id })).status).toBe(200);
    expect(await ownerOf()).toBe(owner.id);
  });
});
