// Hosts as they stand in a URI: one plain spelling counts.
import { describe, expect, test } from 'vitest';
import {
  isCanonicalHost,
  isLoopbackAuthority,
  isLoopbackHost,
  splitAuthority,
  toCanonicalHost,
} from '../../../src/protocol/host.ts';

const label = 'a'.repeat(63);
/** Of 253 characters, the most that a name has. */
const LONGEST = `${label}.${label}.${label}.${'a'.repeat(61)}`;

describe('an authority (RFC 3986 3.2)', () => {
  test.each([
    ['a.example', { host: 'a.example', port: undefined }],
    ['a.example:1', { host: 'a.example', port: 1 }],
    ['a.example:65535', { host: 'a.example', port: 65_535 }],
    ['[::1]:80', { host: '[::1]', port: 80 }],
    ['a.example:65536', 'port'],
    ['a.example:080', 'port'],
    ['a.example:', 'port'],
    ['a.example:8x', 'port'],
    ['', 'host'],
    [':80', 'host'],
    ['u@a.example', 'user'],
  ])('%s', (text, expected) => {
    expect(splitAuthority(text)).toEqual(expected);
  });
});

describe('a host', () => {
  test.each([
    ['a.example', 'a.example'],
    ['A.Example', 'a.example'],
    ['b\u00fccher.example', 'xn--bcher-kva.example'],
    ['10.22.33.44', '10.22.33.44'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    [LONGEST, LONGEST],
  ])('%s is %s', (text, canonical) => {
    expect(toCanonicalHost(text)).toBe(canonical);
    expect(isCanonicalHost(text)).toBe(text === canonical);
  });

  test.each([
    ['a path', 'a.example/x'],
    ['a query', 'a.example?x'],
    ['a fragment', 'a.example#x'],
    ['a user', 'u@a.example'],
    ['a backslash', 'a.example\\x'],
    ['percent-encoding', 'exa%6dple.example'],
    ['a character that vanishes', 'a\u00ad.example'],
    ['a trailing dot', 'a.example.'],
    ['an empty label', 'a..example'],
    ['a label that ends in a hyphen', 'a-.example'],
    ['a character too many', `a${LONGEST}`],
    ['an address with a number in hexadecimal', '0xa.22.33.44'],
    ['an address with a number in octal', '10.22.33.054'],
    ['an address of two numbers', '10.1451308'],
    ['an address that is too large', '10.22.33.256'],
    ['no address within brackets', '[a.example]'],
  ])('not with %s: %s', (_, text) => {
    expect(toCanonicalHost(text)).toBeUndefined();
  });
});

test.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['127.10.20.30', true],
  ['a127.0.0.1', false],
  ['127.0.0.1.example', false],
  ['127.example', false],
  ['128.0.0.1', false],
  ['a.localhost', false],
])('%s is on the loopback interface: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});

test.each([
  ['localhost', true],
  ['LOCALHOST:4000', true],
  ['127.0.0.1', true],
  ['127.0.0.1:65535', true],
  ['127.255.255.255', true],
  ['[::1]', true],
  ['[::1]:4000', true],
  ['', false],
  [undefined, false],
  ['id.example.com', false],
  ['localhost.example.com', false],
  ['x.localhost', false],
  ['localhost:', false],
  ['localhost:4000x', false],
  ['127.0.0.1.example.com', false],
  ['127.x.x.x', false],
  ['127.1', false],
  ['[::1]x', false],
])('a Host header of %s is of the loopback interface: %s', (header, expected) => {
  expect(isLoopbackAuthority(header)).toBe(expected);
});
