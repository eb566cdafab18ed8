// The RP-Initiated Logout OP plan: what the end-session endpoint does with a good hint, a bad one and none, and when it
// leads back to the relying party.
import { generateKeyPair, SignJWT } from 'jose';
import { expect } from 'vitest';
import type { Page } from '../helpers/html-page.ts';
import { randomValue } from './authorize.ts';
import { checkSignedOut, checkStillSignedIn } from './basic-sessions.ts';
import { type CodeFlow, runCodeFlow } from './code-flow.ts';
import { checkAddresses } from './discovery.ts';
import { type Context, endpoint, type Module } from './module.ts';
import type { Received } from './relying-party-server.ts';

/** Marks that stand in a query only encoded, and must come back as they were. */
const newState = (): string => `${randomValue(40)} !"#$%&'()*+,/:;<=>?@[\\]^\`{|}`;

export type EndSessionRequest = Readonly<Record<string, string | undefined>>;

type Ended = { page: Page; back: Received | undefined };

/** Sends a signed-in person's browser to the end-session endpoint, and signs out where that is asked first. */
export async function endSession(context: Context, request: EndSessionRequest): Promise<Ended> {
  const { page, back } = await askToEndSession(context, request);
  const asked = page.forms.find(({ action }) => action.origin === page.url.origin);
  if (back || page.status !== 200 || !asked) return { page, back };
  return signOutHere(context, page);
}

/** Goes there and does nothing on the page that comes. */
async function askToEndSession(context: Context, request: EndSessionRequest): Promise<Ended> {
  const { provider, browser } = context;
  const url = new URL(endpoint(provider, 'end_session_endpoint'));
  for (const [name, value] of Object.entries(request)) if (value !== undefined) url.searchParams.append(name, value);
  provider.relyingParty.forget();
  return { page: await browser.open(url), back: ledBack(context) };
}

async function signOutHere(context: Context, asking: Page): Promise<Ended> {
  return { page: await context.browser.submit(asking.form()), back: ledBack(context) };
}

const ledBack = ({ provider }: Context): Received | undefined =>
  provider.relyingParty.received(new URL(provider.postLogoutRedirectUri).pathname)[0];

const wholeRequest = ({ provider }: Context, { idToken }: CodeFlow): Record<string, string> => ({
  id_token_hint: idToken,
  post_logout_redirect_uri: provider.postLogoutRedirectUri,
  state: newState(),
});

/** The relying party got its `state` back and nothing else. */
export function checkLedBack(back: Received | undefined, state: string | undefined): void {
  expect(back?.method).toBe('GET');
  expect([...(back?.query ?? [])]).toEqual(state === undefined ? [] : [['state', state]]);
}

/** A page of the provider, and no way to the relying party. */
function checkStayed({ provider }: Context, page: Page, back: Received | undefined): void {
  expect(back, 'the relying party must not be called').toBeUndefined();
  expect(page.trail.filter((address) => !address.startsWith(`${provider.metadata.issuer}/`))).toEqual([]);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
}

/** Signs in, asks to sign out with these changes, and expects to be led back. */
const leadsBack = (name: string, changes: EndSessionRequest, verifies: string): Module => ({
  name,
  verifies,
  async run(context) {
    const request: EndSessionRequest = { ...wholeRequest(context, await runCodeFlow(context)), ...changes };
    const { back } = await endSession(context, request);
    checkLedBack(back, request.state);
    await checkSignedOut(context);
  },
});

/** Signs in, asks to sign out with these parameters only, and expects the provider's own page about it. */
const signsOutHere = (name: string, kept: readonly string[], verifies: string): Module => ({
  name,
  verifies,
  async run(context) {
    const whole = wholeRequest(context, await runCodeFlow(context));
    const request = Object.fromEntries(Object.entries(whole).filter(([parameter]) => kept.includes(parameter)));
    const { page, back } = await endSession(context, request);
    checkStayed(context, page, back);
    expect(page.status).toBe(200);
    await checkSignedOut(context);
  },
});

/**
 * Asks with something wrong; expects to be told, to stay and to be signed in as before; and to stay when the person
 * signs out on that page.
 */
