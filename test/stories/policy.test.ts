// The policy as an operator changes it, in the console and by the API (contract 29).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { MAIL_KINDS } from '../../src/core/server/mail/mail-kinds.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { formNamed, ownerInBrowser } from './console-pages.ts';
import { startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_SUPPORT_CONTACT: 'help@example.com' });
});
afterAll(() => hosts.stop());

const url = () => `${hosts.authUrl}/console/policy`;

async function operator(at = hosts) {
  const email = newEmail();
  await createAccount(at.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  const browser = new Browser();
  await givenSession(at, browser, email);
  const made = await createApiToken(at.ports, { email, name: 'x', expiresInDays: 1, scopes: ['policy'] });
  if (made.kind !== 'created') throw new Error(made.kind);
  return { browser, email, token: made.token };
}

const call = (token: string, body?: object, headers: Record<string, string> = {}, at = hosts) =>
  fetch(`${at.apiUrl}/policy`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/merge-patch+json' }),
      ...headers,
    },
    ...(body && { method: 'PATCH', body: JSON.stringify(body) }),
  });

describe('contract 29: in the console', () => {
  test('several members are saved at once, and pages, style and sign-up follow', async () => {
    const { browser } = await operator();
    const console = await browser.open(`${hosts.authUrl}/console`);
    const page = await browser.open(console.link('Policy'));
    expect(page.text).toContain('LATCHKEY_SUPPORT_CONTACT');
    const styleOf = (html: string) => /href="(\/assets\/style-[^"]+)"/.exec(html)?.[1] ?? '';
    const before = styleOf(page.html);
    const saved = await browser.submit(formNamed(page, 'policy'), {
      ...{ service_name: 'Acme Login', accent_color: '#0A7D32', open_registration: undefined },
    });
    expect(saved.text).toContain('The policy was saved');
    const home = await new Browser().open(`${hosts.authUrl}/`);
    expect(home.text).toContain('Acme Login');
    expect((await new Browser().open(`${hosts.authUrl}/sign-up`)).status).toBe(404);
    const style = styleOf(home.html);
    expect(style).not.toBe(before);
    const [now, then] = await Promise.all([style, before].map((path) => fetch(`${hosts.authUrl}${path}`)));
    expect([now?.status, then?.status]).toEqual([200, 200]);
    expect(await now?.text()).toContain('#0a7d32');
    const [entry] = await hosts.ports.audit.list({ limit: 1 });
    expect(entry).toMatchObject({ action: 'policy', role: 'operator' });
    expect(entry?.fields).toEqual(['service_name', 'accent_color', 'open_registration']);
  });

  test('every fault is beside its field, what was typed is kept, and nothing is saved', async () => {
    const { browser } = await operator();
    const revision = hosts.ports.livePolicy.revision();
    const typed = { service_name: '', accent_color: 'green', minimum_age: '121' };
    const back = await browser.submit(formNamed(await browser.open(url()), 'policy'), typed);
    expect(back.status).toBe(400);
    for (const field of Object.keys(typed)) expect(back.html).toContain(`id="policy-${field}-fault"`);
    expect(Object.fromEntries(formNamed(back, 'policy').values)).toMatchObject(typed);
    await hosts.ports.livePolicy.refresh();
    expect(hosts.ports.livePolicy.revision()).toBe(revision);
  });

  test('contract 27: how long a deleted account can be restored follows the policy', async () => {
    const { token } = await operator();
    expect((await call(token, { deletion_delay_days: 3 })).status).toBe(200);
    expect(hosts.ports.rules.deletionDelayDays).toBe(3);
    expect((await call(token, { deletion_delay_days: 31 })).status).toBe(400);
    expect((await call(token, { deletion_delay_days: null })).status).toBe(200);
    expect(hosts.ports.rules.deletionDelayDays).toBe(7);
  });

  test('what somebody else changed meanwhile is shown, and not overwritten', { tags: 'postgres' }, async () => {
    const { browser, token } = await operator();
    const form = formNamed(await browser.open(url()), 'policy');
    expect((await call(token, { minimum_age: 15 })).status).toBe(200);
    const back = await browser.submit(form, { minimum_age: '16' });
    expect([back.status, hosts.ports.livePolicy.values().minimumAge]).toEqual([409, 15]);
  });

  test('contract 26: domains alone keep nobody out: 409, beside the field', async () => {
    const { browser } = await operator();
    const form = formNamed(await browser.open(url()), 'policy');
    const back = await browser.submit(form, { allowed_email_domains: 'a.example' });
    expect([back.status, back.html.includes('id="policy-allowed_email_domains-fault"')]).toEqual([409, true]);
  });

  test('the preview has the colors of both looks, readable, and no other color does', async () => {
    const { browser } = await operator();
    const page = await browser.open(url());
    const href = /href="(\/console\/policy\/looks\.css\?accent_color=%23[0-9a-f]{6})"/.exec(page.html)?.[1] ?? '';
    const sheet = await browser.open(`${hosts.authUrl}${href}`);
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    const [light = '', dark = ''] = sheet.html.split('[data-look=dark]');
    for (const look of [light, dark]) expect(look).toMatch(/--page:.*--accent:#[0-9a-f]{6}/s);
    for (const color of ['', 'red', '%23fff', '%23123456%7D']) {
      expect((await browser.open(`${hosts.authUrl}/console/policy/looks.css?accent_color=${color}`)).status).toBe(400);
    }
  });

  test('contract 20: operators look at what each mail says, in both languages', async () => {
    const { browser } = await operator();
    const list = await browser.open(`${hosts.authUrl}/console/mails`);
    const kinds = [...list.html.matchAll(/\/console\/mails\?kind=([a-z-]+)/g)].map(([, kind]) => kind ?? '');
    expect([...new Set(kinds)].sort()).toEqual(Object.keys(MAIL_KINDS).sort());
    const invited = await browser.open(`${hosts.authUrl}/console/mails?kind=invitation`);
    for (const text of ['You are invited to an application', '앱에 초대받았어요']) expect(invited.text).toContain(text);
    expect((await browser.open(`${hosts.authUrl}/console/mails?kind=other`)).status).toBe(404);
  });

  test('contract 24: whoever requires a second factor of operators sets one up first, and is not led away', async () => {
    const { browser } = await operator();
    const page = await browser.open(url());
    expect(page.text).toContain('Set up a second factor');
    const form = formNamed(page, 'policy');
    const back = await browser.submit(form, { second_factor: 'owners', minimum_age: '18' });
    expect([back.status, back.html.includes('id="policy-second_factor-fault"')]).toEqual([409, true]);
    expect(Object.fromEntries(formNamed(back, 'policy').values)).toMatchObject({ minimum_age: '18' });
    await hosts.ports.livePolicy.refresh();
    expect(hosts.ports.livePolicy.values()).not.toMatchObject({ secondFactor: 'owners' });
  });

  test('N2: whoever is no operator neither sees nor changes it', async () => {
    const { browser } = await operator();
    const form = formNamed(await browser.open(url()), 'policy');
    const owner = await ownerInBrowser(hosts);
    const own = await owner.browser.open(`${hosts.authUrl}/console/api-tokens`);
    const csrf = Object.fromEntries(own.form({ action: '/console/api-tokens' }).values).csrf ?? '';
    expect((await owner.browser.open(url())).status).toBe(403);
    expect((await owner.browser.submit(form, { csrf, minimum_age: '99' })).status).toBe(403);
    expect(hosts.ports.livePolicy.values().minimumAge).not.toBe(99);
  });
});

