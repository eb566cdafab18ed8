import { describe, expect, test } from 'vitest';
import { checkExchange } from '../../../../src/core/grants/tokens/check-exchange.ts';
import type { GrantInContext } from '../../../../src/core/grants/tokens/grant.ts';
import { API_KEY, givenGrant, givenGrantInContext, NOW } from '../given.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const found = (change = {}, context: Partial<GrantInContext> = {}): GrantInContext =>
  givenGrantInContext({ grant: givenGrant(change), ...context });
const good = {
  apiKey: API_KEY,
  redirectUri: 'https://shop.example.com/callback',
  codeVerifier: undefined,
  proof: undefined,
};
const outcome = (grant: GrantInContext | undefined, exchange = {}, now = NOW) => {
  const checked = checkExchange(grant, { ...good, ...exchange }, now);
  return checked.kind === 'refused' ? `${checked.error.code} ${checked.error.refusal}` : checked.kind;
};

test('a live code with the right key and redirect URI may be redeemed', () => {
  expect(outcome(found())).toBe('allowed');
});

describe('contract 41: a code that is bound to a key', () => {
  const proof = (jkt: string) => ({ proof: { jkt, spend: async () => undefined } });
  test('is redeemed by that key', () => {
    expect(outcome(found({ dpopJkt: 'k1' }), proof('k1'))).toBe('allowed');
    expect(outcome(found(), proof('k1'))).toBe('allowed');
  });
  test('and by no other, before and after it was used', () => {
    for (const codeUsedAt of [undefined, NOW - 1]) {
      const bound = found({ dpopJkt: 'k1', codeUsedAt });
      expect(outcome(bound, proof('k2'))).toBe('invalid_grant dpop-key-mismatch');
      expect(outcome(bound)).toBe('invalid_grant dpop-proof-needed');
    }
    expect(outcome(found({ dpopJkt: 'k1', codeUsedAt: NOW - 1 }), proof('k1'))).toBe('replayed');
  });
});

describe('refused, and the code stays usable (contract 5)', () => {
  test('an unknown code', () => expect(outcome(undefined)).toBe('invalid_grant code-unknown'));
  test('C7: another API key', () => expect(outcome(found(), { apiKey: 'other' })).toBe('invalid_grant code-unknown'));
  test('C7: another API key with an expired code', () => {
    expect(outcome(found(), { apiKey: 'other' }, NOW + 61_000)).toBe('invalid_grant code-unknown');
  });
  test('C6: one second past its life', () =>
    expect(outcome(found(), {}, NOW + 61_000)).toBe('invalid_grant code-expired'));
  test('C6: at the very end of its life', () =>
    expect(outcome(found(), {}, NOW + 60_000)).toBe('invalid_grant code-expired'));
  test('another redirect URI', () => {
    expect(outcome(found(), { redirectUri: 'https://shop.example.com/callback/' })).toBe(
      'invalid_grant redirect-uri-mismatch',
    );
  });
  test('D3: a challenge and no verifier', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }))).toBe('invalid_grant verifier-missing');
  });
  test('D4: a verifier and no challenge', () => {
    expect(outcome(found(), { codeVerifier: VERIFIER })).toBe('invalid_grant verifier-unexpected');
  });
  test('D5: the challenge as verifier', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: CHALLENGE })).toBe(
      'invalid_grant verifier-mismatch',
    );
  });
  test('D6: a verifier of the wrong shape is invalid_request', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: 'short' })).toBe(
      'invalid_request verifier-malformed',
    );
  });
  test('D7: the verifier of another flow', () => {
    expect(outcome(found({ codeChallenge: CHALLENGE }), { codeVerifier: 'a'.repeat(43) })).toBe(
      'invalid_grant verifier-mismatch',
    );
  });
  test('C9: the user was disabled', () => {
    expect(outcome(found({}, { accountActive: false }))).toBe('invalid_grant connection-ended');
  });
  test('C9: its family was ended before it was used', () => {
    expect(outcome(found({ endedAt: NOW }))).toBe('invalid_grant code-expired');
  });
  test('C9: the session was ended, or the sign-in it came from counts no more', () => {
    expect(outcome(found({}, { sessionEnded: true }))).toBe('invalid_grant session-ended');
    expect(outcome(found({}, { signInStands: false }))).toBe('invalid_grant session-ended');
  });
  test('C9: the connection was ended', () => {
    expect(outcome(found({}, { connectionLive: false }))).toBe('invalid_grant connection-ended');
  });
});

describe('contract 5: each refusal has its own code, and the earlier rule decides', () => {
  const challenged = { codeChallenge: CHALLENGE };
  test.each<[refusal: string, GrantInContext | undefined, object?, number?]>([
    ['verifier-malformed', undefined, { codeVerifier: 'short' }],
    ['code-unknown', undefined],
    ['code-unknown', found(), { apiKey: 'other', redirectUri: 'https://evil.example/' }],
    ['redirect-uri-mismatch', found(challenged), { redirectUri: 'https://evil.example/' }],
    ['verifier-unexpected', found(), { codeVerifier: VERIFIER }],
    ['verifier-missing', found(challenged)],
    ['verifier-mismatch', found({ ...challenged, endedAt: NOW }), { codeVerifier: 'a'.repeat(43) }],
    ['code-expired', found({}, { accountActive: false }), {}, NOW + 60_000],
    ['code-expired', found({ endedAt: NOW })],
    ['connection-ended', found({}, { accountActive: false, sessionEnded: true })],
    ['connection-ended', found({}, { connectionLive: false, signInStands: false })],
    ['session-ended', found({}, { sessionEnded: true })],
    ['session-ended', found({}, { signInStands: false })],
  ])('%s', (refusal, grant, exchange = {}, now = NOW) => {
    const checked = checkExchange(grant, { ...good, ...exchange }, now);
    expect(checked).toMatchObject({ kind: 'refused', error: { refusal } });
  });
});

test('C6: a code may be redeemed until the last millisecond of its life', () => {
  expect(outcome(found(), {}, NOW + 59_999)).toBe('allowed');
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
    expect(outcome(found(used), { apiKey: 'other' })).toBe('invalid_grant code-unknown');
    expect(outcome(found({ ...used, codeChallenge: CHALLENGE }), { codeVerifier: 'a'.repeat(43) })).toBe(
      'invalid_grant verifier-mismatch',
    );
  });
});
