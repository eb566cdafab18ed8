// The page about an unregistered redirect URI: what differs is marked, to the character, also what the eye overlooks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, type TextRun } from '../../../src/protocol/compare-texts.ts';
import {
  differencesOf,
  differsByLocalPort,
  type UriDifference,
} from '../../../src/protocol/redirect-uri-difference.ts';

/** What differs stands in brackets. */
const shown = (runs: readonly TextRun[]) => runs.map(({ text, same }) => (same ? text : `[${text}]`)).join('');

describe('compareTexts', () => {
  it.each([
    ['https://a.example/cb', 'https://a.example/cb', 'https://a.example/cb', 'https://a.example/cb', 0],
    ['https://a.example/cb/', 'https://a.example/cb', 'https://a.example/cb[/]', 'https://a.example/cb', 1],
    ['http://a.example/cb', 'https://a.example/cb', 'http://a.example/cb', 'http[s]://a.example/cb', 1],
    ['https://a.example/CB', 'https://a.example/cb', 'https://a.example/[CB]', 'https://a.example/[cb]', 2],
    ['http://localhost:3000/cb', 'http://localhost/cb', 'http://localhost[:3000]/cb', 'http://localhost/cb', 5],
    ['https://a.example/%7Eme', 'https://a.example/~me', 'https://a.example/[%7E]me', 'https://a.example/[~]me', 3],
    ['https://al.example/', 'https://a1.example/', 'https://a[l].example/', 'https://a[1].example/', 1],
    ['', 'abc', '', '[abc]', 3],
    ['http://evil.test/cb', 'http://shop.example/cb', 'http://[evil.test]/cb', 'http://[shop.example]/cb', 11],
    ['http://a.example/abXcd', 'http://a.example/abYcdZ', 'http://a.example/ab[X]cd', 'http://a.example/ab[Y]cd[Z]', 2],
    ['a😀b', 'a😁b', 'a[😀]b', 'a[😁]b', 1],
  ])('%s and %s', (first, second, shownFirst, shownSecond, distance) => {
    const compared = compareTexts(first, second);
    expect([shown(compared.first), shown(compared.second), compared.distance]).toEqual([
      shownFirst,
      shownSecond,
      distance,
    ]);
  });

  it('loses no character, marks what both have alike, and finds no difference only in equal texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '%', '😀'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (first, second) => {
        const compared = compareTexts(first, second);
        const join = (runs: readonly TextRun[]) => runs.map((run) => run.text).join('');
        const same = (runs: readonly TextRun[]) => join(runs.filter((run) => run.same));
        expect([join(compared.first), join(compared.second)]).toEqual([first, second]);
        expect(same(compared.first)).toBe(same(compared.second));
        expect(compared.distance === 0).toBe(first === second);
        expect(compared.distance).toBeLessThanOrEqual(Math.max([...first].length, [...second].length));
      }),
    );
  });

  it('texts of 2,000 characters that have nothing in common take no time: the whole is the difference', () => {
    const compare = () => compareTexts(`x${'ab'.repeat(1000)}`, `y${'ba'.repeat(1000)}`);
    const compared = compare();
    // The best of some: a busy machine may stop any one of them for as long as it likes.
    const times = Array.from({ length: 10 }, () => {
      const startedAt = performance.now();
      compare();
      return performance.now() - startedAt;
    });
    expect(Math.min(...times)).toBeLessThan(100);
    expect(compared.distance).toBeGreaterThan(0);
    expect(compared.first.some(({ same }) => !same)).toBe(true);
  });
});

describe('differencesOf', () => {
  const REGISTERED = 'https://www.shop.example/callback';

  it.each<[string, readonly UriDifference[], string?]>([
    [REGISTERED, []],
    [`${REGISTERED}/`, ['slash-at-end']],
    ['https://www.shop.example/callback/?a=1', ['slash-at-end'], `${REGISTERED}?a=1`],
    ['https://www.shop.example/Callback', ['letter-case']],
    ['https://www.shop.example/c%61llback', ['encoding']],
    ['https://shop.example/callback', ['www']],
    ['http://www.shop.example/callback', ['scheme']],
    ['https://www.shop.example:8443/callback', ['port']],
    ['https://www.other.example/callback', ['host']],
    ['https://www.shop.example/return', ['path']],
    [`${REGISTERED}?a=1`, ['query']],
    ['http://localhost:3000/return', ['scheme', 'host', 'port', 'path']],
    ['com.example.shop:/return', ['path'], 'com.example.shop:/callback'],
    ['http://[::1]:3000/callback', ['port'], 'http://[::1]/callback'],
    ['https://www.shop.example/c%zz', ['path']],
  ])('%s differs in %j', (sent, differences, registered = REGISTERED) => {
    expect(differencesOf(sent, registered)).toEqual(differences);
  });
});

describe('differsByLocalPort', () => {
  it.each([
    ['http://localhost:3001/cb', 'http://localhost:3000/cb', true],
    ['http://localhost/cb?a=1', 'http://localhost:3000/cb?a=1', true],
    ['http://[::1]:1/', 'http://[::1]:2/', true],
    ['http://127.0.0.1:1', 'http://127.0.0.1', true],
    ['https://localhost:3001/cb', 'http://localhost:3001/cb', false],
    ['http://localhost:3001/cb/', 'http://localhost:3000/cb', false],
    ['http://localhost:3001/cb', 'http://127.0.0.1:3000/cb', false],
    ['https://shop.example:8443/cb', 'https://shop.example/cb', false],
    ['http://localhost.evil.example:1/cb', 'http://localhost/cb', false],
    ['http://localhost:3000@evil.example/cb', 'http://localhost:3000/cb', false],
    ['http://LOCALHOST:3001/cb', 'http://localhost:3000/cb', false],
    ['http://localhost:123456/cb', 'http://localhost/cb', false],
  ])('%s and %s: %s', (sent, registered, expected) => {
    expect(differsByLocalPort(sent, registered)).toBe(expected);
  });
});
