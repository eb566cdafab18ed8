// An application that signs people in with openid-client, which checks signatures, hashes, `nonce` and `max_age` itself.
// For the tests beside it.
import * as openid from 'openid-client';
import { expect } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree } from '../helpers/people.ts';

/** How a person answers the sign-in page; it leads to the callback, or to the consent page. */
export type Enter = (browser: Browser, login: Page) => Promise<Page>;

const atCallback = (page: Page): boolean => page.url.href.startsWith(CALLBACK);

export function whatIsTold(tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers) {
  const claims = tokens.claims();
  return { told: { amr: claims?.amr, acr: claims?.acr }, authTime: claims?.auth_time ?? 0, sub: claims?.sub };
}

/** Registers the application. Its clock is that of the server. */
export async function startOpenIdParty(hosts: Hosts) {
  const client = await givenClient(hosts);
  const execute = [openid.allowInsecureRequests];
  const found = await openid.discovery(new URL(hosts.authUrl), client.apiKey, undefined, openid.None(), { execute });
  const server = found.serverMetadata();

  function configuration(): openid.Configuration {
    const skew = Math.round((hosts.clock.now() - Date.now()) / 1000);
    const config = new openid.Configuration(server, client.apiKey, { [openid.clockSkew]: skew }, openid.None());
    openid.allowInsecureRequests(config);
    openid.enableNonRepudiationChecks(config);
    return config;
  }

  /**
   * One authorization, from the request to the verified ID token.
   * @param enter undefined: the person must not be asked to sign in
   * @throws openid.AuthorizationResponseError when the application gets an error
   */
  async function authorize(browser: Browser, parameters: Readonly<Record<string, string>>, enter?: Enter) {
    // Later than what the person did before.
    hosts.clock.advance(1);
    const config = configuration();
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    });
    const first = await browser.open(address, { stopAt: CALLBACK });
    expect(first.url.pathname === '/login', `asked to sign in at ${first.url}`).toBe(enter !== undefined);
    hosts.clock.advance(1);
    const entered = enter ? await enter(browser, first) : first;
    const last = atCallback(entered) ? entered : await agree(browser, entered, {}, { stopAt: CALLBACK });
    const tokens = await openid.authorizationCodeGrant(config, last.url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(parameters.max_age !== undefined && { maxAge: Number(parameters.max_age) }),
    });
    const refresh = async () => whatIsTold(await openid.refreshTokenGrant(config, tokens.refresh_token ?? ''));
    return { ...whatIsTold(tokens), idToken: tokens.id_token ?? '', refresh };
  }
  return { authorize };
}
