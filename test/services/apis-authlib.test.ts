// Authlib checks an access token for an API from the metadata alone, by the lines that docs/apis.md shows (contract 45).
// Run with the system's Python. `npm run test:services`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../helpers/program.ts';
import { PYTHON } from '../helpers/sample-programs.ts';
import type { TestServer } from '../helpers/server.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/apis.md', import.meta.url)), 'utf8');
const [, LINES = ''] = /```python\n([\s\S]*?)```/.exec(PAGE) ?? [];
const RESOURCE = 'https://billing.example';

let server: TestServer;
beforeAll(async () => {
  const { status } = spawnSync(PYTHON, ['-c', 'import authlib']);
  if (status !== 0) throw new Error('Authlib is missing (Debian: apt-get install python3-authlib)');
  server = await startServer();
});
afterAll(() => server?.stop());

async function run(...args: readonly string[]): Promise<Record<string, string> & { platforms: { api_key: string }[] }> {
  const { status, stdout, stderr } = await server.command([...args, '--json']);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function tokenFor(resource: string): Promise<string> {
  const name = new URL(resource).hostname;
  const email = ['--email', `${name}@example.com`];
  await run('accounts', 'create', ...email, '--role', 'owner', '--email-verified');
  const site = ['--site-domain', 'http://localhost:3000', '--redirect-uri', 'http://localhost:3000/callback'];
  const shop = [...email, '--name', 'Export', '--platform', 'Web', ...site, '--login-activation', 'ON'];
  const application = await run('applications', 'create', ...shop);
  const secret = await run('client-secrets', 'create', '--application', application.id ?? '');
  await run('apis', 'create', '--resource', resource, '--name', name, '--machine-scope', `${name}.read`);
  const access = ['--application', application.id ?? '', '--scope', `${name}.read`];
  await run('apis', 'allow', '--resource', resource, ...access);
  const answer = await fetch(`${server.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: application.platforms[0]?.api_key ?? '',
      client_secret: secret.client_secret ?? '',
    }).toString(),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** What the API's server says of the token. */
function check(token: string): { status: number | null; printed: string } {
  const program = `
import json, sys, urllib.request
from authlib.jose import JsonWebKey, JsonWebToken

def read(address):
    return json.load(urllib.request.urlopen(address))

issuer, resource, token = sys.argv[1:]
metadata = read(issuer + "/.well-known/oauth-authorization-server")
keys = JsonWebKey.import_key_set(read(metadata["jwks_uri"]))
${LINES}
print(claims["sub"], claims["scope"])
`;
  const args = ['-W', 'ignore', '-c', program, server.authUrl, RESOURCE, token];
  const { status, stdout, stderr } = spawnSync(PYTHON, args, { encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

test('contract 45: Authlib lets in a token for the API, and no other', async () => {
  const token = await tokenFor(RESOURCE);
  const good = check(token);
  expect(good.printed).toMatch(/^client\.[0-9a-f]{32} billing\.example\.read\n$/);
  expect(good.status).toBe(0);
  const foreign = check(await tokenFor('https://stock.example'));
  expect([foreign.status, foreign.printed]).toEqual([1, expect.stringContaining('invalid_claim')]);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  expect(check(`${header}.${payload}.${flipped}`).printed).toContain('bad_signature');
});
