// People with passkeys on the pages: what the pages' script does, with an authenticator in software. For the tests
// beside it.
import { makeChallenge } from '../../src/core/sign-in/passkeys/challenge.ts';
import { addPasskey as add } from '../../src/core/sign-in/passkeys/change-passkeys.ts';
import { userHandleOf } from '../../src/core/sign-in/passkeys/passkey.ts';
import { browserOf } from '../../src/http/browsers/browser-session.ts';
import { actedFrom } from '../../src/http/browsers/visitor.ts';
import { passkeyNameIn } from '../../src/views/passkeys/passkey-button.tsx';
import { createAuthenticator, type Key, type Said } from '../helpers/authenticator.ts';
import type { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { seedRequest } from '../helpers/seed-request.ts';
import { type Server, signUpPerson } from './account-pages.ts';

type Options = {
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
};
export type Prompt = { kind: string; options: Options; challenge?: string; challengeHref?: string; autofill?: boolean };

const allJsonIn = (page: Page, attribute: string): unknown[] =>
  [...page.html.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, found = '']) =>
    JSON.parse(found.replaceAll('&quot;', '"').replaceAll('&amp;', '&')),
  );
const jsonIn = (page: Page, attribute: string): unknown => allJsonIn(page, attribute)[0];

/** What the page asks its script for; undefined: nothing. */
export const promptIn = (page: Page): Prompt | undefined => jsonIn(page, 'data-passkey') as Prompt | undefined;

/** What the page tells the browser's list of passkeys. */
export const signalsIn = (page: Page) =>
  allJsonIn(page, 'data-passkey-signal') as { method: string; options: Record<string, unknown> }[];
export const signalIn = (page: Page) => signalsIn(page)[0];

export async function challengeFor(hosts: Server, browser: Browser, prompt: Prompt): Promise<string> {
  if (prompt.challenge !== undefined) return prompt.challenge;
  const answer = await browser.open(`${hosts.authUrl}${prompt.challengeHref}`);
  return (JSON.parse(answer.html) as { challenge: string }).challenge;
}

export const authenticatorOf = (hosts: Server) => createAuthenticator({ origin: hosts.authUrl, rpId: 'localhost' });

/** Sends the page's form with the answer of this passkey, and with other values that it needs. */
export async function answerWith(
  hosts: Server,
  browser: Browser,
  page: Page,
  key: Key,
  { stopAt, values = {}, ...said }: Partial<Said> & { stopAt?: string; values?: Readonly<Record<string, string>> } = {},
): Promise<Page> {
  const prompt = promptIn(page);
  if (!prompt) throw new Error(`No passkey is asked for at ${page.url.href}`);
  const challenge = await challengeFor(hosts, browser, prompt);
  const passkey = authenticatorOf(hosts).sign(key, { challenge, ...said });
  return browser.submit(
    page.form({ fields: ['passkey'] }),
    { ...values, passkey },
    stopAt === undefined ? {} : { stopAt },
  );
}

type Making = { algorithm?: 'ES256' | 'EdDSA'; backupEligible?: boolean; counter?: number };

export async function addPasskey(
  hosts: Server,
  browser: Browser,
  making: Making = {},
): Promise<{ key: Key; page: Page }> {
  const page = await browser.open(`${hosts.authUrl}/account/passkeys`);
  const prompt = promptIn(page);
  if (!prompt?.options.user) throw new Error(`Nothing adds a passkey at ${page.url.href}`);
  const challenge = await challengeFor(hosts, browser, prompt);
  const { id: userHandle } = prompt.options.user;
  const { key, response } = authenticatorOf(hosts).create({ challenge, userHandle, ...making });
  return { key, page: await browser.submit(page.form({ fields: ['passkey'] }), { passkey: response }) };
}

/** The same by the use case alone; nobody sees a page. */
export async function givenPasskey(hosts: Hosts, browser: Browser, making: Making = {}): Promise<{ key: Key }> {
  const { ports } = hosts;
  const { deps, request, reply } = seedRequest(hosts, browser, '/account/passkeys');
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) throw new Error('Nobody is signed in');
  const accountId = signedIn.account.id;
  const deviceId = browserOf(deps, request).device.ensure(reply);
  const challenge = makeChallenge(ports, { purpose: 'add', deviceId, accountId });
  const made = authenticatorOf(hosts).create({ challenge, userHandle: userHandleOf(accountId), ...making });
  const from = actedFrom(deps, request, signedIn.account);
  // What the route calls a passkey of a browser that it does not know.
  const name = passkeyNameIn('en');
  const added = await add(ports, { signedIn, response: made.response, deviceId, name, from });
  if (added.kind !== 'added') throw new Error(`The passkey is not added: ${added.kind}`);
  return { key: made.key };
}

export async function personWithPasskey(hosts: Server | Hosts) {
  if ('ports' in hosts) {
    const person = await givenPerson(hosts);
    return { ...person, ...(await givenPasskey(hosts, person.browser)) };
  }
  const { browser, email } = await signUpPerson(hosts);
  return { browser, email, key: (await addPasskey(hosts, browser)).key };
}

export async function signInByPasskey(
  hosts: Server,
  browser: Browser,
  key: Key,
  said: Partial<Said> = {},
): Promise<Page> {
  return answerWith(hosts, browser, await browser.open(`${hosts.authUrl}/login`), key, said);
}
