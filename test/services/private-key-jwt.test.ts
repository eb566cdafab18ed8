// Authlib, with the system's Python, proves an application by `private_key_jwt` (contract 40): its assertions name the
// token endpoint as audience. `npm run test:services`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPLICATION, CALLBACK, givenClient } from '../helpers/client.ts';
import { newClientPair } from '../helpers/client-keys.ts';
import { startServer } from '../helpers/program.ts';
import { PYTHON } from '../helpers/sample-programs.ts';
import type { TestServer } from '../helpers/server.ts';

const PROGRAM = fileURLToPath(new URL('private-key-jwt.py', import.meta.url));

let server: TestServer;
beforeAll(async () => {
  const { status } = spawnSync(PYTHON, ['-c', 'import authlib, requests']);
  if (status !== 0) throw new Error('Authlib is missing (Debian: apt-get install python3-authlib python3-requests)');
  server = await startServer();
});
afterAll(() => server?.stop());

it.each(['ES256', 'PS256', 'RS256'] as const)('contract 40: Authlib signs with %s at each endpoint', async (alg) => {
  const { publicJwk, privateJwk } = await newClientPair(alg);
  const client = await givenClient(server, { ...APPLICATION, jwks: { keys: [publicJwk] } });
  const told = {
    ...{ issuer: server.authUrl, client_id: client.apiKey, redirect_uri: CALLBACK, alg },
    ...{ key: privateJwk, code: await client.code() },
  };
  // The program allows http on loopback only when it is told to.
  const { stdout, stderr } = spawnSync(PYTHON, [PROGRAM], {
    input: JSON.stringify(told),
    env: { PATH: process.env.PATH, AUTHLIB_INSECURE_TRANSPORT: '1' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ type: 'Bearer', worth: true });
});
