// The servers that are compared: how each is started, and at which addresses it does the same job.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { FormBrowser } from './form-browser.js';
import { cpuMilliseconds } from './measure.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const latchkey = here('../../dist/cli/main.js');
const redirectUri = 'https://app.example/callback';

// Where the time goes: `--profile FOLDER` writes a CPU profile of every Latchkey process at its end.
const profiling = process.env.LATCHKEY_BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${process.env.LATCHKEY_BENCH_PROFILE}`]
  : [];

/** The core the server has for itself; undefined where `taskset` is missing. */
export const serverCore = hasTaskset() ? '0' : undefined;

function hasTaskset() {
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a Node program pinned to the server's core and waits for the first 200 of `readyUrl`. */
async function startPinned(args, readyUrl, environment = {}, folder = tmpdir()) {
  const [program, ...rest] = serverCore
    ? ['taskset', '-c', serverCore, process.execPath, ...args]
    : [process.execPath, ...args];
  const spawnedAt = performance.now();
  const child = spawn(program, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  live.add(child);
  child.once('exit', () => live.delete(child));
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-4000);
  });
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} did not start:\n${complaints}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startMilliseconds = performance.now() - spawnedAt;
  const startCpuMilliseconds = cpuMilliseconds(child.pid);
  const stopped = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 5000);
    await stopped;
    clearTimeout(force);
  };
  return { pid: child.pid, startMilliseconds, startCpuMilliseconds, stop };
}

async function answers(url) {
  try {
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const remove = () => {
    folders.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  folders.add(folder);
  return { folder, remove };
}

// However the run ends, no server and no database of it stays behind.
const live = new Set();
const folders = new Set();
process.once('exit', () => {
  for (const child of live) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** A program of `bench/peers` that serves both hosts at one port. @param argsOf what it takes besides the port, of its folder */
async function startPeer(program, argsOf, readyPath = '/') {
  const port = await freePort();
  const { folder, remove } = temporaryFolder();
  const args = [here(`../peers/${program}`), `${port}`, ...argsOf(folder)];
  const running = await startPinned(args, `http://127.0.0.1:${port}${readyPath}`);
  const stop = async () => {
    await running.stop();
    remove();
  };
  return { ...running, stop, authPort: port, apiPort: port };
}

const hello = {
  name: 'bare Fastify',
  start: () => startPeer('hello.js', () => []),
};

/** The floor of a start: no server with a database on SQLite does less. Only started, never driven. */
export const helloWithDatabase = {
  name: 'bare Fastify with an open database',
  start: () => startPeer('hello-with-database.js', (folder) => [join(folder, 'hello.db')]),
};

/** @param openStore gives a fresh database: the variables that lead to it, and how it is removed */
const latchkeyServer = (name, openStore) => ({
  name,
  async start() {
    const [authPort, apiPort, opsPort] = [await freePort(), await freePort(), await freePort()];
    const { folder, remove } = temporaryFolder();
    const store = await openStore(folder);
    const environment = {
      LATCHKEY_AUTH_URL: `http://localhost:${authPort}`,
      LATCHKEY_API_URL: `http://localhost:${apiPort}`,
      LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
      LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
      LATCHKEY_OPS_LISTEN: `127.0.0.1:${opsPort}`,
      // One driver on one network is what the limits are there to stop.
      LATCHKEY_REQUESTS_PER_SECOND: '1000000',
      // Codes are minted before the clock starts and have to last until it does.
      LATCHKEY_CODE_TTL_SECONDS: '600',
      ...store.environment,
    };
    const readyUrl = `http://127.0.0.1:${authPort}/.well-known/oauth-authorization-server`;
    const running = await startPinned([...profiling, latchkey, 'serve'], readyUrl, environment, folder);
    const stop = async () => {
      await running.stop();
      await store.remove();
      remove();
    };
    return { ...running, stop, authPort, apiPort, environment, folder };
  },
  /** Registers the application that signs people in, and says where its requests go. */
  async register({ environment, folder }) {
    const run = (args, input) =>
      JSON.parse(
        execFileSync(process.execPath, [latchkey, ...args, '--json'], {
          cwd: folder,
          env: { PATH: process.env.PATH, ...environment },
          input,
          encoding: 'utf8',
        }),
      );
    const email = 'owner@example.com';
    run(['accounts', 'create', '--email', email, '--role', 'owner', '--password-stdin'], 'only for the benchmark');
    const create = (algorithm) =>
      run([
        ...['applications', 'create', '--email', email, '--name', 'Bench', '--platform', 'Web'],
        ...['--site-domain', 'https://app.example', '--redirect-uri', redirectUri],
        ...['--consent-item', 'nickname:required', '--consent-item', 'email:required', '--login-activation', 'ON'],
        ...['--id-token-signed-response-alg', algorithm],
      ]).platforms[0].api_key;
    return {
      clientIds: { ES256: create('ES256'), RS256: create('RS256') },
      redirectUri,
      authorize: '/oauth/authorize',
      token: '/oauth/token',
      userInfo: '/user-info',
      scopes: { plain: 'nickname email', withIdToken: 'openid nickname email' },
    };
  },
  async signIn(browser, url, person) {
    const page = await browser.open(url);
    const signUp = await browser.open(new URL(page.url).href.replace('/login?', '/sign-up?'));
    const values = { email: `${person}@example.com`, password: 'only for the benchmark', nickname: 'Mina' };
    return browser.submit(signUp, values);
  },
});

