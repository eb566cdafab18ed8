// A move that is killed when only its last table is missing.
import { fork } from 'node:child_process';
import { once } from 'node:events';

export async function killHalfWay(from: string, to: string): Promise<void> {
  const child = fork(new URL('./move-process.ts', import.meta.url), [from, to], { execArgv: ['--import', 'tsx'] });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'half-way') throw new Error(`The move ended with ${message}`);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
