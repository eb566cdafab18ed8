// What JSON.parse forgives: a member twice, half of a surrogate pair.
import { describe, expect, test } from 'vitest';
import { hasLoneSurrogate, hasMemberTwice, jsonTokens, repeatedMembers } from '../../../src/protocol/json-text.ts';

describe('a member twice in one object', () => {
  test.each([
    ['{"a":1,"a":1}'],
    ['{"a" : 1, "a"\n:2}'],
    ['{"a":1,"b":[{"c":1}],"a":2}'],
    ['[{"a":{"b":1,"b":2}}]'],
    ['{"a":1,"\\u0061":2}'],
    ['{"\\"":1,"\\"":2}'],
    ['{"":1,"":2}'],
  ])('%s', (text) => {
    expect(hasMemberTwice(text)).toBe(true);
  });

  test.each([
    ['{}'],
    ['{"a":"a","b":"a"}'],
    ['{"a":["a","a"]}'],
    ['{"a":{"a":1},"b":{"a":1}}'],
    ['[{"a":1},{"a":1}]'],
    ['{"a":"{\\"b\\":1,\\"b\\":1}"}'],
    ['{"a":1,"A":1}'],
    ['"a"'],
  ])('not in %s', (text) => {
    expect(hasMemberTwice(text)).toBe(false);
  });
});

test('objects and arrays are told with their depth, strings with what they are', () => {
  const text = (value: string, isMember = false, isDoubled = false) => ({ kind: 'string', value, isMember, isDoubled });
  expect([...jsonTokens('{"a":["b",{"c\\n":1}],"a":"]"}')]).toEqual([
    { kind: 'open', depth: 1 },
    text('a', true),
    { kind: 'open', depth: 2 },
    text('b'),
    { kind: 'open', depth: 3 },
    text('c\n', true),
    { ...text('a', true, true), pointer: '/a' },
    text(']'),
  ]);
});

test('half of a surrogate pair is seen, a whole one is a character', () => {
  expect(['a\ud800', '\udc00', '\ud83d x'].map(hasLoneSurrogate)).toEqual([true, true, true]);
  expect(['', 'é', '😀'].map(hasLoneSurrogate)).toEqual([false, false, false]);
});

test.each<[string, string[]]>([
  ['{}', []],
  ['[]', []],
  ['"a"', []],
  ['12.5e3', []],
  ['{"email":"email","b":["email","email"]}', []],
  ['[{"a":1},{"a":2}]', []],
  ['{"a":{"a":{"a":1}},"b":{"a":1}}', []],
  ['{"a":1,"a":1}', ['/a']],
  ['{"a":1,"a":2,"a":3}', ['/a']],
  ['{"a":{"x":1},"a":{"x":2}}', ['/a']],
  ['{ "a" : 1 , "b" : [ {} , { "c" : 1 , "d" : { } , "c" : 2 } ] }', ['/b/1/c']],
  ['{"email":1,"\\u0065mail":2}', ['/email']],
  ['{"a\\\\":1,"a\\"":2,"a\\\\":3}', ['/a\\']],
  ['{"a/b":1,"~":2,"a/b":3,"~":4}', ['/a~1b', '/~0']],
  ['{"":1,"":2}', ['/']],
  ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
  ['{"a":"\\"},{\\"a\\":","b":"[{","a":0}', ['/a']],
])('RFC 8259 4: in %s these stand twice: %j', (text, pointers) => {
  expect(repeatedMembers(text)).toEqual(pointers);
});
