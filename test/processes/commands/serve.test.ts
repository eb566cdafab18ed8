// `latchkey serve` as a process: what it prints, how it stops, and that commands work beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { releasedDatabases, unpack } from '../../fixtures/databases/released.ts';
import { openFile } from '../../helpers/open-file.ts';
import { document, latchkey, latchkeyProcess, makeFolder, PROGRAM } from './latchkey.ts';

type Running = {
  child: ChildProcess;
  folder: string;
  env: Record<string, string>;
  ports: { auth: number; api: number; ops: number };
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function freePorts(): Promise<Running['ports']> {
  const probes = [createServer(), createServer(), createServer()];
  const [auth = 0, api = 0, ops = 0] = await Promise.all(
    probes.map(async (probe) => {
      await once(probe.listen(0, '127.0.0.1'), 'listening');
      return (probe.address() as AddressInfo).port;
    }),
  );
  for (const probe of probes) probe.close();
  return { auth, api, ops };
}

const environment = ({ auth, api, ops }: Running['ports']) => ({
  LATCHKEY_AUTH_URL: `http://localhost:${auth}`,
  LATCHKEY_API_URL: `http://localhost:${api}`,
  LATCHKEY_AUTH_LISTEN: `127.0.0.1:${auth}`,
  LATCHKEY_API_LISTEN: `127.0.0.1:${api}`,
  LATCHKEY_OPS_LISTEN: `127.0.0.1:${ops}`,
});

type ServeOptions = { args?: string[]; env?: Record<string, string>; folder?: string };

/** Starts the server and waits until it has printed where it listens, or ended. */
async function serve(options: ServeOptions = {}): Promise<Running> {
  const { args = [], folder = makeFolder() } = options;
  const ports = await freePorts();
  const env = { ...environment(ports), ...options.env };
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const printed = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      resolve();
    });
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await Promise.race([printed, ended]);
  return { child, folder, env, ports, stdout: () => stdout, stderr: () => stderr, ended };
}

/** A token request whose body does not arrive: the server has to wait for it. */
async function openStuckRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The server has read the head when it asks for the rest.
  await once(socket, 'data');
  return socket;
}

/** Takes ten seconds, so it begins with the first test and is awaited by the one that is about it. */
let stoppedWithStuckClient: Promise<{ code: number | null; seconds: number }>;
beforeAll(async () => {
  const server = await serve();
  // No other test ends it.
  children.splice(children.indexOf(server.child), 1);
  const socket = await openStuckRequest(server.ports.auth);
  socket.on('error', () => {});
  const askedAt = performance.now();
  server.child.kill('SIGTERM');
  stoppedWithStuckClient = server.ended.then((code) => ({ code, seconds: (performance.now() - askedAt) / 1000 }));
});

const statusOf = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  );

async function expectEndWhileIdle({ child, ports, ended }: Running, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const idle = connect(ports.auth, '127.0.0.1');
  await once(idle, 'connect');
  idle.on('error', () => {});
  expect(await statusOf(`http://127.0.0.1:${ports.ops}/health/ready`)).toBe(200);
  child.kill(signal);
  expect(await ended).toBe(0);
}

const WARNING = /"level":40.*trust_proxy is empty, so all clients count as one network/;
const HTTPS = { LATCHKEY_AUTH_URL: 'https://login.example.com', LATCHKEY_API_URL: 'https://api.example.com' };

/** Resolves when the log tells that it serves. */
const untilReady = ({ stderr }: Running) => vi.waitUntil(() => stderr().includes('Ready'), { timeout: 60_000 });

