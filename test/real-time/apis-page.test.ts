// docs/apis.md is tried as its reader would: every block marked `<!-- run -->` runs in one shell, in order, from an
// empty folder, and ends with a call that the example API lets in and one that it does not (contract 45).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../helpers/program.ts';
import { type Shell, startShell } from '../helpers/reader-shell.ts';
import { replaceEach } from '../helpers/replace-each.ts';
import { freePorts, type TestServer } from '../helpers/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/apis.md`, 'utf8');

let server: TestServer;
let shell: Shell;
let api: ChildProcess;
let resource: string;
const folder = mkdtempSync(join(tmpdir(), 'apis-'));

beforeAll(async () => {
  server = await startServer();
  resource = `http://localhost:${(await freePorts(1))[0]}`;
  const secret = { LATCHKEY_SECRET_FILE: `${server.folder}/data/secret.key`, LATCHKEY_LOG_LEVEL: 'warn' };
  shell = startShell({ ...server.environment, ...secret });
  await shell.run(`latchkey() { node ${ROOT}dist/cli/main.js "$@"; }\ncd ${folder}`);
  api = spawn(process.execPath, [`${ROOT}examples/resource-server.js`, server.authUrl, resource], { stdio: 'ignore' });
  await answering();
});
afterAll(async () => {
  shell?.end();
  api?.kill();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Until the example has read the metadata and listens. */
async function answering(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(resource).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  api.kill();
  await once(api, 'exit');
  throw new Error('The example does not listen.');
}

test('contract 45: from an empty folder to a call that is let in, and one that is not', async () => {
  let output = '';
  const own = { 'http://localhost:4000': server.authUrl, 'http://localhost:9000': resource };
  for (const [, text = ''] of PAGE.matchAll(/<!-- run -->\n```sh\n([\s\S]*?)```/g))
    output = await shell.run(replaceEach(text, own));
  const [, subject] = /"hello":"(client\.[0-9a-f]{32})"/.exec(output) ?? [];
  expect([subject, output.trim().slice(-3)]).toEqual([expect.any(String), '401']);
});

test('RFC 9728: who has no token learns where tokens come from', async () => {
  const refused = await fetch(resource, { headers: { authorization: 'Bearer x' } });
  const [, about = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  expect(refused.status).toBe(401);
  expect(await (await fetch(about)).json()).toEqual({
    resource,
    authorization_servers: [server.authUrl],
    scopes_supported: ['billing.read'],
  });
});
