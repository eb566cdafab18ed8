// Usernames over HTTP (contract 2, "Username"): chosen on the consent page or on the account page, changed after a
// confirmation, and read by applications that registered the item.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { account, PASSWORD, post } from './account-pages.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIELD = 'preferred_username';
const PATH = '/account/username';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_SERVICE_NAME: 'Kestrel' });
});
afterAll(() => hosts?.stop());
/** Somebody has this one. */
beforeAll(async () => {
  await choose((await givenPerson(hosts)).browser, 'lee.one');
});

const typing = (name: string) => ({ [FIELD]: name });

async function choose(browser: Browser, name: string): Promise<Page> {
  const page = await account(hosts, browser);
  return browser.submit(page.form({ action: PATH, fields: [FIELD] }), typing(name));
}

const nameOf = async (email: string) => (await hosts.ports.accounts.findByEmailKey(email))?.username;
const eventsOf = async (email: string) => {
  const { id } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
  return hosts.logs
    .filter((line) => line.event === 'username-change' && line.account === id)
    .map(({ result }) => result);
};

describe('on the account page', () => {
  test('the first name is chosen without a confirmation, in lower case, and stands there', async () => {
    const { browser, email } = await givenPerson(hosts);
    hosts.clock.advance(11 * MINUTE);
    const page = await choose(browser, '  Mina.Kim ');
    expect(page.url.search).toBe('?notice=username-taken');
    expect(page.text).toContain('mina.kim');
    expect(await nameOf(email)).toBe('mina.kim');
    expect(await eventsOf(email)).toEqual(['taken']);
  });

  test.each([
    ['taken', 'lee.one'],
    ['in capitals', 'LEE.ONE'],
    ['with other separators', 'lee_one'],
    ['without separators', 'leeone'],
    ['with 0 for o', 'lee.0ne'],
    ['reserved', 'admin'],
    ['reserved, by look', 'adm1n'],
    ['reserved, with separators', 'web-master'],
    ["the service's own", 'kestre1'],
  ])('a name that is %s gets the one answer, and what was typed stands in the form', async (_what, typed) => {
    const { browser, email } = await givenPerson(hosts);
    const page = await choose(browser, typed);
    expect(page.status).toBe(400);
    expect(page.text).toContain('This username is not available. Choose a different one.');
    expect(page.form({ action: PATH }).values).toContainEqual([FIELD, typed]);
    expect(await nameOf(email)).toBeUndefined();
  });

  test.each([
    ['as it is', 'grace'],
    ['by look', 'gr-ace'],
  ])('contract 2: a name that an operator reserved gets the same answer, %s', async (_what, typed) => {
    const { policy } = hosts.ports;
    const revision = Math.max(0, ...(await policy.list(0)).map((row) => row.revision));
    // Another process did: this one has not read it yet.
    await policy.change({ revision, values: { reservedUsernames: ['grace'] }, now: hosts.clock.now() });
    expect(hosts.ports.livePolicy.revision()).toBe(revision);
    const { browser, email } = await givenPerson(hosts);
    const page = await choose(browser, typed);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('This username is not available.')]);
    expect(await nameOf(email)).toBeUndefined();
  });

  test.each([
    ['too short', 'ab'],
    ['too long', 'a'.repeat(31)],
    ['empty', ''],
    ['a digit first', '1abc'],
    ['a separator last', 'abc-'],
    ['two separators in a row', 'a.-b'],
    ['other letters', '미나킴'],
    ['an address', 'mina@example.com'],
  ])('a name that does not fit is told the rule: %s', async (_what, typed) => {
    const { browser } = await givenPerson(hosts);
    const page = await choose(browser, typed);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Use 3 to 30 letters (a–z)')]);
  });

  test('a change asks for a confirmation before its form, says what it may do, and comes back to it', async () => {
    const { browser, email } = await givenPerson(hosts);
    await choose(browser, 'first.name');
    hosts.clock.advance(11 * MINUTE);
    const page = await account(hosts, browser);
    expect(page.text).toContain('Applications may treat you as a new person after a change');
    expect(page.forms.some(({ action }) => action.pathname === PATH)).toBe(false);
    const confirm = await browser.open(page.link('/confirm'));
    const back = await browser.submit(confirm.form({ fields: ['confirming'] }), { password: PASSWORD });
    expect(back.url.pathname).toBe(PATH);
    const changed = await browser.submit(back.form({ action: PATH }), typing('second.name'));
    expect(changed.url.search).toBe('?notice=username-changed');
    expect(await nameOf(email)).toBe('second.name');
    expect(await eventsOf(email)).toEqual(['taken', 'changed']);
  });

  test('contract 25: where the time runs out in between, nothing is done, and the typed name comes back', async () => {
    const { browser, email } = await givenPerson(hosts);
    await choose(browser, 'early.bird');
    const form = (await account(hosts, browser)).form({ action: PATH });
    hosts.clock.advance(11 * MINUTE);
    const asked = await post(browser, form, typing('late.bird'));
    expect(asked.status).toBe(403);
    const wrong = await browser.submit(asked.form({ fields: ['confirming'] }), { password: 'not it' });
    expect(wrong.status).toBe(400);
    const again = await browser.submit(wrong.form({ fields: ['confirming'] }), { password: PASSWORD });
    expect(again.form({ action: PATH }).values).toContainEqual([FIELD, 'late.bird']);
    expect(await nameOf(email)).toBe('early.bird');
    await browser.submit(again.form({ action: PATH }), {});
    expect(await nameOf(email)).toBe('late.bird');
  });

  test('three changes in 365 days; the page says when it can be changed again, and a former name comes back', async () => {
    const { browser, email } = await givenPerson(hosts);
    for (const name of ['ring.zero', 'ring.one', 'ring.two', 'ring.three']) await choose(browser, name);
    expect(await nameOf(email)).toBe('ring.three');
    const page = await account(hosts, browser);
    expect(page.forms.some(({ action }) => action.pathname === PATH)).toBe(false);
    expect(page.text).toMatch(/You can change it again on Jan \d+, 2027/);
    const form = { ...page.form({ action: '/account/profile' }), action: new URL(PATH, hosts.authUrl) };
    const refused = await post(browser, form, typing('ring.four'));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('three times in the last year')]);
    hosts.clock.advance(366 * DAY);
    const signedIn = new Browser();
    const login = await signedIn.open(`${hosts.authUrl}/login`);
    await signedIn.submit(login.form({ action: '/login' }), { email, password: PASSWORD });
    expect((await choose(signedIn, 'ring.zero')).url.search).toBe('?notice=username-changed');
    hosts.clock.advance(-366 * DAY);
  });

  test('30 tries an hour, counted for the account on every device', async () => {
    const { browser } = await givenPerson(hosts);
    const form = (await account(hosts, browser)).form({ action: PATH });
    const statuses = new Set<number>();
    for (let at = 0; at < 30; at += 1) statuses.add((await post(browser, form, typing('root'))).status);
    expect(statuses).toEqual(new Set([400]));
    const limited = await post(browser, form, typing('a.free.name'));
    expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(limited.text).toMatch(/You have tried too many usernames\. Try again in (60|59) minutes/);
    // What does not fit is no try.
    expect((await post(browser, form, typing('x'))).status).toBe(400);
    hosts.clock.advance(61 * MINUTE);
    expect((await post(browser, form, typing('a.free.name'))).status).toBe(303);
  });

  test('a form without its token takes nothing, and keeps what was typed', async () => {
    const { browser, email } = await givenPerson(hosts);
    const form = (await account(hosts, browser)).form({ action: PATH });
    const page = await post(browser, form, { ...typing('no.token'), csrf: 'wrong' });
    expect([isFormRefused(page), await nameOf(email)]).toEqual([true, undefined]);
    expect(page.form({ action: PATH }).values).toContainEqual([FIELD, 'no.token']);
  });

  test('who lost a name by the upgrade is told, until they have chosen another', async () => {
    const { browser, email } = await givenPerson(hosts);
    const { id } = (await hosts.ports.accounts.findByEmailKey(email)) ?? { id: '' };
    expect((await account(hosts, browser)).text).not.toContain('Your former username is no longer shared');
    await hosts.execute('insert into former_usernames (account_id, name) values (?, null)', id);
    expect((await account(hosts, browser)).text).toContain('Your former username is no longer shared');
    expect((await choose(browser, 'after.all')).text).not.toContain('is no longer shared');
  });
});

