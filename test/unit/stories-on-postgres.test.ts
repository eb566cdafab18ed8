// The lists of tests that other commands run name files that are there: stories on both databases, each once, and what
// the mutation test changes and asks.
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARTS } from '../mutation/parts.js';
import { STORIES_ON_POSTGRES } from '../stories-on-postgres.ts';

test('each story on PostgreSQL is a file, and is listed under one reason', () => {
  expect(STORIES_ON_POSTGRES.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(STORIES_ON_POSTGRES).size).toBe(STORIES_ON_POSTGRES.length);
});

const FILES = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);

/** `*` is anything but a slash, and `**` any number of folders. */
function isMatched(glob: string): boolean {
  const source = glob
    .replace(/^!/, '')
    .replace(/[.]/g, '\\.')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(.+/)?', '**': '.+' })[stars] ?? '[^/]*');
  const pattern = new RegExp(`^${source}$`);
  return FILES.some((path) => pattern.test(path));
}

test.each(Object.entries(PARTS))('decision 28: each glob of the part %s matches a file', (_, { mutate, tests }) => {
  expect([...mutate, ...tests].filter((glob) => !isMatched(glob))).toEqual([]);
});
