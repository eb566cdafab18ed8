// Hosts apart: `serve --only auth` and `serve --only api` as two processes on one database, as they run on machines of
// their own. Operators ask one of them; the other's listener for them is off.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, givenClient } from '../helpers/client.ts';
import { endProcess, startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let auth: TestServer;
let api: ChildProcess;
let apiOutput = '';
let client: Client;

beforeAll(async () => {
  auth = await startServer({}, ['--only', 'auth']);
  api = spawn(process.execPath, [PROGRAM, 'serve', '--only', 'api'], {
    cwd: auth.folder,
    env: { PATH: process.env.PATH, ...auth.environment, LATCHKEY_OPS_LISTEN: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = (chunk: Buffer) => {
    apiOutput += chunk.toString();
  };
  api.stdout?.on('data', heard);
  api.stderr?.on('data', heard);
  while ((await statusOf(`${auth.apiUrl}/user-info`)) !== 401) {
    if (api.exitCode !== null) throw new Error(apiOutput);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  client = await givenClient(auth);
});

afterAll(async () => {
  if (api) await endProcess(api, 'SIGKILL');
  await auth?.stop();
});

const statusOf = (url: string, init?: RequestInit) =>
  fetch(url, { redirect: 'manual', ...init }).then(
    ({ status }) => status,
    () => 0,
  );

describe('one sign-in across both', () => {
  it('contract 4-7: registered at one, signed in at the other, the token opens user information', async () => {
    const tokens = await client.tokens();
    const { status, body } = await client.userInfo(tokens.access_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: client.email, nickname: 'Mina' });
    const refreshed = await client.token(client.refreshForm(tokens.refresh_token));
    expect((await client.userInfo(refreshed.body.access_token)).status).toBe(200);
  });

  it('contract 3: what the API host deletes is gone at the auth host at once', async () => {
    const other = await givenClient(auth);
    const { access_token, refresh_token } = await other.tokens();
    const headers = { authorization: `Bearer ${other.owner.apiToken}` };
    const url = `${auth.apiUrl}/applications/${other.applicationId}`;
    expect(await statusOf(url, { method: 'DELETE', headers })).toBe(204);
    expect((await other.userInfo(access_token)).status).toBe(401);
    expect((await other.token(other.refreshForm(refresh_token))).status).not.toBe(200);
    expect(await statusOf(other.authorizeUrl())).toBe(400);
  });
});

describe('each serves its own', () => {
  it.each(['/user-info', '/applications'])('contract 1: the auth host answers 404 to %s', async (path) => {
    expect(await statusOf(`${auth.authUrl}${path}`)).toBe(404);
  });

  it.each([
    '/login',
    '/sign-up',
    '/oauth/authorize',
    '/oauth/token',
    '/oauth/revocation',
    '/oauth/introspection',
    '/setup',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ])('contract 1: the API host answers 404 to %s', async (path) => {
    expect(await statusOf(`${auth.apiUrl}${path}`)).toBe(404);
  });

  it('contract 1: the setup link is made where its page is', () => {
    expect(auth.logs()).toContain('/setup?token=');
    expect(apiOutput).not.toContain('/setup?token=');
  });

  it('contract 1: operators ask the one whose listener is on, and each ends by itself with 0', async () => {
    expect(await statusOf(`${auth.opsUrl}/health/ready`)).toBe(200);
    expect(await endProcess(api, 'SIGTERM')).toBe(0);
    expect(await statusOf(`${auth.apiUrl}/user-info`)).toBe(0);
    expect(await statusOf(`${auth.opsUrl}/health/ready`)).toBe(200);
    expect(await statusOf(`${auth.authUrl}/login`)).toBe(200);
  });
});
