// Contract 3, consent item `email` with `"verified": true`: the application gets no address that was not verified, and
// where the item is required, nobody signs in without one.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { signIn } from '../helpers/people.ts';
import { accountAt, sentProofs, startWithMail } from './sent-mail.ts';

let withMail: Hosts;
let withoutMail: Hosts;
beforeAll(async () => {
  // Loopback releases unverified addresses: what is withheld here is withheld because of the item.
  [withMail, withoutMail] = await Promise.all([startWithMail(), startHosts()]);
});
afterAll(() => Promise.all([withMail?.stop(), withoutMail?.stop()]));

const answerOf = ({ url }: Page) => Object.fromEntries(url.searchParams);

async function setItem(hosts: Hosts, client: Client, values: object): Promise<object> {
  const answer = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}/consent-items/email`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as object;
}

const OPENID = { scope: 'openid email' };

test('the API sets it, shows it only where it is set, and takes it for no other item', async () => {
  const client = await givenClient(withMail);
  expect(await setItem(withMail, client, { verified: true })).toMatchObject({ item: 'email', verified: true });
  expect(await setItem(withMail, client, { purpose: 'Receipts' })).toMatchObject({ verified: true });
  expect(await setItem(withMail, client, { verified: false })).not.toHaveProperty('verified');
  const refused = await fetch(`${withMail.apiUrl}/applications/${client.applicationId}/consent-items/nickname`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ verified: true }),
  });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('verified-not-email')]);
});

describe('an optional item', () => {
  test('contract 4: has no value for the application until the address is verified, though it is agreed', async () => {
    const client = await givenClient(withMail);
    const tokens = await client.tokens(OPENID);
    expect((await client.userInfo(tokens.access_token)).body).toMatchObject({ email: client.email });
    await setItem(withMail, client, { verified: true });
    expect((await client.userInfo(tokens.access_token)).body).not.toHaveProperty('email');
    const later = await client.tokens(OPENID);
    expect(later.scope).toBe('openid email nickname');
    expect(decodeJwt(later.id_token ?? '')).not.toHaveProperty('email');
    const { id } = await accountAt(withMail, client.email);
    await withMail.ports.accounts.setEmailVerified(id, client.email, 1);
    expect((await client.userInfo(tokens.access_token)).body).toMatchObject({
      email: client.email,
      email_verified: true,
    });
  });
});

describe('a required item, where the server sends mail', () => {
  let client: Client;
  beforeAll(async () => {
    client = await givenClient(withMail);
    await setItem(withMail, client, { verified: true, consent: 'required' });
  });

  test('contract 3: prompt=none is interaction_required', async () => {
    const silent = await client.browser.open(client.authorizeUrl({ prompt: 'none', state: 's' }), { stopAt: CALLBACK });
    expect(answerOf(silent)).toMatchObject({ error: 'interaction_required', state: 's' });
  });

  test('contract 4: Cancel leads back with access_denied, before and after the mail', async () => {
    const page = await client.browser.open(client.authorizeUrl({ state: 's' }));
    const waiting = await client.browser.submit(page.form({ action: '/verify' }), {}, { press: 'send' });
    for (const form of [page.form({ action: '/verify' }), waiting.form({ action: '/verify/code' })]) {
      const back = await client.browser.submit(form, {}, { press: 'cancel', stopAt: CALLBACK });
      expect(answerOf(back)).toMatchObject({ error: 'access_denied', state: 's' });
    }
  });

  test('contract 3: the request leads through /verify, and its code leads on', async () => {
    const page = await client.browser.open(client.authorizeUrl({ state: 's' }));
    expect(page.url.pathname).toBe('/verify');
    const waiting = await client.browser.submit(page.form({ action: '/verify' }), {}, { press: 'send' });
    const [proof] = await sentProofs(withMail, client.email, 'address');
    const form = waiting.form({ action: '/verify/code' });
    const typed = { code: proof?.code ?? '' };
    const back = await client.browser.submit(form, typed, { press: 'verify', stopAt: CALLBACK });
    expect(answerOf(back)).toMatchObject({ code: expect.any(String), state: 's' });
  });

  test('contract 4: /verify is about the account that the request names, not the current one', async () => {
    const mine = await givenClient(withMail, {
      ...APPLICATION,
      consent_items: [{ item: 'email', consent: 'required' }],
    });
    const { id_token: hint = '' } = await mine.tokens({ scope: 'openid' });
    await setItem(withMail, mine, { verified: true });
    // Somebody whose address is verified signs in on the same browser, and is the current account.
    const other = await givenClient(withMail);
    const { id } = await accountAt(withMail, other.email);
    await withMail.ports.accounts.setEmailVerified(id, other.email, 1);
    withMail.clock.advance(1);
    const login = await mine.browser.open(other.authorizeUrl({ prompt: 'login' }));
    await signIn(
      mine.browser,
      login,
      { email: other.email, password: other.password, nickname: '' },
      { stopAt: CALLBACK },
    );
    const page = await mine.browser.open(mine.authorizeUrl({ id_token_hint: hint }));
    expect([page.status, page.url.pathname]).toEqual([200, '/verify']);
    expect(page.text).toContain(mine.email);
  });
});

describe('a required item, where the server sends no mail', () => {
  let client: Client;
  beforeAll(async () => {
    client = await givenClient(withoutMail);
    await setItem(withoutMail, client, { verified: true, consent: 'required' });
  });

  test('contract 3: a page says whom to ask, and its button returns access_denied', async () => {
    const page = await client.browser.open(client.authorizeUrl({ state: 's' }));
    expect([page.status, page.url.pathname]).toEqual([200, '/unverified']);
    expect(page.text).toContain('needs a verified email address');
    const back = await client.browser.submit(page.form({ action: '/unverified' }), {}, { stopAt: CALLBACK });
    expect(answerOf(back)).toMatchObject({ error: 'access_denied', state: 's' });
  });

  test('whoever was verified meanwhile goes on', async () => {
    const page = await client.browser.open(client.authorizeUrl());
    const { id } = await accountAt(withoutMail, client.email);
    await withoutMail.ports.accounts.setEmailVerified(id, client.email, 1);
    const back = await client.browser.open(page.url.href, { stopAt: CALLBACK });
    expect(answerOf(back)).toMatchObject({ code: expect.any(String) });
  });

  test('outside a request there is nothing to say', async () => {
    expect((await new Browser().open(`${withoutMail.authUrl}/unverified`)).url.pathname).toBe('/login');
  });
});
