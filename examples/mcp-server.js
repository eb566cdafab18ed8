// An MCP server whose people sign in at Latchkey: node examples/mcp-server.js ISSUER RESOURCE
// It keeps notes. Whoever has no token learns where tokens come from (RFC 9728), and whoever may not use a tool learns
// which scope is missing: both stand in `WWW-Authenticate`, and the client does the rest.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const [issuer = 'http://localhost:4000', resource = 'http://localhost:9000/mcp'] = process.argv.slice(2);
const { origin, pathname, port } = new URL(resource);
const about = `/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`;
const metadata = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
const rules = { issuer: metadata.issuer, audience: resource, typ: 'at+jwt', algorithms: ['ES256'] };

const notes = [];
const tools = new Map([
  ['list_notes', { scope: 'notes.read', run: (sub) => notes.filter((note) => note.sub === sub) }],
  ['add_note', { scope: 'notes.write', run: (sub, { text }) => notes.push({ sub, text }) }],
]);

/** The claims of a bearer token for this server; undefined: there is none, or none that is good. */
const claimsOf = ({ authorization = '' }) =>
  jwtVerify(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '', keys, rules).then(
    // A token that is bound to a key (`cnf`) takes a proof of the key, which this example does not check.
    ({ payload }) => (payload.cnf ? undefined : payload),
    () => undefined,
  );

createServer(async (request, response) => {
  const answer = (status, body, more = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body && JSON.stringify(body));
  const refuse = (status, error, scope) => {
    const challenge = `Bearer ${error}scope="${scope}", resource_metadata="${origin}${about}"`;
    answer(status, {}, { 'www-authenticate': challenge });
  };
  if (request.url === about) {
    const scopes = [...tools.values()].map(({ scope }) => scope);
    return answer(200, { resource, authorization_servers: [metadata.issuer], scopes_supported: scopes });
  }
  const claims = await claimsOf(request.headers);
  if (!claims) return refuse(401, request.headers.authorization ? 'error="invalid_token", ' : '', 'notes.read');
  if (request.method !== 'POST') return answer(405, {}, { allow: 'POST' });

  // From here on it is MCP, for which there are SDKs.
  const { id, method, params } = (await json(request).catch(() => undefined)) ?? {};
  const tool = method === 'tools/call' ? tools.get(params?.name) : undefined;
  if (tool && !claims.scope.split(' ').includes(tool.scope))
    return refuse(403, 'error="insufficient_scope", ', `${claims.scope} ${tool.scope}`);
  if (id === undefined) return answer(202);
  const result = tool ? textOf(tool.run(claims.sub, params.arguments ?? {})) : descriptions[method];
  return answer(200, {
    jsonrpc: '2.0',
    id,
    ...(result ? { result } : { error: { code: -32601, message: 'Unknown' } }),
  });
}).listen(Number(port), '127.0.0.1');

const textOf = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const descriptions = {
  initialize: {
    ...{ protocolVersion: '2025-11-25', capabilities: { tools: {} } },
    serverInfo: { name: 'notes', version: '1.0.0' },
  },
  ping: {},
  'tools/list': { tools: [...tools.keys()].map((name) => ({ name, inputSchema: { type: 'object' } })) },
};
