// Refreshes tokens with rotation (contract 5, RFC 6749 6, RFC 9700 4.14.2): the presented token is spent, its successor
// is one; a lost response is repeated for a short while; a replay later ends the family.
import { invalidGrant, invalidScope } from '../../protocol/errors.ts';
import { parseScope } from '../../protocol/scope.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import { describeGrantedScope, narrowScope } from '../consent/named-items.ts';
import type { Ports } from '../ports.ts';
import { equalHashes } from '../secrets.ts';
import { decideRotation, noteRotation } from './decide-rotation.ts';
import { refuseSwitchedOff } from './exchange-code.ts';
import type { Grant } from './grant.ts';
import { mintGeneration, type TokenAnswer, tokenAnswer } from './token-answer.ts';
import { readRefreshToken, remakeTokenPairs } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'clock' | 'secrets' | 'rules'>;
type Answer = { items: Grant['items']; scope: readonly string[] | undefined };

/** Losing a race means another call rotated: the second look finds a repeat, or an end. Each look is decided anew. */
const MAX_LOOKS = 3;

const dead = (detail: string) => invalidGrant('The refresh token is unknown, expired, used or revoked.', detail);

/**
 * @param input `client` has proven itself already; `scope` as sent.
 * @throws OAuthError `invalid_grant`, `invalid_scope`, `unauthorized_client`; `Unavailable`
 */
export async function refreshTokens(
  deps: Deps,
  input: { client: ApplicationByKey; refreshToken: string; scope: string | undefined },
): Promise<TokenAnswer> {
  refuseSwitchedOff(input.client.application);
  const presented = readRefreshToken(deps.secrets, input.refreshToken);
  if (!presented) throw dead('not made by this server');
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const grant = await findLiveGrant(deps, presented.grantId, input.client.platform.apiKey);
    const answer = narrowAnswer(grant, input.client, input.scope);
    const now = deps.clock.now();
    const repeatSeconds = deps.rules.refreshRepeatSeconds;
    const rotation = decideRotation(grant, presented.generation, { now, repeatSeconds });
    if (rotation.kind === 'repeat') return repeatAnswer(deps, grant, now);
    if (rotation.kind === 'replayed') await deps.tokens.endFamily(grant.id, now);
    if (rotation.kind !== 'rotate') throw dead(`grant ${grant.id} ${rotation.kind}`);
    const rotated = await rotate(deps, grant, answer, now);
    if (rotated) return rotated;
  }
  throw dead('lost the race for the rotation');
}

/** The grant as it stands now, if its user, connection and key still stand behind it. */
async function findLiveGrant(deps: Deps, grantId: string, apiKey: string): Promise<Grant> {
  const found = await deps.tokens.findGrant(grantId);
  // Another key, even of the same application, learns nothing and ends nothing (case G5).
  if (!found || found.grant.apiKey !== apiKey) throw dead('unknown, or of another API key');
  if (found.grant.endedAt !== undefined) throw dead('family ended');
  if (!found.accountActive || !found.connectionLive) throw dead('account or connection ended');
  return found.grant;
}

function narrowAnswer(grant: Grant, client: ApplicationByKey, scope: string | undefined): Answer {
  const asked = parseScope(scope);
  if (!asked) return { items: grant.items, scope: describeGrantedScope(grant.requestedScope, grant.items) };
  const narrowed = narrowScope({
    asked,
    requested: grant.requestedScope,
    granted: grant.items,
    registered: client.application.consentItems.map((entry) => entry.item),
  });
  if (narrowed.kind === 'narrowed') return narrowed;
  throw invalidScope(
    narrowed.value === undefined
      ? 'Nothing is left of scope: none of its values was granted.'
      : `scope names ${narrowed.value}, which was not requested when the user agreed.`,
  );
}

async function rotate(deps: Deps, grant: Grant, answer: Answer, now: number): Promise<TokenAnswer | undefined> {
  const familyExpiresAt = grant.familyExpiresAt ?? now;
  const minted = mintGeneration(deps, {
    grantId: grant.id,
    generation: grant.refreshGeneration + 1,
    items: answer.items,
    familyExpiresAt,
    now,
  });
  const repeatSeconds = deps.rules.refreshRepeatSeconds;
  const rotated = await deps.tokens.rotate({
    grantId: grant.id,
    fromGeneration: grant.refreshGeneration,
    accessToken: minted.accessToken,
    refreshExpiresAt: minted.refreshExpiresAt,
    recentRotations: noteRotation(grant.recentRotations, grant.refreshGeneration, { now, repeatSeconds }),
    answerScope: answer.scope,
    now,
  });
  if (!rotated) return undefined;
  const { pair, accessToken, refreshExpiresAt } = minted;
  return tokenAnswer({ pair, accessTokenExpiresAt: accessToken.expiresAt, refreshExpiresAt, scope: answer.scope, now });
}

/** The last answer again, derived from the family and the server's secret; nothing raw was kept. */
async function repeatAnswer(deps: Deps, grant: Grant, now: number): Promise<TokenAnswer> {
  const last = grant.lastAnswer;
  const row = last ? await deps.tokens.findAccessToken(last.accessTokenId) : undefined;
  if (!last || !row) throw dead('successor no longer derivable');
  const pairs = remakeTokenPairs(deps.secrets, {
    grantId: grant.id,
    generation: grant.refreshGeneration,
    accessTokenId: last.accessTokenId,
  });
  const pair = pairs.find((candidate) => equalHashes(candidate.accessTokenHash, row.tokenHash));
  if (!pair) throw dead('successor no longer derivable');
  return tokenAnswer({
    pair,
    accessTokenExpiresAt: last.accessTokenExpiresAt,
    refreshExpiresAt: grant.refreshExpiresAt ?? now,
    scope: last.scope,
    now,
  });
}
