// The list of stories that run on both databases names files that are there, once.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STORIES_ON_POSTGRES } from '../stories-on-postgres.ts';

test('each story on PostgreSQL is a file, and is listed under one reason', () => {
  expect(STORIES_ON_POSTGRES.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(STORIES_ON_POSTGRES).size).toBe(STORIES_ON_POSTGRES.length);
});