describe('contract 29: by the API', () => {
  test('GET shows every member, and what is locked; PATCH changes some, and null restores the default', async () => {
    const { token } = await operator();
    const shown = await call(token);
    const policy = (await shown.json()) as Record<string, unknown>;
    expect(policy).toMatchObject({ support_contact: 'help@example.com', second_factor: 'optional', documents: [] });
    expect(policy.locked).toMatchObject({ support_contact: 'LATCHKEY_SUPPORT_CONTACT' });
    const whole = await call(token, { ...policy, minimum_age: 17 }, { 'if-match': shown.headers.get('etag') ?? '' });
    expect([whole.status, ((await whole.json()) as { minimum_age: number }).minimum_age]).toEqual([200, 17]);
    const stale = await call(token, { minimum_age: 18 }, { 'if-match': shown.headers.get('etag') ?? '' });
    expect(stale.status).toBe(412);
    const restored = await call(token, { minimum_age: null });
    expect(((await restored.json()) as { minimum_age: number }).minimum_age).toBe(0);
  });

  test('every fault at once, with pointers, types and bounds together', async () => {
    const { token } = await operator();
    const answer = await call(token, { open_registration: 'yes', service_name: '', minimum_age: 121, colour: 'red' });
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
    expect([answer.status, errors.map(({ pointer }) => pointer).sort()]).toEqual([
      400,
      ['/colour', '/minimum_age', '/open_registration', '/service_name'],
    ]);
  });

  test('contract 2, 32: a token reserves usernames, and releases none; an operator does in the console', async () => {
    const { browser, token } = await operator();
    const reserved = async (answer: Response) =>
      ((await answer.json()) as { reserved_usernames: string[] }).reserved_usernames;
    expect(await reserved(await call(token, { reserved_usernames: ['Ada', 'grace'] }))).toEqual(['ada', 'grace']);
    for (const reserved_usernames of [['ada'], null]) {
      const refused = await call(token, { reserved_usernames });
      const { type } = (await refused.json()) as { type: string };
      expect([refused.status, type]).toEqual([403, `${hosts.authUrl}/errors#policy-needs-person`]);
    }
    const form = formNamed(await browser.open(url()), 'policy');
    expect(Object.fromEntries(form.values).reserved_usernames).toBe('ada, grace');
    const wrong = await browser.submit(form, { reserved_usernames: 'ada, x' });
    expect([wrong.status, wrong.html.includes('id="policy-reserved_usernames-fault"')]).toEqual([400, true]);
    await browser.submit(formNamed(wrong, 'policy'), { reserved_usernames: 'grace' });
    expect(await reserved(await call(token))).toEqual(['grace']);
    const [entry] = await hosts.ports.audit.list({ action: 'policy', limit: 1 });
    expect(entry?.fields).toEqual(['reserved_usernames']);
  });

  test('what is locked is 409, and names the setting', async () => {
    const { token } = await operator();
    const answer = await call(token, { support_contact: 'other@example.com', minimum_age: 44 });
    const { type, detail } = (await answer.json()) as { type: string; detail: string };
    expect([answer.status, type, detail]).toEqual([
      409,
      `${hosts.authUrl}/errors#policy-locked`,
      'support_contact is locked by LATCHKEY_SUPPORT_CONTACT.',
    ]);
    expect(hosts.ports.livePolicy.values().minimumAge).not.toBe(44);
  });

  test('a token of an operator who is one no more is refused', async () => {
    const { token, email } = await operator();
    await hosts.execute(`update accounts set role = 'owner' where email = '${email}'`);
    expect((await call(token)).status).toBe(403);
    expect((await call(token, { minimum_age: 3 })).status).toBe(403);
  });
});

