// What is read of a request object: the members of a payload that is one JSON object, and else nothing.
import { expect, test } from 'vitest';
import { readRequestObject } from '../../../src/protocol/request-object.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const HEADER = encode('{"alg":"none"}');
const objectOf = (payload: string) => `${HEADER}.${encode(payload)}.`;

test('the members of its payload, in UTF-8', () => {
  expect(readRequestObject(objectOf('{"state":"é","n":{"a":[1]}}'))).toEqual({ state: 'é', n: { a: [1] } });
  expect(readRequestObject(`${objectOf('{"a":1}')}c2ln`)).toEqual({ a: 1 });
});

test.each([
  ['an array', objectOf('[1]')],
  ['a text', objectOf('"a"')],
  ['a number', objectOf('1')],
  ['null', objectOf('null')],
  ['no JSON', objectOf('{')],
  ['a byte order mark in front', objectOf('\ufeff{"a":1}')],
  ['a member twice', objectOf('{"a":1,"a":1}')],
  ['a signature in base64', `${objectOf('{"a":1}')}+/`],
  ['a character more than whole bytes have', `${HEADER}.${encode('{"a":12}')}A.`.replace(/=/g, '')],
  ['a header that is null', `${encode('null')}.${encode('{"a":1}')}.`],
  ['no algorithm', `${encode('{"alg":1}')}.${encode('{"a":1}')}.`],
  ['two parts', `${HEADER}.${encode('{"a":1}')}`],
  ['four parts', `${objectOf('{"a":1}')}.`],
  ['nothing', ''],
])('%s: nothing is read', (_, text) => {
  expect(readRequestObject(text)).toBeUndefined();
});
