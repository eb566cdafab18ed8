// Refreshes tokens with rotation (contract 5, RFC 6749 6, RFC 9700 4.14.2). The presented token is spent and has
// exactly one successor. A lost response is repeated for a short time; a later replay ends the family.
import { invalidGrant, invalidScope } from '../../protocol/errors.ts';
import { parseScope } from '../../protocol/scope.ts';
import type { ProvenKey } from '../client-jwts/check-proof.ts';
import { isFapi } from '../client-jwts/security-profile.ts';
import type { AuthenticatedClient } from '../client-secrets/authenticate-client.ts';
import { describeGrantedScope, narrowScope } from '../consent/named-items.ts';
import type { EventOf } from '../events/domain-event.ts';
import { refuseNotAdmitted } from '../members/admission.ts';
import type { Ports } from '../ports.ts';
import { equalHashes } from '../secrets.ts';
import { decideRotation, noteRotation } from './decide-rotation.ts';
import { refuseSwitchedOff } from './exchange-code.ts';
import type { Grant, GrantInContext } from './grant.ts';
import { endsWithSession, idTokenMaker } from './id-token.ts';
import type { PresentedRefreshToken } from './presented.ts';
import { mintGeneration, type TokenAnswer, tokenAnswer } from './token-answer.ts';
import { isRefreshTokenOf, type NamedRefreshToken, remakeTokenPairs, seededFamily } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'>;
type Answer = { items: Grant['items']; scope: readonly string[] | undefined; narrowed: boolean };

/** A live grant, and the client that refreshes it. */
type Live = { found: GrantInContext; client: AuthenticatedClient; proof: ProvenKey | undefined };

/** A lost race means that another call rotated. The next look then finds a repeat, or that the family has ended. */
const MAX_LOOKS = 3;

const dead = (detail: string) =>
  invalidGrant('refresh-token-invalid', 'The refresh token is unknown, expired, used or revoked.', detail);

/**
 * @param input `client` is authenticated; `scope` as sent.
 * @throws OAuthError `invalid_grant`, `invalid_scope`, `unauthorized_client`; `Unavailable`
 */
