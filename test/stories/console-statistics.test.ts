// The statistics of an application in the console: the figures are those of real sign-ins, cancels and refusals, for
// the days that were chosen, and only for the team.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../src/core/applications/applications/application.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { newEmail } from './account-pages.ts';
import {
  consoleUrl,
  formIds,
  givenApplication,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
  userInBrowser,
} from './console-pages.ts';

const CALLBACK = 'http://localhost:3999/callback';
const DAY = 86_400_000;

let hosts: Hosts;
let owner: Someone;
let application: Application;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  owner = await ownerInBrowser(hosts);
  application = await givenApplication(hosts, owner);
});

/** The owner's session has ended since: they sign in again. */
async function letPass(days: number): Promise<void> {
  hosts.clock.advance(days * DAY);
  owner = { ...owner, browser: new Browser() };
  await givenSession(hosts, owner.browser, owner.email);
}

const authorizeUrl = (parameters: Record<string, string> = {}): string => {
  const clientId = application.platforms[0]?.apiKey ?? '';
  const query = { client_id: clientId, redirect_uri: CALLBACK, response_type: 'code', ...parameters };
  return `${hosts.authUrl}/oauth/authorize?${new URLSearchParams(query)}`;
};

/** Somebody new, who agrees with these optional items ticked; undefined: where none are asked for. */
async function signInAnew(item?: string[]): Promise<void> {
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(authorizeUrl()), { ...newPerson(), email: newEmail() });
  await agree(browser, consent, item && { item }, { stopAt: CALLBACK });
}

async function cancel(): Promise<void> {
  const browser = new Browser();
  const page = await browser.open(authorizeUrl());
  await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel', stopAt: CALLBACK });
}

const sendWrongUri = () => new Browser().open(authorizeUrl({ redirect_uri: 'https://evil.example' }));

async function open(query = '', who: Someone = owner): Promise<Page> {
  await hosts.counters.flush();
  return who.browser.open(`${consoleUrl(hosts, application.id, 'statistics')}${query}`);
}

/** Started, completed, cancelled, refused. */
const sums = (page: Page): string[] => [...page.html.matchAll(/<p class="sum">([^<]*)</g)].map(([, sum]) => sum ?? '');

