// An application's own backend: it lets people sign in with Latchkey, decides who is its member, and keeps its own
// session. The numbers are the eleven steps of the login flow; steps 3, 4, 6 and 8 happen at Latchkey.
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import * as oidc from 'openid-client';
import { openMembers } from './members.js';
import { homePage, messagePage, pageHeaders, welcomePage } from './pages.js';
import { createSessions } from './sessions.js';

const { AUTH_URL = 'http://localhost:4000', CLIENT_ID, PORT = '4002', MEMBERS_FILE } = process.env;
const PUBLIC_URL = process.env.PUBLIC_URL ?? `http://localhost:${PORT}`;
const REDIRECT_URI = `${PUBLIC_URL}/callback`;

// Cookies cross ports: on one host every application needs names of its own.
const SESSION_COOKIE = 'client-backend';
const LOGIN_COOKIE = 'client-backend-login-';
const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: PUBLIC_URL.startsWith('https:') };

if (!CLIENT_ID) stop('CLIENT_ID is missing: the API key of the application registered with Latchkey.');

const members = openMembers(MEMBERS_FILE ?? fileURLToPath(new URL('./data/members.json', import.meta.url)));
const sessions = createSessions();
const app = Fastify({ exposeHeadRoutes: false });
app.register(cookie);
app.register(formbody);
app.addHook('onRequest', (request, reply, done) => {
  reply.headers(pageHeaders);
  // A form of another site, or of another port of this host, must not act for the person.
  if (request.method === 'POST' && request.headers.origin !== PUBLIC_URL) {
    reply.code(403).send(messagePage('That form did not come from here', 'Go back and try again.'));
    return;
  }
  done();
});

app.get('/', (request) => homePage(members.find(currentSession(request)?.member)));

// Step 1: the client (a browser, by the button on the page) asks this backend for a login.
app.get('/login', async (_request, reply) => {
  // Step 2: the backend requests an authorization code: it sends the browser to Latchkey. `state`, `nonce` and the PKCE
  // verifier stay in a cookie of this browser, so that nobody else's answer can be slipped in; each tab has its own.
  const provider = await discoverProvider();
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  reply.setCookie(LOGIN_COOKIE + state, `${nonce}.${verifier}`, { ...cookieOptions, path: '/callback', maxAge: 3600 });
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid nickname email',
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
    return messagePage('This sign-in cannot be finished', 'It was started in another browser or too long ago.');
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
  // or not at all. The tokens are not needed again.
  const user = await oidc.fetchUserInfo(provider, tokens.access_token, tokens.claims().sub);

  // Step 9: is this user a member? A new one is welcomed and becomes a member by the form below.
  const member = members.find(user.sub);
  if (!member) {
    startSession(request, reply, { newcomer: user });
    return reply.redirect('/welcome', 303);
  }
  return finishLogin(request, reply, member);
});

app.get('/welcome', (request, reply) => {
  const newcomer = currentSession(request)?.newcomer;
  return newcomer ? welcomePage(newcomer.nickname ?? '') : reply.redirect('/', 303);
});

// Step 9, for a new user: register the member.
app.post('/sign-up', (request, reply) => {
  const newcomer = currentSession(request)?.newcomer;
  if (!newcomer) return reply.redirect('/', 303);
  const name = String(request.body?.name ?? '').trim();
  if (name === '' || name.length > 60) {
    reply.code(400);
    return welcomePage(name, 'Please choose a name of 1 to 60 characters.');
  }
  return finishLogin(request, reply, members.add({ sub: newcomer.sub, name, email: newcomer.email }));
});

function finishLogin(request, reply, member) {
  // Step 10: the backend issues a session of its own.
  startSession(request, reply, { member: member.sub });
  // Step 11: the client shows that the login is complete.
  return reply.redirect('/', 303);
}

app.post('/sign-out', (request, reply) => {
  sessions.end(request.cookies[SESSION_COOKIE]);
  return reply.clearCookie(SESSION_COOKIE, cookieOptions).redirect('/', 303);
});

app.setNotFoundHandler((_request, reply) => reply.code(404).send(messagePage('There is no such page', '')));

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') {
      return reply.send(messagePage('You did not sign in', 'You cancelled, and nothing was shared.'));
    }
    const why = `Latchkey answered: ${error.error_description ?? error.error}`;
    return reply.code(400).send(messagePage('The sign-in did not work', why));
  }
  if (error.statusCode < 500) return reply.code(error.statusCode).send(messagePage('That did not work', ''));
  console.error(error);
  return reply.code(502).send(messagePage('The sign-in did not work', 'Please try again in a moment.'));
});

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