const isRefused = (
  name: string,
  wrong: (context: Context, flow: CodeFlow) => Promise<readonly EndSessionRequest[]>,
  verifies: string,
): Module => ({
  name,
  verifies,
  async run(context) {
    const flow = await runCodeFlow(context);
    let told: Page | undefined;
    for (const changes of await wrong(context, flow)) {
      const { page, back } = await askToEndSession(context, { ...wholeRequest(context, flow), ...changes });
      checkStayed(context, page, back);
      expect(page.status).toBe(400);
      told = page;
    }
    await checkStillSignedIn(context);
    context.provider.relyingParty.forget();
    if (!told) throw new Error('Nothing wrong was tried');
    const { page, back } = await signOutHere(context, told);
    checkStayed(context, page, back);
    await checkSignedOut(context);
  },
});

const discoveryVerification: Module = {
  name: 'oidcc-rp-initiated-logout-discovery-endpoint-verification',
  verifies: 'The discovery document names an https `end_session_endpoint`, and every endpoint is https.',
  async run({ provider }) {
    checkAddresses(provider.metadata);
    expect(endpoint(provider, 'end_session_endpoint')).toMatch(/^https:/);
  },
};

const noIdTokenHint: Module = {
  name: 'oidcc-rp-initiated-logout-no-id-token-hint',
  verifies:
    'Without a hint nobody is led to the `post_logout_redirect_uri`, whatever the person answers: nothing says whose it is.',
  async run(context) {
    const request = { ...wholeRequest(context, await runCodeFlow(context)), id_token_hint: undefined };
    const { page, back } = await endSession(context, request);
    checkStayed(context, page, back);
  },
};

const partsOf = (token: string) => token.split('.') as [string, string, string];

export const logoutModules: readonly Module[] = [
  discoveryVerification,
  leadsBack(
    'oidcc-rp-initiated-logout',
    {},
    'A good hint signs out and leads to the registered `post_logout_redirect_uri` with the `state`, byte for byte.',
  ),
  isRefused(
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
    async ({ provider }) => [{ post_logout_redirect_uri: `${provider.relyingParty.url}/elsewhere` }],
    'A `post_logout_redirect_uri` that is not registered is named as wrong on a page; nobody is led there.',
  ),
  isRefused(
    'oidcc-rp-initiated-logout-modified-id-token-hint',
    async (_, { idToken }) => {
      const none = Buffer.from('{"alg": "none"}').toString('base64url');
      return [{ id_token_hint: `${none}.${partsOf(idToken)[1]}.` }];
    },
    'A hint whose header was changed to `alg: none`, without a signature, is named as wrong on a page; nobody is led away.',
  ),
  noIdTokenHint,
  signsOutHere(
    'oidcc-rp-initiated-logout-no-params',
    [],
    'Without any parameter the person signs out on a page of the provider.',
  ),
  signsOutHere(
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
    ['id_token_hint', 'state'],
    'With a hint and nowhere to go the person ends on a page that says they are signed out.',
  ),
  leadsBack(
    'oidcc-rp-initiated-logout-no-state',
    { state: undefined },
    'Without `state` the way back has no parameter at all.',
  ),
  signsOutHere('oidcc-rp-initiated-logout-only-state', ['state'], 'With `state` alone it is as without any parameter.'),
  isRefused(
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
    async ({ provider }) => [{ post_logout_redirect_uri: `${provider.postLogoutRedirectUri}?more=1` }],
    'The registered `post_logout_redirect_uri` with a query added to it is another URI, and not registered.',
  ),
  isRefused(
    'oidcc-rp-initiated-logout-bad-id-token-hint',
    async ({ provider, client }, { claims }) => {
      const seconds = Math.floor(provider.now() / 1000);
      const times = { iat: seconds, exp: seconds + 300 };
      const ownClaims = {
        iss: client.id,
        aud: provider.metadata.issuer,
        sub: 'somebody',
        nonce: randomValue(),
        ...times,
      };
      const { kid = '' } = provider.keys.keys[0] ?? {};
      const sign = (payload: object, alg: string, key: CryptoKey | Uint8Array) =>
        new SignJWT({ ...payload }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
      const { privateKey } = await generateKeyPair('RS256');
      const hints = [
        sign(ownClaims, 'RS256', privateKey),
        sign(ownClaims, 'HS256', Buffer.from(client.secret)),
        sign(claims, 'RS256', privateKey),
      ];
      return (await Promise.all(hints)).map((id_token_hint) => ({ id_token_hint }));
    },
    'A hint that the client made and signed itself, by a key of its own or its secret, even with the real claims, is named as wrong in the same way.',
  ),
];
