import { describe, expect, test } from 'vitest';
import { MalformedParameters, Parameters } from '../../../src/protocol/parameters.ts';

describe('parameters are read by one strict reader (contract 9)', () => {
  test.each([
    ['a lone percent sign', 'a=%'],
    ['percent and one digit', 'a=%4'],
    ['percent and no hexadecimal digits', 'a=%zz'],
    ['percent-encoded bytes that are not UTF-8', 'a=%ff'],
    ['an overlong encoding', 'a=%c0%af'],
    ['a surrogate', 'a=%ed%a0%80'],
    ['NUL', 'a=%00'],
    ['raw bytes that were not UTF-8', 'a=\uFFFD'],
    ['a malformed name', '%=1'],
    ['a malformed unknown parameter', 'client_id=x&other=%f'],
  ])('%s is refused', (_what, text) => {
    expect(() => Parameters.parse(text)).toThrow(MalformedParameters);
  });

  test('plus is a space, percent-encoded plus is a plus', () => {
    expect(Parameters.parse('a=x+y%2Bz').get('a')).toBe('x y+z');
  });

  test('a percent-encoded replacement character is a character like any other', () => {
    expect(Parameters.parse('a=%EF%BF%BD').get('a')).toBe('\uFFFD');
  });

  test('an empty value is an absent one (RFC 6749 3.1)', () => {
    expect(Parameters.parse('a=&b').get('a')).toBeUndefined();
    expect(Parameters.parse('a=&b').get('b')).toBeUndefined();
  });

  test('a parameter sent twice is doubled, also when one of the two is empty (RFC 6749 3.1)', () => {
    expect(Parameters.parse('a=1&a=').isDoubled('a')).toBe(true);
    expect(Parameters.parse('a=1&%61=2').isDoubled('a')).toBe(true);
    expect(Parameters.parse('a=1&b=1').isDoubled('a')).toBe(false);
  });

  test('get gives the first value that is not empty', () => {
    expect(Parameters.parse('a=&a=1&a=2').get('a')).toBe('1');
  });

  test('all gives every value, has tells whether it was sent: empty ones included', () => {
    const parameters = Parameters.parse('a=1&b=&a=');
    expect([parameters.all('a'), parameters.all('b'), parameters.all('c')]).toEqual([['1', ''], [''], []]);
    expect([parameters.has('a'), parameters.has('b'), parameters.has('c')]).toEqual([true, true, false]);
  });

  test('the value begins behind the first equals sign', () => {
    expect(Parameters.parse('a=b=c&=d').entries()).toEqual([
      ['a', 'b=c'],
      ['', 'd'],
    ]);
  });

  test('as a query again nothing is lost: doubled, empty and odd ones are there', () => {
    const parameters = Parameters.parse('&a=1&b=&&a=x+y%26%3D&c%20d&');
    expect(parameters.entries()).toEqual([
      ['a', '1'],
      ['a', 'x y&='],
      ['b', ''],
      ['c d', ''],
    ]);
    expect(parameters.toString()).toBe('a=1&a=x%20y%26%3D&b=&c%20d=');
  });

  test('names of Object.prototype are names like any other', () => {
    const parameters = Parameters.parse('__proto__=1&constructor=2');
    expect(parameters.get('__proto__')).toBe('1');
    expect(parameters.get('constructor')).toBe('2');
    expect(parameters.get('toString')).toBeUndefined();
  });
});

describe('parameters are changed into others', () => {
  const sent = Parameters.parse('a=1&b=2&a=3');
  test.each([
    ['with one replaced', sent.with('a', '4'), 'b=2&a=4'],
    ['with one added', sent.with('c', '4'), 'a=1&a=3&b=2&c=4'],
    ['without one', sent.without(['a', 'none']), 'b=2'],
    ['without all', sent.without(['a', 'b']), ''],
    ['without none', sent.without([]), 'a=1&a=3&b=2'],
  ])('%s', (_, changed, text) => {
    expect(changed.toString()).toBe(text);
    expect(sent.toString()).toBe('a=1&a=3&b=2');
  });
});
