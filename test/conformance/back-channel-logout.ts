// The Back-Channel Logout OP plan: the relying party is told of the sign-out by a signed token that reaches it without
// the browser.
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { randomValue } from './authorize.ts';
import { checkSignedOut } from './basic-sessions.ts';
import { type CodeFlow, runCodeFlow } from './code-flow.ts';
import { checkAddresses } from './discovery.ts';
import { type Context, endpoint, type Module } from './module.ts';
import type { Received } from './relying-party-server.ts';
import { checkLedBack, endSession } from './rp-initiated-logout.ts';

const discoveryVerification: Module = {
  name: 'oidcc-backchannel-logout-discovery-endpoint-verification',
  verifies:
    'The discovery document says that back-channel logout is offered, with `sid`, and names an https `end_session_endpoint`.',
  async run({ provider }) {
    checkAddresses(provider.metadata);
    expect(provider.metadata.backchannel_logout_supported).toBe(true);
    expect(provider.metadata.backchannel_logout_session_supported).toBe(true);
    expect(endpoint(provider, 'end_session_endpoint')).toMatch(/^https:/);
  },
};

const rpInitiatedLogout: Module = {
  name: 'oidcc-backchannel-rp-initiated-logout',
  verifies:
    'A sign-out posts a sound logout token about this person and session to the `backchannel_logout_uri`, and leads back as usual.',
  async run(context) {
    const { provider } = context;
    const flow = await runCodeFlow(context);
    await provider.deliver();
    provider.relyingParty.forget();
    const state = randomValue(96);
    const { back } = await endSession(context, {
      id_token_hint: flow.idToken,
      post_logout_redirect_uri: provider.postLogoutRedirectUri,
      state,
    });
    await provider.deliver();
    const [told] = provider.relyingParty.received('/backchannel_logout');
    if (!told) throw new Error('No request to /backchannel_logout');
    await checkLogoutRequest(context, flow, told);
    checkLedBack(back, state);
    await checkSignedOut(context);
  },
};

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 2.4 and 2.5. */
async function checkLogoutRequest({ provider, client }: Context, flow: CodeFlow, told: Received): Promise<void> {
  expect(told.method).toBe('POST');
  expect(told.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded(;|$)/);
  expect([...told.form.keys()]).toEqual(['logout_token']);
  expect([...told.query.keys()]).toEqual([]);
  const token = told.form.get('logout_token') ?? '';
  expect(decodeProtectedHeader(token).typ).toBe('logout+jwt');
  const { payload } = await jwtVerify(token, createLocalJWKSet(provider.keys), {
    algorithms: ['RS256'],
    issuer: String(provider.metadata.issuer),
    audience: client.id,
    currentDate: new Date(provider.now()),
    requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
  });
  const seconds = provider.now() / 1000;
  expect(payload.iat).toBeLessThanOrEqual(seconds + 1);
  expect(payload.iat).toBeGreaterThan(seconds - 300);
  expect(payload.jti).toMatch(/./);
  expect(payload.events).toEqual({ [EVENT]: {} });
  expect(payload).not.toHaveProperty('nonce');
  expect(payload.sub, 'sub').toBe(flow.claims.sub);
  expect(payload.sid, 'sid').toBe(flow.claims.sid);
}

export const backChannelModules: readonly Module[] = [discoveryVerification, rpInitiatedLogout];
