// How identifiers of APIs are compared (RFC 8707 2, contract 45).
import { expect, test } from 'vitest';
import { isSafeResource, resourceKey } from '../../../../src/core/applications/apis/resource.ts';

test.each([
  ['HTTPS://API.Example', 'https://api.example'],
  ['https://api.example/', 'https://api.example'],
  ['https://api.example:8443/', 'https://api.example:8443'],
  ['https://api.example/V1', 'https://api.example/V1'],
  ['https://api.example/v1/', 'https://api.example/v1/'],
  ['https://api.example//', 'https://api.example//'],
  ['https://api.example/?q=A', 'https://api.example/?q=A'],
  ['https://api.example/%7Ea', 'https://api.example/%7Ea'],
  ['https://[::1]:9000', 'https://[::1]:9000'],
])('%s is compared as %s', (resource, key) => {
  expect(resourceKey(resource)).toBe(key);
});

test.each([
  'api.example',
  'urn:example:api',
  'https://',
  'https://api.example/#',
  'https://api.example/a#b',
  'https://user@api.example',
  'https://api.example/a b',
  'https://api.example/ä',
  'https://bücher.example',
  'https://127.1/',
  'https://api.example:0/',
  'https:\\\\api.example',
  `https://api.example/${'a'.repeat(500)}`,
  ' https://api.example',
])('%s is no identifier', (resource) => {
  expect(resourceKey(resource)).toBeUndefined();
});

test('tokens go over https, or stay on this machine', () => {
  const safe = ['https://api.example', 'http://localhost:9000', 'http://127.0.0.1/x', 'http://[::1]:1'];
  expect(safe.map(isSafeResource)).toEqual(safe.map(() => true));
  expect(['http://api.example', 'http://localhost.example'].map(isSafeResource)).toEqual([false, false]);
});
