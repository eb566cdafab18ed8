import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isLoopbackRedirectUri,
  isPrivateUseRedirectUri,
  isWellFormedRedirectUri,
  matchRedirectUri as matchWith,
  privateUseRedirectUri,
  redirectDestination,
  withParameters,
} from '../../../src/protocol/redirect-uri.ts';
import { findRedirectUriFault } from '../../../src/protocol/redirect-uri-registration.ts';

const matchRedirectUri = (sent: string, registered: readonly string[]) =>
  matchWith(sent, registered, { localhost: 'exact' });

const REGISTERED = 'https://shop.example.com/oauth/callback';

describe('a redirect URI must equal a registered one, character by character (contract 4)', () => {
  // The confusing variants of one registered URI; the flow test sends the same table through the server.
  test.each([
    'https://shop.example.com/oauth/callback/',
    'https://shop.example.com/oauth/callback?',
    'https://shop.example.com/oauth/callback?x=1',
    'https://shop.example.com/oauth/callback%20',
    'https://shop.example.com/oauth/callbac%6B',
    'https://shop.example.com/oauth/Callback',
    'https://SHOP.example.com/oauth/callback',
    'HTTPS://shop.example.com/oauth/callback',
    'http://shop.example.com/oauth/callback',
    'https://shop.example.com:443/oauth/callback',
    'https://shop.example.com./oauth/callback',
    'https://shop.example.com/oauth/../oauth/callback',
    'https://shop.example.com/oauth//callback',
    'https://shop.example.com\\oauth\\callback',
    'https://shop.example.com@evil.example/oauth/callback',
    'https://evil.example/https://shop.example.com/oauth/callback',
    'https://shop.example.com.evil.example/oauth/callback',
    'https://evilshop.example.com/oauth/callback',
    'https://user@shop.example.com/oauth/callback',
    'https://shop.example.com/oauth/callback#',
    'https://shop.example.com/oauth/callback;x',
    ' https://shop.example.com/oauth/callback',
    'https://shop.example.com/oauth/callback\t',
    '//shop.example.com/oauth/callback',
    '/oauth/callback',
  ])('%s is not it', (variant) => {
    expect(matchRedirectUri(variant, [REGISTERED])).toBeUndefined();
  });

  test('any text other than a registered one never matches', () => {
    fc.assert(
      fc.property(fc.string(), (suffix) => {
        fc.pre(suffix !== '');
        return (
          matchRedirectUri(REGISTERED + suffix, [REGISTERED]) === undefined &&
          matchRedirectUri(suffix + REGISTERED, [REGISTERED]) === undefined
        );
      }),
    );
  });
});

describe('the port of a loopback IP literal is free (RFC 8252 7.3)', () => {
  test('whatever else is registered', () => {
    const registered = [REGISTERED, 'http://127.0.0.1/other', 'http://127.0.0.1/cb'];
    expect(matchRedirectUri('http://127.0.0.1:51234/cb', registered)).toBe('other-port');
  });

  test.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51234/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:51234/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1/cb'],
    ['http://[::1]:3000/cb?x=1', 'http://[::1]:9/cb?x=1'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'],
    ['http://127.255.255.255?x', 'http://127.255.255.255:1?x'],
  ])('registered %s, sent %s', (registered, sent) => {
    expect(matchRedirectUri(sent, [registered])).toBe('other-port');
  });

  test.each([
    ['another path', 'http://127.0.0.1:3000/cb', 'http://127.0.0.1:3000/other'],
    ['another literal', 'http://127.0.0.1:3000/cb', 'http://127.0.0.2:3000/cb'],
    ['a name', 'http://localhost:3000/cb', 'http://localhost:3001/cb'],
    ['https', 'https://127.0.0.1:3000/cb', 'https://127.0.0.1:3001/cb'],
    ['a port out of range', 'http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'],
    ['a port with a leading zero', 'http://127.0.0.1/cb', 'http://127.0.0.1:080/cb'],
    ['an empty port', 'http://127.0.0.1/cb', 'http://127.0.0.1:/cb'],
    ['user information', 'http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.example/cb'],
    ['a longer host', 'http://127.0.0.1/cb', 'http://127.0.0.1.evil.example/cb'],
    ['a scheme with something in front', 'http://127.0.0.1/cb', 'xhttp://127.0.0.1:80/cb'],
    ['a port of six digits', 'http://127.0.0.1/cb', 'http://127.0.0.1:300000/cb'],
    ['a number of four digits', 'http://127.0.0.1000/cb', 'http://127.0.0.1000:80/cb'],
    ['another spelling of the address', 'http://127.0.0.1/cb', 'http://127.1:80/cb'],
  ])('%s is no exception', (_what, registered, sent) => {
    expect(matchRedirectUri(sent, [registered])).toBeUndefined();
  });
});

