// The challenge that an authorization request binds its code to (PKCE, RFC 7636), and where it must have one.
import { invalidRequest, type OAuthError } from '../../../protocol/errors.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { CODE_CHALLENGE_METHOD, isCodeChallenge } from '../../../protocol/pkce.ts';
import { isFapi } from '../../applications/client-jwts/security-profile.ts';
import type { TrustedClient } from './check-client.ts';

type Sent = { parameters: Parameters } & Pick<TrustedClient, 'found' | 'match'>;

/** RFC 7636 4.4.1, RFC 9700 2.1.1. */
export function readCodeChallenge({
  parameters,
  found,
  match,
}: Sent): OAuthError | { codeChallenge: string | undefined } {
  const codeChallenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (codeChallenge === undefined) {
    if (method !== undefined)
      return invalidRequest('code-challenge-missing', 'code_challenge_method was sent without code_challenge.');
    // Whoever listens at another port of a name has not shown that the code was meant for them.
    if (found.application.requirePkce || isFapi(found.application) || match === 'localhost-port') {
      const who = match === 'localhost-port' ? 'Any port of localhost' : 'This application';
      return invalidRequest(
        'pkce-required',
        `${who} requires PKCE: send code_challenge with code_challenge_method=S256.`,
      );
    }
    return { codeChallenge };
  }
  if (method !== CODE_CHALLENGE_METHOD)
    return invalidRequest('code-challenge-method-unsupported', 'code_challenge_method must be S256.');
  return isCodeChallenge(codeChallenge)
    ? { codeChallenge }
    : invalidRequest('code-challenge-malformed', 'code_challenge must be 43 base64url characters without padding.');
}
