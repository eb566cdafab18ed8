// Runs the program as `serve --workers N`: the primary as a child process, and its workers by process id.
import { execFileSync } from 'node:child_process';
import { startServer } from './program.ts';
import type { TestServer } from './server.ts';

/** Raises the limits, because the rate of requests is not under test. */
export const UNLIMITED = {
  LATCHKEY_REQUESTS_PER_SECOND: '100000',
  LATCHKEY_LOG_LEVEL: 'info',
};

/** Resolves when every worker listens. */
export async function startWorkers(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const server = await startServer({ ...UNLIMITED, ...settings }, ['--workers', String(count)]);
  await until(() => server.logs().includes('"Ready"'));
  return server;
}

/** The process ids of live workers, in the order of their start. */
export function workersOf({ pid }: Pick<TestServer, 'pid'>): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = listed.trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Polls until the condition holds; the test's own timeout ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
