// Applications in the browser whose tokens are bound to a key that never leaves it (contract 41), in a real Chromium on a
// registered site domain, with nonces demanded: oidc-client-ts, which keeps its key in IndexedDB, openid-client, and plain requests with `dpop`.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type * as dpopPackage from 'dpop';
import { buildSync } from 'esbuild';
import type * as oidcClient from 'oidc-client-ts';
import type * as openidClient from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { carryOver } from './signed-in.ts';

/** What the application's page has; functions given to `evaluate` run there. */
declare global {
  var oidc: typeof oidcClient;
  var openid: typeof openidClient;
  var proofs: typeof dpopPackage;
}

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const bundle = (library: string, globalName: string) => {
  const stdin = { contents: `export * from '${library}'`, resolveDir: here('') };
  return buildSync({ stdin, bundle: true, format: 'iife', globalName, write: false }).outputFiles[0]?.text ?? '';
};

let hosts: Hosts;
let chromium: Browser;
let shop: Server;
let origin: string;
let clientId: string;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_DPOP_NONCE: 'true' });
  chromium = await openChromium();
  const scripts = new Map([
    ['/oidc-client-ts', readFileSync(here('node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js'), 'utf8')],
    ['/openid-client', bundle('openid-client', 'openid')],
    ['/dpop', bundle('dpop', 'proofs')],
  ]);
  const page = `<!doctype html><title>Shop</title>${[...scripts.keys()].map((src) => `<script src="${src}"></script>`).join('')}`;
  shop = createServer((request, response) => {
    const script = scripts.get(request.url ?? '');
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(script ?? page);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  const application = await registerApplication(hosts, await hosts.owner(), {
    name: 'Acme Shop',
    login_activation: 'ON',
    require_pkce: true,
    dpop_bound_access_tokens: true,
    platforms: [{ platform: 'Web', site_domains: [origin] }],
    redirect_uris: [`${origin}/callback`],
    id_token_signed_response_alg: 'ES256',
    consent_items: [{ item: 'nickname', consent: 'required' }],
  });
  clientId = application.platforms[0]?.api_key ?? '';
});
afterAll(async () => {
  await chromium?.close();
  shop?.closeAllConnections();
  shop?.close();
  await hosts?.stop();
});

/** The application, in the browser of somebody who is signed in. */
let page: Page;
beforeEach(async () => {
  // The browser's clock says when a proof was made.
  hosts.clock.advance(Date.now() - hosts.clock.now());
  const context = await chromium.newContext({ locale: 'en-US' });
  const person = await givenPerson(hosts, { nickname: 'Mina' });
  await carryOver(person.browser, hosts.authUrl, context);
  page = await context.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => ['oidc', 'openid', 'proofs'].every((name) => name in globalThis));
});

/** Agrees in a window of its own, so that the application's page keeps its keys. @returns where the answer leads */
async function agree(authorizeUrl: string): Promise<string> {
  const at = await page.context().newPage();
  await at.goto(authorizeUrl);
  await at.click('button[value=agree]');
  await at.waitForURL(/\/callback\?/);
  const back = at.url();
  await at.close();
  return back;
}

/** What user-info answers to somebody who stole the token and not the key. */
const stolen = async (token: string, scheme: string) => {
  const { status } = await fetch(`${hosts.apiUrl}/user-info`, { headers: { authorization: `${scheme} ${token}` } });
  return status;
};

test('oidc-client-ts binds its code and its tokens to its key, renews them, and reads the person', async () => {
  const settings = { authority: hosts.authUrl, client_id: clientId, redirect_uri: `${origin}/callback` };
  const authorizeUrl = await page.evaluate(async (given) => {
    const dpop = { bind_authorization_code: true, store: new oidc.IndexedDbDPoPStore() };
    const manager = new oidc.UserManager({ ...given, scope: 'openid nickname', dpop });
    Reflect.set(globalThis, 'manager', manager);
    const client = Reflect.get(manager, '_client') as oidcClient.OidcClient;
    const dpopJkt = await manager.generateDPoPJkt(dpop);
    return (await client.createSigninRequest({ ...(dpopJkt && { dpopJkt }), request_type: 'si:r' })).url;
  }, settings);
  expect(new URL(authorizeUrl).searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/);
  const back = await agree(authorizeUrl);
  const seen = await page.evaluate(
    async ({ url, userInfo }) => {
      const manager: oidcClient.UserManager = Reflect.get(globalThis, 'manager');
      const signedIn = await manager.signinRedirectCallback(url);
      const user = await manager.signinSilent();
      if (!user) throw new Error('Nobody is signed in');
      const read = async (nonce?: string) => {
        const proof = (await manager.dpopProof(userInfo, user, 'GET', nonce)) ?? '';
        return fetch(userInfo, { headers: { authorization: `DPoP ${user.access_token}`, dpop: proof } });
      };
      const first = await read();
      const answer = first.status === 200 ? first : await read(first.headers.get('dpop-nonce') ?? '');
      return {
        types: [signedIn.token_type, user.token_type],
        isNew: signedIn.access_token !== user.access_token,
        token: user.access_token,
        person: (await answer.json()) as unknown,
      };
    },
    { url: back, userInfo: `${hosts.apiUrl}/user-info` },
  );
  expect(seen).toMatchObject({ types: ['DPoP', 'DPoP'], isNew: true, person: { nickname: 'Mina' } });
  expect([await stolen(seen.token, 'Bearer'), await stolen(seen.token, 'DPoP')]).toEqual([401, 401]);
});

