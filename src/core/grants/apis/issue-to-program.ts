// Issues an access token for an API to a program that acts for itself: `client_credentials` (RFC 6749 4.4; contract
// 45). No person is in it, so there is no refresh token, and its subject is the program.
import { type OAuthError, unauthorizedClient } from '../../../protocol/errors.ts';
import { parseScope } from '../../../protocol/scope.ts';
import { chooseScopes } from '../../applications/apis/choose-scopes.ts';
import { makeAccessToken } from '../../applications/apis/make-access-token.ts';
import type { NewResourceToken } from '../../applications/apis/resource-token.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import type { AuthenticatedClient } from '../../applications/client-secrets/authenticate-client.ts';
import { hashSecret, newId } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { refuseSwitchedOff } from '../tokens/exchange-code.ts';
import type { AccessAnswer } from '../tokens/token-answer.ts';

type Deps = Pick<Ports, 'apis' | 'clock' | 'signingKeys' | 'issuer'>;

/**
 * @param input `client` is authenticated; `resources` as sent
 * @returns undefined: the application has no scope for itself, so to it there is no such grant
 * @throws OAuthError `unauthorized_client`, `invalid_scope`, `invalid_target`; Unavailable
 */
export async function issueToProgram(
  deps: Deps,
  input: {
    client: AuthenticatedClient;
    resources: readonly string[];
    scope: string | undefined;
    proof: ProvenKey | undefined;
  },
): Promise<AccessAnswer | undefined> {
  const { application, platform, isProven } = input.client;
  const offers = await deps.apis.listOffers(application.id);
  if (offers.length === 0) return undefined;
  if (!isProven)
    throw unauthorizedClient('client-not-confidential', 'This grant needs a client secret or private_key_jwt.');
  refuseSwitchedOff(application);
  const chosen = chooseScopes(offers, { resources: input.resources, scope: parseScope(input.scope) });
  if (!('offer' in chosen)) throw chosen;
  const { offer, scopes } = chosen;
  const now = deps.clock.now();
  const issued = {
    id: newId(deps.clock),
    apiId: offer.id,
    applicationId: application.id,
    apiKey: platform.apiKey,
    scope: scopes,
    dpopJkt: input.proof?.jkt,
    grantId: undefined,
    createdAt: now,
    expiresAt: now + offer.accessTokenTtlSeconds * 1000,
  };
  const accessToken = await makeAccessToken(deps, offer, { ...issued, person: undefined });
  await input.proof?.spend();
  const token: NewResourceToken = { ...issued, tokenHash: hashSecret(accessToken) };
  if (!(await deps.apis.insertToken(token))) throw ended();
  return {
    accessToken,
    expiresIn: offer.accessTokenTtlSeconds,
    scope: scopes,
    type: issued.dpopJkt === undefined ? 'Bearer' : 'DPoP',
  };
}

/** An operator took a scope away, or the owner the key, since it was read. */
const ended = (): OAuthError =>
  unauthorizedClient('program-access-ended', 'What this application may have was changed just now. Ask again.');
