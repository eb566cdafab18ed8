// Which email domains may sign up (contract 26).
import { describe, expect, test } from 'vitest';
import { readEmailAddress } from '../../../../src/core/ground/accounts/email.ts';
import { checkEmailDomain } from '../../../../src/core/people/accounts/email-domains.ts';

const isAccepted = (email: string, allowed: readonly string[], refused: readonly string[] = []) => {
  const address = readEmailAddress(email);
  if (!address) return 'malformed';
  return checkEmailDomain({ allowedEmailDomains: allowed, refusedEmailDomains: refused }, address).length === 0;
};

describe('contract 26: allowed_email_domains', () => {
  test.each(['mina@acme.example', 'mina@ACME.Example', 'mina@ａｃｍｅ.example', 'acme.evil@acme.example'])(
    '%s is of acme.example',
    (email) => expect(isAccepted(email, ['acme.example'])).toBe(true),
  );

  test.each([
    'mina@other.example',
    'mina@mail.acme.example',
    'mina@notacme.example',
    'mina@acme.example.evil.example',
    'mina@аcme.example',
    'mina@acme-example',
    'mina@acme.exampl',
    'acme.example@evil.example',
  ])('%s is not', (email) => expect(isAccepted(email, ['acme.example'])).toBe(false));

  test.each([
    'mina@acme.example.',
    'mina@xn--acme.example',
    'mina@.acme.example',
    'mina@evil.example@acme.example',
    'mina@acme.example\0',
  ])('%j is no address at all', (email) => expect(isAccepted(email, ['acme.example'])).toBe('malformed'));

  test('a name beyond ASCII is the same as its A-label, and no look-alike', () => {
    for (const email of ['mina@bücher.example', 'mina@BÜCHER.example', 'mina@xn--bcher-kva.example']) {
      expect(isAccepted(email, ['xn--bcher-kva.example'])).toBe(true);
    }
    expect(isAccepted('mina@bucher.example', ['xn--bcher-kva.example'])).toBe(false);
  });

  test('none are allowed alone: all are', () => expect(isAccepted('mina@any.example', [])).toBe(true));
});

describe('contract 26: refused_email_domains', () => {
  test.each(['a@trash.example', 'a@TRASH.example', 'a@x.trash.example', 'a@x.y.trash.example'])(
    '%s is refused with trash.example',
    (email) => expect(isAccepted(email, [], ['trash.example'])).toBe(false),
  );
  test.each(['a@nottrash.example', 'a@trash.example.org', 'trash.example@a.example'])('%s is not', (email) =>
    expect(isAccepted(email, [], ['trash.example'])).toBe(true),
  );
  test('a domain that is both allowed and refused is refused', () => {
    expect(isAccepted('a@acme.example', ['acme.example'], ['acme.example'])).toBe(false);
  });
});
