// How a username is written, when two are the same, and which only an operator gives (contract 2, "Username").
import { describe, expect, test } from 'vitest';
import { comparedForm, isReserved, readUsername } from '../../../../src/core/people/usernames/username.ts';

describe('a typed name', () => {
  test.each([
    ['mina', 'mina'],
    ['Mina.Kim', 'mina.kim'],
    ['  mina_kim-2 ', 'mina_kim-2'],
    ['a1b', 'a1b'],
    ['a'.repeat(30), 'a'.repeat(30)],
  ])('%j is kept as %s', (typed, kept) => expect(readUsername(typed)).toBe(kept));

  test.each([
    '',
    'ab',
    'a'.repeat(31),
    '1ab',
    '.ab',
    'ab.',
    'ab-',
    'a..b',
    'a._b',
    'a b c',
    'mína',
    'ﬁna',
    'a\u200Bbc',
    '민아킴',
  ])('%j does not fit', (typed) => expect(readUsername(typed)).toBeUndefined());
});

describe('two names are the same', () => {
  test.each([
    ['mina.kim', 'mina-kim'],
    ['minakim', 'm.i.n.a_k-i.m'],
    ['moon', 'm00n'],
    ['lily', '1i1y'],
    ['MINA', 'mina'],
    ['김kim', 'kim'],
  ])('%s and %s', (one, other) => expect(comparedForm(one)).toBe(comparedForm(other)));

  test.each([
    ['lily', 'iily'],
    ['mina', 'mino'],
    ['m5', 'ms'],
  ])('not %s and %s', (one, other) => expect(comparedForm(one)).not.toBe(comparedForm(other)));

  test('what has nothing of a name in it has no form', () => expect(comparedForm('미나 ..')).toBe(''));
});

describe('reserved', () => {
  test.each([
    'admin',
    'adm1n',
    'a.d.m.i.n',
    'r00t',
    'postmaster',
    'p0st-master',
    'he1p',
    'no-reply',
    'acmeshop',
    'acme.sh0p',
  ])('%s', (name) => expect(isReserved(name, { serviceName: 'Acme Shop', reservedUsernames: [] })).toBe(true));
  test.each(['mina', 'admina', 'hadmin', 'lily', 'acme', 'rooti'])('not %s', (name) =>
    expect(isReserved(name, { serviceName: 'Acme Shop', reservedUsernames: [] })).toBe(false),
  );
  test.each([
    'ada',
    'a-da',
    'ADA',
    'grace.hopper',
    'gracehopper',
    'grace.h0pper',
    'b1ll',
    'bill',
    'bi1l',
    'b11l',
    'hl-2',
  ])('by the policy: %s', (name) => {
    const reservedUsernames = ['ada', 'grace.hopper', 'bill', 'h1-2'];
    expect(isReserved(name, { serviceName: 'Acme Shop', reservedUsernames })).toBe(true);
    expect(isReserved(name, { serviceName: 'Acme Shop', reservedUsernames: [] })).toBe(false);
  });
  test.each(['adam', 'add', 'grace', 'bili', 'bell'])('not by it: %s', (name) =>
    expect(isReserved(name, { serviceName: 'Acme Shop', reservedUsernames: ['ada', 'bill'] })).toBe(false),
  );
  test('a service whose name has no letter of a name reserves nothing', () => {
    expect(isReserved('mina', { serviceName: '열쇠', reservedUsernames: [] })).toBe(false);
  });
});
