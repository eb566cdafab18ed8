// An application's own backend: it lets people sign in with Latchkey, decides who is its member, and keeps its own
// session. The numbers are the eleven steps of the login flow; steps 3, 4, 6 and 8 happen at Latchkey.
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import * as oidc from 'openid-client';
import { openMembers } from './members.js';
import { homePage, knownPage, messagePage, pageHeaders, welcomePage } from './pages.js';
import { createSessions } from './sessions.js';

const { AUTH_URL = 'http://localhost:4000', CLIENT_ID, PORT = '4002', MEMBERS_FILE } = process.env;
const PUBLIC_URL = process.env.PUBLIC_URL ?? `http://localhost:${PORT}`;
const REDIRECT_URI = `${PUBLIC_URL}/callback`;
const SIGNED_OUT_URI = `${PUBLIC_URL}/signed-out`;
// What to ask for. The owner registered these items; the person agrees to them, or not.
const ITEMS = ['nickname', 'email'];
// Where people see and change what this application can read about them, at Latchkey.
const MANAGE_URL = `${AUTH_URL}/account/connections?client_id=${CLIENT_ID}`;

// Cookies cross ports: on one host every application needs names of its own.
const SESSION_COOKIE = 'client-backend';
const LOGIN_COOKIE = 'client-backend-login-';
const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: PUBLIC_URL.startsWith('https:') };

const CANNOT_FINISH = [
  'This sign-in cannot be finished',
  'It was started in another browser or too long ago, or it is finished already. Nothing is lost: sign in again.',
];
const LOGIN_OFF = [
  503,
  'Sign-in is switched off',
  'The owner of this application can switch it ON again in the console of Latchkey.',
];

if (!CLIENT_ID) stop('CLIENT_ID is missing: the API key of the application registered with Latchkey.');

const members = openMembers(MEMBERS_FILE ?? fileURLToPath(new URL('./data/members.json', import.meta.url)));
const sessions = createSessions();
const headers = pageHeaders(AUTH_URL);
const app = Fastify({ exposeHeadRoutes: false, frameworkErrors: showError });
app.register(cookie);
app.register(formbody);
app.addHook('onRequest', (request, reply, done) => {
  reply.headers(headers);
  // A form of another site, or of another port of this host, must not act for the person.
  if (request.method === 'POST' && request.headers.origin !== PUBLIC_URL) {
    reply.code(403).send(messagePage('That form did not come from here', 'Nothing was changed.'));
    return;
  }
  done();
});

app.get('/', (request) => {
  const session = currentSession(request);
  const member = members.find(session?.user.sub);
  return member ? knownPage(member, session, { items: ITEMS, manageUrl: MANAGE_URL }) : homePage();
});

// Step 1: the client (a browser, by the button on the page) asks this backend for a login.
app.get('/login', async (_request, reply) => {
  // Step 2: the backend requests an authorization code: it sends the browser to Latchkey. `state`, `nonce` and the PKCE
  // verifier stay in a cookie of this browser, so that nobody else's answer can be slipped in; each tab has its own.
  const provider = await discoverProvider();
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  reply.setCookie(LOGIN_COOKIE + state, `${nonce}.${verifier}`, { ...cookieOptions, path: '/callback', maxAge: 3600 });
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: REDIRECT_URI,
    scope: ['openid', ...ITEMS].join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return reply.redirect(address.href, 303);
});

// Steps 3 and 4: Latchkey asks the user to sign in and to agree; the user does.

// Step 5: Latchkey delivers the authorization code to the registered redirect URI.
app.get('/callback', async (request, reply) => {
  const state = String(request.query.state ?? '');
  const kept = request.cookies[LOGIN_COOKIE + state];
  if (!kept) {
    reply.code(400);
    return messagePage(...CANNOT_FINISH);
  }
  reply.clearCookie(LOGIN_COOKIE + state, { ...cookieOptions, path: '/callback' });

  // Step 6: Latchkey issues the tokens for the code. (The library compares `state` and `iss` before it asks, and
  // `nonce` and the other claims of the ID token after it.)
  const [expectedNonce, pkceCodeVerifier] = kept.split('.');
  const provider = await discoverProvider();
  const tokens = await oidc.authorizationCodeGrant(provider, new URL(request.url, PUBLIC_URL), {
    expectedState: state,
    expectedNonce,
    pkceCodeVerifier,
  });

  // Steps 7 and 8: ask the API server who this is; it checks the token and answers: about the person of the ID token,
  // or not at all. Of the tokens only the ID token is kept: it names the person at sign-out.
  const user = await oidc.fetchUserInfo(provider, tokens.access_token, tokens.claims().sub);

  // Step 9: is this user a member? A new one is welcomed and becomes a member by the form below.
  const session = { user, idToken: tokens.id_token };
  if (members.find(user.sub)) return finishLogin(request, reply, session);
  startSession(request, reply, session);
  return reply.redirect('/welcome', 303);
});

app.get('/welcome', (request, reply) => {
  const session = currentSession(request);
  return session ? welcomePage(session.user.nickname ?? '') : reply.redirect('/', 303);
});

