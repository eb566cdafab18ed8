// The lists of tests that other commands run name files that are there: stories on both databases, each once, and what
// the mutation test changes and asks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARTS } from '../mutation/parts.js';
import { IN_PART, STORIES_ON_POSTGRES } from '../stories-on-postgres.ts';

test('each story on PostgreSQL is a file, and is listed under one reason', () => {
  expect(STORIES_ON_POSTGRES.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(STORIES_ON_POSTGRES).size).toBe(STORIES_ON_POSTGRES.length);
});

test('the files that PostgreSQL is told in part are those that say so, and each says which tests', () => {
  const texts = STORIES_ON_POSTGRES.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const whoSay = (said: RegExp) => texts.filter(({ text }) => said.test(text)).map(({ path }) => path);
  expect(whoSay(/^\/\/ @module-tag postgres-in-part$/m).sort()).toEqual(IN_PART.toSorted());
  expect(whoSay(/tags: 'postgres'/).sort()).toEqual(IN_PART.toSorted());
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
