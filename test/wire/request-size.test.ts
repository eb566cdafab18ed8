// How long an authorization request may be (contract 4: "the query as sent: at most 6 KiB"), to the byte, and what its
// own stamp and the way through the pages add to it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const MOST = 6144;
const TOO_LONG = { error: 'invalid_request', error_description: 'The query is longer than 6 KiB.', state: 's' };

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

/**
 * A good request of so many bytes, filled up with what nobody knows, or with percent-encoded letters of a known
 * parameter.
 */
function queryOf(bytes: number, filler = '&unknown='): string {
  const start = `${new URL(client.authorizeUrl({ state: 's' })).search.slice(1)}${filler}`;
  const letters = filler.startsWith('&login_hint') ? '%ED%95%9C' : 'x';
  const filled = start + letters.repeat((bytes - start.length) / letters.length);
  return filled + 'x'.repeat(bytes - filled.length);
}
const FILLERS = [
  ['an unknown parameter', '&unknown='],
  ['letters beyond ASCII', '&login_hint='],
] as const;

const parametersOf = (location: string | null) =>
  Object.fromEntries(new URL(location ?? '', hosts.authUrl).searchParams);
const post = (body: string) =>
  fetch(`${hosts.authUrl}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });

describe.each(FILLERS)('contract 4: with %s', (_what, filler) => {
  test('6,144 bytes lead through sign-in, with the stamp in the address, to a code', async () => {
    const query = queryOf(MOST, filler);
    expect(Buffer.byteLength(query)).toBe(MOST);
    const browser = new Browser();
    const signIn = await browser.open(`${hosts.authUrl}/oauth/authorize?${query}`);
    expect([signIn.status, signIn.url.pathname]).toEqual([200, '/login']);
    const { email, password } = client;
    const back = await browser.submit(signIn.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK });
    expect(Object.fromEntries(back.url.searchParams)).toMatchObject({ state: 's', code: expect.any(String) });
  });

  test('6,145 bytes are told to the application, whoever is signed in', async () => {
    const query = queryOf(MOST + 1, filler);
    for (const browser of [new Browser(), client.browser]) {
      const refused = await browser.open(`${hosts.authUrl}/oauth/authorize?${query}`, { follow: false });
      expect(refused.status).toBe(303);
      expect(parametersOf(refused.headers.get('location'))).toMatchObject(TOO_LONG);
    }
  });

  test('by POST alike', async () => {
    const [good, refused] = [await post(queryOf(MOST, filler)), await post(queryOf(MOST + 1, filler))];
    expect([good.status, refused.status]).toEqual([303, 303]);
    expect(good.headers.get('location')).toBe(`/oauth/authorize?${queryOf(MOST, filler)}`);
    expect(parametersOf(refused.headers.get('location'))).toMatchObject(TOO_LONG);
  });
});