// Step 9, for a new user: register the member.
app.post('/sign-up', (request, reply) => {
  const session = currentSession(request);
  if (!session) return reply.redirect('/', 303);
  const name = String(request.body?.name ?? '').trim();
  if (name === '' || name.length > 60) {
    reply.code(400);
    return welcomePage(name, 'Please choose a name of 1 to 60 characters.');
  }
  members.add({ sub: session.user.sub, name, email: session.user.email });
  return finishLogin(request, reply, session);
});

function finishLogin(request, reply, session) {
  // Step 10: the backend issues a session of its own.
  startSession(request, reply, session);
  // Step 11: the client shows that the login is complete.
  return reply.redirect('/', 303);
}

// Signs out here and at Latchkey (OpenID Connect RP-Initiated Logout): the browser goes there and comes back.
app.post('/sign-out', async (request, reply) => {
  const session = currentSession(request);
  sessions.end(request.cookies[SESSION_COOKIE]);
  reply.clearCookie(SESSION_COOKIE, cookieOptions);
  if (!session) return reply.redirect('/', 303);
  const address = oidc.buildEndSessionUrl(await discoverProvider(), {
    id_token_hint: session.idToken,
    post_logout_redirect_uri: SIGNED_OUT_URI,
  });
  return reply.redirect(address.href, 303);
});

app.get('/signed-out', (request, reply) =>
  currentSession(request)
    ? reply.redirect('/', 303)
    : messagePage('You are signed out', 'At Acme Shop and at Latchkey. See you soon!'),
);

app.setNotFoundHandler((_request, reply) => {
  reply.code(404).send(messagePage('There is no such page', 'The address may be mistyped, or the page has moved.'));
});

app.setErrorHandler(showError);

/** Every error is a page that says what happened and leads onward. */
function showError(error, _request, reply) {
  const [status, title, text] = explain(error);
  if (status === 500 || status === 502) console.error(error);
  // Fastify drops the content type of an answer that failed.
  return reply.code(status).headers(headers).send(messagePage(title, text));
}

const FROM_LATCHKEY = [oidc.ClientError, oidc.ResponseBodyError, oidc.WWWAuthenticateChallengeError];

/** Answers about the person who signed in, not about the request. */
const CANNOT_SIGN_IN = ['access_denied', 'unmet_authentication_requirements'];

/** @returns status, title and text */
function explain(error) {
  // Latchkey sent the browser back with an error instead of a code.
  if (error instanceof oidc.AuthorizationResponseError) {
    if (isCancellation(error)) return [200, 'You did not sign in', 'You cancelled, and nothing was shared.'];
    if (CANNOT_SIGN_IN.includes(error.error)) return [403, 'You cannot sign in', `Latchkey answered: ${whyOf(error)}`];
    if (error.error === 'unauthorized_client') return LOGIN_OFF;
    return [400, 'The sign-in did not work', `Latchkey answered: ${whyOf(error)}`];
  }
  // Latchkey refused the code: it was used before, or it is older than a minute.
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === 'unauthorized_client') return LOGIN_OFF;
    if (error.error === 'invalid_grant') return [400, ...CANNOT_FINISH];
  }
  if (error.message === 'fetch failed') {
    return [502, 'Latchkey cannot be reached', 'It may be restarting. Please try again in a moment.'];
  }
  if (FROM_LATCHKEY.some((kind) => error instanceof kind)) {
    return [502, 'The sign-in did not work', 'Latchkey did not answer as it should. Please try again in a moment.'];
  }
  if (error.statusCode < 500) return [error.statusCode, 'That did not work', 'The request could not be understood.'];
  return [500, 'Something went wrong', 'The fault is ours. Please try again in a moment.'];
}

/** `access_denied` is also the answer for people who may not sign in; the description tells them apart. */
const isCancellation = ({ error, error_description }) =>
  error === 'access_denied' && /^The user cancelled\b/.test(error_description ?? '');

const whyOf = ({ error, error_description }) => error_description ?? error;

const currentSession = (request) => sessions.find(request.cookies[SESSION_COOKIE]);

/** Always a new random id, and the old session ends: an id planted before the login is worth nothing after it. */
function startSession(request, reply, data) {
  sessions.end(request.cookies[SESSION_COOKIE]);
  reply.setCookie(SESSION_COOKIE, sessions.start(data), cookieOptions);
}

let discovered;

/** Latchkey's addresses from its discovery document, asked for once; after a failure the next login asks again. */
function discoverProvider() {
  // Plain http is for trying things out on one machine.
  const execute = AUTH_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  discovered ??= oidc.discovery(new URL(AUTH_URL), CLIENT_ID, undefined, oidc.None(), { execute }).catch((error) => {
    discovered = undefined;
    throw error;
  });
  return discovered;
}

function stop(complaint) {
  console.error(complaint);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close().then(() => process.exit(0)));

app.listen({ host: '127.0.0.1', port: Number(PORT) }).then(
  () => console.log(`The sample application is at ${PUBLIC_URL}`),
  (error) => stop(error.code === 'EADDRINUSE' ? `Port ${PORT} is in use.` : error.message),
);