describe('figures', () => {
  test('are those of real sign-ins, cancels and refusals; an optional item has its answers', async () => {
    const email = {
      item: 'email',
      consent: 'optional',
      purpose: undefined,
      retention: undefined,
      translations: undefined,
      createdAt: hosts.clock.now(),
    } as const;
    await hosts.ports.applications.replace({ ...application, consentItems: [email] }, application.version);
    await signInAnew(['email']);
    await signInAnew(['email']);
    await signInAnew([]);
    await cancel();
    await sendWrongUri();
    await sendWrongUri();
    await new Browser().open(authorizeUrl({ response_type: 'token' }), { stopAt: CALLBACK });
    const page = await open();
    expect(sums(page)).toEqual(['4', '3', '1', '3']);
    expect(page.text).toContain('75% of started');
    expect(page.text).toMatch(/Email address\s+66%\s+2 of 3 agreed/);
    expect(page.text).toMatch(/redirect-uri-unregistered\s+2/);
    expect(page.text).toMatch(/response-type-unsupported\s+1/);
    expect(page.html).toContain('href="/errors#redirect-uri-unregistered"');
    const errors = await owner.browser.open(`${hosts.authUrl}/errors`);
    expect(errors.html).toContain('id="redirect-uri-unregistered"');
    expect((await owner.browser.open(consoleUrl(hosts, application.id))).text).toContain('4 started, 3 completed');
  });

  test('are those of the days chosen, thirty where none are', async () => {
    await signInAnew();
    await letPass(10);
    await cancel();
    expect(sums(await open('?days=7'))).toEqual(['1', '0', '1', '0']);
    expect(sums(await open())).toEqual(['2', '1', '1', '0']);
    await letPass(35);
    await new Browser().open(authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(sums(await open('?days=90'))).toEqual(['3', '1', '1', '1']);
    for (const strange of ['', '?days=', '?days=8', '?days=1e9', '?days=-7', '?days=7&days=90']) {
      expect(sums(await open(strange)), strange).toEqual(['1', '0', '0', '1']);
    }
  });

  test('nothing yet leads to what is needed; nothing in these days leads to the days before them', async () => {
    const none = await open();
    expect(none.text).toContain('No sign-ins yet');
    expect(none.html).toContain(`${new URL(consoleUrl(hosts, application.id, 'try-it')).pathname}"`);
    await cancel();
    await letPass(100);
    const quiet = await open();
    expect(quiet.text).toContain('No sign-ins in this period');
    expect(sums(await owner.browser.open(quiet.link('Show a longer period')))).toEqual(['1', '0', '1', '0']);
  });

  test('the other language keeps the days chosen', async () => {
    await cancel();
    const page = await open('?days=90');
    const korean = await owner.browser.open(page.link('한국어'));
    expect(korean.html).toContain('<html lang="ko">');
    expect(korean.html).toMatch(/days=90" aria-current="true"/);
    expect(sums(korean)).toEqual(['1', '0', '1', '0']);
  });
});

describe('the file', () => {
  const fileUrl = (query = '') => `${consoleUrl(hosts, application.id, 'statistics')}.csv${query}`;
  const rowsOf = (page: Page): string[][] => page.html.split('\r\n').map((row) => row.split(','));

  test('has a row for each of the days chosen, the figures of the page, and a column for each code and item', async () => {
    const email = {
      item: 'email',
      consent: 'optional',
      purpose: undefined,
      retention: undefined,
      translations: undefined,
      createdAt: hosts.clock.now(),
    } as const;
    await hosts.ports.applications.replace({ ...application, consentItems: [email] }, application.version);
    await signInAnew([]);
    await cancel();
    await sendWrongUri();
    const page = await open('?days=7');
    const file = await owner.browser.open(page.link('Download as CSV'));
    const today = new Date(hosts.clock.now()).toISOString().slice(0, 10);
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'no-store',
    ]);
    expect(file.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="sign-ins-\\d{4}-\\d\\d-\\d\\d-to-${today}\\.csv"$`),
    );
    const rows = rowsOf(file);
    expect(rows).toHaveLength(1 + 7 + 1);
    expect(rows[0]).toEqual([
      ...['day', 'started', 'completed', 'cancelled', 'refused'],
      ...['refused:redirect-uri-unregistered', 'agreed:email', 'declined:email'],
    ]);
    expect(rows[7]).toEqual([today, '2', '1', '1', '1', '1', '0', '1']);
    expect(rows[1]?.slice(1)).toEqual(['0', '0', '0', '0', '0', '0', '0']);
    expect(rows[8]).toEqual(['']);
  });

  test('has days also where the page draws weeks', async () => {
    await cancel();
    await hosts.counters.flush();
    expect(rowsOf(await owner.browser.open(fileUrl('?days=399')))).toHaveLength(1 + 399 + 1);
    expect(rowsOf(await owner.browser.open(fileUrl()))).toHaveLength(1 + 30 + 1);
  });

  test('cases N1, N13: a viewer gets it; a stranger gets 404, and who is not signed in has to sign in', async () => {
    const viewer = await memberInBrowser(hosts, application.id, 'viewer');
    expect((await viewer.browser.open(fileUrl())).status).toBe(200);
    const stranger = await ownerInBrowser(hosts);
    const refused = await stranger.browser.open(fileUrl());
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([404, null]);
    const response = await fetch(fileUrl(), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')?.startsWith('/login')]).toEqual([303, true]);
  });
});

describe('who may', () => {
  test('N1: a viewer sees the same figures and no form; a stranger and a plain user get 404', async () => {
    await cancel();
    const viewer = await memberInBrowser(hosts, application.id, 'viewer');
    const page = await open('', viewer);
    expect([page.status, sums(page), formIds(page)]).toEqual([200, ['1', '0', '1', '0'], []]);
    for (const stranger of [await ownerInBrowser(hosts), await userInBrowser(hosts)]) {
      const refused = await open('', stranger);
      expect(refused.status).toBe(404);
      expect(refused.text).not.toContain('Acme Shop');
    }
  });

  test('contract 9: the page takes no form', async () => {
    const response = await fetch(consoleUrl(hosts, application.id, 'statistics'), { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
