// Defines the servers that are compared: how each starts, and at which addresses it does the same job.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { FormBrowser } from './form-browser.js';
import { freePort, startPeer, startPinned, temporaryFolder } from './start-server.js';

const built = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const redirectUri = 'https://app.example/callback';

// `--profile FOLDER` writes a CPU profile of every Latchkey process when it ends.
const profiling = process.env.LATCHKEY_BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${process.env.LATCHKEY_BENCH_PROFILE}`]
  : [];

export const hello = {
  name: 'bare Fastify',
  start: () => startPeer('hello.js', () => []),
};

/** The floor of a start: no server with an SQLite database does less. It is only started, never driven. */
export const helloWithDatabase = {
  name: 'bare Fastify with an open database',
  start: () => startPeer('hello-with-database.js', (folder) => [join(folder, 'hello.db')]),
};

/**
 * @param openStore `onSqlite`, `onPostgres` or another function that opens a database for the server's folder and
 *   returns its environment variables, and how to remove it
 * @param {object} [options]
 * @param {string} [options.cores] in the form of `taskset -c`; default: the server's core
 * @param {Record<string, string>} [options.environment] settings besides those of the bench
 * @param {readonly string[]} [options.serveArguments] of `latchkey serve`, such as `--workers`, `2`
 * @param {string} [options.program] the built program of another commit; default: this one's
 * @returns a server whose `start` returns `{ pid, databasePid, authPort, apiPort, opsPort, environment, folder, stop … }`;
 *   with workers, `pid` is the primary's; `databasePid` is told where a database of its own runs beside it
 */
export const latchkeyServer = (
  name,
  openStore,
  { cores, environment: settings, serveArguments = [], program = built } = {},
) => ({
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
      // The rate limit is there to stop one driver on one network.
      LATCHKEY_REQUESTS_PER_SECOND: '1000000',
      // All people sign up from one address.
      LATCHKEY_SIGN_UPS_PER_ADDRESS: '100000',
      LATCHKEY_SIGN_UPS_PER_NETWORK: '100000',
      // Codes are minted before the clock starts and must outlive the round.
      LATCHKEY_CODE_TTL_SECONDS: '600',
      ...store.environment,
      ...settings,
    };
    const readyUrl = `http://127.0.0.1:${authPort}/.well-known/oauth-authorization-server`;
    const args = [...profiling, program, 'serve', ...serveArguments];
    const running = await startPinned(args, readyUrl, { environment, folder, cores });
    const stop = async () => {
      await running.stop();
      await store.remove();
      remove();
    };
    return { ...running, databasePid: store.pid, stop, authPort, apiPort, opsPort, environment, folder };
  },
  /** Runs a command beside the server. @returns its document */
  run({ environment, folder }, args, input) {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...environment }, input, encoding: 'utf8' };
    return JSON.parse(execFileSync(process.execPath, [program, ...args, '--json'], options));
  },
  /**
   * Registers the applications that sign people in, one for each algorithm.
   * @param flags of `applications create` besides those of the bench
   * @returns where their requests go, their ids, and the address of their owner
   */
  async register(running, flags = []) {
    const run = (args, input) => this.run(running, args, input);
    const email = 'owner@example.com';
    run(['accounts', 'create', '--email', email, '--role', 'owner', '--password-stdin'], 'only for the benchmark');
    const create = (algorithm) =>
      run([
        ...['applications', 'create', '--email', email, '--name', 'Bench', '--platform', 'Web'],
        ...['--site-domain', 'https://app.example', '--redirect-uri', redirectUri],
        ...['--consent-item', 'nickname:required', '--consent-item', 'email:required', '--login-activation', 'ON'],
        ...['--id-token-signed-response-alg', algorithm],
        ...flags,
      ]);
    const [es256, rs256] = [create('ES256'), create('RS256')];
    return {
      clientIds: { ES256: es256.platforms[0].api_key, RS256: rs256.platforms[0].api_key },
      applicationIds: [es256.id, rs256.id],
      owner: email,
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

/** An SQLite file in the server's folder. */
export const onSqlite = async () => ({ environment: {}, remove: async () => {} });

/** A database of its own on the run's PostgreSQL, which runs on the driver's core and not on the server's. */
export async function onPostgres(folder) {
  postgres ??= startPostgres();
  return openDatabase(await postgres, folder);
}

/** A PostgreSQL of its own, also on the driver's core: what it costs is this server's. */
export async function onOwnPostgres(folder) {
  const own = await startPostgres();
  return { ...(await openDatabase(own, folder)), pid: own.pid, remove: () => own.stop() };
}

async function openDatabase(server, folder) {
  const { url, drop } = await createDatabase(server.url);
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, 'the secret of a benchmark, and of nothing else', { mode: 0o600 });
  return { environment: { LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET_FILE: secretFile }, remove: drop };
}

/** Started when it is first needed. It inherits the driver's core (`run.js`). */
let postgres;

/** The tests' own, which are TypeScript. */
const startPostgres = async () => (await tsImport('../../test/helpers/postgres.ts', import.meta.url)).startPostgres();
const createDatabase = async (url) =>
  (await tsImport('../../test/helpers/test-databases.ts', import.meta.url)).createDatabase(url);

/** Stops what the servers of a run share. */
export async function stopShared() {
  await (await postgres)?.stop();
}

/** @param keys JSON of the application's public keys, which demands them of it, with DPoP; none: it is public */
export const oidcProvider = (name, storage, keys = []) => ({
  name,
  start: () =>
    startPeer('oidc-provider.js', (folder) => [storage(folder), ...keys], '/.well-known/openid-configuration'),
  async register() {
    return {
      clientIds: { ES256: 'bench-ES256', RS256: 'bench-RS256' },
      redirectUri,
      authorize: '/auth',
      token: '/token',
      userInfo: '/me',
      // Its user-info requires `openid`.
      scopes: { plain: 'profile email', withIdToken: 'openid profile email' },
    };
  },
  async signIn(browser, url, person) {
    const login = await browser.open(url);
    return browser.submit(login, { login: person, password: 'any' });
  },
});

/** The addresses of the peers written for this bench. @param withIdToken the scope that requests an ID token */
const peerTarget = (withIdToken) => ({
  clientIds: { ES256: 'bench-ES256', RS256: 'bench-RS256' },
  redirectUri,
  authorize: '/authorize',
  token: '/token',
  userInfo: '/user-info',
  scopes: { plain: 'nickname email', withIdToken },
});

/** Has no sign-in: its codes are for one person who is always signed in. */
const floor = {
  name: 'floor handlers',
  start: () => startPeer('floor.js', (folder) => [join(folder, 'floor.db')]),
  register: async () => peerTarget('openid nickname email'),
  signIn: (browser, url) => browser.open(url),
};

/** Has no ID tokens. It signs nothing where the others do, and its name says so in every table. */
const nodeOauth = {
  name: '@node-oauth/oauth2-server, memory, no ID token',
  scenarios: ['user-info', 'code', 'code-es256', 'refresh', 'flow-es256'],
  hasIdTokens: false,
  start: () => startPeer('node-oauth.js', () => []),
  register: async () => peerTarget('nickname email'),
  async signIn(browser, url, person) {
    await browser.open(new URL(`/sign-in?person=${person}`, url).href);
    return browser.open(url);
  },
};

/**
 * The servers to compare, by `--store`. The first is the floor, the second is the one measured. A server with
 * `scenarios` takes part only in those.
 */
export const contestants = {
  sqlite: [
    hello,
    latchkeyServer('Latchkey', onSqlite),
    floor,
    oidcProvider('oidc-provider, SQLite FULL', (folder) => join(folder, 'peer.db')),
    oidcProvider('oidc-provider, memory', () => 'memory'),
    nodeOauth,
  ],
  postgres: [
    hello,
    latchkeyServer('Latchkey on PostgreSQL', onPostgres),
    latchkeyServer('Latchkey on SQLite', onSqlite),
  ],
};

/**
 * Signs a new person in through the server's own pages, gives consent, and leaves a live session behind.
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

/** The parameters of an authorization request. */
export const requestParameters = (target) => ({
  client_id: target.clientId,
  redirect_uri: target.redirectUri,
  response_type: 'code',
  scope: target.scope,
  state: 'af0ifjsldkj',
  code_challenge: codeChallenge,
  code_challenge_method: 'S256',
});

export const authorizeTarget = (target) => `${target.authorize}?${new URLSearchParams(requestParameters(target))}`;
