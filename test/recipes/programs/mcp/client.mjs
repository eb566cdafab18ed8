// An MCP client as its SDK's documentation writes one: node client.mjs MCP-SERVER DOCUMENT TASK…
// It prints what it does, a line of JSON for each step, and its person opens the addresses that it prints. The task
// `expire` makes the access token one that the server does not take. SDK=1 in the environment is the older SDK.
import { createServer } from 'node:http';

const [server, document, ...tasks] = process.argv.slice(2);
const isOld = process.env.SDK === '1';
const MODULES = isOld
  ? ['index', 'streamableHttp', 'auth'].map((name) => `@modelcontextprotocol/sdk/client/${name}.js`)
  : ['@modelcontextprotocol/client'];
const { Client, StreamableHTTPClientTransport, UnauthorizedError } = Object.assign(
  {},
  ...(await Promise.all(MODULES.map((name) => import(name)))),
);
const say = (step) => console.log(JSON.stringify(step));

const callback = `http://127.0.0.1:${process.env.PORT}/callback`;
let arrived = () => {};
createServer(({ url }, response) => {
  response.end('You can close this page.');
  arrived(new URL(url, callback).searchParams);
}).listen(Number(process.env.PORT), '127.0.0.1');

let client;
let tokens;
let verifier;
let discovered;
let back;
let lacksScope = false;
const authProvider = {
  redirectUrl: callback,
  clientMetadataUrl: document,
  clientMetadata: { client_name: 'Notes client', redirect_uris: [callback] },
  state: () => 'state',
  clientInformation: () => client,
  saveClientInformation: (information) => {
    client = information;
    say({ client: client.client_id });
  },
  tokens: () => tokens && { ...tokens, ...(lacksScope && { refresh_token: undefined }) },
  saveTokens: (answer) => {
    tokens = answer;
    lacksScope = false;
    say({ scope: tokens.scope, refreshable: 'refresh_token' in tokens });
  },
  codeVerifier: () => verifier,
  saveCodeVerifier: (value) => {
    verifier = value;
  },
  discoveryState: () => discovered,
  saveDiscoveryState: (state) => {
    discovered = state;
  },
  redirectToAuthorization: (url) => {
    back = new Promise((resolve) => {
      arrived = resolve;
    });
    say({ open: url.href });
  },
};

/** SDK 1.x answers a missing scope with a refresh, which cannot bring it: clients hide the refresh token from it. */
const watchingFetch = async (input, init) => {
  const response = await fetch(input, init);
  lacksScope ||= isOld && response.status === 403;
  return response;
};

/** Does it, if need be once more after the person has been at the address. */
async function withPerson(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    const answer = await back;
    await transport.finishAuth(isOld ? answer.get('code') : answer);
    return work();
  }
}

let transport;
const mcp = new Client({ name: 'notes', version: '1.0.0' });
await withPerson(() => {
  transport = new StreamableHTTPClientTransport(new URL(server), { authProvider, fetch: watchingFetch });
  return mcp.connect(transport);
});
say({ tools: (await mcp.listTools()).tools.map(({ name }) => name) });
for (const name of tasks) {
  if (name === 'expire') {
    tokens = { ...tokens, access_token: 'expired' };
    continue;
  }
  const { content } = await withPerson(() => mcp.callTool({ name, arguments: { text: 'Buy milk' } }));
  say({ [name]: JSON.parse(content[0].text) });
}
say({ done: true });
process.exit();
