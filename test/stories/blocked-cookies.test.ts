// A browser that takes no cookies is told so, with what to do, at the first form that comes back (contract 4 "Request
// stamps"; case K1). Nothing else is called that.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, type FormValues } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { newPerson } from '../helpers/people.ts';
import { isFormRefused } from '../helpers/refusals.ts';

const BLOCKED = 'Cookies are blocked in your browser, so nothing was submitted.';
const STOP = { stopAt: CALLBACK };

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

/** Fills in the page's form in a browser that keeps none of our cookies. */
function submitWithout(browser: Browser, page: Page, values: FormValues, others: Record<string, string> = {}) {
  browser.clearCookies();
  for (const [name, value] of Object.entries(others)) browser.setCookie(hosts.authUrl, name, value);
  return browser.submit(page.form({ action: page.url.pathname }), values, STOP);
}
const person = () => ({ email: client.email, password: client.password });

test.each([
  ['without any cookie', {}],
  ['with a cookie of somebody else', { theme: 'dark', session: 'of-the-proxy' }],
  ['with a cookie of a neighbouring port', { 'latchkey-1': 'x', 'latchkey-1-device': 'x' }],
])(
  'K1: the sign-in form that comes back %s says that cookies are blocked, and leads to the page anew',
  async (_, others) => {
    const browser = new Browser();
    const login = await browser.open(client.authorizeUrl({ state: 'kept' }));
    const refused = await submitWithout(browser, login, person(), others);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(BLOCKED);
    expect(refused.text).toContain('Allow cookies for this site');
    // Cookies are allowed by now.
    const again = await browser.open(refused.link('Open this page again'));
    expect([again.status, again.url.pathname, again.url.searchParams.get('state')]).toEqual([200, '/login', 'kept']);
    const back = await browser.submit(again.form({ action: '/login' }), person(), STOP);
    expect(back.url.searchParams.get('state')).toBe('kept');
    expect(back.url.searchParams.has('code')).toBe(true);
  },
);

test('K1: the form of a sign-up says the same, in Korean too', async () => {
  const browser = new Browser({ 'accept-language': 'ko' });
  const page = await browser.open(`${hosts.authUrl}/sign-up`);
  const refused = await submitWithout(browser, page, newPerson());
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('브라우저에서 쿠키가 차단되어 있어 처리하지 않았어요.');
  expect(refused.link('이 페이지 다시 열기').pathname).toBe('/sign-up');
});

test.each(['-device', '-language', ''])(
  'K1: a browser that sends our cookie latchkey-…%s does not block cookies',
  async (kind) => {
    const browser = new Browser();
    const login = await browser.open(client.authorizeUrl());
    const name = `latchkey-${new URL(hosts.authUrl).port}${kind}`;
    const refused = await submitWithout(browser, login, person(), { [name]: 'x' });
    expect(isFormRefused(refused)).toBe(true);
    expect(refused.text).not.toContain(BLOCKED);
  },
);

test('K1: a form of another site comes without our cookies too, and is told nothing of them', async () => {
  const browser = new Browser();
  const login = await browser.open(`${hosts.authUrl}/login`);
  browser.clearCookies();
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const refused = await browser.submit(login.form({ action: '/login' }), person(), { headers });
  expect(isFormRefused(refused)).toBe(true);
  expect(refused.text).not.toContain(BLOCKED);
});
