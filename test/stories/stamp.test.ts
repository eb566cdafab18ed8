// `lk_stamp` (contract 4, "Request stamps"): it is bound to the parameters and the browser, good for an hour, and spent
// by the code issued under it. Whatever else comes is a new request, which asks again and never runs in circles.
// @module-tag postgres-in-part
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, type VisitOptions } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { isFormRefused } from '../helpers/refusals.ts';

let hosts: Hosts;
let client: Client;
let person: { email: string; password: string };
/** Each test's own requests. */
let state = 's0';

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
  person = { email: client.email, password: client.password };
});
afterAll(() => hosts?.stop());
beforeEach(() => {
  hosts.clock.advance(1000);
  state = `s${Number(state.slice(1)) + 1}`;
});

const ask = (prompt: Record<string, string>) => client.authorizeUrl({ state, ...prompt });
const isDone = ({ url }: Page): boolean => url.href.startsWith(CALLBACK) && url.searchParams.has('code');
/** What a person does next comes later than the sign-in. */
async function submitPassword(page: Page, browser = client.browser, options: VisitOptions = { stopAt: CALLBACK }) {
  const answer = await browser.submit(page.form({ action: '/login' }), person, options);
  hosts.clock.advance(1);
  return answer;
}
/** The stamped address that the sign-in led to, which gave the code. */
const stampedAddress = ({ trail }: Page): string =>
  trail.findLast((address) => address.includes('/oauth/authorize') && address.includes('lk_stamp=')) ?? '';
/** Signs in anew where the request demands it. */
async function finish(prompt: Record<string, string>): Promise<Page> {
  const done = await submitPassword(await client.browser.open(ask(prompt)));
  expect(isDone(done)).toBe(true);
  return done;
}
const sameCookies = (browser: Browser): Record<string, string> => ({
  cookie: [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; '),
});
const get = (address: string, browser = client.browser) =>
  fetch(address, { redirect: 'manual', headers: { accept: 'text/html', ...sameCookies(browser) } });

describe.each([{ prompt: 'login' }, { max_age: '0' }])('contract 4: %o', (prompt) => {
  test('the address that gave the code asks again when it is replayed, by reload or Back', async () => {
    const done = await finish(prompt as Record<string, string>);
    const again = await client.browser.open(stampedAddress(done), { stopAt: CALLBACK });
    expect([again.status, again.url.pathname]).toEqual([200, '/login']);
    expect(isDone(await submitPassword(again))).toBe(true);
  });

  test('of 50 replays at once, before anybody was there, one gets the code', { tags: 'postgres' }, async () => {
    const page = await client.browser.open(ask(prompt as Record<string, string>));
    const signedIn = await submitPassword(page, client.browser, { follow: false });
    const onward = new URL(signedIn.headers.get('location') ?? '', hosts.authUrl).href;
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(onward)));
    const locations = answers.map((answer) => answer.headers.get('location') ?? '');
    expect(locations.filter((location) => location.startsWith(CALLBACK))).toHaveLength(1);
    const others = locations.filter((location) => !location.startsWith(CALLBACK));
    expect(others.filter((location) => location.includes('lk_stamp='))).toEqual([]);
    expect((await client.browser.open(new URL(others[0] ?? '', hosts.authUrl))).url.pathname).toBe('/login');
  });

  test('K2: a stamp of another browser counts for nothing, also with the session of its owner', async () => {
    const page = await client.browser.open(ask(prompt as Record<string, string>));
    const signedIn = await submitPassword(page, client.browser, { follow: false });
    const onward = new URL(signedIn.headers.get('location') ?? '', hosts.authUrl).href;
    // Whoever stole the session cookie and the address, and has a device cookie of his own.
    const thief = new Browser();
    await thief.open(`${hosts.authUrl}/login`);
    for (const [name, value] of client.browser.cookies(hosts.authUrl)) {
      if (!name.endsWith('-device')) thief.setCookie(hosts.authUrl, name, value);
    }
    expect((await thief.open(onward, { stopAt: CALLBACK })).url.pathname).toBe('/login');
    // It was not spent by that.
    expect(isDone(await client.browser.open(onward, { stopAt: CALLBACK }))).toBe(true);
  });

  test('a stamp is good for an hour', async () => {
    const page = await client.browser.open(ask(prompt as Record<string, string>));
    const signedIn = await submitPassword(page, client.browser, { follow: false });
    const onward = new URL(signedIn.headers.get('location') ?? '', hosts.authUrl).href;
    hosts.clock.advance(60 * 60 * 1000 + 1);
    expect((await client.browser.open(onward, { stopAt: CALLBACK })).url.pathname).toBe('/login');
  });
});

test('contract 4: a page that lay open for hours still signs in, once', async () => {
  const page = await client.browser.open(ask({ prompt: 'login' }));
  hosts.clock.advance(3 * 60 * 60 * 1000);
  expect(isDone(await submitPassword(page))).toBe(true);
});

