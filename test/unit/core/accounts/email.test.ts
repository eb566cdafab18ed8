// How an e-mail address is read (contract 2): one key for all spellings, and no look-alikes.
import { describe, expect, test } from 'vitest';
import { isPlain, plainSpelling, readEmailAddress } from '../../../../src/core/ground/accounts/email.ts';

const keyOf = (text: string) => readEmailAddress(text)?.emailKey;

describe('K15: every spelling of an address gives one key', () => {
  test.each([
    ['as it is', 'mina@example.com'],
    ['upper case', 'MINA@EXAMPLE.COM'],
    ['white space around it', ' \tmina@example.com \n'],
    ['a no-break space around it', '\u00A0mina@example.com\u3000'],
    ['a domain in full-width letters', 'mina@ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['an ideographic full stop in the domain', 'mina@example。com'],
    ['full-width letters in the name', 'ｍina@example.com'],
    ['a mathematical letter in the name', '\u{1D426}ina@example.com'],
    ['a dotless i in the name', 'm\u0131na@example.com'],
    ['a long s in the name', 'josh@example.com', 'jo\u017Fh@example.com'],
    ['a sharp s in the name', 'strasse@example.com', 'stra\u00DFe@example.com'],
    ['a ligature in the name', 'office@example.com', 'o\uFB03ce@example.com'],
  ])('%s', (_what, text, spelling = 'mina@example.com') => expect(keyOf(text)).toBe(keyOf(spelling)));

  test('the key that an address had before is told where it was another', () => {
    expect(readEmailAddress('Jo\u017Fh@Example.com')).toEqual({
      email: 'Jo\u017Fh@Example.com',
      emailKey: 'josh@example.com',
      formerKey: 'jo\u017Fh@example.com',
    });
    expect(readEmailAddress('Josh@Example.com')).toEqual({ email: 'Josh@Example.com', emailKey: 'josh@example.com' });
  });

  test('of every letter, both cases give one key, and a key that was ASCII before is the same now', () => {
    const wrong: string[] = [];
    for (let point = 0x21; point < 0x30000; point += 1) {
      const letter = String.fromCodePoint(point);
      const others = [letter.normalize('NFKC'), letter.toUpperCase(), letter.toLowerCase()];
      if (!/\p{L}/u.test(letter) || others.every((other) => other === letter)) continue;
      const address = readEmailAddress(`a${letter}b@example.com`);
      if (!address) continue;
      const cases = [letter.toUpperCase(), letter.toLowerCase()].map((text) => keyOf(`a${text}b@example.com`));
      const wasAscii = /^[ -~]*$/.test(address.formerKey ?? '\u00FF');
      if (cases.some((key) => key !== address.emailKey) || wasAscii) wrong.push(letter);
    }
    expect(wrong).toEqual([]);
  });

  test('composed and decomposed letters', () =>
    expect(keyOf('re\u0301mi@example.com')).toBe(keyOf('r\u00E9mi@example.com')));
  test('upper-case letters that lower-case to a decomposed form', () =>
    expect(keyOf('\u0130@example.com')).toBe(keyOf('i\u0307@example.com')));
  test('a domain as U-label and as A-label', () =>
    expect(keyOf('mina@bücher.example')).toBe('mina@xn--bcher-kva.example'));
  test('a domain as A-label in upper case', () =>
    expect(keyOf('mina@XN--BCHER-KVA.example')).toBe('mina@xn--bcher-kva.example'));
});

describe('decision 66: an address with letters that count as others has a plain spelling', () => {
  test.each([
    ['a ligature', '\uFB01ona@example.com', 'fiona@example.com'],
    ['a dotless i', 'm\u0131ke@example.com', 'mike@example.com'],
    ['a long s', 'Jo\u017Fh@Example.com', 'josh@Example.com'],
    ['full-width letters', '\uFF4Dina@example.com', 'mina@example.com'],
    ['a sharp s', 'stra\u00DFe@example.com', 'strasse@example.com'],
    ['an upper-case letter beyond ASCII', 'M\u00DCLLER@example.com', 'm\u00FCller@example.com'],
    ['half-width Katakana', '\uFF76@example.com', '\u30AB@example.com'],
  ])('%s', (_what, text, plain) => {
    const address = readEmailAddress(text);
    expect(address && [isPlain(address), plainSpelling(address)]).toEqual([false, plain]);
  });

  test.each([
    ['ASCII in either case', 'Mina.KIM+shop@Example.com'],
    ['small letters beyond ASCII', 'm\u00FCller@example.com'],
    ['decomposed letters, which are composed first', 're\u0301mi@example.com'],
    ['a Kelvin sign, which NFC makes a K', '\u212Aim@example.com'],
    ['Hangul', '\uBBFC\uC544@example.com'],
    ['decomposed Hangul', '\u1106\u1175\u11AB\u110B\u1161@example.com'],
    ['Greek with a final sigma', '\u03B3\u03B9\u03AC\u03BD\u03BD\u03B7\u03C2@example.com'],
    ['Japanese', '\u307F\u306A@example.com'],
    ['a domain in another spelling alone', 'mina@\uFF45xample.com'],
  ])('%s is plain', (_what, text) => {
    const address = readEmailAddress(text);
    expect(address && isPlain(address)).toBe(true);
  });

  test('of every letter: a plain spelling is plain itself and has the same key, or is no address', () => {
    const wrong: string[] = [];
    const none: string[] = [];
    for (let point = 0x80; point < 0x30000; point += 1) {
      const letter = String.fromCodePoint(point);
      const address = /[\p{L}\p{N}\p{M}]/u.test(letter) ? readEmailAddress(`a${letter}b@example.com`) : undefined;
      if (!address || isPlain(address)) continue;
      const plain = readEmailAddress(plainSpelling(address) ?? '');
      if (plain === undefined) none.push(letter);
      else if (plain.emailKey !== address.emailKey || !isPlain(plain)) wrong.push(letter);
    }
    expect(wrong).toEqual([]);
    for (const letter of none) expect(letter.normalize('NFKC')).toMatch(/[\s(),]/);
  });
});

describe('K20: different addresses stay different', () => {
  test('a dot in the name counts', () => expect(keyOf('mi.na@example.com')).not.toBe(keyOf('mina@example.com')));
  test('a plus in the name counts', () => expect(keyOf('mina+a@example.com')).not.toBe(keyOf('mina@example.com')));
  test('a Cyrillic letter is another letter', () =>
    expect(keyOf('min\u0430@example.com')).not.toBe(keyOf('mina@example.com')));
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