describe('starting', () => {
  it('contract 1, P4: with --json prints exactly one document; its setup link is never logged, and the log is JSON lines; each start prints another, and none once an operator exists', async () => {
    const folder = makeFolder();
    const links: (string | null)[] = [];
    for (const round of [1, 2, 3]) {
      const server = await serve({ folder, args: ['--json'], env: { LATCHKEY_LOG_LEVEL: 'trace' } });
      const printed = JSON.parse(server.stdout());
      expect(printed.listening).toEqual({
        auth: `127.0.0.1:${server.ports.auth}`,
        api: `127.0.0.1:${server.ports.api}`,
        ops: `127.0.0.1:${server.ports.ops}`,
      });
      const link: string | null = printed.setup_link;
      links.push(link);
      if (round === 1) {
        expect(link).toContain('/setup?token=');
        expect(await statusOf(link ?? '')).toBe(200);
      }
      server.child.kill('SIGTERM');
      await server.ended;
      for (const line of server.stderr().trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
      if (link !== null) expect(server.stderr()).not.toContain(new URL(link).searchParams.get('token'));
      if (round === 2)
        await document(folder, ['accounts', 'create', '--email', 'op@example.com', '--role', 'operator']);
    }
    expect(new URL(links[0] ?? '').search).not.toBe(new URL(links[1] ?? '').search);
    expect(links[2]).toBeNull();
  });

  it.each([
    ['auth', 'api', {}],
    // The API host counts no networks: it does not warn of a proxy that is not trusted (K16).
    ['api', 'auth', HTTPS],
  ] as const)('contract 1: --only %s serves that host and not %s', async (only, other, env) => {
    const server = await serve({ args: ['--only', only], env: { LATCHKEY_OPS_LISTEN: 'off', ...env } });
    expect(await statusOf(`http://127.0.0.1:${server.ports[only]}/no-such-path`)).toBe(404);
    expect(await statusOf(`http://127.0.0.1:${server.ports[other]}/`)).toBe(0);
    expect(await statusOf(`http://127.0.0.1:${server.ports.ops}/health/live`)).toBe(0);
    await untilReady(server);
    expect(server.stderr()).not.toContain('trust_proxy');
  });

  it.each(['auth', 'api', 'ops'] as const)(
    'contract 1: when the %s port is in use it ends with 1 and one clear line, and listens nowhere',
    async (name) => {
      const holder = createServer();
      await once(holder.listen(0, '127.0.0.1'), 'listening');
      const { port } = holder.address() as AddressInfo;
      const variable = `LATCHKEY_${name.toUpperCase()}_LISTEN`;
      const server = await serve({ env: { [variable]: `127.0.0.1:${port}`, LATCHKEY_LOG_LEVEL: 'silent' } });
      expect(await server.ended).toBe(1);
      expect(server.stdout()).toBe('');
      expect(server.stderr()).toBe(
        `latchkey: ${name}_listen: cannot listen on 127.0.0.1:${port}: another process is already listening there\n`,
      );
      holder.close();
    },
  );

  it('contract 1: a certificate that is none ends the start with 1 and one clear line', async () => {
    const folder = makeFolder();
    const file = join(folder, 'tls.pem');
    writeFileSync(file, 'no certificate', { mode: 0o600 });
    const env = { LATCHKEY_TLS_CERTIFICATE_FILE: file, LATCHKEY_TLS_KEY_FILE: file, LATCHKEY_LOG_LEVEL: 'silent' };
    const server = await serve({ folder, env });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(/^latchkey: tls_certificate_file and tls_key_file cannot be used \(.*\)\n$/);
  });
});

describe('a damaged database', () => {
  it('M5: ends the start with 1 and one line that names the file and the cure', async () => {
    const [released] = releasedDatabases().slice(-1);
    if (!released) throw new Error('There are no released databases');
    const folder = makeFolder();
    const path = join(folder, 'latchkey.db');
    const secret = { LATCHKEY_SECRET: released.secret, LATCHKEY_DATABASE_URL: `sqlite:${path}` };
    unpack(released, path);
    await latchkey(folder, ['migrate'], { env: secret });
    const file = openFile(path);
    const root = Number(file.prepare("select rootpage from sqlite_schema where name = 'signing_keys'").pluck().get());
    file.close();
    writeFileSync(path, readFileSync(path).fill(0x5a, (root - 1) * 4096, root * 4096));
    const server = await serve({ folder, env: { ...secret, LATCHKEY_LOG_LEVEL: 'silent' } });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(
      /^latchkey: \S+latchkey\.db: is damaged \(SQLITE_CORRUPT: .*\); stop the server and restore a backup: latchkey restore --replace FILE\n$/,
    );
  });
});

describe('stopping', () => {
  it('contract 1: SIGINT ends with exit code 0, idle connections or not; a healthcheck against a server that listens everywhere asks on loopback', async () => {
    const { ops } = await freePorts();
    const server = await serve({ env: { LATCHKEY_OPS_LISTEN: `0.0.0.0:${ops}` } });
    expect(await document(server.folder, ['healthcheck'], { env: server.env })).toEqual({ ready: true });
    await expectEndWhileIdle({ ...server, ports: { ...server.ports, ops } }, 'SIGINT');
  });

  it('M8, K16: while it drains, readiness is 503, and the request under way is answered; with its proxy in trust_proxy it has not warned', async () => {
    const server = await serve({ env: { ...HTTPS, LATCHKEY_TRUST_PROXY: '10.0.0.7' } });
    await untilReady(server);
    const socket = await openStuckRequest(server.ports.auth);
    server.child.kill('SIGTERM');
    const ready = `http://127.0.0.1:${server.ports.ops}/health/ready`;
    await expect.poll(() => statusOf(ready)).toBe(503);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write('a=b');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await server.ended).toBe(0);
    expect(server.stderr()).not.toContain('trust_proxy');
  });

  it('contract 1: a client that never finishes is cut after ten seconds, and the exit code is 0', async () => {
    const { code, seconds } = await stoppedWithStuckClient;
    expect(code).toBe(0);
    expect(seconds).toBeGreaterThan(9.9);
    expect(seconds).toBeLessThan(15);
  });

  it('contract 1, K16: a second signal ends at once; behind a proxy that is not trusted, it has warned that everybody counts as one network', async () => {
    const server = await serve({ env: HTTPS });
    await expect.poll(server.stderr).toMatch(WARNING);
    const socket = await openStuckRequest(server.ports.auth);
    socket.on('error', () => {});
    server.child.kill('SIGTERM');
    await expect.poll(server.stderr).toContain('Stopping');
    server.child.kill('SIGTERM');
    expect(await server.ended).not.toBe(0);
  });
});

