// Refreshes tokens with rotation (contract 5, RFC 6749 6, RFC 9700 4.14.2). The presented token is spent and has
// exactly one successor. A lost response is repeated for a short time; a later replay ends the family.
import { invalidGrant } from '../../../protocol/errors.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import { isFapi } from '../../applications/client-jwts/security-profile.ts';
import type { AuthenticatedClient } from '../../applications/client-secrets/authenticate-client.ts';
import type { EventOf } from '../../ground/events/domain-event.ts';
import { requireAudience } from '../apis/issue-to-person.ts';
import { refreshForApi } from '../apis/refresh-for-api.ts';
import { refuseNotAdmitted } from '../authorize/admission.ts';
import type { Ports } from '../ports.ts';
import { decideRotation } from './decide-rotation.ts';
import { refuseSwitchedOff } from './exchange-code.ts';
import type { Grant, GrantInContext } from './grant.ts';
import { endsWithSession } from './id-token.ts';
import type { PresentedRefreshToken } from './presented.ts';
import { refreshForUserInfo } from './refresh-for-user-info.ts';
import type { Refreshing, TokenAnswer } from './token-answer.ts';
import { isRefreshTokenOf, type NamedRefreshToken } from './token-format.ts';

type Deps = Pick<
  Ports,
  'apis' | 'tokens' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'apiUrl' | 'publish'
>;

/** A live grant, and the client that refreshes it. */
type Live = { found: GrantInContext; client: AuthenticatedClient; proof: ProvenKey | undefined };

/** A lost race means that another call rotated. The next look then finds a repeat, or that the family has ended. */
const MAX_LOOKS = 3;

const dead = (detail: string) =>
  invalidGrant('refresh-token-invalid', 'The refresh token is unknown, expired, used or revoked.', detail);

/**
 * @param input `client` is authenticated; `scope` and `resources` as sent.
 * @throws OAuthError `invalid_grant`, `invalid_scope`, `invalid_target`, `unauthorized_client`; `Unavailable`
 */
export async function refreshTokens(
  deps: Deps,
  input: {
    client: AuthenticatedClient;
    refreshToken: PresentedRefreshToken;
    scope: string | undefined;
    resources: readonly string[];
    proof: ProvenKey | undefined;
  },
): Promise<TokenAnswer> {
  refuseSwitchedOff(input.client.application);
  const { names: presented, found: firstLook } = input.refreshToken;
  if (!presented) throw dead('malformed');
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const looking = look === 0 ? firstLook : deps.tokens.findGrant(presented.grantId);
    const found = requireLive(requireMade(deps, presented, await looking), input.client.platform.apiKey);
    const live = { found, client: input.client, proof: input.proof };
    const { grant } = found;
    const now = deps.clock.now();
    if (grant.dpopJkt === undefined && isFapi(input.client.application)) {
      await deps.tokens.endFamily(grant.id, now, 'application');
      throw dead('bound to no key, of an application that follows FAPI 2.0 now');
    }
    requireProof(live);
    const refreshing = refreshingFor(deps, live, input);
    if (grant.keepsRefreshToken) return renew(deps, live, refreshing, presented.generation);
    const repeatSeconds = deps.rules.refreshRepeatSeconds;
    const rotation = decideRotation(grant, presented.generation, { now, repeatSeconds });
    // A replay ends the family, whoever the application is for.
    if (rotation.kind !== 'replayed') refuseNotAdmitted(input.client.application, found);
    if (look === 0 && (rotation.kind === 'repeat' || rotation.kind === 'rotate')) await input.proof?.spend();
    if (rotation.kind === 'repeat') {
      const repeated = await refreshing.repeat(now);
      if (!repeated) throw dead('successor no longer derivable');
      publishUse(deps, grant, 'repeated');
      return repeated;
    }
    if (rotation.kind === 'replayed') await deps.tokens.endFamily(grant.id, now, 'refresh-token-reused');
    if (rotation.kind !== 'rotate') {
      publishUse(deps, grant, rotation.kind);
      throw dead(`grant ${grant.id} of account ${grant.accountId}: refresh token ${rotation.kind}`);
    }
    const rotated = await refreshing.rotate(now);
    if (rotated) publishUse(deps, grant, 'rotated');
    if (rotated) return rotated;
  }
  throw dead('lost the race for the rotation');
}

/**
 * A token of an unknown family and a token that this server did not make get the same answer.
 */
function requireMade(
  { secrets }: Deps,
  presented: NamedRefreshToken,
  found: GrantInContext | undefined,
): GrantInContext {
  if (!found) throw dead('of an unknown family');
  if (!isRefreshTokenOf(secrets, found.grant, presented)) throw dead('not made by this server');
  return found;
}

/** The grant, if it is the API key's and its account, connection and session still allow a refresh. */
function requireLive(found: GrantInContext, apiKey: string): GrantInContext {
  // Another API key, even of the same application, learns nothing and ends nothing (case G5).
  if (found.grant.apiKey !== apiKey) throw dead('of another API key');
  if (found.grant.endedAt !== undefined) throw dead('family ended');
  if (!found.accountActive || !found.connectionLive) throw dead('account or connection ended');
  if (found.sessionEnded && endsWithSession(found.grant)) throw dead('the session it was made in was ended');
  return found;
}

/**
 * RFC 9449 5: a family that a proof was sent for once has a proof at every refresh; of the same key, unless the client
 * authenticates. What fails here ends nothing: possession of the key is not proven.
 */
function requireProof({ found: { grant }, client, proof }: Live): void {
  if (grant.dpopJkt === undefined || (proof && (client.isProven || proof.jkt === grant.dpopJkt))) return;
  throw proof
    ? invalidGrant('dpop-key-mismatch', 'The proof is of another key than the refresh token is bound to.')
    : invalidGrant('dpop-proof-needed', 'The refresh token is bound to a key: send a DPoP proof.');
}

function refreshingFor(
  deps: Deps,
  live: Live,
  { scope, resources }: { scope: string | undefined; resources: readonly string[] },
): Refreshing {
  const { grant } = live.found;
  const { application } = live.client;
  const apiId = requireAudience(deps, { application, grant, resources });
  if (apiId !== undefined) return refreshForApi(deps, live, { apiId, scope });
  return refreshForUserInfo(deps, live, scope);
}

/** FAPI 2.0 Security Profile 5.3.2.1: the same refresh token, and another access token. */
async function renew(deps: Deps, live: Live, refreshing: Refreshing, presented: number): Promise<TokenAnswer> {
  const { found, client, proof } = live;
  const { grant } = found;
  const now = deps.clock.now();
  const rotation = decideRotation(grant, presented, { now, repeatSeconds: 0 });
  if (rotation.kind !== 'rotate') throw dead(`refresh token ${rotation.kind}`);
  refuseNotAdmitted(client.application, found);
  await proof?.spend();
  const renewed = await refreshing.renew(now);
  if (!renewed) throw dead('family ended');
  publishUse(deps, grant, 'renewed');
  return renewed;
}

const publishUse = (
  { publish }: Deps,
  { applicationId, accountId }: Grant,
  result: EventOf<'refresh-token-used'>['result'],
): void => publish({ kind: 'refresh-token-used', applicationId, accountId, result });
