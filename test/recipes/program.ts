// Programs of the recipes as processes of their own, in folders of their own.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../helpers/free-ports.ts';
import { endProcess } from '../helpers/program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** An address for a program, and the port in it. */
export async function freeHome(): Promise<{ home: string; port: number }> {
  const [port = 0] = await freePorts(1);
  return { home: `http://localhost:${port}`, port };
}

export type Folder = { path: string; remove(): void };

/** A folder with these files, and with the packages that npm brings, or others. */
export function writeFolder(files: Readonly<Record<string, string>>, packages = `${ROOT}node_modules`): Folder {
  const path = mkdtempSync(join(tmpdir(), 'recipe-'));
  symlinkSync(packages, join(path, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export type Running = { output(): string; stop(): Promise<void> };

type Start = {
  command: readonly [string, ...string[]];
  folder: string;
  environment?: Readonly<Record<string, string>>;
  /** When this can be connected to, the program is there. */
  port: number;
};

/** Resolves when the program's port is open. Fails when the program ends before. */
export async function start({ command: [program, ...words], folder, environment, port }: Start): Promise<Running> {
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${code ?? signal}`;
  });
  for (const startedAt = performance.now(); !(await answers(port)); ) {
    if (performance.now() - startedAt > READY_WITHIN_MS) failure = 'it is not there in time';
    if (failure !== undefined) {
      child.kill('SIGKILL');
      throw new Error(`${program}: ${failure}\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    output: () => output,
    async stop() {
      await endProcess(child, 'SIGTERM');
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