describe('contract 29: the longest lists of domains that the policy allows', () => {
  let withMail: Hosts;
  beforeAll(async () => {
    withMail = await startWithMail({ LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true' });
  });
  afterAll(() => withMail?.stop());

  /** As many as there may be, each as long as it may be. */
  const longest = (mark: string) =>
    Array.from({ length: 5000 }, (_, at) => {
      const label = `${mark}${String(at).padStart(4, '0')}`;
      return `${label.padEnd(63, 'x')}.${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(61)}`;
    });
  const lists = (mark: string) => [longest(`${mark}a`), longest(`${mark}r`)] as const;

  test('fit through the API, both at once', async () => {
    const { token } = await operator(withMail);
    const [allowed, refused] = lists('api');
    expect(allowed[0]).toHaveLength(253);
    const sent = { allowed_email_domains: allowed, refused_email_domains: refused };
    const saved = await call(token, sent, {}, withMail);
    expect(saved.status).toBe(200);
    expect(await saved.json()).toMatchObject({ allowed_email_domains: allowed, refused_email_domains: refused });
    const more = await call(token, { refused_email_domains: [...refused, 'one.more.example'] }, {}, withMail);
    const longer = await call(token, { refused_email_domains: [`x${refused[0]}`] }, {}, withMail);
    expect([more.status, longer.status]).toEqual([400, 400]);
    const larger = await call(token, { refused_email_domains: ['x'.repeat(4 * 1024 * 1024)] }, {}, withMail);
    expect([larger.status, ((await larger.json()) as { detail: string }).detail]).toEqual([
      413,
      'The body is larger than 4096 KiB.',
    ]);
  });

  test('fit through the console, one on each line, and come back with a fault', async () => {
    const { browser } = await operator(withMail);
    const [allowed, refused] = lists('form').map((list) => list.join('\r\n'));
    const typed = { allowed_email_domains: allowed ?? '', refused_email_domains: refused ?? '' };
    const page = await browser.open(`${withMail.authUrl}/console/policy`);
    const back = await browser.submit(formNamed(page, 'policy'), { ...typed, minimum_age: '121' });
    expect([back.status, back.html.includes('id="policy-minimum_age-fault"')]).toEqual([400, true]);
    const saved = await browser.submit(formNamed(back, 'policy'), { minimum_age: '0' });
    expect(saved.text).toContain('The policy was saved');
    const { allowedEmailDomains, refusedEmailDomains } = withMail.ports.livePolicy.values();
    expect([allowedEmailDomains, refusedEmailDomains]).toEqual(lists('form'));
  });
});
