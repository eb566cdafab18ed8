// The errors of the protocol: their words, their status, and what their description may hold.
import { describe, expect, test } from 'vitest';
import {
  accessDenied,
  accountSelectionRequired,
  asDpopChallenge,
  asUnauthorized,
  authorizationPending,
  consentRequired,
  expiredToken,
  insufficientScope,
  interactionRequired,
  invalidClient,
  invalidGrant,
  invalidProof,
  invalidPush,
  invalidRequest,
  invalidScope,
  invalidTarget,
  invalidToken,
  loginRequired,
  notSupported,
  slowDown,
  toDescriptionText,
  unauthorizedClient,
  unmetAuthenticationRequirements,
  unsupportedGrantType,
  unsupportedResponseType,
  useProofNonce,
} from '../../../src/protocol/errors.ts';

describe('each error has its word and its status (RFC 6749 5.2, RFC 6750 3.1, OpenID Connect Core 3.1.2.6)', () => {
  test.each([
    [invalidRequest('parameter-missing', 'x'), 'invalid_request', 400],
    [invalidClient('client-secret-wrong', 'x'), 'invalid_client', 400],
    [invalidGrant('code-expired', 'x'), 'invalid_grant', 400],
    [unauthorizedClient('login-activation-off', 'x'), 'unauthorized_client', 400],
    [invalidScope('scope-not-requested', 'x'), 'invalid_scope', 400],
    [unmetAuthenticationRequirements('acr-unreachable', 'x'), 'unmet_authentication_requirements', 400],
    [loginRequired('sign-in-needed', 'x'), 'login_required', 400],
    [consentRequired('consent-needed', 'x'), 'consent_required', 400],
    [interactionRequired('value-needed', 'x'), 'interaction_required', 400],
    [accountSelectionRequired('account-choice-needed', 'x'), 'account_selection_required', 400],
    [unsupportedGrantType(['a', 'b']), 'unsupported_grant_type', 400],
    [unsupportedResponseType(), 'unsupported_response_type', 400],
    [notSupported('request'), 'request_not_supported', 400],
    [notSupported('request_uri'), 'request_uri_not_supported', 400],
    [notSupported('registration'), 'registration_not_supported', 400],
    [invalidToken(), 'invalid_token', 401],
    [invalidPush('redirect-uri-missing', 'x'), 'invalid_request', 400],
    [invalidProof('dpop-proof-malformed', 'x'), 'invalid_dpop_proof', 400],
    [useProofNonce('dpop-nonce-missing', 'x'), 'use_dpop_nonce', 400],
    [authorizationPending('device-code-pending', 'x'), 'authorization_pending', 400],
    [slowDown('device-polls-too-often', 'x'), 'slow_down', 400],
    [expiredToken('device-code-expired', 'x'), 'expired_token', 400],
    [accessDenied('user-cancelled', 'x'), 'access_denied', 400],
    [invalidTarget('resource-unknown', 'x'), 'invalid_target', 400],
    [insufficientScope('accounts:read'), 'insufficient_scope', 403],
  ])('%s', (error, code, status) => {
    expect(error).toMatchObject({ name: 'OAuthError', code, status });
    expect(error.message).toBe(`${code}: ${error.description}`);
  });

  test('those that have one cause name it by themselves', () => {
    expect(unsupportedGrantType(['a', 'b'])).toMatchObject({
      refusal: 'grant-type-unsupported',
      description: 'grant_type must be one of a, b.',
    });
    expect(unsupportedResponseType().refusal).toBe('response-type-unsupported');
    expect(invalidToken().refusal).toBe('access-token-invalid');
    expect(insufficientScope('accounts:read')).toMatchObject({
      ...{ refusal: 'api-token-scope', scope: 'accounts:read' },
      description: 'This requires an API token with the scope accounts:read.',
    });
  });

  test('as a challenge it is the same error with the scheme DPoP (RFC 9449 7.1)', () => {
    expect(asDpopChallenge(invalidProof('dpop-proof-malformed', 'said', 'kept'))).toMatchObject({
      ...{ code: 'invalid_dpop_proof', refusal: 'dpop-proof-malformed', status: 401, description: 'said' },
      ...{ detail: 'kept', scheme: 'DPoP' },
    });
  });

  test('as 401 it is the same error otherwise', () => {
    const error = invalidClient('client-secret-wrong', 'said', 'kept');
    expect(asUnauthorized(error)).toMatchObject({
      code: 'invalid_client',
      refusal: 'client-secret-wrong',
      status: 401,
      description: 'said',
      detail: 'kept',
    });
  });
});

test('a description holds only what RFC 6749 5.2 allows', () => {
  expect(toDescriptionText('a "b" \\c\\ d\u00e9\n!#[]~')).toBe("a 'b' /c/ d??!#[]~");
  expect(invalidRequest('parameter-missing', '"scope"').description).toBe("'scope'");
});