describe('on the consent page, and in what applications read', () => {
  const ITEMS = [
    { item: 'username', consent: 'required', purpose: 'To name your home folder' },
    { item: 'phone_number', consent: 'optional' },
    { item: 'email', consent: 'optional' },
  ];
  let client: Client;
  beforeAll(async () => {
    client = await givenClient(
      hosts,
      { ...APPLICATION, consent_items: ITEMS },
      { ...typing('the.first'), item: 'email' },
    );
  });

  async function onConsentPage() {
    const browser = new Browser();
    const person = { ...newPerson(), email: `consents-${Math.random().toString(36).slice(2)}@example.com` };
    const page = await signUp(browser, await browser.open(client.authorizeUrl()), person);
    return { browser, page, person };
  }
  const codeIn = (page: Page) => page.url.searchParams.get('code') ?? '';

  test('the name is asked for, with what it means; user-info, ID token and introspection hold it', async () => {
    const { browser, page, person } = await onConsentPage();
    expect(page.text).toContain('Applications can recognize you by your username');
    const agreed = await agree(browser, page, typing('Otto'), { stopAt: CALLBACK });
    const { body } = await client.token(client.codeForm(codeIn(agreed)));
    expect((await client.userInfo(body.access_token)).body).toMatchObject({ preferred_username: 'otto' });
    expect(await nameOf(person.email)).toBe('otto');
    expect(await eventsOf(person.email)).toEqual(['taken']);
    expect(body.scope).toBe('username');
    const { id_token } = await client.tokens({ scope: 'openid username' });
    const claims = JSON.parse(Buffer.from(id_token?.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.preferred_username).toBe('the.first');
    // A change acts at the next call.
    await choose(browser, 'otto.two');
    expect((await client.userInfo(body.access_token)).body).toMatchObject({ preferred_username: 'otto.two' });
  });

  test('when the name is gone nothing is agreed to or saved, and the form comes back with every answer', async () => {
    const { browser, page, person } = await onConsentPage();
    const values = { ...typing('The-First'), item: ['phone_number', 'email'], phone_number: '+82 10 1234 5678' };
    const refused = await agree(browser, page, values);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This username is not available');
    const { values: kept } = refused.form({ action: '/consent' });
    for (const one of [
      [FIELD, 'The-First'],
      ['item', 'phone_number'],
      ['item', 'email'],
      ['phone_number', '+82 10 1234 5678'],
    ]) {
      expect(kept).toContainEqual(one);
    }
    const stands = await hosts.ports.accounts.findByEmailKey(person.email);
    expect(stands?.profile).toEqual({ nickname: person.nickname });
    expect(await hosts.ports.connections.find(client.applicationId, stands?.id ?? '')).toBeUndefined();
    const agreed = await agree(browser, refused, typing('another.one'), { stopAt: CALLBACK });
    expect(codeIn(agreed)).not.toBe('');
    expect((await hosts.ports.accounts.findByEmailKey(person.email))?.profile.phone_number).toBe('+821012345678');
  });

  test('every fault is told at once: a name that does not fit takes nothing', async () => {
    const { browser, page, person } = await onConsentPage();
    const values = { ...typing('a..b'), item: 'phone_number', phone_number: '12' };
    const refused = await agree(browser, page, values);
    expect(refused.html).toContain(`id="${FIELD}-fault"`);
    expect(refused.html).toContain('id="phone_number-fault"');
    const empty = await agree(browser, refused, { ...typing(''), item: undefined });
    expect(empty.html).toContain(`id="${FIELD}-fault"`);
    expect(await nameOf(person.email)).toBeUndefined();
  });

  test('a name that was chosen in another tab meanwhile is shown before it is shared', async () => {
    const { browser, page } = await onConsentPage();
    await choose(browser, 'other.tab');
    const again = await agree(browser, page, typing('this.tab'));
    expect(again.url.pathname).toBe('/consent');
    expect(again.text).toContain('other.tab');
    expect(codeIn(await agree(browser, again, {}, { stopAt: CALLBACK }))).not.toBe('');
  });

  test('too many tries are 429, with the form', async () => {
    const { browser, page } = await onConsentPage();
    const form = page.form({ action: '/consent' });
    let last: Page = page;
    for (let at = 0; at < 31; at += 1) last = await browser.submit(form, typing('support'), { press: 'agree' });
    expect([last.status, last.text]).toEqual([429, expect.stringContaining('You have tried too many usernames')]);
  });

  test('contract 4: prompt=none without the required name is interaction_required', async () => {
    const { browser, page, person } = await onConsentPage();
    await agree(browser, page, typing('soon.gone'), { stopAt: CALLBACK });
    const { id } = (await hosts.ports.accounts.findByEmailKey(person.email)) ?? { id: '' };
    await hosts.ports.usernames.clear(id, hosts.clock.now());
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(silent.url.searchParams.get('error')).toBe('interaction_required');
  });

  test('contract 3: the item nickname gives no preferred_username, whatever is asked for', async () => {
    const items = [{ item: 'nickname', consent: 'required' }];
    const old = await givenClient(hosts, { ...APPLICATION, consent_items: items });
    await choose(old.browser, 'known.elsewhere');
    const claims = JSON.stringify({ userinfo: { preferred_username: { essential: true } } });
    const { access_token } = await old.tokens({ scope: 'openid profile username', claims });
    expect((await old.userInfo(access_token)).body).not.toHaveProperty(FIELD);
  });

  test("during a rolling upgrade: an older program's value in the profile is never a claim", async () => {
    const { browser, page, person } = await onConsentPage();
    const agreed = await agree(browser, page, typing('really.mine'), { stopAt: CALLBACK });
    const { body } = await client.token(client.codeForm(codeIn(agreed)));
    const profile = JSON.stringify({ nickname: 'N', preferred_username: 'the.first' });
    await hosts.execute('update accounts set profile = ? where email_key = ?', profile, person.email);
    expect((await client.userInfo(body.access_token)).body).toMatchObject({ preferred_username: 'really.mine' });
    await hosts.execute('update accounts set username = null where email_key = ?', person.email);
    expect((await client.userInfo(body.access_token)).body).not.toHaveProperty(FIELD);
  });
});
