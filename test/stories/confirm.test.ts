// Confirming who you are (contract 25): what is dangerous is done only within ten minutes of a sign-in or a
// confirmation.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ConsentItem } from '../../src/core/applications/applications/application.ts';
import { ConfirmationNeeded } from '../../src/core/ground/acts/session-proof.ts';
import { cookieName } from '../../src/http/browsers/cookies.ts';
import type { Browser } from '../helpers/browser.ts';
import { givenClient } from '../helpers/client.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { post, setCookies, signIn } from './account-pages.ts';
import {
  consoleUrl,
  formIds,
  formNamed,
  givenApplication,
  hasForm,
  memberInBrowser,
  ownerInBrowser,
  PASSWORD,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

const TEN_MINUTES = 10 * 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts?.stop());

const at = (path: string) => `${hosts.authUrl}${path}`;
const confirmForm = (page: Page) => page.form({ fields: ['confirming'] });
const asksInPlace = (page: Page): boolean => page.status === 403 && page.html.includes('name="confirming"');
const sessionCookie = (page: Page): string => setCookies(page).get(cookieName(hosts.authUrl)) ?? '';

async function given(name = 'Guarded') {
  const owner = await ownerInBrowser(hosts);
  return { owner, application: await givenApplication(hosts, owner, name) };
}

const open = (who: Someone, id: string, section: string) => who.browser.open(consoleUrl(hosts, id, section));

/** Everything of an application that an act could have changed. */
const everythingOf = async (id: string) => {
  const { applications, clientSecrets, members, connections } = hosts.ports;
  const everybody = { applicationId: id, after: undefined, limit: 10 };
  return {
    application: await applications.find(id),
    secrets: await clientSecrets.list(id),
    members: await members.list(id),
    connections: await connections.listByApplication(everybody),
  };
};

type Act = readonly [what: string, section: string, form: string, values: Readonly<Record<string, string>>];

const ACTS: readonly Act[] = [
  ['adding a redirect URI', 'addresses', 'redirect-uri', { redirect_uri: 'https://other.example/callback' }],
  ['removing a redirect URI', 'addresses', 'redirect-uri-0', {}],
  ['adding a site domain', 'addresses', 'site-domain', { site_domain: 'https://other.example' }],
  ['adding a post-logout URI', 'addresses', 'logout-uri', { post_logout_redirect_uri: 'https://other.example/bye' }],
  ['adding a platform and its key', 'addresses', 'platform', { platform: 'iOS', bundle_id: 'com.example.shop' }],
  ['removing a platform and its key', 'addresses', 'remove-web', {}],
  ['changing where sign-outs are told', 'sign-in', 'sign-in', { backchannel_logout_uri: 'https://other.example/out' }],
  ['no longer requiring PKCE', 'sign-in', 'sign-in', { require_pkce: '' }],
  ['no longer requiring a client secret', 'sign-in', 'sign-in', { client_secret_required: '' }],
  ['no longer requiring a verified address', 'consent-items?edit=item-email', 'item-email', { verified: '' }],
  ['turning the login off', '', 'login', {}],
  ['making a client secret', 'client-secrets', 'secret', { days: '90' }],
  ['deleting the application', 'removal', 'removal', {}],
];

const EMAIL: ConsentItem = {
  ...{ item: 'email', consent: 'required', verified: true, createdAt: 0 },
  ...{ purpose: 'To reach you', retention: undefined, translations: undefined },
};

