// Latchkey compared with oidc-provider where applications are strict (contracts 40 to 42): private_key_jwt, DPoP and
// pushed requests, with the same settings.
import { join } from 'node:path';
import { compare } from '../lib/benchmark.js';
import { keyScenarios, keySet } from '../lib/client-keys.js';
import { hello, latchkeyServer, oidcProvider, onSqlite } from '../lib/servers.js';

const strict = latchkeyServer('Latchkey', onSqlite, { environment: { LATCHKEY_PUSHED_REQUESTS: 'true' } });
const keys = ['--jwks', JSON.stringify(keySet), '--dpop-bound-access-tokens'];
const latchkey = {
  ...strict,
  register: async (running) => ({ ...(await strict.register(running, keys)), push: '/oauth/par' }),
};

const provider = (name, storage) => {
  const server = oidcProvider(name, storage, [JSON.stringify(keySet)]);
  return { ...server, register: async () => ({ ...(await server.register()), push: '/request' }) };
};

const SERVERS = [
  hello,
  latchkey,
  provider('oidc-provider, SQLite FULL', (folder) => join(folder, 'peer.db')),
  provider('oidc-provider, memory', () => 'memory'),
];

/** @returns {Promise<string>} the report as markdown */
export const runBenchmark = ({ only = Object.keys(keyScenarios), ...options }) =>
  compare(SERVERS, keyScenarios, { ...options, only });