test('contract 4: prompt=create asks again as well', async () => {
  const browser = new Browser();
  const first = await browser.open(ask({ prompt: 'create' }));
  expect(first.url.pathname).toBe('/sign-up');
  const login = await browser.open(first.link('/login'));
  const done = await submitPassword(login, browser);
  expect(isDone(done)).toBe(true);
  expect((await browser.open(stampedAddress(done), { stopAt: CALLBACK })).url.pathname).toBe('/sign-up');
});

test('contract 4: a request that demands nothing is answered again as a new one', async () => {
  const browser = new Browser();
  const done = await submitPassword(await browser.open(ask({})), browser);
  const again = await browser.open(stampedAddress(done), { stopAt: CALLBACK });
  expect(isDone(again)).toBe(true);
  expect(again.url.searchParams.get('code')).not.toBe(done.url.searchParams.get('code'));
});

test('contract 4: the consent page spends the stamp too: sent twice at once, one code, and the other asks again', {
  tags: 'postgres',
}, async () => {
  const page = await client.browser.open(ask({ prompt: 'login consent' }));
  const consent = await submitPassword(page, client.browser, {});
  const form = consent.form({ action: '/consent' });
  const press = () => client.browser.submit(form, {}, { press: 'agree', follow: false });
  const answers = await Promise.all([press(), press(), press()]);
  const locations = answers.map(({ headers }) => headers.get('location') ?? '');
  expect(locations.filter((location) => location.startsWith(CALLBACK))).toHaveLength(1);
  const other = locations.find((location) => !location.startsWith(CALLBACK)) ?? '';
  expect((await client.browser.open(new URL(other, hosts.authUrl))).url.pathname).toBe('/login');
});

test('contract 4: the statistics count a replay as a new start', async () => {
  const done = await finish({ prompt: 'login' });
  const counted: string[] = [];
  const { count } = hosts.counters;
  hosts.counters.count = (application, what) => {
    counted.push(what);
    count.call(hosts.counters, application, what);
  };
  await client.browser.open(stampedAddress(done), { stopAt: CALLBACK });
  hosts.counters.count = count;
  expect(counted).toEqual(['started']);
});

test('K5: two tabs with two requests end each at its own state, each with its own stamp', async () => {
  const [one, two] = ['one', 'two'].map((name) => client.authorizeUrl({ prompt: 'login', state: name }));
  const first = await client.browser.open(one ?? '');
  const second = await client.browser.open(two ?? '');
  const [done, refused] = [await submitPassword(second), await client.browser.submit(first.form({ action: '/login' }))];
  expect(done.url.searchParams.get('state')).toBe('two');
  const last = await submitPassword(refused);
  expect([isDone(last), last.url.searchParams.get('state')]).toEqual([true, 'one']);
});

describe('contract 4: nothing runs in circles', () => {
  test('a browser that takes no cookies is told so at the first form', async () => {
    const address = ask({ prompt: 'login' });
    const page = await new Browser().open(address);
    expect(page.url.pathname).toBe('/login');
    const refused = await new Browser().submit(page.form({ action: '/login' }), person);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Cookies are blocked in your browser');
    expect(refused.text).not.toContain('Something changed after you opened this page');
    // Allowed meanwhile: the same page, sent once more, goes through.
    expect(refused.headers.getSetCookie().join()).toContain('-device=');
  });

  test('a page opened under another host name says where this server is', async () => {
    const elsewhere = hosts.authUrl.replace('localhost', '127.0.0.1');
    const browser = new Browser();
    const page = await browser.open(ask({ prompt: 'login' }).replace('localhost', '127.0.0.1'));
    expect([page.url.origin, page.url.pathname]).toEqual([elsewhere, '/login']);
    const refused = await browser.submit(page.form({ action: '/login' }), person);
    expect([refused.status, refused.url.origin]).toEqual([403, elsewhere]);
    expect(refused.text).toContain(`You opened this page at ${elsewhere}, but this server is at ${hosts.authUrl}.`);
  });

  test('a form that another site sends is told nothing of that', async () => {
    const page = await client.browser.open(`${hosts.authUrl}/login`);
    const form = page.form({ action: '/login' });
    const refused = await client.browser.submit(form, person, {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(isFormRefused(refused)).toBe(true);
    expect(refused.text).not.toContain('You opened this page at');
  });

  test('a first visit gives the device cookie with the redirect, and one request without it is no more than new', async () => {
    const answer = await fetch(ask({ prompt: 'login' }), { redirect: 'manual' });
    expect(answer.headers.getSetCookie().join()).toContain('-device=');
    const location = new URL(answer.headers.get('location') ?? '', hosts.authUrl);
    expect((await fetch(location, { redirect: 'manual', headers: { accept: 'text/html' } })).status).toBe(200);
  });
});
