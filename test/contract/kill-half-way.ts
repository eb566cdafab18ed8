// A move that is killed when only its last table is missing.

import { once } from 'node:events';
import { expect } from 'vitest';
import { forkBuilt, nextMessage } from '../program/fork-built.ts';

export async function killHalfWay(from: string, to: string): Promise<void> {
  const child = forkBuilt('contract/move-process', [from, to]);
  expect(await nextMessage(child)).toBe('half-way');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