describe('beside a running server', () => {
  let server: Running;
  const run = (...args: string[]) => document(server.folder, args, { env: server.env });
  beforeAll(async () => {
    server = await serve();
    await untilReady(server);
    // It lasts until the last of these tests.
    children.splice(children.indexOf(server.child), 1);
    await run('accounts', 'create', '--email', 'owner@example.com', '--role', 'owner');
  });
  afterAll(() => server?.child.kill('SIGKILL'));

  it('contract 1: it has printed where it listens and, without an operator, a one-time setup link', () => {
    expect(server.stdout()).toContain(`http://localhost:${server.ports.auth}`);
    expect(server.stdout()).toContain(`127.0.0.1:${server.ports.ops}`);
    expect(server.stdout()).toMatch(new RegExp(`http://localhost:${server.ports.auth}/setup\\?token=[\\w-]{43}\\n`));
  });

  it('contract 1, K16: without a proxy, on http, it has not warned of one', () => {
    expect(server.stderr()).not.toContain('trust_proxy');
  });

  it('contract 1: healthcheck with ops_listen off says that nothing can be asked', async () => {
    const { status, stderr } = await latchkey(makeFolder(), ['healthcheck'], { env: { LATCHKEY_OPS_LISTEN: 'off' } });
    expect(status).toBe(1);
    expect(stderr).toContain('ops_listen is off');
  });

  it('M4: commands and server write at the same time, and nobody is told that the database is locked', async () => {
    const { token } = await run('api-tokens', 'create', '--email', 'owner@example.com');
    let writing = true;
    const register = async () => {
      const statuses = new Set<number>();
      while (writing) {
        const response = await fetch(`http://127.0.0.1:${server.ports.api}/applications`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Acme' }),
        });
        await response.arrayBuffer();
        statuses.add(response.status);
      }
      return [...statuses];
    };
    const writers = Array.from({ length: 4 }, register);
    // Each a process of its own.
    const commands = Array.from({ length: 4 }, (_, index) => {
      const create = ['accounts', 'create', '--email', `beside${index}@example.com`];
      return document(server.folder, create, { env: server.env }, latchkeyProcess);
    });
    await Promise.all(commands);
    writing = false;
    for (const statuses of await Promise.all(writers)) {
      // 429 is the rate limit of section 10, which is not what is tried here.
      expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
    }
    expect(await run('accounts', 'list')).toHaveLength(5);
  });

  it('contract 3: the document of an application is what the registration API shows', async () => {
    const { token } = await run('api-tokens', 'create', '--email', 'owner@example.com');
    const application = await run(
      ...['applications', 'create', '--email', 'owner@example.com', '--name', 'Acme', '--platform', 'Web'],
      ...['--platform', 'Android', '--site-domain', 'https://acme.example'],
      ...['--redirect-uri', 'https://acme.example/callback', '--consent-item', 'email:required:Receipts'],
    );
    const shown = await fetch(`http://127.0.0.1:${server.ports.api}/applications/${application.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await shown.json()).toEqual(application);
  });

  it('contract 1: SIGTERM ends with exit code 0, idle connections or not; healthcheck ends with 0 when the server is ready, and with 1 when there is none', async () => {
    expect(await document(server.folder, ['healthcheck'], { env: server.env })).toEqual({ ready: true });
    await expectEndWhileIdle(server, 'SIGTERM');
    const { status, stderr } = await latchkey(server.folder, ['healthcheck'], { env: server.env });
    expect(status).toBe(1);
    expect(stderr).toContain('no server at');
  });
});
