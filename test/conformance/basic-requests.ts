// Modules of the Basic OP plan about the authorization request: parameters that must work, be ignored or be refused.
// The Form Post plan runs the same ones.

import { expect } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type AuthorizationRequest, buildRequest, randomValue, requestUrl, visit, visitByPost } from './authorize.ts';
import { checkScope } from './basic-answers.ts';
import { checkErrorAnswer, checkErrorPage } from './check-authorization.ts';
import { runCodeFlow } from './code-flow.ts';
import type { Module } from './module.ts';

export const responseTypeMissing: Module = {
  name: 'oidcc-response-type-missing',
  verifies: 'A request without `response_type` is answered with an error at the redirect URI.',
  async run(context) {
    const request = buildRequest(context, { response_type: undefined });
    const answers = ['invalid_request', 'unsupported_response_type'];
    checkErrorAnswer(context, request, await visit(context, request), answers);
  },
};

export const withoutNonce: Module = {
  name: 'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
  verifies: 'A request without `nonce` works, and its ID token has none.',
  async run(context) {
    const { claims } = await runCodeFlow(context, { nonce: undefined });
    expect(claims).not.toHaveProperty('nonce');
  },
};

export const alternateHappyFlow: Module = {
  name: 'oidcc-alternate-happy-flow',
  verifies:
    'Neither the order of scope values matters nor that of parameters (formerly `oidcc-ensure-other-scope-order-succeeds`).',
  async run(context) {
    const go: typeof visit = (_, request) => {
      const parameters = Object.fromEntries(Object.entries(request.parameters).reverse());
      return visit(context, { ...request, url: requestUrl(context, parameters) });
    };
    checkScope(await runCodeFlow(context, { scope: 'email openid' }, { go }), 'openid email');
  },
};

/** A parameter that may be honoured or not, and must never be in the way. */
const harmless = (name: string, changes: Readonly<Record<string, string>>, verifies: string): Module => ({
  name,
  verifies,
  async run(context) {
    await runCodeFlow(context, changes);
  },
});

export const displayPage = harmless(
  'oidcc-display-page',
  { display: 'page' },
  'A request with `display=page` goes its way to the end.',
);
export const displayPopup = harmless(
  'oidcc-display-popup',
  { display: 'popup' },
  'A request with `display=popup` goes its way to the end.',
);
export const claimsLocales = harmless(
  'oidcc-claims-locales',
  { claims_locales: 'se' },
  'A request with `claims_locales` goes its way to the end, also with a language nobody offers.',
);
export const unknownParameter = harmless(
  'oidcc-ensure-request-with-unknown-parameter-succeeds',
  { ripeness: 'green' },
  'A parameter that the provider does not know is ignored.',
);

export const uiLocales: Module = {
  name: 'oidcc-ui-locales',
  verifies: 'Of `ui_locales`, an unknown language is passed over, and the pages speak the first known one.',
  async run(context) {
    const { visited } = await runCodeFlow(context, { ui_locales: 'se ko en' });
    expect(visited.pages[0]?.html).toMatch(/<html [^>]*lang="ko"/);
    // All that the suite sends: a language that nobody offers.
    await runCodeFlow(context, { ui_locales: 'se' });
  },
};

export const loginHint: Module = {
  name: 'oidcc-login-hint',
  verifies: '`login_hint` stands in the sign-in page, and another person may still sign in.',
  async run(context) {
    const hint = 'somebody.else@example.com';
    const { visited } = await runCodeFlow(context, { login_hint: hint });
    const signInForm = visited.pages[0]?.form({ action: '/login' });
    expect(new Map(signInForm?.values).get('email')).toBe(hint);
  },
};

export const acrValues: Module = {
  name: 'oidcc-ensure-request-with-acr-values-succeeds',
  verifies:
    'Of `acr_values` with all values of the metadata, the ID token says which one was reached: with a password, with a one-time code after it, with a passkey.',
  async run(context) {
    const { provider } = context;
    const supported = provider.metadata.acr_values_supported as string[];
    const { claims } = await runCodeFlow(context, { acr_values: supported.join(' ') });
    expect(claims.acr).toBe('1');
    for (const person of Object.values(provider.withFactor)) {
      const here = { ...context, provider: { ...provider, person }, browser: new Browser() };
      const reached = await runCodeFlow(here, { acr_values: supported.toReversed().join(' ') });
      expect(reached.claims.acr).toBe('2');
      expect(reached.claims.amr).toContain('mfa');
    }
  },
};