test.each(['ES256', 'Ed25519'] as const)('openid-client with its strict defaults and a key of %s', async (alg) => {
  const authorizeUrl = await page.evaluate(
    async ({ issuer, id, redirectUri, alg: wanted }) => {
      const config = await openid.discovery(new URL(issuer), id, undefined, openid.None(), {
        execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
      });
      const pair = await openid.randomDPoPKeyPair(wanted);
      const DPoP = openid.getDPoPHandle(config, pair);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      Object.assign(globalThis, { held: { config, DPoP, pkceCodeVerifier, pair } });
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid nickname',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        dpop_jkt: await DPoP.calculateThumbprint(),
      }).href;
    },
    { issuer: hosts.authUrl, id: clientId, redirectUri: `${origin}/callback`, alg },
  );
  const back = await agree(authorizeUrl);
  const seen = await page.evaluate(async (url) => {
    const { config, DPoP, pkceCodeVerifier, pair } = Reflect.get(globalThis, 'held') as {
      config: openidClient.Configuration;
      DPoP: openidClient.DPoPHandle;
      pkceCodeVerifier: string;
      pair: CryptoKeyPair;
    };
    const checks = { pkceCodeVerifier, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, new URL(url), checks, undefined, { DPoP });
    const sub = tokens.claims()?.sub ?? '';
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
    return {
      canLeave: pair.privateKey.extractable,
      types: [tokens.token_type, next.token_type],
      token: next.access_token,
      person: await openid.fetchUserInfo(config, next.access_token, sub, { DPoP }),
    };
  }, back);
  expect(seen).toMatchObject({ canLeave: false, types: ['dpop', 'dpop'], person: { nickname: 'Mina' } });
  expect([await stolen(seen.token, 'Bearer'), await stolen(seen.token, 'DPoP')]).toEqual([401, 401]);
});

test.each(['ES256', 'Ed25519', 'PS256'] as const)(
  'requests without a library, with proofs of dpop: %s',
  async (alg) => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const jkt = await page.evaluate(async (wanted) => {
      const pair = await proofs.generateKeyPair(wanted);
      Object.assign(globalThis, { pair });
      return proofs.calculateThumbprint(pair.publicKey);
    }, alg);
    const request = {
      ...{
        client_id: clientId,
        redirect_uri: `${origin}/callback`,
        response_type: 'code',
        scope: 'nickname',
        dpop_jkt: jkt,
      },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    };
    const back = new URL(await agree(`${hosts.authUrl}/oauth/authorize?${new URLSearchParams(request)}`));
    const seen = await page.evaluate(
      async ({ token, userInfo, form }) => {
        const pair: dpopPackage.KeyPair = Reflect.get(globalThis, 'pair');
        /** Once more where the server asks for its nonce. */
        const send = async (url: string, init: RequestInit, accessToken?: string) => {
          const attempt = async (nonce?: string) => {
            const proof = await proofs.generateProof(pair, url, init.method ?? 'GET', nonce, accessToken);
            const authorization = accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` };
            return fetch(url, { ...init, headers: { dpop: proof, ...authorization } });
          };
          const first = await attempt();
          const answer = first.ok ? first : await attempt(first.headers.get('dpop-nonce') ?? '');
          return { statuses: [first.status, answer.status], body: (await answer.json()) as Record<string, string> };
        };
        const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
        const { client_id = '' } = form;
        const redeemed = await send(token, post({ ...form, grant_type: 'authorization_code' }));
        const refresh = { client_id, grant_type: 'refresh_token', refresh_token: redeemed.body.refresh_token ?? '' };
        const refreshed = await send(token, post(refresh));
        const person = await send(userInfo, {}, refreshed.body.access_token ?? '');
        return [redeemed, refreshed, person];
      },
      {
        ...{ token: `${hosts.authUrl}/oauth/token`, userInfo: `${hosts.apiUrl}/user-info` },
        form: {
          ...{ client_id: clientId, redirect_uri: `${origin}/callback`, code_verifier: verifier },
          code: back.searchParams.get('code') ?? '',
        },
      },
    );
    expect(seen).toMatchObject([
      { statuses: [400, 200], body: { token_type: 'DPoP' } },
      { statuses: [400, 200], body: { token_type: 'DPoP' } },
      { statuses: [401, 200], body: { nickname: 'Mina' } },
    ]);
  },
);