describe('every port of a loopback host of a document (contract 46)', () => {
  const match = (sent: string, registered: string) => matchWith(sent, [REGISTERED, registered], { localhost: 'any' });

  test.each([
    ['http://localhost/callback', 'http://localhost:51234/callback', 'localhost-port'],
    ['http://localhost:8787/callback', 'http://localhost:51234/callback', 'localhost-port'],
    ['http://localhost', 'http://localhost:51234/', 'localhost-port'],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1:50000', 'other-port'],
    ['http://127.0.0.1:33418', 'http://127.0.0.1:33418/', 'other-port'],
    ['http://[::1]/a', 'http://[::1]:9/a', 'other-port'],
  ])('%s, sent %s', (registered, sent, as) => expect(match(sent, registered)).toBe(as));

  test.each([
    ['http://localhost/callback', 'http://127.0.0.1:9/callback'],
    ['http://127.0.0.1/callback', 'http://localhost:9/callback'],
    ['http://127.0.0.1/callback', 'http://[::1]:9/callback'],
    ['http://localhost/callback', 'http://localhost:9/callback/'],
    ['http://localhost/callback', 'https://localhost:9/callback'],
    ['http://localhost/callback', 'http://localhost.evil.example:9/callback'],
  ])('%s is not %s', (registered, sent) => expect(match(sent, registered)).toBeUndefined());
});

describe('every port of localhost, where the key is a phone’s and the registered URI names none (contract 4)', () => {
  const match = (sent: string, registered: string) =>
    matchWith(sent, [REGISTERED, registered], { localhost: 'unnamed' });

  test.each([
    ['http://localhost/cb', 'http://localhost:51234/cb'],
    ['http://localhost/cb?x=1', 'http://localhost:9/cb?x=1'],
    ['http://localhost', 'http://localhost:8000'],
    ['http://localhost', 'http://localhost:8000/'],
    ['http://localhost/', 'http://localhost:8000'],
    ['http://localhost/', 'http://localhost'],
    ['http://localhost?x', 'http://localhost:8000/?x'],
  ])('registered %s, sent %s', (registered, sent) => {
    expect(match(sent, registered)).toBe('localhost-port');
    expect(matchRedirectUri(sent, [registered])).toBeUndefined();
  });

  test.each([
    ['a port is registered', 'http://localhost:3000/cb', 'http://localhost:3001/cb'],
    ['a port is registered, and none is sent', 'http://localhost:3000/cb', 'http://localhost/cb'],
    ['another path', 'http://localhost/cb', 'http://localhost:3000/other'],
    ['a path with a slash more', 'http://localhost/cb', 'http://localhost:3000/cb/'],
    ['a literal for the name', 'http://localhost/cb', 'http://127.0.0.1:3000/cb'],
    ['the name for a literal', 'http://127.0.0.1/cb', 'http://localhost:3000/cb'],
    ['an upper-case name', 'http://localhost/cb', 'http://LOCALHOST:3000/cb'],
    ['a longer name', 'http://localhost/cb', 'http://localhost.evil.example:3000/cb'],
    ['a name within it', 'http://localhost/cb', 'http://a.localhost:3000/cb'],
    ['user information', 'http://localhost/cb', 'http://localhost:80@evil.example/cb'],
    ['https', 'http://localhost/cb', 'https://localhost:3000/cb'],
    ['a port out of range', 'http://localhost/cb', 'http://localhost:65536/cb'],
    ['an empty port', 'http://localhost/cb', 'http://localhost:/cb'],
  ])('not where %s', (_what, registered, sent) => {
    expect(match(sent, registered)).toBeUndefined();
  });

  test('a registered port is exact, and the literals are as ever', () => {
    expect(match('http://localhost:3000/cb', 'http://localhost:3000/cb')).toBe('exact');
    expect(match('http://127.0.0.1:3000/cb', 'http://127.0.0.1/cb')).toBe('other-port');
  });
});