export const claimsEssential: Module = {
  name: 'oidcc-claims-essential',
  verifies: '`claims` with `name` as essential in user-info brings the name there, and not into the ID token.',
  async run(context) {
    const asked = { userinfo: { name: { essential: true } } };
    const { userInfo, claims } = await runCodeFlow(context, { claims: JSON.stringify(asked) });
    expect(userInfo.name).toMatch(/./);
    expect(claims).not.toHaveProperty('name');
  },
};

export const registeredRedirectUri: Module = {
  name: 'oidcc-ensure-registered-redirect-uri',
  verifies:
    'A redirect URI that is not registered gets an error page; nobody is sent there, nor to the registered one.',
  async run(context) {
    const redirect_uri = `${context.client.redirectUri}/${randomValue()}`;
    const visited = await visit(context, buildRequest(context, { redirect_uri }));
    checkErrorPage(context, visited);
    expect(context.provider.relyingParty.received(new URL(redirect_uri).pathname)).toEqual([]);
  },
};

export const postRequest: Module = {
  name: 'oidcc-ensure-post-request-succeeds',
  verifies: 'The authorization endpoint takes the request by POST too.',
  async run(context) {
    await runCodeFlow(context, {}, { go: visitByPost });
  },
};

/** OpenID Connect Core 6.1, unsigned. */
function requestObject(claims: Readonly<Record<string, string>>): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
}

/** What the suite sends in the query as well; `state`, `nonce` and `response_mode` stand in the object alone. */
const OUTSIDE = ['client_id', 'redirect_uri', 'response_type', 'scope'];

const outsideOf = ({ parameters }: AuthorizationRequest) =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => OUTSIDE.includes(name)));

export const requestUriUnsigned: Module = {
  name: 'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  verifies:
    'Requests by reference are not offered: `request_uri` is answered with request_uri_not_supported, by query and without the `state` that nobody fetches.',
  async run(context) {
    const { relyingParty, metadata } = context.provider;
    expect(metadata.request_uri_parameter_supported).toBe(false);
    const reference = `${relyingParty.url}/request-object/${randomValue()}#hash`;
    const whole = buildRequest(context);
    const parameters = { ...outsideOf(whole), request_uri: reference };
    const url = requestUrl(context, parameters);
    const request: AuthorizationRequest = { ...whole, parameters, responseMode: 'query', url };
    checkErrorAnswer(context, request, await visit(context, request), ['request_uri_not_supported']);
    expect(relyingParty.received(new URL(reference).pathname)).toEqual([]);
  },
};

export const requestObjectUnsigned: Module = {
  name: 'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  verifies:
    'Request objects are not offered: `request` is answered with request_not_supported, by the `response_mode` and with the `state` that stand only in the object.',
  async run(context) {
    expect(context.provider.metadata.request_parameter_supported ?? false).toBe(false);
    const whole = buildRequest(context);
    const url = requestUrl(context, { ...outsideOf(whole), request: requestObject(whole.parameters) });
    const request = { ...whole, url };
    checkErrorAnswer(context, request, await visit(context, request), ['request_not_supported']);
  },
};

export const requestObjectWithRedirectUri: Module = {
  name: 'oidcc-ensure-request-object-with-redirect-uri',
  verifies: 'A bad redirect URI beside a request object with a good one gets an error page: the object is not obeyed.',
  async run(context) {
    const whole = buildRequest(context);
    const redirect_uri = `${context.client.redirectUri}_invalid`;
    const request = requestObject(whole.parameters);
    const url = requestUrl(context, { ...outsideOf(whole), redirect_uri, request });
    checkErrorPage(context, await visit(context, { ...whole, url }));
    expect(context.provider.relyingParty.received(new URL(redirect_uri).pathname)).toEqual([]);
  },
};
