// openid-client for Node: one file that runs unchanged and signs somebody in.
import { parseUrl } from '../../page/safe-text.ts';
import { quoted } from './quote.ts';
import type { Sample, SampleValues } from './sample.ts';

export const openidClientSample = (values: SampleValues): Sample => ({
  id: 'openid-client',
  title: 'openid-client (Node.js)',
  commands: 'npm install openid-client\nnode sign-in.mjs',
  files: [{ name: 'sign-in.mjs', text: program(values) }],
  tested: true,
});

/** The library makes the redirect URI of the token request from the URL it was called at, which is normalized. */
const isNormalized = (redirectUri: string): boolean => {
  return parseUrl(redirectUri)?.href === redirectUri && !redirectUri.includes('?');
};

const program = (values: SampleValues): string => {
  const { secret, redirectUri } = values;
  const proof = secret === undefined ? 'undefined, oidc.None()' : 'CLIENT_SECRET, undefined';
  return `import { createServer } from 'node:http';
import * as oidc from 'openid-client';

const LATCHKEY = ${quoted(values.authUrl)};
const API_KEY = ${quoted(values.apiKey)};
${secret === undefined ? '' : `const CLIENT_SECRET = ${quoted(secret)};\n`}const REDIRECT_URI = ${quoted(redirectUri)};
const SCOPE = ${quoted(values.scope)};
const NAME = ${quoted(values.name)};

// The library refuses plain http unless told that this is a trial.
const execute = LATCHKEY.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
const config = await oidc.discovery(new URL(LATCHKEY), API_KEY, ${proof}, { execute });
${isNormalized(redirectUri) ? '' : KEEP_SPELLING}
const callback = new URL(REDIRECT_URI);
const signIn = callback.pathname === '/sign-in' ? '/begin' : '/sign-in';

/** Sends the browser away; it keeps what the answer has to match. */
async function begin(response) {
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  setCookie(response, [state, nonce, verifier].join('.'));
  response.writeHead(303, { location: address.href }).end();
}

/** The browser is back with a code: it becomes tokens, and they become a person. */
async function finish(request, response) {
  const kept = /(?:^|; )sign-in=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const [expectedState, expectedNonce, pkceCodeVerifier] = kept.split('.');
  if (!expectedState) return page(response, 400, 'This sign-in was begun in another browser.');
  setCookie(response, '');
  const checks = { expectedState, expectedNonce, pkceCodeVerifier };
  const tokens = await oidc.authorizationCodeGrant(config, new URL(request.url, callback), checks);
  // Know a person by \`sub\`: it never changes. Everything else may.
  const { sub } = tokens.claims();
  const user = await oidc.fetchUserInfo(config, tokens.access_token, sub);
  page(response, 200, \`Hello \${user.nickname ?? user.sub}\`, JSON.stringify(user, undefined, 2));
}

// With https, add \`; Secure\`.
const setCookie = (response, value) =>
  response.setHeader('set-cookie', \`sign-in=\${value}; Path=/; HttpOnly; SameSite=Lax\${value ? '' : '; Max-Age=0'}\`);
const escape = (text) => text.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`);
const page = (response, status, title, text = '') =>
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      \`<!doctype html><title>\${escape(NAME)}</title><h1>\${escape(title)}</h1><pre>\${escape(text)}</pre>\` +
        \`<a href="\${signIn}"><img src="\${LATCHKEY}/button.svg" alt="Sign in"></a>\`,
    );

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, callback);
  try {
    if (pathname === signIn && request.method === 'GET') await begin(response);
    else if (pathname === callback.pathname && searchParams.has('state')) await finish(request, response);
    else if (pathname === '/' || pathname === callback.pathname) page(response, 200, NAME);
    else page(response, 404, 'There is no such page.');
  } catch (error) {
    // \`access_denied\`: the person pressed Cancel. Anything else is for your log.
    if (error.error !== 'access_denied') console.error(error);
    page(response, 400, error.error === 'access_denied' ? 'You did not sign in.' : 'That did not work.', error.message);
  }
});
// Behind a proxy that speaks https for it, choose the port the proxy calls.
server.listen(callback.port || 3000, () => console.log(\`Open \${new URL('/', callback).href}\`));
`;
};

const KEEP_SPELLING = `
// The redirect URI is compared character by character, and the library would write this one in another way.
config[oidc.customFetch] = (address, options) => {
  if (options.body instanceof URLSearchParams && options.body.has('redirect_uri')) {
    options.body.set('redirect_uri', REDIRECT_URI);
  }
  return fetch(address, options);
};
`;
