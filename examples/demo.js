// `npm run demo`: Latchkey and the sample application on this machine, ready to be signed in to. It works as any owner
// would: accounts and an API token by the command line, the application by the registration API over HTTP. Everything
// it keeps is in data/demo, so that `npm start` has its own; a second run finds what the first one made. DEMO_FOLDER
// and DEMO_PORTS (auth, API, operations, sample) choose other places.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const LATCHKEY = here('../dist/cli/main.js');
const SAMPLE = here('./client-backend/server.js');
const FOLDER = process.env.DEMO_FOLDER ?? here('../data/demo');

const [AUTH_PORT, API_PORT, OPS_PORT, SAMPLE_PORT] = (process.env.DEMO_PORTS ?? '4000,4001,4009,4002').split(',');
const AUTH_URL = `http://localhost:${AUTH_PORT}`;
const API_URL = `http://localhost:${API_PORT}`;
const SAMPLE_URL = `http://localhost:${SAMPLE_PORT}`;

const CALLBACK = `${SAMPLE_URL}/callback`;
const SIGNED_OUT = `${SAMPLE_URL}/signed-out`;

const OWNER = { email: 'owner@example.com', password: 'brass door with two locks', role: 'owner', nickname: 'Owner' };
const USER = { email: 'mina@example.com', password: 'a key under the mat', role: 'user', nickname: 'Mina' };

const environment = {
  PATH: process.env.PATH,
  LATCHKEY_AUTH_URL: AUTH_URL,
  LATCHKEY_API_URL: API_URL,
  LATCHKEY_AUTH_LISTEN: `127.0.0.1:${AUTH_PORT}`,
  LATCHKEY_API_LISTEN: `127.0.0.1:${API_PORT}`,
  LATCHKEY_OPS_LISTEN: `127.0.0.1:${OPS_PORT}`,
  LATCHKEY_DATABASE_URL: 'sqlite:latchkey.db',
  LATCHKEY_SECRET_FILE: 'secret.key',
  // Whoever signs up here may register applications in the console.
  LATCHKEY_OPEN_OWNERSHIP: 'true',
};

/** What runs now; all of it ends together. */
const children = [];
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(0));

run().catch((error) => {
  if (!stopping) console.error(error.message);
  return stopAll(1);
});

async function run() {
  await refuseBusyPorts([AUTH_PORT, API_PORT, OPS_PORT, SAMPLE_PORT]);
  mkdirSync(FOLDER, { recursive: true });

  console.log('Starting Latchkey …');
  start('Latchkey', [LATCHKEY, 'serve'], environment);
  await untilAnswers(`http://127.0.0.1:${OPS_PORT}/health/ready`);

  await Promise.all([OWNER, USER].map(ensureAccount));
  const clientId = await ensureApplication();

  console.log('Starting the sample application …');
  start('The sample application', [SAMPLE], {
    PATH: process.env.PATH,
    CLIENT_ID: clientId,
    AUTH_URL,
    PORT: SAMPLE_PORT,
    MEMBERS_FILE: `${FOLDER}/members.json`,
  });
  await untilAnswers(SAMPLE_URL);

  console.log(`
  Sample application  ${SAMPLE_URL}
    Sign in as        ${USER.email}
    Password          ${USER.password}
                      or create an account of your own there

  Console             ${AUTH_URL}/console
    Sign in as        ${OWNER.email}
    Password          ${OWNER.password}
                      or become an owner with any other account

  Mails               http://localhost:${OPS_PORT}/mail

  Logs are in ${FOLDER}. Ctrl+C stops everything.
`);
}

async function refuseBusyPorts(ports) {
  for (const port of ports) {
    const free = await new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(Number(port), '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (!free) {
      throw new Error(
        `Port ${port} is in use. Stop what listens there, or give the demo other ports:\n` +
          '  DEMO_PORTS=5000,5001,5009,5002 npm run demo    (auth, API, operations, sample application)',
      );
    }
  }
}

/** Starts a program that lives as long as the demo; its output goes to a file of its name. */
function start(name, args, env) {
  // For its owner only: Latchkey's holds a one-time setup link.
  const log = openSync(`${FOLDER}/${name.toLowerCase().replaceAll(' ', '-')}.log`, 'a', 0o600);
  // In a process group of its own: Ctrl+C reaches the demo alone, which then ends each program once.
  const child = spawn(process.execPath, args, { cwd: FOLDER, env, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  child.once('exit', () => {
    if (!stopping) console.error(`${name} ended by itself; the reason is in its log in ${FOLDER}.`);
    stopAll(1);
  });
  children.push(child);
}

async function stopAll(status) {
  if (stopping) return;
  stopping = true;
  await Promise.all(
    children.map((child) => {
      if (child.exitCode !== null || child.signalCode !== null) return undefined;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      return ended;
    }),
  );
  process.exit(status);
}

async function untilAnswers(url) {
  while (!stopping) {
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Stopped.');
}

/** Runs `latchkey …` and resolves with its status and output. */
function latchkey(args, input = '') {
  const child = spawn(process.execPath, [LATCHKEY, ...args, '--json'], { cwd: FOLDER, env: environment });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, output, complaint }));
  });
}

async function ensureAccount({ email, password, role, nickname }) {
  const shown = await latchkey(['accounts', 'show', '--email', email]);
  if (shown.status === 0) return;
  const flags = ['--email', email, '--role', role, '--nickname', nickname, '--password-stdin'];
  const created = await latchkey(['accounts', 'create', ...flags], password);
  if (created.status !== 0) throw new Error(created.complaint);
}

/** Registers the sample application unless an earlier run did. @returns its API key, the `client_id` */
async function ensureApplication() {
  const created = await latchkey([
    'api-tokens',
    'create',
    '--email',
    OWNER.email,
    '--name',
    'demo',
    '--expires-in',
    '1',
  ]);
  if (created.status !== 0) throw new Error(created.complaint);
  const { token } = JSON.parse(created.output);
  const ask = (path, init) => callRegistrationApi(token, path, init);

  // The owner may have registered others in the console.
  const known = await (await ask('/applications?limit=100')).json();
  const found = known.find(({ redirect_uris }) => redirect_uris.includes(CALLBACK));
  const sample = found ?? (await (await ask((await register(ask)).headers.get('location'))).json());
  if (!sample.post_logout_redirect_uris.includes(SIGNED_OUT)) await addSignedOut(ask, sample);
  return sample.platforms.find(({ platform }) => platform === 'Web').api_key;
}

const register = (ask) =>
  ask('/applications', {
    method: 'POST',
    body: JSON.stringify({
      name: 'Acme Shop',
      login_activation: 'ON',
      platforms: [{ platform: 'Web', site_domains: [SAMPLE_URL] }],
      redirect_uris: [CALLBACK],
      post_logout_redirect_uris: [SIGNED_OUT],
      consent_items: [
        { item: 'nickname', consent: 'required', purpose: 'To greet you by name' },
        { item: 'email', consent: 'optional', purpose: 'To send you receipts' },
      ],
    }),
  });

/** The demo of an earlier version registered none. */
const addSignedOut = (ask, { id, post_logout_redirect_uris }) =>
  ask(`/applications/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ post_logout_redirect_uris: [...post_logout_redirect_uris, SIGNED_OUT] }),
  });

async function callRegistrationApi(token, path, init = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(init.body && { 'content-type': 'application/json' }) };
  const response = await fetch(new URL(path, API_URL), { ...init, headers });
  if (!response.ok)
    throw new Error(`${init.method ?? 'GET'} ${path} was answered ${response.status}: ${await response.text()}`);
  return response;
}
