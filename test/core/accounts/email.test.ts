// How an e-mail address is read (contract 2): one key for all spellings, and no look-alikes.
import { describe, expect, test } from 'vitest';
import { readEmailAddress } from '../../../src/core/accounts/email.ts';

const keyOf = (text: string) => readEmailAddress(text)?.emailKey;

describe('K15: every spelling of an address gives one key', () => {
  test.each([
    ['as it is', 'mina@example.com'],
    ['upper case', 'MINA@EXAMPLE.COM'],
    ['white space around it', ' \tmina@example.com \n'],
    ['a no-break space around it', '\u00A0mina@example.com\u3000'],
    ['a domain in full-width letters', 'mina@ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['an ideographic full stop in the domain', 'mina@example。com'],
  ])('%s', (_what, text) => expect(keyOf(text)).toBe('mina@example.com'));

  test('composed and decomposed letters', () =>
    expect(keyOf('re\u0301mi@example.com')).toBe(keyOf('r\u00E9mi@example.com')));
  test('upper-case letters that lower-case to a decomposed form', () =>
    expect(keyOf('\u0130@example.com')).toBe(keyOf('i\u0307@example.com')));
  test('a domain as U-label and as A-label', () =>
    expect(keyOf('mina@bücher.example')).toBe('mina@xn--bcher-kva.example'));
  test('a domain as A-label in upper case', () =>
    expect(keyOf('mina@XN--BCHER-KVA.example')).toBe('mina@xn--bcher-kva.example'));
});

describe('K20: different addresses stay different', () => {
  test('a dot in the name counts', () => expect(keyOf('mi.na@example.com')).not.toBe(keyOf('mina@example.com')));
  test('a plus in the name counts', () => expect(keyOf('mina+a@example.com')).not.toBe(keyOf('mina@example.com')));
  test('a Cyrillic letter is another letter', () =>
    expect(keyOf('min\u0430@example.com')).not.toBe(keyOf('mina@example.com')));
  test('full-width letters in the name are other letters', () =>
    expect(keyOf('ｍina@example.com')).not.toBe(keyOf('mina@example.com')));
});

describe('contract 2: what is no address is refused', () => {
  test.each([
    ['nothing', ''],
    ['no @', 'mina.example.com'],
    ['two @', 'mina@a@example.com'],
    ['nothing before the @', '@example.com'],
    ['nothing after the @', 'mina@'],
    ['K20: a full-width @ alone', 'mina\uFF20example.com'],
    ['K20: a full-width @ beside a real one', 'victim\uFF20example.com@evil.example'],
    ['K20: a small commercial at', 'victim\uFE6Bexample.com@evil.example'],
    ['a space inside', 'mi na@example.com'],
    ['a line break inside', 'mina@example.com\r\nBcc: x@y.example'],
    ['a comma: two addresses', 'mina,x@example.com'],
    ['an angle bracket', 'Mina<mina@example.com'],
    ['a quoted name', '"mina"@example.com'],
    ['NUL', 'mina\0@example.com'],
    ['a zero-width character', 'mi\u200Bna@example.com'],
    ['a direction override', 'mina\u202E@example.com'],
    ['an IP address', 'mina@127.0.0.1'],
    ['an IP address in short', 'mina@127.1'],
    ['an IP address in hexadecimal', 'mina@0x7f000001'],
    ['an address literal', 'mina@[127.0.0.1]'],
    ['percent-encoding in the domain', 'mina@example%2Ecom'],
    ['a port', 'mina@example.com:25'],
    ['a path', 'mina@example.com/a'],
    ['an empty label', 'mina@example..com'],
    ['a dot at the end', 'mina@example.com.'],
    ['a label that starts with a hyphen', 'mina@-example.com'],
    ['a label of 64 characters', `mina@${'a'.repeat(64)}.com`],
    ['255 characters', `${'a'.repeat(243)}@example.com`],
  ])('%s', (_what, text) => expect(readEmailAddress(text)).toBeUndefined());
});

test('contract 2: 254 characters are an address', () => {
  expect(readEmailAddress(`${'a'.repeat(242)}@example.com`)?.email).toHaveLength(254);
});

test('contract 2: the address is kept as it was written, trimmed and in NFC', () => {
  expect(readEmailAddress(' Re\u0301mi@Example.COM ')?.email).toBe('R\u00E9mi@Example.COM');
});
