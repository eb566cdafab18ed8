// Starts a program on cores of its own, in a folder of its own, and cleans up after it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuMilliseconds } from './measure.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The core that only the server uses; undefined: `taskset` is missing. */
export const serverCore = hasTaskset() ? '0' : undefined;

function hasTaskset() {
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const given = new Set();

/** Returns a free port, each one only once: a system may reassign a port that was just closed. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      const isNew = !given.has(port);
      given.add(port);
      probe.close(() => resolve(isNew ? port : freePort()));
    });
  });
}

/**
 * Starts a Node program and waits for the first 200 of `readyUrl`.
 * @param {readonly string[]} args of `node`
 * @param {object} [options]
 * @param {Record<string, string>} [options.environment] besides PATH and NODE_ENV
 * @param {string} [options.folder] where it runs
 * @param {string} [options.cores] in the form of `taskset -c`: `0`, `0,1`; without `taskset` nothing is pinned
 * @returns `pid` of the process, the parent of all that it forks; `startMilliseconds` and `startCpuMilliseconds` until
 *   the first answer; `stop`
 */
export async function startPinned(args, readyUrl, { environment = {}, folder = tmpdir(), cores = serverCore } = {}) {
  const [program, ...rest] = serverCore
    ? ['taskset', '-c', cores, process.execPath, ...args]
    : [process.execPath, ...args];
  const spawnedAt = performance.now();
  const child = spawn(program, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  live.add(child);
  child.once('exit', () => live.delete(child));
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-4000);
  });
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} did not start:\n${errorOutput}`);
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

/** Creates a folder, which is removed by `remove` or at the end of the run. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const remove = () => {
    folders.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  folders.add(folder);
  return { folder, remove };
}

// However the run ends, none of its servers and folders stays behind.
const live = new Set();
const folders = new Set();
process.once('exit', () => {
  for (const child of live) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * Starts a program of `bench/peers` that serves both hosts on one port.
 * @param argsOf returns its arguments after the port, for its folder
 */
export async function startPeer(program, argsOf, readyPath = '/') {
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
