// The key that an authorization request binds its code to (RFC 9449 10, contract 41).
import { invalidRequest, type OAuthError } from '../../../protocol/errors.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { isCodeChallenge } from '../../../protocol/pkce.ts';

/** A SHA-256 thumbprint has the form of a code challenge. */
export function readProofKey({ parameters }: { parameters: Parameters }): OAuthError | { dpopJkt: string | undefined } {
  const dpopJkt = parameters.get('dpop_jkt');
  return dpopJkt === undefined || isCodeChallenge(dpopJkt)
    ? { dpopJkt }
    : invalidRequest('dpop-jkt-malformed', 'dpop_jkt must be 43 base64url characters without padding.');
}
