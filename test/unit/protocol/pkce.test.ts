import { describe, expect, test } from 'vitest';
import { isCodeChallenge, isCodeVerifier, verifierMatches } from '../../../src/protocol/pkce.ts';

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('PKCE S256', () => {
  test('the example of RFC 7636 appendix B matches', () => {
    expect(verifierMatches(VERIFIER, CHALLENGE)).toBe(true);
  });

  test('D5: the challenge itself is no verifier', () => {
    expect(verifierMatches(CHALLENGE, CHALLENGE)).toBe(false);
  });

  test('a challenge of another length does not match', () => {
    expect(verifierMatches(VERIFIER, `${CHALLENGE}A`)).toBe(false);
  });

  test.each([
    ['42 characters', 'a'.repeat(42)],
    ['129 characters', 'a'.repeat(129)],
    ['a plus', `${'a'.repeat(42)}+`],
    ['a slash', `${'a'.repeat(42)}/`],
    ['an equals sign', `${'a'.repeat(42)}=`],
    ['a letter outside ASCII', `${'a'.repeat(42)}é`],
    ['a trailing newline', `${'a'.repeat(43)}\n`],
  ])('D6: a verifier with %s has the wrong shape (RFC 7636 4.1)', (_what, verifier) => {
    expect(isCodeVerifier(verifier)).toBe(false);
  });

  test.each([['a'.repeat(43)], ['a'.repeat(128)], [`${'a'.repeat(39)}-._~`]])('D6: %s is a verifier', (verifier) => {
    expect(isCodeVerifier(verifier)).toBe(true);
  });

  test.each([
    ['42 characters', 'a'.repeat(42)],
    ['44 characters', 'a'.repeat(44)],
    ['padding', `${'a'.repeat(42)}=`],
    ['base64 instead of base64url', `${'a'.repeat(42)}+`],
    ['a trailing newline', `${'a'.repeat(43)}\n`],
    ['something in front', ` ${'a'.repeat(43)}`],
  ])('D6: a challenge with %s has the wrong shape (RFC 7636 4.2)', (_what, challenge) => {
    expect(isCodeChallenge(challenge)).toBe(false);
  });
});
