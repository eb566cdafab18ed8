import { describe, expect, it } from 'vitest';
import { accessTokenHash, acrOf, idTokenClaims, logoutTokenClaims } from '../../../src/protocol/id-token.ts';

describe('what stands in an ID token (OpenID Connect Core 2)', () => {
  const facts = {
    issuer: 'https://login.example.com',
    sub: 'a'.repeat(32),
    audience: 'key',
    issuedAt: 1_700_000_000_999,
    ttlSeconds: 3600,
    authenticatedAt: 1_699_999_999_001,
    nonce: 'n-1',
    atHash: 'hash',
    amr: ['pwd'],
    sid: 'sid-1',
  };

  it('every claim, times in whole seconds, floored', () => {
    expect(idTokenClaims(facts)).toEqual({
      iss: 'https://login.example.com',
      sub: 'a'.repeat(32),
      aud: 'key',
      exp: 1_700_003_600,
      iat: 1_700_000_000,
      auth_time: 1_699_999_999,
      nonce: 'n-1',
      at_hash: 'hash',
      acr: '1',
      amr: ['pwd'],
      sid: 'sid-1',
    });
  });

  it('no nonce where the request had none', () => {
    expect('nonce' in idTokenClaims({ ...facts, nonce: undefined })).toBe(false);
  });

  it('acr 1 is one factor, 2 is more (contract 7)', () => {
    expect(acrOf(['pwd'])).toBe('1');
    expect(acrOf(['pwd', 'otp', 'mfa'])).toBe('2');
  });

  // The token and its hash of OpenID Connect Core, appendix A.3.
  it('at_hash is the left half of the token’s hash (3.1.3.6)', () => {
    const token = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y';
    expect(accessTokenHash(token, 'RS256')).toBe('77QmUPtjPfzWtF2AnpK9RQ');
    expect(accessTokenHash(token, 'ES256')).toBe('77QmUPtjPfzWtF2AnpK9RQ');
  });

  it('at_hash of EdDSA is made with its own hash, SHA-512', () => {
    expect(accessTokenHash('token', 'EdDSA')).toHaveLength(43);
  });
});

it('what stands in a logout token: every claim, two minutes of life, and no nonce (Back-Channel Logout 2.4)', () => {
  const facts = { issuer: 'https://login.example.com', audience: 'key', issuedAt: 1_700_000_000_999, id: 'j-1' };
  expect(logoutTokenClaims({ ...facts, sub: 'somebody', sid: 'sid-1' })).toEqual({
    iss: 'https://login.example.com',
    sub: 'somebody',
    aud: 'key',
    iat: 1_700_000_000,
    exp: 1_700_000_120,
    jti: 'j-1',
    sid: 'sid-1',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
});
