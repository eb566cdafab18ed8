// Runs the program as `serve --workers N`: the primary as a child process, and its workers by process id.
import { readFileSync } from 'node:fs';
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
  // Asked again and again: a `ps` for each look would take more of the machine than the workers do.
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.split(' ').filter(Boolean).map(Number);
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
