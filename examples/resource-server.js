// An API that takes access tokens of Latchkey: node examples/resource-server.js ISSUER RESOURCE [SCOPE]
// It checks them itself, by what the metadata says (RFC 9068), and says where they come from (RFC 9728).
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const [issuer = 'http://localhost:4000', resource = 'http://localhost:9000', needed = 'billing.read'] =
  process.argv.slice(2);
const metadata = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
const about = `${new URL(resource).origin}/.well-known/oauth-protected-resource`;
const rules = { issuer: metadata.issuer, audience: resource, typ: 'at+jwt', algorithms: ['ES256'] };

/** The claims of a bearer token for this API; undefined: there is none, or none that is good. */
const claimsOf = ({ authorization = '' }) =>
  jwtVerify(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '', keys, rules).then(
    // A token that is bound to a key (`cnf`) takes a proof of the key, which this example does not check.
    ({ payload }) => (payload.cnf ? undefined : payload),
    () => undefined,
  );

createServer(async ({ url, headers }, response) => {
  const answer = (status, body, more = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
  if (url === '/.well-known/oauth-protected-resource')
    return answer(200, { resource, authorization_servers: [metadata.issuer], scopes_supported: [needed] });
  const claims = await claimsOf(headers);
  const challenge = (error) => ({ 'www-authenticate': `Bearer ${error}resource_metadata="${about}"` });
  if (!claims) return answer(401, {}, challenge(headers.authorization ? 'error="invalid_token", ' : ''));
  if (!claims.scope.split(' ').includes(needed))
    return answer(403, {}, challenge(`error="insufficient_scope", scope="${needed}", `));
  return answer(200, { hello: claims.sub });
}).listen(Number(new URL(resource).port), '127.0.0.1');
