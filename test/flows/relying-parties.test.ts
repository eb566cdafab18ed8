// Two relying-party libraries as plain OAuth 2.0 clients (RFC 6749, 7636, 8414, 9207). They judge every answer: content
// type, `iss`, `state`, token type, metadata.
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { newPerson, signUpAndAgree } from '../helpers/people.ts';
import { createOwner, registerApplication, startServer, type TestServer } from '../helpers/server.ts';

const REDIRECT_URI = 'http://localhost:9/callback';

let server: TestServer;
let clientId: string;

beforeAll(async () => {
  server = await startServer();
  const application = await registerApplication(server, await createOwner(server), {
    name: 'Library Shop',
    login_activation: 'ON',
    require_pkce: true,
    platforms: [{ platform: 'Web', site_domains: ['http://localhost'] }],
    redirect_uris: [REDIRECT_URI],
    consent_items: [
      { item: 'nickname', consent: 'required' },
      { item: 'email', consent: 'optional' },
    ],
  });
  clientId = application.platforms[0]?.api_key ?? '';
});

afterAll(() => server?.stop());

it('openid-client as plain OAuth 2.0 with PKCE signs a person in, reads who it is and refreshes', async () => {
  const config = await openid.discovery(new URL(server.authUrl), clientId, undefined, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });
  const state = openid.randomState();
  const verifier = openid.randomPKCECodeVerifier();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'nickname email',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const person = newPerson('Mina');
  const callback = await signUpAndAgree(new Browser(), address, {
    person,
    values: { item: ['email'] },
    redirectUri: REDIRECT_URI,
  });

  const tokens = await openid.authorizationCodeGrant(config, callback, {
    expectedState: state,
    pkceCodeVerifier: verifier,
  });
  expect(tokens.scope).toBe('nickname email');
  const user = await openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck);
  expect(user).toMatchObject({ nickname: 'Mina', email: person.email, email_verified: false });

  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  expect((await openid.fetchUserInfo(config, refreshed.access_token, user.sub)).nickname).toBe('Mina');
});

it('oauth4webapi as plain OAuth 2.0 with PKCE signs a person in, reads who it is and refreshes', async () => {
  const issuer = new URL(server.authUrl);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const metadata = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' });
  const provider = await oauth.processDiscoveryResponse(issuer, metadata);
  const client: oauth.Client = { client_id: clientId };
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();

  const address = new URL(provider.authorization_endpoint ?? '');
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const callback = await signUpAndAgree(new Browser(), address, {
    person: newPerson('Jun'),
    redirectUri: REDIRECT_URI,
  });

  const answer = oauth.validateAuthResponse(provider, client, callback, state);
  const exchange = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    oauth.None(),
    answer,
    REDIRECT_URI,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, exchange);
  const userInfo = await oauth.userInfoRequest(provider, client, tokens.access_token, insecure);
  const user = await oauth.processUserInfoResponse(provider, client, oauth.skipSubjectCheck, userInfo);
  expect(user).toMatchObject({ nickname: 'Jun' });
  expect(user).not.toHaveProperty('email');

  const refresh = await oauth.refreshTokenGrantRequest(
    provider,
    client,
    oauth.None(),
    tokens.refresh_token ?? '',
    insecure,
  );
  const refreshed = await oauth.processRefreshTokenResponse(provider, client, refresh);
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
});