describe('N12, contract 25: ten minutes after signing in', () => {
  test.each(ACTS)('%s is refused until the person confirms, and then waits for them', async (...act) => {
    const [, section, form, values] = act;
    const { owner, application } = await given();
    const { id } = application;
    await hosts.ports.applications.replace(
      { ...application, requirePkce: true, clientSecretRequired: true, consentItems: [EMAIL], version: 2 },
      1,
    );
    const page = await open(owner, id, section);
    const ticks = Object.fromEntries(Object.entries(values).filter(([, value]) => value === ''));
    const sent = {
      ...formNamed(page, form),
      values: formNamed(page, form).values.filter(([name]) => !(name in ticks)),
    };
    const before = await everythingOf(id);
    hosts.clock.advance(TEN_MINUTES + 1);
    const asked = await post(
      owner.browser,
      sent,
      Object.fromEntries(Object.entries(values).filter(([, v]) => v !== '')),
    );
    expect(asksInPlace(asked)).toBe(true);
    expect(await everythingOf(id)).toEqual(before);
    // What was typed is on the page as data only; the password confirms, and nothing else happens yet.
    const back = await owner.browser.submit(confirmForm(asked), { password: PASSWORD });
    expect([back.status, back.text.includes('Nothing has changed yet')]).toEqual([200, true]);
    expect(await everythingOf(id)).toEqual(before);
    const again = formNamed(back, form);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') expect(again.values.some(([field]) => field === name)).toBe(false);
      else expect(again.values).toContainEqual([name, value]);
    }
    const done = await owner.browser.submit(again);
    expect(done.status).toBe(200);
    expect(await everythingOf(id)).not.toEqual(before);
  });

  test('the team is changed and unlinked people are unlinked only after confirming', async () => {
    const { owner, application } = await given();
    const member = await memberInBrowser(hosts, application.id, 'viewer');
    const page = await open(owner, application.id, 'team');
    hosts.clock.advance(TEN_MINUTES + 1);
    for (const form of [`role-${member.accountId}`, `remove-${member.accountId}`, 'hand-over', 'member']) {
      const values = { entry: member.accountId, role: 'editor', email: 'somebody@example.com' };
      expect([form, asksInPlace(await post(owner.browser, formNamed(page, form), values))]).toEqual([form, true]);
    }
    expect(await hosts.ports.members.roleOf(application.id, member.accountId)).toBe('viewer');
    // Leaving harms nobody but oneself.
    const left = await member.browser.submit(formNamed(await open(member, application.id, 'team'), 'leave'));
    expect(left.url.search).toBe('?notice=left');
  });

  test('a person is unlinked only after confirming', async () => {
    const client = await givenClient(hosts);
    const { access_token } = await client.tokens();
    const someone = await ownerInBrowser(hosts);
    await givenSession(hosts, someone.browser, client.owner.email);
    const page = await open(someone, client.applicationId, 'connections');
    const form = formIds(page).find((name) => name.startsWith('unlink-')) ?? '';
    hosts.clock.advance(TEN_MINUTES + 1);
    expect(asksInPlace(await post(someone.browser, formNamed(page, form), {}))).toBe(true);
    expect((await client.userInfo(access_token)).status).toBe(200);
  });

  test('API tokens are made and ended only after confirming; the name that was typed is kept', async () => {
    const owner = await ownerInBrowser(hosts);
    const [known] = await hosts.ports.apiTokens.listByAccount(owner.accountId);
    const page = await owner.browser.open(at('/console/api-tokens'));
    hosts.clock.advance(TEN_MINUTES + 1);
    expect(asksInPlace(await post(owner.browser, formNamed(page, `token-${known?.id}`), {}))).toBe(true);
    const asked = await post(owner.browser, formNamed(page, 'token'), { name: 'deploy <now>', days: '7' });
    const back = await owner.browser.submit(confirmForm(asked), { password: PASSWORD });
    expect(formNamed(back, 'token').values).toContainEqual(['name', 'deploy <now>']);
    expect(await hosts.ports.apiTokens.listByAccount(owner.accountId)).toEqual([known]);
    const made = await owner.browser.submit(formNamed(back, 'token'));
    expect(made.html).toMatch(/lk_api_[\w-]{43}/);
  });

  test.each([
    ['a text on the settings', 'settings', 'settings', { name: 'Acme Store' }],
    ['an item people are asked for', 'consent-items?edit=item-nickname', 'item-nickname', { purpose: 'To say hello' }],
  ])('%s is changed without asking', async (_what, section, form, values) => {
    const { owner, application } = await given();
    hosts.clock.advance(TEN_MINUTES + 1);
    const page = await open(owner, application.id, section);
    const done = await owner.browser.submit(formNamed(page, form), values);
    expect(done.url.search).toBe('?notice=saved');
  });

  test('turning the login on, and requiring more, needs no confirmation', async () => {
    const { owner, application } = await given();
    const { id } = application;
    await hosts.ports.applications.replace({ ...application, loginActivation: false, version: 2 }, 1);
    hosts.clock.advance(TEN_MINUTES + 1);
    const on = await owner.browser.submit(formNamed(await open(owner, id, ''), 'login'));
    expect(on.url.search).toBe('?notice=login-on');
    const stricter = await post(owner.browser, formNamed(await open(owner, id, 'sign-in'), 'sign-in'), {
      require_pkce: 'on',
    });
    expect(stricter.status).toBe(303);
  });

  test('what nobody confirmed is a refusal in the log', async () => {
    const { owner, application } = await given();
    const form = formNamed(await open(owner, application.id, 'removal'), 'removal');
    hosts.clock.advance(TEN_MINUTES + 1);
    await post(owner.browser, form, {});
    expect(hosts.logs.findLast(({ event }) => event === 'application-change')).toMatchObject({
      action: 'removal remove',
      result: 'refused',
      refusal: 'confirmation-needed',
    });
  });
});

test('contract 25: within ten minutes of signing in nobody is asked', async () => {
  const { owner, application } = await given();
  hosts.clock.advance(TEN_MINUTES - 60_000);
  const page = await open(owner, application.id, 'removal');
  expect((await owner.browser.submit(formNamed(page, 'removal'))).url.search).toBe('?notice=application-removed');
});

