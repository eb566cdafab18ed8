// What a process keeps of applications: given out at its version only, and no more of them than have room (decision
// 16).
import { expect, it } from 'vitest';
import { newId } from '../../src/core/secrets.ts';
import { createKnownApplications } from '../../src/store/known-applications.ts';
import { someApplication } from './contract/given.ts';

const some = (id: string, version: number) => someApplication(newId(), { id, version });

it('contract 3: gives out what it knows at that version, and at no other', () => {
  const known = createKnownApplications();
  const first = known.learn(some('a', 1));
  expect(known.at({ id: 'a', version: 1 })).toBe(first);
  expect(known.at({ id: 'a', version: 2 })).toBeUndefined();
  expect(known.at({ id: 'b', version: 1 })).toBeUndefined();
  const second = known.learn(some('a', 2));
  expect(known.at({ id: 'a', version: 2 })).toBe(second);
  expect(known.at({ id: 'a', version: 1 })).toBeUndefined();
});

it('forgets the one that was learnt first when there are more than a thousand', () => {
  const known = createKnownApplications();
  for (let number = 0; number < 1_000; number += 1) known.learn(some(`${number}`, 1));
  // Learnt anew, it is not the first any more.
  known.learn(some('0', 2));
  known.learn(some('one more', 1));
  expect(known.at({ id: '0', version: 2 })).toBeDefined();
  expect(known.at({ id: '1', version: 1 })).toBeUndefined();
  expect(known.at({ id: '2', version: 1 })).toBeDefined();
  expect(known.at({ id: 'one more', version: 1 })).toBeDefined();
});
