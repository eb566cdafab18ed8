// Every page that has a password hashed takes its place first (contract 10): a network that holds all of its places
// gets no more by way of another page, and one elsewhere is served.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import { Browser } from '../helpers/browser.ts';
import { clientAt } from '../helpers/client-at.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account, newEmail, PASSWORD, post } from './account-pages.ts';
import { consoleUrl, formNamed, givenApplication, ownerInBrowser } from './console-pages.ts';

const HERE = '203.0.113.7';
const ELSEWHERE = '198.51.100.7';
const TEN_MINUTES = 10 * 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => hosts?.stop());
afterEach(() => vi.restoreAllMocks());

type Filled = { browser: Browser; form: Form; values: Record<string, string> };

const at = async (
  url: string,
  action: string,
  values: Record<string, string>,
  browser = new Browser(),
): Promise<Filled> => ({
  browser,
  form: (await browser.open(url)).form({ action }),
  values,
});

const PAGES: Readonly<Record<string, () => Promise<Filled>>> = {
  'sign-in': async () => {
    const { email } = await givenPerson(hosts);
    return at(`${hosts.authUrl}/login`, '/login', { email, password: PASSWORD });
  },
  'sign-up': () =>
    at(`${hosts.authUrl}/sign-up`, '/sign-up', { email: newEmail(), password: PASSWORD, nickname: 'Mina' }),
  'a password link': async () => {
    const { email } = await givenPerson(hosts);
    const link = await passwordLinkFor(hosts.ports, email);
    const url = oneTimeLinkUrl(hosts.authUrl, 'password', link.token ?? '');
    return at(url, '/password', { password: 'another long passphrase' });
  },
  'the setup link': async () => {
    const link = await issueSetupLink(hosts.ports);
    const url = oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? '');
    return at(url, '/setup', { email: newEmail(), password: PASSWORD, nickname: 'Op' });
  },
  'a change of the password': async () => {
    const { browser } = await givenPerson(hosts);
    const form = (await account(hosts, browser, 'security')).form({ action: '/account/password' });
    return { browser, form, values: { current_password: PASSWORD, new_password: 'another long passphrase' } };
  },
  'the confirm page': async () => {
    const { browser } = await ownerInBrowser(hosts);
    hosts.clock.advance(TEN_MINUTES + 1);
    return at(`${hosts.authUrl}/confirm?to=/console`, '/confirm', { password: PASSWORD }, browser);
  },
  'a form of the console that was sent too late': async () => {
    const owner = await ownerInBrowser(hosts);
    const { id } = await givenApplication(hosts, owner);
    const url = consoleUrl(hosts, id, 'client-secrets');
    const page = await owner.browser.open(url);
    hosts.clock.advance(TEN_MINUTES + 1);
    const asked = await owner.browser.submit(formNamed(page, 'secret'));
    return {
      browser: owner.browser,
      form: asked.form({ action: new URL(url).pathname }),
      values: { password: PASSWORD },
    };
  },
  'a redirect URI that is registered by the page about it': async () => {
    const owner = await ownerInBrowser(hosts);
    const { platforms } = await givenApplication(hosts, owner);
    hosts.clock.advance(TEN_MINUTES + 1);
    const sent = {
      client_id: platforms[0]?.apiKey ?? '',
      redirect_uri: 'http://localhost:1/x',
      response_type: 'code',
    };
    const url = `${hosts.authUrl}/redirect-uri-mismatch?${new URLSearchParams(sent)}`;
    return at(url, '/redirect-uri-mismatch', { password: PASSWORD }, owner.browser);
  },
};

/** All places of a network. @returns gives them back */
function takeAll(address: string): () => void {
  const taken: (() => void)[] = [];
  for (let next = hosts.ports.passwords.reserve(clientAt(address)); next; ) {
    taken.push(next);
    next = hosts.ports.passwords.reserve(clientAt(address));
  }
  return () => {
    for (const giveBack of taken) giveBack();
  };
}

describe('contract 10: where its network holds all of its places, 503 with Retry-After; elsewhere it is served', () => {
  test.each(Object.entries(PAGES))('%s', async (_page, fill) => {
    const { browser, form, values } = await fill();
    const giveBack = takeAll('203.0.113.99');
    const hashing = [vi.spyOn(hosts.ports.passwords, 'verify'), vi.spyOn(hosts.ports.passwords, 'hash')];
    const refused = await post(browser, form, values, { 'x-forwarded-for': HERE });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(hashing.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    const served = await post(browser, form, values, { 'x-forwarded-for': ELSEWHERE });
    expect([200, 303]).toContain(served.status);
    giveBack();
  });
});

test('contract 10: what is checked at sign-in and hashed at sign-up waits in the line of whoever asks', async () => {
  const verify = vi.spyOn(hosts.ports.passwords, 'verify');
  const hash = vi.spyOn(hosts.ports.passwords, 'hash');
  for (const page of ['sign-up', 'sign-in'] as const) {
    const { browser, form, values } = (await PAGES[page]?.()) ?? ({} as Filled);
    await post(browser, form, values, { 'x-forwarded-for': HERE });
    const spied = page === 'sign-up' ? hash : verify;
    const asked = spied.mock.calls.at(-1)?.at(-1);
    expect(page === 'sign-up' ? asked : (asked as { from: unknown }).from).toMatchObject(clientAt(HERE));
  }
});
