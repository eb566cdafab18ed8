// A move that is killed when only its last table is missing.

import { once } from 'node:events';
import { forkBuilt } from '../program/fork-built.ts';

export async function killHalfWay(from: string, to: string): Promise<void> {
  const child = forkBuilt('contract/move-process', [from, to]);
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'half-way') throw new Error(`The move ended with ${message}`);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
