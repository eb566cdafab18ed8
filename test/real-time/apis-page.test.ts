// docs/apis.md and docs/mcp.md are tried as their readers would: every block marked `<!-- run -->` runs in one shell, in
// order, from an empty folder. The first ends with a call that the example API lets in and one that it does not, the
// second with the API of the example MCP server (contract 45).
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
const blocksOf = (page: string) =>
  [...readFileSync(`${ROOT}docs/${page}`, 'utf8').matchAll(/<!-- run -->\n```sh\n([\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  );

let server: TestServer;
let shell: Shell;
let resource: string;
let mcp: string;
const examples: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'apis-'));

beforeAll(async () => {
  server = await startServer();
  const [port, mcpPort] = await freePorts(2);
  resource = `http://localhost:${port}`;
  mcp = `http://localhost:${mcpPort}/mcp`;
  const secret = { LATCHKEY_SECRET_FILE: `${server.folder}/data/secret.key`, LATCHKEY_LOG_LEVEL: 'warn' };
  shell = startShell({ ...server.environment, ...secret });
  await shell.run(`latchkey() { node ${ROOT}dist/cli/main.js "$@"; }\ncd ${folder}`);
  await startExample('resource-server.js', resource);
});
afterAll(async () => {
  shell?.end();
  for (const example of examples) example.kill();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until it has read the metadata and listens. */
async function startExample(file: string, at: string): Promise<void> {
  const example = spawn(process.execPath, [`${ROOT}examples/${file}`, server.authUrl, at], { stdio: 'ignore' });
  examples.push(example);
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(at).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  example.kill();
  await once(example, 'exit');
  throw new Error(`${file} does not listen.`);
}

test('contract 45: from an empty folder to a call that is let in, and one that is not', async () => {
  let output = '';
  const own = { 'http://localhost:4000': server.authUrl, 'http://localhost:9000': resource };
  for (const text of blocksOf('apis.md')) output = await shell.run(replaceEach(text, own));
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

test('contract 45, 46: the MCP server of the page is an API, and tells clients where tokens for it come from', async () => {
  const own = { 'http://localhost:4001': server.apiUrl, 'http://localhost:9000/mcp': mcp };
  const [block = '', ...others] = blocksOf('mcp.md');
  expect(others).toEqual([]);
  // A creation is answered without a body.
  expect(await shell.run(replaceEach(block, own))).toBe('');
  expect(JSON.parse(await shell.run(`latchkey apis show --resource ${mcp} --json`))).toMatchObject({
    ...{ resource: mcp, documents: true },
    scopes: [
      { name: 'notes.read', label: 'Read notes', default: true },
      { name: 'notes.write', label: 'Write notes' },
    ],
  });
  await startExample('mcp-server.js', mcp);
  const refused = await fetch(mcp, { method: 'POST' });
  const challenge = refused.headers.get('www-authenticate') ?? '';
  expect([refused.status, challenge]).toEqual([401, expect.stringContaining('scope="notes.read"')]);
  const [, about = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  expect(await (await fetch(about)).json()).toEqual({
    resource: mcp,
    authorization_servers: [server.authUrl],
    scopes_supported: ['notes.read', 'notes.write'],
  });
});
