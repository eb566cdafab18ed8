// For how long a document is kept, and how often one is fetched (contract 46).
import { describe, expect, it } from 'vitest';
import { createFetchLimits } from '../../../../src/core/applications/client-documents/fetch-limits.ts';
import { keptFor } from '../../../../src/core/applications/client-documents/kept-for.ts';

const NOW = Date.parse('2026-11-28T00:00:00Z');
const MINUTE = 60_000;

describe('kept between 5 minutes and a day', () => {
  it.each<[string, object, number]>([
    ['nothing said', {}, 5],
    ['an hour', { cacheControl: 'public, max-age=3600' }, 60],
    ['in any case', { cacheControl: 'Public, Max-Age=3600' }, 60],
    ['in quotes', { cacheControl: 'max-age="3600"' }, 60],
    ['an hour, of which half is over', { cacheControl: 'max-age=3600', age: '1800' }, 30],
    ['a second', { cacheControl: 'max-age=1' }, 5],
    ['a year', { cacheControl: 'max-age=31536000' }, 24 * 60],
    ['not to be stored', { cacheControl: 'no-store, max-age=3600' }, 5],
    ['to be asked for each time', { cacheControl: 'no-cache' }, 5],
    ['of proxies alone', { cacheControl: 's-maxage=3600' }, 5],
    ['until a time', { expires: 'Sat, 28 Nov 2026 02:00:00 GMT' }, 120],
    ['until a time that is over', { expires: 'Sat, 28 Nov 2020 02:00:00 GMT' }, 5],
    ['until no time', { expires: '0' }, 5],
    ['max-age before expires', { cacheControl: 'max-age=600', expires: 'Sat, 28 Nov 2026 02:00:00 GMT' }, 10],
    ['an age that is none', { cacheControl: 'max-age=3600', age: 'x' }, 60],
  ])('%s', (_, headers, minutes) => {
    const all = { cacheControl: undefined, age: undefined, expires: undefined, ...headers };
    expect(keptFor(all, NOW) / MINUTE).toBe(minutes);
  });
});

describe('limits', () => {
  const made = () => {
    let now = NOW;
    const limits = createFetchLimits({ now: () => now });
    let asked = 0;
    const fetch = (of: { url?: string; host?: string; network?: string } = {}) => {
      asked += 1;
      const begun = limits.begin({ url: `${asked}`, host: `${asked}`, network: `${asked}`, ...of });
      if (begun.kind === 'begun') begun.end();
      return begun.kind === 'begun' ? 'begun' : begun.seconds;
    };
    return { limits, fetch, pass: (ms: number) => (now += ms) };
  };

  it.each([
    ['url', 6],
    ['host', 60],
    ['network', 20],
  ] as const)('a minute of each %s', (counted, most) => {
    const { fetch, pass } = made();
    for (let i = 0; i < most; i += 1) {
      expect(fetch({ [counted]: 'a' })).toBe('begun');
      pass(1000 / most);
    }
    expect(fetch({ [counted]: 'a' })).toBe(59);
    expect(fetch({ [counted]: 'b' })).toBe('begun');
    pass(59_000);
    expect(fetch({ [counted]: 'a' })).toBe('begun');
  });

  it('takes no place of the others where one is full', () => {
    const { fetch } = made();
    for (let i = 0; i < 20; i += 1) fetch({ network: 'a' });
    for (let i = 0; i < 100; i += 1) expect(fetch({ network: 'a', host: 'h', url: 'u' })).toBe(60);
    expect(fetch({ host: 'h', url: 'u' })).toBe('begun');
  });

  it('is ten at once, whoever asks', () => {
    const { limits } = made();
    const begun = Array.from({ length: 10 }, (_, i) => limits.begin({ url: `${i}`, host: `${i}`, network: `${i}` }));
    expect(limits.begin({ url: 'x', host: 'x', network: 'x' })).toEqual({ kind: 'full', seconds: 3 });
    const [first] = begun;
    if (first?.kind === 'begun') first.end();
    expect(limits.begin({ url: 'x', host: 'x', network: 'x' }).kind).toBe('begun');
  });
});
