// The real program as a child process: the built `dist/cli/main.js serve` on free ports, with a database of its own on
// the store under test.
//
//   const server = await startServer();                        // settings: { LATCHKEY_CODE_TTL_SECONDS: '2' }
//   const owner = await createOwner(server);                   // command line: account and API token
//   const application = await registerApplication(server, owner, { … contract 3 … });
//   …
//   await server.stop();                                       // SIGTERM; removes the folder, returns the exit code
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';
import { ONE_ADDRESS } from './one-address.ts';
import { givenStore, type Row } from './store.ts';

export { freePorts };

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const READY_WITHIN_MS = 20_000;

export type CommandResult = { status: number | null; stdout: string; stderr: string };

export type TestServer = {
  readonly authUrl: string;
  readonly apiUrl: string;
  readonly opsUrl: string;
  /** Its working directory, with the secret (`data/secret.key`) and on SQLite the database (`data/latchkey.db`). */
  readonly folder: string;
  /** Its environment, for other programs that share its database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Everything in its database, by file or table. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  /** Every row of every table of its database. */
  rows(): Promise<ReadonlyMap<string, readonly Row[]>>;
  /** Changes the database directly, where no route does what a test needs. */
  execute(sql: string, ...values: readonly unknown[]): Promise<void>;
  /** Everything written to standard output and standard error so far, including restarts. */
  logs(): string;
  /**
   * Runs one command of the program while the server runs: `command(['accounts', 'list'])`. `settings` override the
   * server's.
   */
  command(args: readonly string[], input?: string, settings?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /**
   * Ends this process and starts another on the same ports and data. `SIGKILL` is a crash.
   * @param meanwhile changes its files while no process runs
   * @returns the exit code of the ended process, null after SIGKILL
   */
  restart(signal?: NodeJS.Signals, meanwhile?: () => void): Promise<number | null>;
  /** Ends the process and removes the folder. @returns the exit code, null after SIGKILL */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/**
 * Starts the server and resolves when `/health/ready` answers 200.
 * @param settings `LATCHKEY_*` variables that override the helper's own
 * @param flags of `serve`
 */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<TestServer> {
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: run `npm run build` first.');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  const store = await givenStore(join(folder, 'data'));
  const [authPort, apiPort, opsPort] = await freePorts(3);
  const environment = {
    LATCHKEY_AUTH_URL: `http://localhost:${authPort}`,
    LATCHKEY_API_URL: `http://localhost:${apiPort}`,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    LATCHKEY_OPS_LISTEN: `127.0.0.1:${opsPort}`,
    LATCHKEY_LOG_LEVEL: 'trace',
    ...ONE_ADDRESS,
    ...store.environment,
    ...settings,
  };
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  let logs = '';
  const log = (chunk: Buffer) => {
    logs += chunk.toString();
  };
  const start = async () => {
    const child = spawnProgram(['serve', ...flags], folder, environment);
    child.stdout?.on('data', log);
    child.stderr?.on('data', log);
    await untilReady(opsUrl, child, () => logs);
    return child;
  };
  let child = await start();
  const end = (signal: NodeJS.Signals) => endProcess(child, signal);

  return {
    authUrl: environment.LATCHKEY_AUTH_URL,
    apiUrl: environment.LATCHKEY_API_URL,
    opsUrl,
    folder,
    environment,
    get pid() {
      return child.pid ?? 0;
    },
    contents: store.contents,
    rows: store.rows,
    execute: store.execute,
    logs: () => logs,
    command: (args, input, more) => runProgram(args, folder, { ...environment, ...more }, input),
    async restart(signal = 'SIGTERM', meanwhile = () => {}) {
      const status = await end(signal);
      meanwhile();
      child = await start();
      return status;
    },
    async stop(signal = 'SIGTERM') {
      const status = await end(signal);
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
      return status;
    },
  };
}

export type ProcessBeside = {
  /** Ends this process and starts another. */
  restart(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};

/** Another process of the server on its PostgreSQL database, as on another machine. */
export async function startBeside({ folder, environment }: TestServer): Promise<ProcessBeside> {
  const [authPort, apiPort, opsPort] = await freePorts(3);
  const own = {
    ...environment,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    LATCHKEY_OPS_LISTEN: `127.0.0.1:${opsPort}`,
  };
  const start = async () => {
    let logs = '';
    const child = spawnProgram(['serve'], folder, own);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        logs = (logs + chunk.toString()).slice(-4_000);
      });
    }
    await untilReady(`http://127.0.0.1:${opsPort}`, child, () => logs);
    return child;
  };
  let child = await start();
  return {
    async restart(signal) {
      await endProcess(child, signal);
      child = await start();
    },
    async stop() {
      await endProcess(child, 'SIGTERM');
    },
  };
}

export type Owner = { email: string; password: string; apiToken: string };

/** Creates an account with the role owner and an API token, by the command line. */
export async function createOwner(server: Pick<TestServer, 'command'>, email = 'owner@example.com'): Promise<Owner> {
  const password = 'correct horse battery staple';
  await succeed(server, ['accounts', 'create', '--email', email, '--role', 'owner', '--password-stdin'], password);
  const { token } = await succeed(server, ['api-tokens', 'create', '--email', email, '--name', 'tests']);
  return { email, password, apiToken: String(token) };
}

/** Runs a command with `--json` and returns its document. @throws Error when it fails */
export async function succeed(
  server: Pick<TestServer, 'command'>,
  args: readonly string[],
  input?: string,
  settings?: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await server.command([...args, '--json'], input, settings);
  if (status !== 0) throw new Error(`latchkey ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The parts of a registered application that flows need. */
export type RegisteredApplication = {
  id: string;
  platforms: readonly { id: string; platform: string; api_key: string }[];
  redirect_uris: readonly string[];
};

/** Registers through the registration API: POST, then GET at `Location`. `body` as in contract 3. */
export async function registerApplication(
  server: Pick<TestServer, 'apiUrl'>,
  owner: Pick<Owner, 'apiToken'>,
  body: unknown,
): Promise<RegisteredApplication> {
  const authorization = `Bearer ${owner.apiToken}`;
  const created = await fetch(`${server.apiUrl}/applications`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const location = created.headers.get('location');
  if (created.status !== 201 || !location) throw new Error(`${created.status}: ${await created.text()}`);
  const shown = await fetch(new URL(location, server.apiUrl), { headers: { authorization } });
  if (shown.status !== 200) throw new Error(`${shown.status}: ${await shown.text()}`);
  return shown.json() as Promise<RegisteredApplication>;
}

/** Sends the signal and resolves with the exit code when the process has exited. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

export function spawnProgram(args: readonly string[], folder: string, environment: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export function runProgram(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandResult> {
  const child = spawnProgram(args, folder, environment);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  // A command that reads no input may exit before the input arrives.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}

async function untilReady(opsUrl: string, child: ChildProcess, logs: () => string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < READY_WITHIN_MS; ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${logs()}`);
    const ready = await fetch(`${opsUrl}/health/ready`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready within ${READY_WITHIN_MS} ms:\n${logs()}`);
}
