// The consent page over HTTP (contract 4 "Consent"): when it appears, what it shows, what it takes, and what it
// refuses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, type FormValues } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, type Person, signIn, signUp } from '../helpers/people.ts';
import { isFormRefused } from '../helpers/refusals.ts';

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});

afterAll(() => hosts?.stop());

/** A new person on the consent page of an application. */
async function onConsentPage(application = client, parameters = {}, person: Person = newPerson()) {
  const { browser } = await givenPerson(hosts, person);
  const page = await browser.open(application.authorizeUrl(parameters));
  return { browser, page, person, form: page.form({ action: '/consent' }) };
}

const codeOf = (page: Page) => page.url.searchParams.get('code');
const errorOf = (page: Page) => page.url.searchParams.get('error');
const withItems = (items: object[], values: FormValues = {}) =>
  givenClient(hosts, { ...APPLICATION, consent_items: items }, values);

describe('the page', () => {
  test('shows who asks, each item with its purpose and the user’s own value, and where the answer goes', async () => {
    const { page, person } = await onConsentPage();
    expect(page.status).toBe(200);
    for (const shown of ['Acme Shop', 'To greet you', person.nickname, person.email, 'localhost:3999']) {
      expect(page.text).toContain(shown);
    }
  });

  test('contract 4: says that the nickname is given as name too, where no name is asked for', async () => {
    const { browser, page } = await onConsentPage();
    expect(page.text).toContain('Nickname (also given as name)');
    const korean = await browser.open(`${client.authorizeUrl()}&ui_locales=ko`);
    expect(korean.text).toContain('닉네임 (이름으로도 전달돼요)');
  });

  test('contract 3: says in one place who receives the data, and how long each item is kept, in the page’s language', async () => {
    const [nickname, email] = APPLICATION.consent_items;
    const application = await givenClient(hosts, {
      ...APPLICATION,
      company_name: 'Acme Inc.',
      company_country: 'KR',
      consent_items: [{ ...nickname, retention: 'until you leave' }, email],
    });
    const { browser, page } = await onConsentPage(application);
    expect(page.text).toContain('Received by Acme Inc. (South Korea)');
    expect(page.text).toContain('Kept for Nickname: until you leave');
    const korean = await browser.open(`${application.authorizeUrl()}&ui_locales=ko`);
    expect(korean.text).toContain('정보를 받는 곳 Acme Inc. (대한민국)');
    expect(korean.text).toContain('보유 기간 닉네임: until you leave');
  });

  test('contract 3: shows the texts in the language of the page, and the default where there is none', async () => {
    const application = await givenClient(hosts, {
      ...APPLICATION,
      translations: { ko: { name: '아크메 상점' } },
      consent_items: [
        {
          item: 'nickname',
          consent: 'required',
          purpose: 'To greet you',
          translations: { ko: { purpose: '인사하려고' } },
        },
        { item: 'email', consent: 'optional', retention: '5 years' },
      ],
    });
    const { browser, page } = await onConsentPage(application);
    for (const text of ['Acme Shop', 'To greet you', '5 years']) expect(page.text).toContain(text);
    const korean = await browser.open(`${application.authorizeUrl()}&ui_locales=ko`);
    for (const text of ['아크메 상점', '인사하려고', '5 years']) expect(korean.text).toContain(text);
    expect(korean.text).not.toContain('To greet you');
    const login = await new Browser().open(`${application.authorizeUrl()}&ui_locales=ko`);
    expect(login.text).toContain('아크메 상점');
  });

  test('K3: an answer to a page that said another retention does not count', async () => {
    const application = await withItems([{ item: 'nickname', consent: 'required', retention: '1 year' }]);
    const { browser, form } = await onConsentPage(application);
    const { applicationId: id, owner } = application;
    const changed = await fetch(`${hosts.apiUrl}/applications/${id}/consent-items/nickname`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ retention: '10 years' }),
    });
    expect(changed.status).toBe(200);
    const back = await browser.submit(form, {}, { press: 'agree' });
    expect([back.status, back.url.pathname]).toEqual([403, '/consent']);
    expect(back.text).toContain('10 years');
  });

  test('required items are locked, optional ones unticked and free', async () => {
    const { form } = await onConsentPage();
    expect(form.values.filter(([name]) => name === 'item')).toEqual([]);
    expect(form.fields).toContain('item');
  });

  test('K22: the first authorization always shows it, also with nothing to tick', async () => {
    const bare = await withItems([]);
    const { browser, page, form } = await onConsentPage(bare);
    expect(page.url.pathname).toBe('/consent');
    expect(codeOf(await browser.submit(form, {}, { press: 'agree', stopAt: CALLBACK }))).not.toBeNull();
    expect(codeOf(await browser.open(bare.authorizeUrl(), { stopAt: CALLBACK }))).not.toBeNull();
  });

  test('K22: shown again for an optional item that is newly named', async () => {
    const { browser, page } = await onConsentPage(client, { scope: 'nickname' });
    expect(page.text).not.toContain(client.email);
    await agree(browser, page, {}, { stopAt: CALLBACK });
    expect(codeOf(await browser.open(client.authorizeUrl({ scope: 'nickname' }), { stopAt: CALLBACK }))).not.toBeNull();
    const again = await browser.open(client.authorizeUrl({ scope: 'email' }));
    expect(again.url.pathname).toBe('/consent');
  });

  test('not shown again for an optional item that was declined; prompt=consent shows it with the answer preset', async () => {
    const { browser, page } = await onConsentPage();
    await agree(browser, page, {}, { stopAt: CALLBACK });
    expect(codeOf(await browser.open(client.authorizeUrl(), { stopAt: CALLBACK }))).not.toBeNull();
    const again = await browser.open(client.authorizeUrl({ prompt: 'consent' }));
    const ticked = await agree(browser, again, { item: 'email' }, { stopAt: CALLBACK });
    expect(codeOf(ticked)).not.toBeNull();
    const third = await browser.open(client.authorizeUrl({ prompt: 'consent' }));
    expect(third.form({ action: '/consent' }).values).toContainEqual(['item', 'email']);
  });

  test('what is submitted replaces earlier answers', async () => {
    const { browser, page } = await onConsentPage();
    const first = await agree(browser, page, { item: 'email' }, { stopAt: CALLBACK });
    const { body: before } = await client.token(client.codeForm(codeOf(first) ?? ''));
    expect((await client.userInfo(before.access_token)).body).toHaveProperty('email');
    const again = await browser.open(client.authorizeUrl({ prompt: 'consent' }));
    await agree(browser, again, { item: undefined }, { stopAt: CALLBACK });
    // Withdrawn acts at the next call, for tokens issued before as well.
    expect((await client.userInfo(before.access_token)).body).not.toHaveProperty('email');
  });

  test('cancel is access_denied, with the state', async () => {
    const { browser, form } = await onConsentPage(client, { state: 's9' });
    const page = await browser.submit(form, {}, { press: 'cancel', stopAt: CALLBACK });
    expect(errorOf(page)).toBe('access_denied');
    expect(page.url.searchParams.get('state')).toBe('s9');
  });

  test('cancel on the sign-in page is access_denied', async () => {
    const browser = new Browser();
    const page = await browser.open(client.authorizeUrl());
    const back = await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel', stopAt: CALLBACK });
    expect(errorOf(back)).toBe('access_denied');
  });

  test('"use another account" leads through sign-in to the other person’s answer', async () => {
    const { browser, page } = await onConsentPage();
    const login = await browser.open(page.link('/login'));
    // That person had agreed before: the code comes without a question.
    const person = { email: client.email, password: client.password, nickname: '' };
    const back = await signIn(browser, login, person, { stopAt: CALLBACK });
    const { body } = await client.token(client.codeForm(codeOf(back) ?? ''));
    expect((await client.userInfo(body.access_token)).body.email).toBe(client.email);
  });
});

