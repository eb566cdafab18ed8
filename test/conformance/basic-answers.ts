// Modules of the Basic OP plan about what comes back: the code, the ID token, user-info, client authentication,
// refresh, and a code used twice. The Form Post plan runs the same ones.
import { createHash, randomBytes } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { buildRequest, visit } from './authorize.ts';
import { checkCodeAnswer } from './check-authorization.ts';
import { type Carried, CLAIMS_OF_SCOPE, callUserInfo, checkUserInfo } from './check-claims.ts';
import { askForTokens, checkTokenAnswer, checkTokenError, codeForm, type Tokens } from './check-tokens.ts';
import { type CodeFlow, runCodeFlow } from './code-flow.ts';
import type { Client, Context, Module } from './module.ts';

/** What an ID token may hold when only `openid` was asked for. */
const OWN_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'azp', 'at_hash', 'sid'];

export const server: Module = {
  name: 'oidcc-server',
  verifies:
    'The whole code flow with client_secret_basic: code, tokens, a sound ID token with nothing that was not asked for, user-info.',
  async run(context) {
    const methods = context.provider.metadata.token_endpoint_auth_methods_supported;
    expect(methods).toContain('client_secret_basic');
    const { claims } = await runCodeFlow(context);
    expect(Object.keys(claims).filter((claim) => !OWN_CLAIMS.includes(claim))).toEqual([]);
  },
};

export const serverClientSecretPost: Module = {
  name: 'oidcc-server-client-secret-post',
  verifies: 'The same flow when the client sends its secret in the form (client_secret_post).',
  async run(context) {
    const methods = context.provider.metadata.token_endpoint_auth_methods_supported;
    expect(methods).toContain('client_secret_post');
    await runCodeFlow(context, {}, { authentication: 'client_secret_post' });
  },
};

export const idTokenSignature: Module = {
  name: 'oidcc-idtoken-signature',
  verifies:
    'A client that chose no algorithm gets RS256; the header names its key, and that key of the JWKS alone verifies the token.',
  async run(context) {
    const { idToken } = await runCodeFlow(context);
    const { alg, kid } = decodeProtectedHeader(idToken);
    expect(alg).toBe('RS256');
    expect(kid).toMatch(/./);
    const { keys } = context.provider.keys;
    const key = createLocalJWKSet({ keys: keys.filter((one) => one.kid === kid) });
    const currentDate = new Date(context.provider.now());
    await expect(jwtVerify(idToken, key, { currentDate })).resolves.toBeDefined();
    const others = createLocalJWKSet({ keys: keys.filter((one) => one.kid !== kid) });
    await expect(jwtVerify(idToken, others, { currentDate })).rejects.toThrow();
  },
};