describe('the answer is put behind the URI’s own query (contract 4)', () => {
  const answer = [
    ['iss', 'https://id.example'],
    ['state', undefined],
    ['code', 'abc'],
  ] as const;

  test.each([
    ['https://a.example/cb', 'https://a.example/cb?iss=https%3A%2F%2Fid.example&code=abc'],
    ['https://a.example/cb?', 'https://a.example/cb?iss=https%3A%2F%2Fid.example&code=abc'],
    ['https://a.example/cb?x=1&', 'https://a.example/cb?x=1&iss=https%3A%2F%2Fid.example&code=abc'],
    ['https://a.example/cb?x=%20', 'https://a.example/cb?x=%20&iss=https%3A%2F%2Fid.example&code=abc'],
    ['com.example.app:/cb', 'com.example.app:/cb?iss=https%3A%2F%2Fid.example&code=abc'],
  ])('%s', (uri, expected) => {
    expect(withParameters(uri, answer)).toBe(expected);
  });

  test('any state comes back as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (state) => {
        const url = new URL(withParameters('https://a.example/cb', [['state', state]]));
        return url.searchParams.get('state') === state;
      }),
    );
  });
});

test.each([
  '/cb',
  'cb',
  '//a.example/cb',
  ' https://a.example/cb',
  '1https://a.example/cb',
  'https:',
  'https://a.example/#f',
  'https://a.example/ x',
  'https://é.example/',
  `https://a.example/${'a'.repeat(2000)}`,
])('%s is no well-formed redirect URI (RFC 6749 3.1.2)', (text) => {
  expect(isWellFormedRedirectUri(text)).toBe(false);
});

test.each([
  'a:b',
  'com.example.app:/cb',
  'https://a.example/!$%&=~',
  `https://a.example/${'a'.repeat(2000 - 'https://a.example/'.length)}`,
])('%s is a well-formed redirect URI', (text) => {
  expect(isWellFormedRedirectUri(text)).toBe(true);
});

test.each([
  ['http://localhost', true],
  ['http://localhost:3000/cb', true],
  ['http://127.0.0.1?x', true],
  ['http://127.12.123.255/cb', true],
  ['http://[::1]/cb', true],
  ['https://localhost/cb', false],
  ['http://localhost.evil.example/cb', false],
  ['http://127.0.0.1.evil.example/cb', false],
  ['http://127.0.0.1000/cb', false],
  ['xhttp://localhost/cb', false],
  ['com.example.app:/http://localhost/', false],
])('%s is on the loopback interface: %s', (uri, expected) => {
  expect(isLoopbackRedirectUri(uri)).toBe(expected);
});

test.each([
  ['com.example.app:/cb', true],
  ['httpx:/cb', true],
  ['com.example.https:/cb', true],
  ['http://a.example/', false],
  ['https://a.example/', false],
])('%s has a private-use scheme: %s', (uri, expected) => {
  expect(isPrivateUseRedirectUri(uri)).toBe(expected);
});

test('the consent page names the host, or the private-use scheme', () => {
  expect(redirectDestination('https://a.example:8443/cb?x')).toBe('a.example:8443');
  expect(redirectDestination('com.example.app:/cb')).toBe('com.example.app:');
});

test.each([
  ['com.acme.shop', 'com.acme.shop:/callback'],
  ['com.Acme.Shop', 'com.acme.shop:/callback'],
  ['com.acme.my_shop', 'com.acme.my-shop:/callback'],
  ['shop', undefined],
  ['1com.acme', undefined],
  ['com..acme', undefined],
  ['com.acme/x', undefined],
  ['', undefined],
])('RFC 8252 7.1: the redirect URI that fits the application "%s" is %s', (name, uri) => {
  expect(privateUseRedirectUri(name)).toBe(uri);
  const context = { siteDomainHosts: [], hasNativeEntry: true };
  if (uri !== undefined) expect(findRedirectUriFault(uri, context)).toBeUndefined();
});