const onSqlite = async () => ({ environment: {}, remove: async () => {} });

/** A database of its own on the run's PostgreSQL, which has the driver's core: nothing of it runs on the server's. */
async function onPostgres(folder) {
  const { createDatabase } = await postgresLauncher();
  postgres ??= (await postgresLauncher()).startPostgres();
  const { url, drop } = await createDatabase((await postgres).url);
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, 'the secret of a benchmark, and of nothing else', { mode: 0o600 });
  return { environment: { LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET_FILE: secretFile }, remove: drop };
}

/** Started for the first who needs it. It inherits the driver's core (`run.js`). */
let postgres;

/** The tests' own launcher, which is TypeScript. */
let launcher;
function postgresLauncher() {
  launcher ??= tsImport('../../test/helpers/postgres.ts', import.meta.url);
  return launcher;
}

/** Stops what the servers of a run share. */
export async function stopShared() {
  await (await postgres)?.stop();
}

const oidcProvider = (name, storage) => ({
  name,
  start: () => startPeer('oidc-provider.js', (folder) => [storage(folder)], '/.well-known/openid-configuration'),
  async register() {
    return {
      clientIds: { ES256: 'bench-ES256', RS256: 'bench-RS256' },
      redirectUri,
      authorize: '/auth',
      token: '/token',
      userInfo: '/me',
      // Its user-info insists on `openid`.
      scopes: { plain: 'profile email', withIdToken: 'openid profile email' },
    };
  },
  async signIn(browser, url, person) {
    const login = await browser.open(url);
    return browser.submit(login, { login: person, password: 'any' });
  },
});

/** Nobody signs in there: its codes are for the one who is always signed in. */
const floor = {
  name: 'floor handlers',
  start: () => startPeer('floor.js', (folder) => [join(folder, 'floor.db')]),
  async register() {
    return {
      clientIds: { ES256: 'bench-ES256', RS256: 'bench-RS256' },
      redirectUri,
      authorize: '/authorize',
      token: '/token',
      userInfo: '/user-info',
      scopes: { plain: 'nickname email', withIdToken: 'openid nickname email' },
    };
  },
  signIn: (browser, url) => browser.open(url),
};

/** By `--store`: what is compared. The first is the floor, the second what is measured. */
export const contestants = {
  sqlite: [
    hello,
    latchkeyServer('Latchkey', onSqlite),
    floor,
    oidcProvider('oidc-provider, SQLite FULL', (folder) => join(folder, 'peer.db')),
    oidcProvider('oidc-provider, memory', () => 'memory'),
  ],
  postgres: [
    hello,
    latchkeyServer('Latchkey on PostgreSQL', onPostgres),
    latchkeyServer('Latchkey on SQLite', onSqlite),
  ],
};

/**
 * Signs a new person in through the server's own pages, agrees, and leaves a live session behind.
 * @returns the `Cookie` header of that session
 */
export async function openSession(server, running, target, person) {
  const browser = new FormBrowser();
  const url = `http://localhost:${running.authPort}${authorizeTarget(target)}`;
  let page = await server.signIn(browser, url, person);
  // One more page asks for consent.
  if (page.html !== '') page = await browser.submit(page, {});
  if (!page.url.startsWith(redirectUri) || !page.url.includes('code=')) {
    throw new Error(`${server.name} did not finish the sign-in: ${page.url}\n${page.html}`);
  }
  return browser.cookie;
}

/** S256 of the verifier below (RFC 7636 appendix B). */
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

export function authorizeTarget(target) {
  const query = new URLSearchParams({
    client_id: target.clientId,
    redirect_uri: target.redirectUri,
    response_type: 'code',
    scope: target.scope,
    state: 'af0ifjsldkj',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  });
  return `${target.authorize}?${query}`;
}
