// The library @node-oauth/oauth2-server on Express: code with PKCE, rotating refresh tokens, opaque tokens, public
// applications. It has no ID tokens, so it signs nothing. Everybody who is signed in has given consent. Storage is
// plain maps, tokens are not hashed, and the library gets only the four members of a request that it reads: all of this
// is cheaper than in its examples. `node node-oauth.js PORT`.
import { randomBytes } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import express from 'express';

const { OAuthError, Request, Response } = OAuth2Server;
const [clients, users, sessions] = [new Map(), new Map(), new Map()];
const [codes, accessTokens, refreshTokens] = [new Map(), new Map(), new Map()];
for (const id of ['bench-ES256', 'bench-RS256']) {
  const grants = ['authorization_code', 'refresh_token'];
  clients.set(id, { id, grants, redirectUris: ['https://app.example/callback'] });
}
const scopes = new Set(['nickname', 'email']);

/** The library's storage interface. Codes and tokens are its own random strings of 256 bits. */
const model = {
  getClient: async (id) => clients.get(id),
  validateScope: async (_user, _client, scope) => scope?.every((item) => scopes.has(item)) && scope,
  async saveAuthorizationCode(code, client, user) {
    const saved = { ...code, client, user };
    codes.set(code.authorizationCode, saved);
    return saved;
  },
  getAuthorizationCode: async (code) => codes.get(code),
  // False for the second caller: a code is used once.
  revokeAuthorizationCode: async ({ authorizationCode }) => codes.delete(authorizationCode),
  async saveToken(token, client, user) {
    const saved = { ...token, client, user };
    accessTokens.set(token.accessToken, saved);
    refreshTokens.set(token.refreshToken, saved);
    return saved;
  },
  getAccessToken: async (token) => accessTokens.get(token),
  getRefreshToken: async (token) => refreshTokens.get(token),
  revokeToken: async ({ refreshToken }) => refreshTokens.delete(refreshToken),
};

const sessionOf = (headers) => /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1];
const oauth = new OAuth2Server({
  model,
  authenticateHandler: { handle: ({ headers }) => sessions.get(sessionOf(headers)) },
  // Codes are minted before the clock starts and must outlive the round.
  authorizationCodeLifetime: 600,
  accessTokenLifetime: 3600,
  refreshTokenLifetime: 5_184_000,
  // Public applications send `client_id` alone. PKCE is required below.
  requireClientAuthentication: { authorization_code: false, refresh_token: false },
});

const requestOf = ({ headers, method, query, body }) => new Request({ headers, method, query, body });
/** Runs the library's handler, and answers its refusals in its words. */
const route = (handle) => async (request, reply) => {
  const response = new Response();
  try {
    await handle(requestOf(request), response, reply);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    reply.status(error.code).json({ error: error.name, error_description: error.message });
  }
};

const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.get('/', (_request, reply) => reply.json({ ready: true }));

app.get('/sign-in', ({ query: { person } }, reply) => {
  const session = randomBytes(32).toString('hex');
  users.set(person, { id: person, nickname: 'Mina', email: `${person}@example.com` });
  sessions.set(session, users.get(person));
  reply.set('Set-Cookie', `session=${session}; HttpOnly`).json({});
});

app.get(
  '/authorize',
  route(async (request, response, reply) => {
    const { code_challenge: challenge, code_challenge_method: method } = request.query;
    if (!challenge || method !== 'S256') return reply.status(400).json({ error: 'invalid_request' });
    await oauth.authorize(request, response);
    reply.status(303).set(response.headers).end();
  }),
);

app.post(
  '/token',
  express.urlencoded({ extended: false }),
  route(async (request, response, reply) => {
    await oauth.token(request, response);
    reply.set(response.headers).json(response.body);
  }),
);

app.get(
  '/user-info',
  route(async (request, response, reply) => {
    const { user } = await oauth.authenticate(request, response);
    reply.json({ sub: user.id, nickname: user.nickname, email: user.email });
  }),
);

app.listen(Number(process.argv[2]), '127.0.0.1');
