// oidc-provider configured for the same job: code with PKCE, rotating refresh tokens, opaque tokens, and one public
// application for each algorithm. `node oidc-provider.js PORT memory`, or `node oidc-provider.js PORT FILE` for SQLite.
// A JWK set after that are the applications' keys: they authenticate with them, and their tokens are bound by DPoP.
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from './memory-adapter.js';
import { createSqliteAdapter } from './sqlite-adapter.js';

const [port, storage, clientKeys] = process.argv.slice(2);
const keys = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

const strictly = (jwks) => ({
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'ES256',
  dpop_bound_access_tokens: true,
  jwks,
});

const provider = new Provider(`http://localhost:${port}`, {
  adapter: storage === 'memory' ? createMemoryAdapter() : createSqliteAdapter(storage),
  clients: Object.keys(keys).map((algorithm) => ({
    client_id: `bench-${algorithm}`,
    ...(clientKeys ? strictly(JSON.parse(clientKeys)) : { token_endpoint_auth_method: 'none' }),
    redirect_uris: ['https://app.example/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: algorithm,
  })),
  jwks: {
    keys: Object.entries(keys).map(([alg, { privateKey }]) => ({
      ...privateKey.export({ format: 'jwk' }),
      alg,
      use: 'sig',
    })),
  },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, nickname: 'Mina', email: `${id}@example.com`, email_verified: false }),
  }),
  claims: { openid: ['sub'], profile: ['nickname'], email: ['email', 'email_verified'] },
  scopes: ['openid', 'profile', 'email'],
  // A refresh token with every exchange, and a new one at every use, as in Latchkey.
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  // Its development pages sign people in before the clock starts; no timed request shows one.
  features: {
    devInteractions: { enabled: true },
    dPoP: { enabled: clientKeys !== undefined },
    pushedAuthorizationRequests: { enabled: clientKeys !== undefined },
  },
  cookies: { keys: ['a key for the benchmark only'] },
  // Codes are minted before the clock starts and must outlive the round.
  ttl: {
    AuthorizationCode: 3600,
    AccessToken: 3600,
    RefreshToken: 5184000,
    Session: 86400,
    Grant: 5184000,
    Interaction: 3600,
  },
});
provider.on('server_error', (_ctx, error) => console.error(error));
provider.listen(Number(port), '127.0.0.1');
