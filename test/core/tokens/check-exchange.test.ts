import { describe, expect, test } from 'vitest';
import { checkExchange } from '../../../src/core/tokens/check-exchange.ts';
import type { GrantInContext } from '../../../src/core/tokens/grant.ts';
import { API_KEY, givenGrant, NOW } from '../given.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const found = (change = {}, context: Partial<GrantInContext> = {}): GrantInContext => ({
  grant: givenGrant(change),
  accountActive: true,
  signInStands: true,
  connectionLive: true,
  sessionEnded: false,
  subject: undefined,
  ...context,
});
const good = { apiKey: API_KEY, redirectUri: 'https://shop.example.com/callback', codeVerifier: undefined };
const outcome = (grant: GrantInContext | undefined, exchange = {}, now = NOW) => {
  const checked = checkExchange(grant, { ...good, ...exchange }, now);
  return checked.kind === 'refused' ? checked.error.code : checked.kind;
};

test('a live code with the right key and redirect URI may be redeemed', () => {
  expect(outcome(found())).toBe('allowed');
});

describe('refused, and the code stays usable (contract 5)', () => {
  test('an unknown code', () => expect(outcome(undefined)).toBe('invalid_grant'));
  test('C7: another API key', () => expect(outcome(found(), { apiKey: 'other' })).toBe('invalid_grant'));
  test('C7: another API key with an expired code', () => {
    expect(outcome(found(), { apiKey: 'other' }, NOW + 61_000)).toBe('invalid_grant');
  });
  test('C6: one second past its life', () => expect(outcome(found(), {}, NOW + 61_000)).toBe('invalid_grant'));
  test('C6: at the very end of its life', () => expect(outcome(found(), {}, NOW + 60_000)).toBe('invalid_grant'));
  test('another redirect URI', () => {
    expect(outcome(found(), { redirectUri: 'https://shop.example.com/callback/' })).toBe('invalid_grant');
  });
  test('D3: a challenge and no verifier', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }))).toBe('invalid_grant');
  });
  test('D4: a verifier and no challenge', () => {
    expect(outcome(found(), { codeVerifier: VERIFIER })).toBe('invalid_grant');
  });
  test('D5: the challenge as verifier', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: CHALLENGE })).toBe('invalid_grant');
  });
  test('D6: a verifier of the wrong shape is invalid_request', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: 'short' })).toBe('invalid_request');
  });
  test('D7: the verifier of another flow', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: 'a'.repeat(43) })).toBe('invalid_grant');
  });
  test('C9: the user was disabled', () => {
    expect(outcome(found({}, { accountActive: false }))).toBe('invalid_grant');
  });
  test('C9: the connection was ended', () => {
    expect(outcome(found({}, { connectionLive: false }))).toBe('invalid_grant');
  });
});

test('D8: a good verifier', () => {
  expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: VERIFIER })).toBe('allowed');
});

describe('C2: used before', () => {
  const used = { codeUsedAt: NOW + 1 };
  test('with possession proven it is a replay, also after the code expired', () => {
    expect(outcome(found(used))).toBe('replayed');
    expect(outcome(found(used), {}, NOW + 1e9)).toBe('replayed');
  });
  test('without possession it is only refused: nobody else can end the family', () => {
    expect(outcome(found(used), { apiKey: 'other' })).toBe('invalid_grant');
    expect(outcome(found({ ...used, codeChallenge: CHALLENGE }), { codeVerifier: 'a'.repeat(43) })).toBe(
      'invalid_grant',
    );
  });
});
