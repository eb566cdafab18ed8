// Checks who may redeem a code (RFC 6749 4.1.3, RFC 7636 4.6). Possession is proven first, the code is spent last: a
// request with the wrong API key, redirect URI or verifier leaves the code usable. A request that proves possession of
// a used code is a replay.
import { invalidGrant, invalidRequest, type OAuthError } from '../../../protocol/errors.ts';
import { isCodeVerifier, verifierMatches } from '../../../protocol/pkce.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import type { GrantInContext } from './grant.ts';

export type Exchange = {
  apiKey: string;
  redirectUri: string;
  codeVerifier: string | undefined;
  proof: ProvenKey | undefined;
};

export type CheckedExchange =
  | { kind: 'allowed' }
  | { kind: 'refused'; error: OAuthError }
  /** Possession is proven, but the code was used before. The family ends (RFC 6749 4.1.2). */
  | { kind: 'replayed' };

export function checkExchange(found: GrantInContext | undefined, exchange: Exchange, now: number): CheckedExchange {
  const error = checkVerifierShape(exchange) ?? checkPossession(found, exchange) ?? checkProof(found, exchange);
  if (error || !found) return { kind: 'refused', error: error ?? unknownCode() };
  const { grant } = found;
  if (grant.codeUsedAt !== undefined) return { kind: 'replayed' };
  if (grant.endedAt !== undefined || now >= grant.codeExpiresAt) {
    return { kind: 'refused', error: invalidGrant('code-expired', 'The code has expired. Start the sign-in again.') };
  }
  const ended = whyEnded(found);
  return ended ? { kind: 'refused', error: ended } : { kind: 'allowed' };
}

/** Whether this is a live code, sent by whoever asked for it: with its verifier, to the same redirect URI. */
export function possessesCode(
  found: GrantInContext | undefined,
  sent: { apiKey: string; redirectUri: string | undefined; codeVerifier: string | undefined },
  now: number,
): boolean {
  const { redirectUri } = sent;
  if (!found || redirectUri === undefined || found.grant.codeUsedAt !== undefined) return false;
  const exchange = { ...sent, redirectUri, proof: undefined };
  return (
    checkVerifierShape(exchange) === undefined &&
    checkPossession(found, exchange) === undefined &&
    found.grant.endedAt === undefined &&
    now < found.grant.codeExpiresAt
  );
}

/** What the code was earned with has ended. */
export function whyEnded(found: GrantInContext): OAuthError | undefined {
  if (!found.accountActive || !found.connectionLive) return connectionEnded();
  return found.sessionEnded || !found.signInStands
    ? invalidGrant('session-ended', 'The user has signed out.')
    : undefined;
}

export const connectionEnded = () => invalidGrant('connection-ended', 'The user no longer allows this application.');

const unknownCode = () =>
  invalidGrant('code-unknown', 'The code is unknown, expired, or was issued to another API key.');

function checkVerifierShape({ codeVerifier }: Exchange): OAuthError | undefined {
  return codeVerifier === undefined || isCodeVerifier(codeVerifier)
    ? undefined
    : invalidRequest('verifier-malformed', 'code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~');
}

/** RFC 9449 10: a code that was bound to a key is redeemed by whoever has it. */
function checkProof(found: GrantInContext | undefined, { proof }: Exchange): OAuthError | undefined {
  const bound = found?.grant.dpopJkt;
  if (bound === undefined || bound === proof?.jkt) return undefined;
  return proof
    ? invalidGrant('dpop-key-mismatch', 'The proof is of another key than the code is bound to.')
    : invalidGrant('dpop-proof-needed', 'The code is bound to a key: send a DPoP proof of it.');
}

function checkPossession(found: GrantInContext | undefined, exchange: Exchange): OAuthError | undefined {
  if (!found || found.grant.apiKey !== exchange.apiKey) return unknownCode();
  if (found.grant.redirectUri !== exchange.redirectUri) {
    return invalidGrant(
      'redirect-uri-mismatch',
      'redirect_uri is not the one that was sent in the authorization request.',
    );
  }
  const { codeChallenge } = found.grant;
  if (codeChallenge === undefined) {
    // RFC 9700 4.8.2: a verifier without a challenge is a sign of an injected code.
    return exchange.codeVerifier === undefined
      ? undefined
      : invalidGrant(
          'verifier-unexpected',
          'code_verifier was sent, but the authorization request had no code_challenge.',
        );
  }
  if (exchange.codeVerifier === undefined) return invalidGrant('verifier-missing', 'code_verifier is missing.');
  return verifierMatches(exchange.codeVerifier, codeChallenge)
    ? undefined
    : invalidGrant('verifier-mismatch', 'code_verifier does not match the code_challenge.');
}
