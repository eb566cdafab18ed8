// Which passwords may be chosen, and that none is cut or mapped on its way to the hash (contract 2, K18).
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from '../../../../src/core/sign-in/passwords/common-passwords.ts';
import { checkNewPassword, toHashedForm } from '../../../../src/core/sign-in/passwords/password-rules.ts';
import { createPasswordHasher } from '../../../../src/outside/password-hasher.ts';

const codes = async (password: string | undefined, email?: string) =>
  (await checkNewPassword(password, email)).map((fault) => fault.code);

describe('K18: refused', () => {
  test.each([
    ['none', undefined, 'password-missing'],
    ['7 characters', 'k7#qPz!', 'password-too-short'],
    ['7 characters of 14 UTF-16 units', '🔑'.repeat(7), 'password-too-short'],
    ['257 characters', 'x'.repeat(257), 'password-too-long'],
    ['the commonest', 'password', 'password-common'],
    ['a common one in another case', 'PassWord1', 'password-common'],
    ['the last of the list', COMMON_PASSWORDS.trim().split(/\s+/).at(-1), 'password-common'],
  ])('%s', async (_what, password, code) => expect(await codes(password)).toEqual([code]));

  test.each([
    ['the e-mail address', 'Mina.Kim@example.com'],
    ['its name', 'mina.kim'],
    ['its name and three more', 'mina.kim123'],
  ])('like the e-mail: %s', async (_what, password) =>
    expect(await codes(password, 'mina.kim@example.com')).toEqual(['password-like-email']),
  );
});

describe('K18: accepted', () => {
  test.each([
    ['8 characters', 'k7#qPz!v'],
    ['128 characters', 'k7#qPz!v'.repeat(16)],
    ['256 characters', 'k7#qPz!v'.repeat(32)],
    ['256 characters beyond the Basic Multilingual Plane', '🔑'.repeat(256)],
    ['Hangul', '비밀번호는길게써요'],
    ['spaces only between words', 'four words are fine'],
    ['the name of the e-mail in something long', 'mina.kim likes long walks'],
  ])('%s', async (_what, password) => expect(await codes(password, 'mina.kim@example.com')).toEqual([]));
});

test('K18: the list holds 3,000 different passwords, all long enough to be chosen', () => {
  const list = COMMON_PASSWORDS.trim().split(/\s+/);
  expect(new Set(list).size).toBe(3000);
  expect(list.filter((password) => [...password].length < 8)).toEqual([]);
});

describe('K18: what differs is told apart by the hash', () => {
  const { hash, verify } = createPasswordHasher({ concurrency: 2, maxWaitMs: 60_000 });
  const matches = async (chosen: string, typed: string) =>
    verify(toHashedForm(typed), await hash(toHashedForm(chosen)));

  test('after the same 72 bytes', async () =>
    expect(await matches(`${'a'.repeat(72)}b`, `${'a'.repeat(72)}c`)).toBe(false));
  test('after a NUL', async () => expect(await matches('before\0after', 'before\0other')).toBe(false));
  test('in the 256th character', async () =>
    expect(await matches(`${'a'.repeat(255)}b`, `${'a'.repeat(255)}c`)).toBe(false));
  test('in a space at the end', async () => expect(await matches('long enough', 'long enough ')).toBe(false));
  test('in case', async () => expect(await matches('Long enough', 'long enough')).toBe(false));
});

test('RFC 8265: the same characters are the same password, however a keyboard composes them', () => {
  expect(toHashedForm('cafe\u0301 한글 pass')).toBe(toHashedForm('caf\u00E9 한글 pass'));
});
