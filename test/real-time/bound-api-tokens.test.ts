// Access tokens of a program for an API, bound to a key (contracts 41, 45): openid-client and oauth4webapi with their
// strict defaults get them and send them, and the API checks JWTs by RFC 9068 with oauth4webapi and opaque ones by
// introspection. Another key, no proof and Bearer are turned away.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, givenClient } from '../helpers/client.ts';
import { createSecret } from '../helpers/client-endpoints.ts';
import { startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';

const insecure = { [oauth.allowInsecureRequests]: true };

let server: TestServer;
let as: oauth.AuthorizationServer;
let client: Client;
let secret: string;
let ledgers: Server;
let origin: string;
/** Of the API with opaque tokens. */
let apiId: string;
let apiSecret: string;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_DPOP_NONCE: 'true' });
  client = await givenClient(server);
  secret = await createSecret(server, client);
  ledgers = createServer((request, response) => {
    judge(request).then(
      (claims) => response.end(JSON.stringify(claims)),
      (error: Error) => response.writeHead(401, { 'www-authenticate': 'DPoP algs="ES256"' }).end(error.message),
    );
  });
  await new Promise<void>((resolve) => ledgers.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(ledgers.address() as AddressInfo).port}`;
  for (const format of ['jwt', 'opaque']) {
    const api = ['--resource', `${origin}/${format}`];
    const made = ['--name', format, '--format', format, '--machine-scope', `${format}.read`];
    await succeed(server, ['apis', 'create', ...api, ...made]);
    const access = ['--application', client.applicationId, '--scope', `${format}.read`];
    await succeed(server, ['apis', 'allow', ...api, ...access]);
  }
  // The library learns of the grant from the metadata, which lists it now.
  const issuer = new URL(server.authUrl);
  as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  expect(as.grant_types_supported).toContain('client_credentials');
  const shown = await succeed(server, ['apis', 'create-secret', '--resource', `${origin}/opaque`]);
  apiSecret = String(shown.secret);
  apiId = String((await succeed(server, ['apis', 'show', '--resource', `${origin}/opaque`])).id);
});
afterAll(async () => {
  ledgers?.close();
  await server?.stop();
});

/** The API: what it learns of a token that is sent with a proof. */
async function judge({ url = '', headers }: IncomingMessage): Promise<object> {
  const sent = { authorization: headers.authorization ?? '', dpop: String(headers.dpop ?? '') };
  if (url === '/jwt') {
    const request = new Request(`${origin}${url}`, { headers: sent });
    return oauth.validateJwtAccessToken(as, request, `${origin}/jwt`, { ...insecure, requireDPoP: true });
  }
  const [scheme, token = ''] = sent.authorization.split(' ');
  const self = { client_id: apiId };
  const asking = await oauth.introspectionRequest(as, self, oauth.ClientSecretBasic(apiSecret), token, insecure);
  const answer = await oauth.processIntrospectionResponse(as, self, asking);
  const { jwk = {} } = decodeProtectedHeader(sent.dpop);
  const isBound = answer.cnf?.jkt === (await calculateJwkThumbprint(jwk));
  if (!answer.active || answer.token_type !== 'DPoP' || scheme !== 'DPoP' || !isBound) throw new Error('Not its key');
  return answer;
}

const ALGORITHMS = ['ES256', 'PS256', 'Ed25519'] as const;
const ASKED = ['jwt', 'opaque'].flatMap((format) => ALGORITHMS.map((alg) => [format, alg] as const));
const claimsOf = (format: string) => ({
  iss: server.authUrl,
  aud: `${origin}/${format}`,
  sub: `client.${client.apiKey}`,
  client_id: client.apiKey,
  scope: `${format}.read`,
});

describe('contracts 41, 45: a program’s token for an API is bound to its key', () => {
  test.each(ASKED)('openid-client: %s, proofs by %s', async (format, alg) => {
    const config = await openid.discovery(new URL(server.authUrl), client.apiKey, secret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const handle = async () => openid.getDPoPHandle(config, await openid.randomDPoPKeyPair(alg));
    const DPoP = await handle();
    const tokens = await openid.clientCredentialsGrant(config, { resource: `${origin}/${format}` }, { DPoP });
    expect(tokens).toMatchObject({ token_type: 'dpop', scope: `${format}.read` });
    const call = (options: openid.DPoPOptions) =>
      openid.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(`${origin}/${format}`),
        'GET',
        undefined,
        undefined,
        options,
      );
    const cnf = { jkt: await DPoP.calculateThumbprint() };
    expect(await (await call({ DPoP })).json()).toMatchObject({ ...claimsOf(format), cnf });
    await expect(call({ DPoP: await handle() })).rejects.toMatchObject({ status: 401 });
    await expect(call({})).rejects.toMatchObject({ status: 401 });
  });

  test.each(['jwt', 'opaque'])('oauth4webapi: %s', async (format) => {
    const party: oauth.Client = { client_id: client.apiKey };
    const handle = async () => oauth.DPoP(party, await oauth.generateKeyPair('ES256'));
    const DPoP = await handle();
    const ask = async () =>
      oauth.processClientCredentialsResponse(
        as,
        party,
        await oauth.clientCredentialsGrantRequest(
          as,
          party,
          oauth.ClientSecretBasic(secret),
          { scope: `${format}.read` },
          { ...insecure, DPoP },
        ),
      );
    // The library leaves the repetition with a nonce to its user.
    const tokens = await ask().catch((error) => {
      if (!oauth.isDPoPNonceError(error)) throw error;
      return ask();
    });
    expect(tokens.token_type).toBe('dpop');
    const call = (options: oauth.ProtectedResourceRequestOptions) =>
      oauth.protectedResourceRequest(tokens.access_token, 'GET', new URL(`${origin}/${format}`), undefined, undefined, {
        ...insecure,
        ...options,
      });
    expect(await (await call({ DPoP })).json()).toMatchObject(claimsOf(format));
    await expect(call({ DPoP: await handle() })).rejects.toMatchObject({ status: 401 });
    await expect(call({})).rejects.toMatchObject({ status: 401 });
  });
});