describe('values that are missing', () => {
  const asking = [
    { item: 'birthdate', consent: 'required', purpose: 'Birthday present' },
    { item: 'phone_number', consent: 'optional' },
  ];

  test('a required item without a value is asked for, saved to the profile, and opened', async () => {
    const application = await withItems(asking, { birthdate: '1980-01-01' });
    const { browser, form } = await onConsentPage(application);
    const empty = await browser.submit(form, {}, { press: 'agree' });
    expect(empty.status).toBe(400);
    expect(empty.url.pathname).toBe('/consent');
    const wrong = await browser.submit(
      empty.form({ action: '/consent' }),
      { birthdate: '1990-02-31' },
      { press: 'agree' },
    );
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('1990-02-31');
    const done = await browser.submit(
      wrong.form({ action: '/consent' }),
      { birthdate: '1990-02-03' },
      { press: 'agree', stopAt: CALLBACK },
    );
    const { body } = await application.token(application.codeForm(codeOf(done) ?? ''));
    expect((await application.userInfo(body.access_token)).body.birthdate).toBe('1990-02-03');
  });

  test('contract 4: on a Korean page a phone number is typed as at home', async () => {
    const application = await withItems([{ item: 'phone_number', consent: 'required' }], {
      phone_number: '+442079460000',
    });
    const { browser, form } = await onConsentPage(application, { ui_locales: 'ko' });
    const done = await browser.submit(form, { phone_number: '010-1234-5678' }, { press: 'agree', stopAt: CALLBACK });
    const { body } = await application.token(application.codeForm(codeOf(done) ?? ''));
    expect((await application.userInfo(body.access_token)).body.phone_number).toBe('+821012345678');
  });

  test('an optional item is asked for only when it is ticked', async () => {
    const application = await withItems([asking[1] as object]);
    const { browser, form } = await onConsentPage(application);
    const ticked = await browser.submit(form, { item: 'phone_number' }, { press: 'agree' });
    expect(ticked.status).toBe(400);
    const unticked = await browser.submit(
      ticked.form({ action: '/consent' }),
      { item: undefined },
      { press: 'agree', stopAt: CALLBACK },
    );
    expect(codeOf(unticked)).not.toBeNull();
  });

  test.each([
    ['birthdate', 'birthdate'],
    ['username', 'preferred_username'],
  ])(
    'contract 4: an empty required %s is told in one sentence, without a box to clear, in both languages',
    async (item, field) => {
      const application = await withItems([{ item, consent: 'required' }], {
        [field]: item === 'username' ? 'mina-kim' : '1980-01-01',
      });
      const faultOf = async (parameters: Record<string, string>) => {
        const { browser, form } = await onConsentPage(application, parameters);
        const page = await browser.submit(form, {}, { press: 'agree' });
        expect(page.status).toBe(400);
        return new RegExp(`<p class="fault" id="${field}-fault">([^<]*)`).exec(page.html)?.[1];
      };
      expect(await faultOf({})).toBe('Fill in this field.');
      expect(await faultOf({ ui_locales: 'ko' })).toBe('이 항목을 입력해 주세요.');
    },
  );

  test('contract 4: an empty optional value that is ticked is told how to leave it out', async () => {
    const { browser, form } = await onConsentPage(await withItems([asking[1] as object]));
    const page = await browser.submit(form, { item: 'phone_number' }, { press: 'agree' });
    expect(page.text).toContain('Fill in this field, or clear its checkbox.');
  });

  test('a page that comes back with faults keeps what was ticked and unticked on it', async () => {
    const application = await withItems([...asking, { item: 'email', consent: 'optional' }], {
      birthdate: '1980-01-01',
    });
    const { browser, form } = await onConsentPage(application);
    const values = { birthdate: '1990-02-03', item: 'email' };
    await browser.submit(form, values, { press: 'agree', stopAt: CALLBACK });
    const again = await browser.open(application.authorizeUrl({ prompt: 'consent' }));
    const swapped = { item: 'phone_number', phone_number: 'not a number' };
    const back = await browser.submit(again.form({ action: '/consent' }), swapped, { press: 'agree' });
    expect(back.status).toBe(400);
    const ticked = back.form({ action: '/consent' }).values.filter(([name]) => name === 'item');
    expect(ticked).toEqual([['item', 'phone_number']]);
  });

  test('prompt=none: consent_required before, interaction_required when only the value is missing', async () => {
    const application = await withItems([asking[0] as object], { birthdate: '1980-01-01' });
    const { browser, form } = await onConsentPage(application);
    const silent = () => browser.open(application.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(errorOf(await silent())).toBe('consent_required');
    await browser.submit(form, { birthdate: '1990-02-03' }, { press: 'agree', stopAt: CALLBACK });
    expect(codeOf(await silent())).not.toBeNull();
    const account = await browser.open(`${hosts.authUrl}/account`);
    await browser.submit(account.form({ action: '/account/profile' }), { birthdate: '' });
    expect(errorOf(await silent())).toBe('interaction_required');
  });
});

describe('"agree to all"', () => {
  const items = [
    { item: 'nickname', consent: 'required' },
    { item: 'email', consent: 'optional' },
    { item: 'phone_number', consent: 'optional' },
  ];
  const opened = async (application: Client, page: Page) => {
    const { body } = await application.token(application.codeForm(codeOf(page) ?? ''));
    return (await application.userInfo(body.access_token)).body;
  };

  test('ticks optional items that have a value, and never one without', async () => {
    const application = await withItems(items);
    const { browser, form, person } = await onConsentPage(application);
    const done = await browser.submit(form, {}, { press: 'agree-all', stopAt: CALLBACK });
    const claims = await opened(application, done);
    expect(claims.email).toBe(person.email);
    const again = await browser.open(application.authorizeUrl({ prompt: 'consent' }));
    expect(again.form({ action: '/consent' }).values).not.toContainEqual(['item', 'phone_number']);
  });

  test('keeps what was ticked and typed by hand', async () => {
    const application = await withItems(items);
    const { browser, form } = await onConsentPage(application);
    const values = { item: 'phone_number', phone_number: '+82 10-1234-5678' };
    const done = await browser.submit(form, values, { press: 'agree-all', stopAt: CALLBACK });
    expect(await opened(application, done)).toMatchObject({ phone_number: '+821012345678' });
  });

  test('leaves alone what was declined before and is folded away', async () => {
    const application = await withItems([{ item: 'nickname', consent: 'optional' }]);
    const { browser, page } = await onConsentPage(application);
    await agree(browser, page, {}, { stopAt: CALLBACK });
    await hosts.execute(
      "insert into consent_items (application_id, item, position, consent, created_at) values (?, 'email', 9, 'optional', ?)",
      application.applicationId,
      hosts.clock.now(),
    );
    await hosts.execute('update applications set version = version + 1 where id = ?', application.applicationId);
    const added = await browser.open(application.authorizeUrl());
    expect(added.text).toContain('New');
    const done = await browser.submit(added.form({ action: '/consent' }), {}, { press: 'agree-all', stopAt: CALLBACK });
    const claims = await opened(application, done);
    expect(claims).toHaveProperty('email');
    expect(claims).not.toHaveProperty('nickname');
  });
});

test('contract 4: a required picture that nobody has keeps nobody out', async () => {
  const application = await withItems([{ item: 'profile_image', consent: 'required' }]);
  const { browser, page } = await onConsentPage(application);
  expect(codeOf(await agree(browser, page, {}, { stopAt: CALLBACK }))).not.toBeNull();
  const silent = await browser.open(application.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
  expect(codeOf(silent)).not.toBeNull();
});

describe('what its POST refuses', () => {
  const send = (browser: Browser, page: Page, body: Record<string, string>, headers: Record<string, string> = {}) => {
    const cookie = [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
    return fetch(page.form({ action: '/consent' }).action, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body),
    });
  };
  const csrfOf = (page: Page) => page.form({ action: '/consent' }).values.find(([name]) => name === 'csrf')?.[1] ?? '';

  test.each([
    ['no form token', () => ({}), {}],
    ['a wrong form token', () => ({ csrf: 'A'.repeat(43) }), {}],
    ['a foreign Origin', (csrf: string) => ({ csrf }), { origin: 'https://evil.example' }],
    ['Origin null', (csrf: string) => ({ csrf }), { origin: 'null' }],
    ['a cross-site fetch', (csrf: string) => ({ csrf }), { 'sec-fetch-site': 'cross-site' }],
  ])('K1: %s: 403 and no code', async (_what, body, headers) => {
    const { browser, page } = await onConsentPage();
    const response = await send(browser, page, { ...body(csrfOf(page)), action: 'agree' }, headers);
    expect(isFormRefused({ status: response.status, html: await response.text() })).toBe(true);
    expect(response.headers.get('location')).toBeNull();
    expect((await browser.open(client.authorizeUrl(), { stopAt: CALLBACK })).url.pathname).toBe('/consent');
  });

  test('K1: the form token of another session', async () => {
    const [mine, theirs] = [await onConsentPage(), await onConsentPage()];
    const response = await send(mine.browser, mine.page, { csrf: csrfOf(theirs.page), action: 'agree' });
    expect(isFormRefused({ status: response.status, html: await response.text() })).toBe(true);
  });

  test('K3: the form token of another request (state changed)', async () => {
    const { browser, page } = await onConsentPage(client, { state: 'a' });
    const other = await browser.open(client.authorizeUrl({ state: 'b' }));
    const response = await send(browser, other, { csrf: csrfOf(page), action: 'agree' });
    expect(isFormRefused({ status: response.status, html: await response.text() })).toBe(true);
  });

  test('K3: the owner changed an item while the page was open: the page anew, not an answer to the old one', async () => {
    const application = await givenClient(hosts);
    const { browser, form } = await onConsentPage(application);
    await hosts.execute(
      "update consent_items set consent = 'required' where application_id = ? and item = 'email'",
      application.applicationId,
    );
    await hosts.execute('update applications set version = version + 1 where id = ?', application.applicationId);
    const page = await browser.submit(form, {}, { press: 'agree', stopAt: CALLBACK });
    expect(isFormRefused(page)).toBe(true);
    expect(page.url.pathname).toBe('/consent');
    expect(codeOf(await agree(browser, page, {}, { stopAt: CALLBACK }))).not.toBeNull();
  });

  test('K4: another person signed in in another tab: refused', async () => {
    const { browser, page, form } = await onConsentPage();
    const login = await browser.open(page.link('/login'));
    await signUp(browser, login, newPerson('Second'));
    const answer = await browser.submit(form, {}, { press: 'agree', stopAt: CALLBACK });
    expect(isFormRefused(answer)).toBe(true);
    expect(codeOf(answer)).toBeNull();
    expect(answer.text).toContain('Second');
  });

  test('K3: GET never approves', async () => {
    const { browser, page } = await onConsentPage();
    const url = new URL(page.form({ action: '/consent' }).action);
    url.search += `&csrf=${csrfOf(page)}&action=agree`;
    expect((await browser.open(url, { stopAt: CALLBACK })).url.pathname).not.toBe('/callback');
    expect((await browser.open(client.authorizeUrl(), { stopAt: CALLBACK })).url.pathname).toBe('/consent');
  });

  test('K3: a ticked item that the page did not show is not agreed', async () => {
    const { browser, page, form } = await onConsentPage(client, { scope: 'nickname' });
    const response = await send(browser, page, {
      csrf: csrfOf(page),
      action: 'agree',
      item: 'email',
    });
    expect(form.fields).not.toContain('item');
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { body } = await client.token(client.codeForm(code));
    expect((await client.userInfo(body.access_token)).body).not.toHaveProperty('email');
  });

  test('without a session it leads to sign-in, as a new visitor', async () => {
    const { page } = await onConsentPage();
    const response = await send(new Browser(), page, { csrf: csrfOf(page), action: 'agree' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/oauth\/authorize\?/);
  });

  test('prompt=login is not passed by opening the consent page directly', async () => {
    const browser = new Browser();
    const stale = await signUp(browser, await browser.open(client.authorizeUrl()), newPerson());
    await agree(browser, stale, {}, { stopAt: CALLBACK });
    hosts.clock.advance(1000);
    const direct = client.authorizeUrl({ prompt: 'login consent' }).replace('/oauth/authorize', '/consent');
    expect((await browser.open(direct)).url.pathname).toBe('/login');
  });
});

describe('requests that ask for a fresh sign-in', () => {
  test('prompt=login: shown although signed in; the same request goes through afterwards', async () => {
    hosts.clock.advance(1000);
    await client.code();
    const page = await client.browser.open(client.authorizeUrl({ prompt: 'login', state: 'p1' }));
    expect(page.url.pathname).toBe('/login');
    const person = { email: client.email, password: client.password };
    const back = await client.browser.submit(page.form({ action: '/login' }), person, { stopAt: CALLBACK });
    expect(codeOf(back)).not.toBeNull();
    expect(back.url.searchParams.get('state')).toBe('p1');
  });

  test('prompt=login with a stamp of other parameters counts as a new request', async () => {
    hosts.clock.advance(1);
    const page = await client.browser.open(client.authorizeUrl({ prompt: 'login', state: 'p2' }));
    const person = { email: client.email, password: client.password };
    await client.browser.submit(page.form({ action: '/login' }), person, { stopAt: CALLBACK });
    hosts.clock.advance(1000);
    const stamp = page.url.searchParams.get('lk_stamp');
    const moved = `${client.authorizeUrl({ prompt: 'login', state: 'p3' })}&lk_stamp=${stamp}`;
    expect((await client.browser.open(moved)).url.pathname).toBe('/login');
  });

  test('max_age: not asked within it, asked after it', async () => {
    await signInFresh();
    hosts.clock.advance(30_000);
    const within = await client.browser.open(client.authorizeUrl({ max_age: '60' }), { stopAt: CALLBACK });
    expect(codeOf(within)).not.toBeNull();
    hosts.clock.advance(31_000);
    expect((await client.browser.open(client.authorizeUrl({ max_age: '60' }))).url.pathname).toBe('/login');
  });

  test('login_hint prefills and never overrides a session', async () => {
    const browser = new Browser();
    const page = await browser.open(client.authorizeUrl({ login_hint: 'someone@example.com' }));
    expect(page.form({ action: '/login' }).values).toContainEqual(['email', 'someone@example.com']);
    const signedIn = await client.browser.open(client.authorizeUrl({ login_hint: 'someone@example.com' }), {
      stopAt: CALLBACK,
    });
    expect(codeOf(signedIn)).not.toBeNull();
  });

  test('ui_locales chooses the language of the pages', async () => {
    const page = await new Browser().open(client.authorizeUrl({ ui_locales: 'fr ko en' }));
    expect(page.html).toMatch(/<html[^>]* lang="ko"/);
  });

  async function signInFresh() {
    hosts.clock.advance(1);
    const page = await client.browser.open(client.authorizeUrl({ prompt: 'login' }));
    const person = { email: client.email, password: client.password };
    await client.browser.submit(page.form({ action: '/login' }), person, { stopAt: CALLBACK });
  }
});

test('K2: a started request taken into a second browser yields nothing of the first’s session', async () => {
  const { page } = await onConsentPage();
  const stranger = new Browser();
  expect((await stranger.open(page.url)).url.pathname).toBe('/login');
});

test('a native application is asked every time, and prompt=none is consent_required (RFC 8252 8.6)', async () => {
  const native = await givenClient(hosts, {
    ...APPLICATION,
    redirect_uris: [CALLBACK, 'com.example.shop:/callback'],
    platforms: [...APPLICATION.platforms, { platform: 'Android', package_name: 'com.example.shop' }],
  });
  const ask = (more = {}) =>
    native.browser.open(native.authorizeUrl({ redirect_uri: 'com.example.shop:/callback', ...more }), {
      stopAt: 'com.example.shop:',
    });
  const page = await ask();
  expect(page.url.pathname).toBe('/consent');
  const agreed = await agree(native.browser, page, {}, { stopAt: 'com.example.shop:' });
  expect(agreed.url.href).toMatch(/^com\.example\.shop:\/callback\?iss=.*code=/);
  expect((await ask()).url.pathname).toBe('/consent');
  expect(errorOf(await ask({ prompt: 'none' }))).toBe('consent_required');
});
