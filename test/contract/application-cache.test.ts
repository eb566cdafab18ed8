// The cache of applications: an application is returned at its own version only, and the cache has a maximum size
// (decision 16).
import { expect, it } from 'vitest';
import { createApplicationCache } from '../../src/store/application-cache.ts';
import { newId } from '../helpers/new-id.ts';
import { someApplication } from './stores/given.ts';

const some = (id: string, version: number) => someApplication(newId(), { id, version });

it('contract 3: returns an application at the version it was cached with, and at no other', () => {
  const cache = createApplicationCache();
  const first = cache.add(some('a', 1));
  expect(cache.get({ id: 'a', version: 1 })).toBe(first);
  expect(cache.get({ id: 'a', version: 2 })).toBeUndefined();
  expect(cache.get({ id: 'b', version: 1 })).toBeUndefined();
  const second = cache.add(some('a', 2));
  expect(cache.get({ id: 'a', version: 2 })).toBe(second);
  expect(cache.get({ id: 'a', version: 1 })).toBeUndefined();
});

it('evicts the application that was added first when there are more than a thousand', () => {
  const cache = createApplicationCache();
  for (let number = 0; number < 1_000; number += 1) cache.add(some(`${number}`, 1));
  // Added again, it is no longer the first.
  cache.add(some('0', 2));
  cache.add(some('one more', 1));
  expect(cache.get({ id: '0', version: 2 })).toBeDefined();
  expect(cache.get({ id: '1', version: 1 })).toBeUndefined();
  expect(cache.get({ id: '2', version: 1 })).toBeDefined();
  expect(cache.get({ id: 'one more', version: 1 })).toBeDefined();
});