export async function refreshTokens(
  deps: Deps,
  input: {
    client: AuthenticatedClient;
    refreshToken: PresentedRefreshToken;
    scope: string | undefined;
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
    const answer = narrowAnswer(grant, input.client, input.scope);
    if (grant.keepsRefreshToken) return renew(deps, live, answer, presented.generation);
    const repeatSeconds = deps.rules.refreshRepeatSeconds;
    const rotation = decideRotation(grant, presented.generation, { now, repeatSeconds });
    // A replay ends the family, whoever the application is for.
    if (rotation.kind !== 'replayed') refuseNotAdmitted(input.client.application, found);
    if (look === 0 && (rotation.kind === 'repeat' || rotation.kind === 'rotate')) await input.proof?.spend();
    if (rotation.kind === 'repeat') return repeatAnswer(deps, live, now);
    if (rotation.kind === 'replayed') await deps.tokens.endFamily(grant.id, now, 'refresh-token-reused');
    if (rotation.kind !== 'rotate') {
      publishUse(deps, grant, rotation.kind);
      throw dead(`grant ${grant.id} of account ${grant.accountId}: refresh token ${rotation.kind}`);
    }
    const rotated = await rotate(deps, live, answer, now);
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

function narrowAnswer(grant: Grant, client: AuthenticatedClient, scope: string | undefined): Answer {
  const { items, requestedScope } = grant;
  const whole = { items, scope: describeGrantedScope(requestedScope, items), narrowed: false };
  const asked = parseScope(scope);
  if (!asked) return whole;
  const registered = client.application.consentItems;
  const narrowed = narrowScope({ asked, requested: requestedScope, granted: items, registered });
  if (narrowed.kind === 'whole') return whole;
  if (narrowed.kind === 'narrowed') return { items: narrowed.items, scope: narrowed.scope, narrowed: true };
  throw narrowed.value === undefined
    ? invalidScope('scope-nothing-left', 'scope contains no granted value.')
    : invalidScope(
        'scope-not-requested',
        `scope names ${narrowed.value}, which was not requested when the user agreed.`,
      );
}

async function rotate(deps: Deps, live: Live, answer: Answer, now: number): Promise<TokenAnswer | undefined> {
  const { grant } = live.found;
  const familyExpiresAt = grant.familyExpiresAt ?? now;
  const family = seededFamily(grant);
  const minted = mintGeneration(deps, {
    family,
    generation: grant.refreshGeneration + 1,
    items: answer.items,
    narrowedTo: answer.narrowed ? answer.scope : undefined,
    familyExpiresAt,
    dpopJkt: live.proof?.jkt,
    now,
  });
  const repeatSeconds = deps.rules.refreshRepeatSeconds;
  const makeIdToken = await idTokenMaker(deps, live.found, live.client, answer.scope);
  const rotating = deps.tokens.rotate({
    grantId: grant.id,
    fromGeneration: grant.refreshGeneration,
    familySeed: family.familySeed,
    familySeedFrom: family.familySeedFrom,
    accessToken: minted.accessToken,
    refreshExpiresAt: minted.refreshExpiresAt,
    recentRotations: noteRotation(grant.recentRotations, grant.refreshGeneration, { now, repeatSeconds }),
    answerScope: answer.scope,
    now,
  });
  const { pair, accessToken, refreshExpiresAt } = minted;
  const signing = makeIdToken({
    accessToken: pair.accessToken,
    items: answer.items,
    issuedAt: now,
    nonce: undefined,
  });
  const [rotated, idToken] = await Promise.all([rotating, signing]);
  if (!rotated) return undefined;
  publishUse(deps, grant, 'rotated');
  const { scope } = answer;
  const accessTokenExpiresAt = accessToken.expiresAt;
  return tokenAnswer({ pair, accessToken, accessTokenExpiresAt, refreshExpiresAt, scope, idToken, now });
}

/** FAPI 2.0 Security Profile 5.3.2.1: the same refresh token, and another access token. */
async function renew(deps: Deps, live: Live, answer: Answer, presented: number): Promise<TokenAnswer> {
  const { found, client, proof } = live;
  const { grant } = found;
  const now = deps.clock.now();
  const rotation = decideRotation(grant, presented, { now, repeatSeconds: 0 });
  if (rotation.kind !== 'rotate') throw dead(`refresh token ${rotation.kind}`);
  refuseNotAdmitted(client.application, found);
  await proof?.spend();
  const { scope } = answer;
  const { pair, accessToken, refreshExpiresAt } = mintGeneration(deps, {
    family: grant,
    generation: grant.refreshGeneration,
    items: answer.items,
    narrowedTo: answer.narrowed ? scope : undefined,
    familyExpiresAt: grant.familyExpiresAt ?? now,
    dpopJkt: proof?.jkt,
    now,
  });
  const makeIdToken = await idTokenMaker(deps, found, client, scope);
  const more = { items: answer.items, issuedAt: now, nonce: undefined };
  const idToken = await makeIdToken({ accessToken: pair.accessToken, ...more });
  if (!(await deps.tokens.renew({ grantId: grant.id, accessToken, refreshExpiresAt, answerScope: scope }))) {
    throw dead('family ended');
  }
  publishUse(deps, grant, 'renewed');
  const accessTokenExpiresAt = accessToken.expiresAt;
  return tokenAnswer({ pair, accessToken, accessTokenExpiresAt, refreshExpiresAt, scope, idToken, now });
}

/** Derives the last answer again from the family, its seed and the server's secret. No raw token was stored. */
async function repeatAnswer(deps: Deps, { found, client, proof }: Live, now: number): Promise<TokenAnswer> {
  const { grant } = found;
  const last = grant.lastAnswer;
  const row = last ? await deps.tokens.findAccessToken(last.accessTokenId) : undefined;
  if (!last || !row) throw dead('successor no longer derivable');
  if (row.dpopJkt !== proof?.jkt)
    throw invalidGrant('dpop-key-mismatch', 'A repeated refresh needs a proof of the same key as the first one.');
  const pairs = remakeTokenPairs(deps.secrets, {
    family: grant,
    generation: grant.refreshGeneration,
    accessTokenId: last.accessTokenId,
  });
  const pair = pairs.find((candidate) => equalHashes(candidate.accessTokenHash, row.tokenHash));
  if (!pair) throw dead('successor no longer derivable');
  const makeIdToken = await idTokenMaker(deps, found, client, last.scope);
  const idToken = await makeIdToken({
    accessToken: pair.accessToken,
    items: row.items,
    issuedAt: row.createdAt,
    nonce: undefined,
  });
  publishUse(deps, grant, 'repeated');
  return tokenAnswer({
    pair,
    accessToken: row,
    idToken,
    accessTokenExpiresAt: last.accessTokenExpiresAt,
    refreshExpiresAt: grant.refreshExpiresAt ?? now,
    scope: last.scope,
    now,
  });
}

const publishUse = (
  { publish }: Deps,
  { applicationId, accountId }: Grant,
  result: EventOf<'refresh-token-used'>['result'],
): void => publish({ kind: 'refresh-token-used', applicationId, accountId, result });