test('contract 25: an act whose session ended between the page and its statement leads to the confirm page', async () => {
  const { owner, application } = await given();
  const form = formNamed(await open(owner, application.id, 'client-secrets'), 'secret');
  const late = vi.spyOn(hosts.ports.clientSecrets, 'insert').mockRejectedValueOnce(new ConfirmationNeeded());
  expect(asksInPlace(await post(owner.browser, form, {}))).toBe(true);
  late.mockRestore();
});

test('N9: who confirms while somebody else edits the application is told, and nothing is done', async () => {
  const { owner, application } = await given();
  const { id } = application;
  const form = formNamed(await open(owner, id, 'addresses'), 'redirect-uri');
  hosts.clock.advance(TEN_MINUTES + 1);
  const asked = await post(owner.browser, form, { redirect_uri: 'https://other.example/callback' });
  await hosts.ports.applications.replace({ ...application, name: 'Renamed', version: 2 }, 1);
  const back = await owner.browser.submit(confirmForm(asked), { password: PASSWORD });
  expect([
    back.status,
    back.text.includes('Nothing was saved, because this changed after you loaded the page'),
  ]).toEqual([409, true]);
});

describe('contract 25: the page asks before the form is shown', () => {
  const SECTIONS = ['addresses', 'client-secrets', 'team', 'removal'] as const;

  test.each(SECTIONS)('%s: no form until the person has confirmed, and back there afterwards', async (section) => {
    const { owner, application } = await given();
    const shown = formIds(await open(owner, application.id, section));
    expect(shown.length).toBeGreaterThan(0);
    hosts.clock.advance(TEN_MINUTES + 1);
    const page = await open(owner, application.id, section);
    expect([page.status, formIds(page)]).toEqual([200, []]);
    const confirm = await owner.browser.open(page.link('Confirm it’s you'));
    const back = await owner.browser.submit(confirmForm(confirm), { password: PASSWORD });
    expect([back.url.href, formIds(back)]).toEqual([consoleUrl(hosts, application.id, section), shown]);
  });

  test('API tokens: the same', async () => {
    const owner = await ownerInBrowser(hosts);
    hosts.clock.advance(TEN_MINUTES + 1);
    const page = await owner.browser.open(at('/console/api-tokens'));
    expect(formIds(page)).toEqual([]);
    const confirm = await owner.browser.open(page.link('Confirm it’s you'));
    const back = await owner.browser.submit(confirmForm(confirm), { password: PASSWORD });
    expect([back.url.href, hasForm(back, 'token')]).toEqual([at('/console/api-tokens'), true]);
  });

  test('who may change nothing there is not asked', async () => {
    const { application } = await given();
    const viewer = await memberInBrowser(hosts, application.id, 'viewer');
    hosts.clock.advance(TEN_MINUTES + 1);
    for (const section of SECTIONS) {
      expect((await open(viewer, application.id, section)).html).not.toContain('/confirm');
    }
  });
});

/** Somebody whose sign-in was longer ago, at the confirm page. */
async function atConfirm(to = ''): Promise<{ someone: Someone; page: Page }> {
  const someone = await userInBrowser(hosts);
  hosts.clock.advance(TEN_MINUTES + 1);
  return { someone, page: await someone.browser.open(at(`/confirm${to}`)) };
}

