// What people, programs and operators do that applications are told of: a cause for each type of event (contract 60).
// A type without one does not compile, and the tests that run all of them say which is missing.

import type { EventType } from '../../src/core/applications/application-events/application-event.ts';
import { type AccountPageName, accountPath } from '../../src/views/page/account-pages.ts';
import { CALLBACK, type Client } from './client.ts';
import type { Page } from './html-page.ts';

/** An act of somebody with rights over accounts. Resolves once it is done. */
export type Operator = {
  setDisabled(email: string, disabled: boolean): Promise<void>;
  remove(email: string): Promise<void>;
};

export type Place = {
  server: { readonly authUrl: string; readonly apiUrl: string };
  client: Client;
  operator: Operator;
  /** Told of each act that makes an event, before and after it was acknowledged. */
  doing?<Result>(type: EventType, act: () => Promise<Result>): Promise<Result>;
};

const run = <Result>({ doing }: Place, type: EventType, act: () => Promise<Result>): Promise<Result> =>
  doing ? doing(type, act) : act();

function require(isDone: boolean, what: string): void {
  if (!isDone) throw new Error(`not acknowledged: ${what}`);
}

export function callApi({ server, client }: Pick<Place, 'server' | 'client'>, method: string, path: string) {
  const headers = { authorization: `Bearer ${client.owner.apiToken}` };
  return fetch(`${server.apiUrl}/applications/${client.applicationId}${path}`, { method, headers });
}

async function postForm({ server }: Place, path: string, form: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${server.authUrl}${path}`, { method: 'POST', headers, body: form });
  await response.arrayBuffer();
  return response.status;
}

/** A page of the account, signed in. */
async function accountPage({ server, client }: Place, name: AccountPageName = 'profile'): Promise<Page> {
  const { browser, email, password } = client;
  const page = await browser.open(`${server.authUrl}${accountPath(name)}`);
  if (page.url.pathname !== '/login') return page;
  return browser.submit(page.form({ action: '/login' }), { email, password });
}

/** Signs in and agrees, where either is missing. */
async function connect(place: Place): Promise<void> {
  const { browser, email, password, authorizeUrl } = place.client;
  const first = await browser.open(authorizeUrl(), { stopAt: CALLBACK });
  const page =
    first.url.pathname === '/login'
      ? await browser.submit(first.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK })
      : first;
  if (page.url.href.startsWith(CALLBACK)) return;
  await run(place, 'connection.created', async () => {
    const consent = page.form({ action: '/consent' });
    const agreed = await browser.submit(consent, { item: 'email' }, { press: 'agree', stopAt: CALLBACK });
    require(agreed.url.searchParams.has('code'), 'consent');
  });
}

export async function subOf(place: Pick<Place, 'server' | 'client'>): Promise<string> {
  const [connection] = (await (await callApi(place, 'GET', '/connections')).json()) as { sub: string }[];
  if (!connection) throw new Error('nobody is connected');
  return connection.sub;
}

async function disconnect(place: Place): Promise<void> {
  await connect(place);
  const sub = await subOf(place);
  await run(place, 'connection.ended', async () => {
    require((await callApi(place, 'DELETE', `/connections/${sub}`)).status === 204, 'end of a connection');
  });
}

async function changeConsent(place: Place): Promise<void> {
  const form = (await accountPage(place, 'applications')).form({ action: '/account/connections' });
  const isAgreed = form.values.some(([name]) => name === 'item');
  await run(place, 'consent.changed', async () => {
    const saved = await place.client.browser.submit(form, { item: isAgreed ? [] : 'email' }, { press: 'save' });
    require(saved.url.search === '?notice=item-saved', 'change of consent');
  });
}

let names = 0;
async function changeProfile(place: Place): Promise<void> {
  const form = (await accountPage(place)).form({ action: '/account/profile' });
  await run(place, 'account.updated', async () => {
    names += 1;
    const saved = await place.client.browser.submit(form, { nickname: `Mina ${names}` });
    require(saved.url.search.startsWith('?notice='), 'change of a profile');
  });
}

async function signOut(place: Place): Promise<void> {
  const { browser, tokens } = place.client;
  await tokens({ scope: 'openid' });
  const page = await accountPage(place);
  await run(place, 'session.ended', async () => {
    await browser.submit(page.form({ action: '/logout' }));
    require((await browser.open(`${place.server.authUrl}/account`)).url.pathname === '/login', 'sign-out');
  });
}

/** Of a token that it got just now; the client has no secret. */
const revocationOf = ({ client }: Place, token: string): string =>
  new URLSearchParams({ token, client_id: client.apiKey }).toString();

async function revoke(place: Place, kind: 'refresh_token' | 'access_token'): Promise<void> {
  const tokens = await place.client.tokens();
  await run(place, 'tokens.revoked', async () => {
    const status = await postForm(place, '/oauth/revocation', revocationOf(place, tokens[kind]));
    require(status === 200, 'revocation');
  });
}

/** Each is the act of somebody, and leaves the person able to cause the next. */
export const CAUSES: Readonly<Record<EventType, (place: Place) => Promise<void>>> = {
  'connection.created': async (place) => {
    await disconnect(place);
    await connect(place);
  },
  'connection.ended': disconnect,
  'consent.changed': changeConsent,
  'account.updated': changeProfile,
  'account.disabled': (place) => setDisabled(place, true),
  'account.enabled': async (place) => {
    await setDisabled(place, true);
    await setDisabled(place, false);
  },
  'account.deleted': (place) =>
    run(place, 'connection.ended', () =>
      run(place, 'account.deleted', () => place.operator.remove(place.client.email)),
    ),
  'session.ended': signOut,
  'tokens.revoked': async (place) => {
    await revoke(place, 'refresh_token');
    await revoke(place, 'access_token');
  },
};

const setDisabled = (place: Place, disabled: boolean): Promise<void> =>
  run(place, disabled ? 'account.disabled' : 'account.enabled', () =>
    place.operator.setDisabled(place.client.email, disabled),
  );
