// A Latchkey that takes a client's document from this machine, and two MCP servers that are APIs of it: the example, and
// one of the Python SDK. Clients are programs that print what they do, a line of JSON for each step.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { documentOf } from '../helpers/document-clients.ts';
import { makeCertificate } from '../helpers/mail-server.ts';
import { startServer } from '../helpers/program.ts';
import { freePorts, succeed, type TestServer } from '../helpers/server.ts';
import { type Running, start, writeFolder } from './program.ts';
import { MCP_PACKAGES, NODE_22, PYTHON } from './runtimes.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/mcp-server.js', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('programs/mcp/', import.meta.url));

const READ = { name: 'notes.read', label: 'Read notes', default: true };

type Command = readonly [string, ...string[]];
/** `file`: one of `programs/mcp`. */
export type ClientProgram = { program: string; file: string; environment?: Readonly<Record<string, string>> };
export type GivenMcp = Awaited<ReturnType<typeof givenMcp>>;

export async function givenMcp() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mcp-'));
  const [documentPort = 0, notesPort = 0, clockPort = 0] = await freePorts(3);
  const home = `https://127.0.0.1:${documentPort}/`;
  const document = `${home}client.json`;
  const certificate = makeCertificate();
  writeFileSync(join(folder, 'ca.pem'), certificate.cert);
  const host = createServer(certificate, (_, response) => {
    const text = JSON.stringify(documentOf(document, ['http://127.0.0.1/callback'], { client_name: 'Notes client' }));
    response.setHeader('content-type', 'application/json').end(text);
  });
  await new Promise<void>((resolve) => host.listen(documentPort, '127.0.0.1', resolve));
  const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), () => host.close()];

  const server = await startServer({
    LATCHKEY_CLIENT_METADATA_DOCUMENTS: home,
    LATCHKEY_INTERNAL_DELIVERIES: 'true',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  });
  cleanUp.push(() => server.stop());
  const [notes, clock] = [`http://localhost:${notesPort}/mcp`, `http://localhost:${clockPort}/mcp`];
  await createApis(server, [
    { resource: notes, name: 'Notes', scopes: [READ, { name: 'notes.write', label: 'Write notes' }] },
    { resource: clock, name: 'Clock', scopes: [{ name: 'clock.read', label: 'Read the clock' }] },
  ]);
  const run = async (command: Command, port: number, environment = {}) => {
    const program = await start({ command, folder, port, environment });
    cleanUp.push(() => program.stop());
    return program;
  };
  await Promise.all([
    run([process.execPath, EXAMPLE, server.authUrl, notes], notesPort),
    run([PYTHON, `${PROGRAMS}server.py`, server.authUrl, clock, 'clock.read'], clockPort),
  ]);

  return {
    server,
    notes,
    clock,
    document,
    /** Starts a client of `programs/mcp`, which listens for its callback. */
    async client({ program, file, environment = {} }: ClientProgram, at: string, tasks: readonly string[]) {
      const { path, remove } = writeFolder({ [file]: readFileSync(PROGRAMS + file, 'utf8') }, MCP_PACKAGES);
      cleanUp.push(remove);
      const [port = 0] = await freePorts(1);
      return stepsOf(await run([program, join(path, file), at, document, ...tasks], port, environment));
    },
    /** Starts the conformance suite of MCP as such a client. It prints the address that a person opens. */
    async conformance(words: readonly string[]) {
      const [port = 0] = await freePorts(1);
      const suite = join(MCP_PACKAGES, '@modelcontextprotocol/conformance/dist/index.js');
      const own = ['--url', server.authUrl, '--client-id', document, '--port', String(port)];
      return run([NODE_22, suite, 'authorization', ...own, ...words], port);
    },
    async stop() {
      for (const step of cleanUp.reverse()) await step();
    },
  };
}

async function createApis(server: TestServer, apis: readonly object[]): Promise<void> {
  const { token } = await succeed(server, ['machine-tokens', 'create', '--name', 'tests', '--scope', 'apis']);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const api of apis) {
    const body = JSON.stringify({ ...api, documents: true });
    const answer = await fetch(`${server.apiUrl}/apis`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
}

/** What a client printed, in order. */
function stepsOf(program: Running) {
  const all = () =>
    program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    all,
    /** Waits for the step. @param times which one of that name, from 1 */
    async told(name: string, times = 1): Promise<unknown> {
      const found = () => all().filter((step) => name in step)[times - 1];
      await expect.poll(() => found() ?? program.output(), { timeout: 30_000 }).toHaveProperty(name);
      return found()?.[name];
    },
  };
}