export const idTokenUnsigned: Module = {
  name: 'oidcc-idtoken-unsigned',
  verifies:
    'Unsigned ID tokens are not offered, where the suite skips: the metadata does not list `none`, and no client can register for it.',
  async run({ provider }) {
    expect(provider.metadata.id_token_signing_alg_values_supported).not.toContain('none');
    const answer = await provider.tryToRegister({ id_token_signed_response_alg: 'none' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('/id_token_signed_response_alg');
  },
};

const userInfoModule = (name: string, ways: readonly Carried[], verifies: string): Module => ({
  name,
  verifies,
  async run(context) {
    const { accessToken, claims } = await runCodeFlow(context);
    for (const carried of ways) await checkUserInfo(context, accessToken, claims.sub, carried);
  },
});

export const userInfoGet = userInfoModule(
  'oidcc-userinfo-get',
  ['GET'],
  'User-info answers GET with the token in the header: JSON, claims of the right types, the `sub` of the ID token.',
);
export const userInfoPostHeader = userInfoModule(
  'oidcc-userinfo-post-header',
  ['POST with header', 'POST with header and type'],
  'User-info answers POST with the token in the header in the same way, with or without a type for the body that is not there.',
);
export const userInfoPostBody = userInfoModule(
  'oidcc-userinfo-post-body',
  ['POST with body'],
  'User-info answers POST with the token in the form in the same way.',
);

/** A code that was redeemed once, and everything to try it again with. */
async function redeemed(context: Context) {
  const flow = await runCodeFlow(context);
  return { flow, again: () => askForTokens(context, context.client, codeForm(context.client, flow.code)) };
}

export const codeReuse: Module = {
  name: 'oidcc-codereuse',
  verifies: 'A code used a second time at once is refused with invalid_grant.',
  async run(context) {
    const { again } = await redeemed(context);
    checkTokenError(await again(), 'invalid_grant');
  },
};

export const codeReuseAfter30Seconds: Module = {
  name: 'oidcc-codereuse-30seconds',
  verifies:
    'A code used a second time half a minute later is refused with invalid_grant, and the tokens of its first use end.',
  async run(context) {
    const { flow, again } = await redeemed(context);
    context.provider.wait(30);
    expect((await callUserInfo(context, flow.accessToken)).status, 'the token lives until then').toBe(200);
    checkTokenError(await again(), 'invalid_grant');
    expect((await callUserInfo(context, flow.accessToken)).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: flow.refreshToken };
    checkTokenError(await askForTokens(context, context.client, refresh), 'invalid_grant');
  },
};

export const validPkce: Module = {
  name: 'oidcc-ensure-request-with-valid-pkce-succeeds',
  verifies: 'PKCE with S256 works beside a client secret; the same code without its verifier would not.',
  async run(context) {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    await runCodeFlow(context, challenge, { inTokenRequest: { code_verifier: verifier } });
    const request = buildRequest(context, challenge);
    const code = checkCodeAnswer(context, request, await visit(context, request));
    const answer = await askForTokens(context, context.client, codeForm(context.client, code));
    checkTokenError(answer, 'invalid_grant');
  },
};

export const refreshToken: Module = {
  name: 'oidcc-refresh-token',
  verifies:
    'For two clients: a refresh gives new tokens and an ID token about the same sign-in; another client’s refresh token is refused.',
  async run(context) {
    expect(context.provider.metadata.grant_types_supported).toContain('refresh_token');
    await refreshOnce(context, context.client, { scope: 'openid offline_access' });
    const { refreshToken: foreign } = await refreshOnce(context, context.secondClient, {});
    const form = { grant_type: 'refresh_token', refresh_token: foreign, scope: 'openid offline_access' };
    checkTokenError(await askForTokens(context, context.client, form), 'invalid_grant');
    const own = { grant_type: 'refresh_token', refresh_token: foreign };
    const answer = await askForTokens(context, context.secondClient, own);
    expect(answer.status, 'the attempt costs its owner nothing').toBe(200);
  },
};

async function refreshOnce(context: Context, client: Client, more: Readonly<Record<string, string>>): Promise<Tokens> {
  const changes = { scope: 'openid offline_access', prompt: 'consent' };
  const first = await runCodeFlow(context, changes, { client });
  context.provider.wait(1);
  const form = { grant_type: 'refresh_token', refresh_token: first.refreshToken, ...more };
  const answer = await askForTokens(context, client, form);
  const second = await checkTokenAnswer(context, client, answer, { nonce: undefined });
  expect(second.accessToken).not.toBe(first.accessToken);
  checkSameSignIn(first, second.claims);
  await checkUserInfo(context, second.accessToken, first.claims.sub);
  return second;
}

/** OpenID Connect Core 12.2. */
function checkSameSignIn(first: CodeFlow, refreshed: JWTPayload): void {
  for (const claim of ['iss', 'sub', 'aud', 'auth_time', 'azp', 'sid']) {
    expect(refreshed[claim], claim).toEqual(first.claims[claim]);
  }
  expect(refreshed.iat).toBeGreaterThan(Number(first.claims.iat));
}

/** A module of one scope: its claims come from user-info, all of them, and none into the ID token. */
const scopeModule = (name: string, scope: string, verifies: string): Module => ({
  name,
  verifies,
  async run(context) {
    expect(context.provider.metadata.scopes_supported).toEqual(expect.arrayContaining(scope.split(' ')));
    checkScope(await runCodeFlow(context, { scope }), scope);
  },
});

export function checkScope({ userInfo, claims }: CodeFlow, scope: string): void {
  const expected = scope.split(' ').flatMap((value) => CLAIMS_OF_SCOPE[value] ?? []);
  // Every item is registered as optional, so nothing comes that was not asked for.
  expect(Object.keys(userInfo).sort()).toEqual(expected.sort());
  expect(Object.keys(claims).filter((claim) => claim !== 'sub' && expected.includes(claim))).toEqual([]);
}

export const scopeModules = [
  scopeModule('oidcc-scope-profile', 'openid profile', '`scope=profile` brings the fourteen profile claims.'),
  scopeModule('oidcc-scope-email', 'openid email', '`scope=email` brings `email` and `email_verified`, and no name.'),
  scopeModule('oidcc-scope-address', 'openid address', '`scope=address` brings the address as an object.'),
  scopeModule('oidcc-scope-phone', 'openid phone', '`scope=phone` brings `phone_number` and `phone_number_verified`.'),
  scopeModule('oidcc-scope-all', 'openid profile email address phone', 'All of them at once bring all claims.'),
];