const copyOf = (browser: Browser): Record<string, string> => ({
  cookie: [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; '),
});

describe('the confirm page', () => {
  test('K6: a right password renews the session: the same one, with another cookie; the old value is dead', async () => {
    const { someone, page } = await atConfirm();
    const [before] = await hosts.ports.sessions.listByAccount(someone.accountId, hosts.clock.now(), 50);
    const copied = copyOf(someone.browser);
    const done = await someone.browser.submit(confirmForm(page), { password: PASSWORD }, { follow: false });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account']);
    expect(sessionCookie(done)).not.toBe('');
    const [after, ...others] = await hosts.ports.sessions.listByAccount(someone.accountId, hosts.clock.now(), 50);
    expect([after?.id, others]).toEqual([before?.id, []]);
    expect(after?.authenticatedAt).toBeGreaterThan((before?.authenticatedAt ?? 0) + TEN_MINUTES);
    const stale = await fetch(at('/account'), { headers: copied, redirect: 'manual' });
    expect([stale.status, stale.headers.get('location')]).toEqual([303, '/login']);
    expect((await someone.browser.open(at('/account'))).url.pathname).toBe('/account');
  });

  test('who was to be kept signed in stays so', async () => {
    const someone = await userInBrowser(hosts);
    const login = await someone.browser.open(at('/login'));
    await someone.browser.submit(login.form({ action: '/login' }), {
      email: someone.email,
      password: PASSWORD,
      persistent: 'on',
    });
    hosts.clock.advance(TEN_MINUTES + 1);
    const page = await someone.browser.open(at('/confirm'));
    const done = await someone.browser.submit(confirmForm(page), { password: PASSWORD }, { follow: false });
    expect(sessionCookie(done)).toContain('Max-Age=');
  });

  test('who has confirmed lately goes on without being asked', async () => {
    const owner = await ownerInBrowser(hosts);
    const page = await owner.browser.open(at('/confirm?to=/console'), { follow: false });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/console']);
  });

  test('nobody is signed in: the sign-in page', async () => {
    const answer = await fetch(at('/confirm'), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login']);
  });

  test.each(['//evil.example', 'https://evil.example/', '/console/../evil', '/console&to=//evil.example', '/logout'])(
    'no open redirect: %s is no place to go back to',
    async (to) => {
      const { someone, page } = await atConfirm(`?to=${to}`);
      expect(page.html).not.toContain('evil.example/"');
      const done = await someone.browser.submit(confirmForm(page), { password: PASSWORD }, { follow: false });
      expect(done.headers.get('location')).toBe('/account');
    },
  );

  test.each([
    ['a wrong password', 'not the password'],
    ['no password', ''],
  ])('with %s nothing is confirmed', async (_what, password) => {
    const { someone, page } = await atConfirm('?to=/console');
    const again = await someone.browser.submit(confirmForm(page), { password });
    expect([again.status, again.html.includes('id="password-fault"')]).toEqual([400, true]);
    expect(sessionCookie(again)).toBe('');
    const [session] = await hosts.ports.sessions.listByAccount(someone.accountId, hosts.clock.now(), 50);
    expect(session?.authenticatedAt).toBeLessThan(hosts.clock.now() - TEN_MINUTES);
    expect(JSON.stringify(Object.fromEntries(confirmForm(again).values))).not.toContain('not the password');
  });

  test('K15: wrong passwords are counted with the sign-ins: after ten even the right one is 429', async () => {
    const { someone, page } = await atConfirm();
    for (let count = 0; count < 10; count += 1) {
      expect((await someone.browser.submit(confirmForm(page), { password: 'wrong password' })).status).toBe(400);
    }
    const refused = await someone.browser.submit(confirmForm(page), { password: PASSWORD });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await signIn(hosts, someone.browser, someone.email)).status).toBe(429);
  });

  test.each([
    ['without its token', { csrf: '' }, {}],
    ['with the token of another form', { csrf: 'A'.repeat(43) }, {}],
    ['from another site', {}, { origin: 'https://evil.example' }],
  ])('K1: its form %s is refused, and nothing is confirmed', async (_what, values, headers) => {
    const { someone, page } = await atConfirm();
    const refused = await post(someone.browser, confirmForm(page), { password: PASSWORD, ...values }, headers);
    expect([isFormRefused(refused), sessionCookie(refused)]).toEqual([true, '']);
  });

  test.each([
    ['without its token', { csrf: '' }, {}],
    ['from another site', {}, { origin: 'https://evil.example' }],
  ])('K1: in place of an answer its form %s is refused too', async (_what, values, headers) => {
    const { owner, application } = await given();
    const form = formNamed(await open(owner, application.id, 'client-secrets'), 'secret');
    hosts.clock.advance(TEN_MINUTES + 1);
    const asked = await post(owner.browser, form, {});
    const refused = await post(owner.browser, confirmForm(asked), { password: PASSWORD, ...values }, headers);
    expect([isFormRefused(refused), sessionCookie(refused)]).toEqual([true, '']);
    expect(await hosts.ports.clientSecrets.list(application.id)).toEqual([]);
  });

  test('what it keeps of a form is no password and no token, and never more than data', async () => {
    const { owner, application } = await given();
    const form = formNamed(await open(owner, application.id, 'addresses'), 'redirect-uri');
    hosts.clock.advance(TEN_MINUTES + 1);
    const asked = await post(owner.browser, form, {
      redirect_uri: '"><script>alert(1)</script>',
      password: 'a secret of mine',
      code: 'one-time-code',
    });
    expect(asked.html).not.toContain('<script>alert');
    expect(asked.html).not.toContain('a secret of mine');
    expect(asked.html).not.toContain('one-time-code');
    const names = confirmForm(asked).values.map(([name]) => name);
    expect(names.filter((name) => name === 'csrf')).toHaveLength(1);
  });

  test('it speaks Korean where the person does', async () => {
    const someone = await userInBrowser(hosts);
    hosts.clock.advance(TEN_MINUTES + 1);
    const page = await someone.browser.open(at('/confirm?to=/console&ui_locales=ko'));
    expect([page.html.includes('lang="ko"'), page.text.includes('본인 확인')]).toEqual([true, true]);
  });
});
