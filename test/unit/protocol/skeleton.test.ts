// Texts that look alike have one skeleton (UTS 39, section 4).
import { expect, test } from 'vitest';
import { skeletonOf } from '../../../src/protocol/skeleton.ts';

test.each([
  ['Cyrillic letters', 'раураl', 'paypal'],
  ['a digit for a letter', 'paypa1', 'paypal'],
  ['two letters that look like one', 'rnodern', 'modern'],
  ['a full-width letter', 'Ａcme', 'Acme'],
  ['a mark apart from its letter', 'e\u0301t\u00e9', '\u00e9te\u0301'],
  ['a character that nobody sees', 'Ac\u200bme\u00ad', 'Acme'],
  ['a letter beyond the first plane', '\u{1d400}cme', 'Acme'],
])('%s: %s is like %s', (_what, one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other));
});

test.each([
  ['Acme', 'Acne'],
  ['Acme', 'acme'],
  ['Acme', 'Acme Shop'],
  ['été', 'ete'],
])('%s is not like %s', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});
