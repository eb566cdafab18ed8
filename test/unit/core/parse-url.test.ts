// Letters beyond ASCII in what people type: read the same on a server that has just started and on one that is warm.
import { expect, test } from 'vitest';
import { readEmailAddress } from '../../../src/core/ground/accounts/email.ts';
import { parseUrl } from '../../../src/core/ground/parse-url.ts';
import { readProfileFields } from '../../../src/core/people/profile/profile-values.ts';
import { safeUrl } from '../../../src/views/page/safe-text.ts';

/** Above what V8 waits for until it optimizes. */
const OFTEN = 20_000;

const timesRefused = (read: () => boolean): number => {
  let refused = 0;
  for (let time = 0; time < OFTEN; time += 1) if (!read()) refused += 1;
  return refused;
};

test.each<[string, () => boolean]>([
  ['a URL', () => parseUrl('https://bücher.example/ü')?.hostname === 'xn--bcher-kva.example'],
  ['an e-mail address', () => readEmailAddress('mina@bücher.example')?.emailKey === 'mina@xn--bcher-kva.example'],
  ['a website', () => readProfileFields(() => 'https://bücher.example/ü', ['website']).faults.length === 0],
  ['a link of an owner', () => safeUrl('https://bücher.example/ü') !== undefined],
])('%s is never refused, however often one is read', (_what, read) => expect(timesRefused(read)).toBe(0));

test('what is no absolute URL is none', () => {
  expect(['', '/path', 'bücher.example', 'https://', 'http://a b/'].map(parseUrl)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
