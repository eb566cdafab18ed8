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
import { runHere, runsHere } from './command-here.ts';
import { freePorts } from './free-ports.ts';
import { ONE_ADDRESS } from './one-address.ts';
import type { CommandResult, TestServer } from './server.ts';
import { givenStore } from './store.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** What every process of the program has in its environment; the tests of processes preload `undisturbed.cjs`. */
export const environmentOfAll = (): NodeJS.ProcessEnv => {
  const { PATH, LATCHKEY_TEST_NODE_OPTIONS: options } = process.env;
  return { PATH, ...(options !== undefined && { NODE_OPTIONS: options }) };
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
    rowsIn: store.rowsIn,
    execute: store.execute,
    logs: () => logs,
    command: (args, input, more) => runCommand(args, folder, { ...environment, ...more }, input),
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
    env: { ...environmentOfAll(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs a command in this process, or as a process where it needs one. */
export const runCommand: typeof runProgram = (args, ...options) =>
  runsHere(args) ? runHere(args, ...options) : runProgram(args, ...options);

/** Runs a command as a process. */
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
