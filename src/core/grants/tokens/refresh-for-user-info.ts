// Refreshes a person's tokens for user-info (contract 5): the three answers of a refresh.
import { invalidGrant, invalidScope } from '../../../protocol/errors.ts';
import { parseScope } from '../../../protocol/scope.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import type { AuthenticatedClient } from '../../applications/client-secrets/authenticate-client.ts';
import { describeGrantedScope, narrowScope } from '../../applications/connections/named-items.ts';
import { equalHashes } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { noteRotation } from './decide-rotation.ts';
import type { Grant, GrantInContext } from './grant.ts';
import { idTokenMaker } from './id-token.ts';
import { mintGeneration, type Refreshing, type TokenAnswer, tokenAnswer } from './token-answer.ts';
import { remakeTokenPairs, seededFamily } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'>;
type Answer = { items: Grant['items']; scope: readonly string[] | undefined; narrowed: boolean };
type Live = { found: GrantInContext; client: AuthenticatedClient; proof: ProvenKey | undefined };

/** @param scope as sent. @throws OAuthError `invalid_scope` */
export function refreshForUserInfo(deps: Deps, live: Live, scope: string | undefined): Refreshing {
  const answer = narrowAnswer(live.found.grant, live.client, scope);
  return {
    rotate: (now) => rotate(deps, live, answer, now),
    renew: (now) => renew(deps, live, answer, now),
    repeat: (now) => repeat(deps, live, now),
  };
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
  const { scope } = answer;
  const accessTokenExpiresAt = accessToken.expiresAt;
  return tokenAnswer({ pair, accessToken, accessTokenExpiresAt, refreshExpiresAt, scope, idToken, now });
}

async function renew(deps: Deps, live: Live, answer: Answer, now: number): Promise<TokenAnswer | undefined> {
  const { found, client, proof } = live;
  const { grant } = found;
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
  if (!(await deps.tokens.renew({ grantId: grant.id, accessToken, refreshExpiresAt, answerScope: scope }))) return;
  const accessTokenExpiresAt = accessToken.expiresAt;
  return tokenAnswer({ pair, accessToken, accessTokenExpiresAt, refreshExpiresAt, scope, idToken, now });
}

/** Derives the last answer again from the family, its seed and the server's secret. No raw token was stored. */
async function repeat(deps: Deps, { found, client, proof }: Live, now: number): Promise<TokenAnswer | undefined> {
  const { grant } = found;
  const last = grant.lastAnswer;
  const row = last ? await deps.tokens.findAccessToken(last.accessTokenId) : undefined;
  if (!last || !row) return undefined;
  if (row.dpopJkt !== proof?.jkt)
    throw invalidGrant('dpop-key-mismatch', 'A repeated refresh needs a proof of the same key as the first one.');
  const pairs = remakeTokenPairs(deps.secrets, {
    family: grant,
    generation: grant.refreshGeneration,
    accessTokenId: last.accessTokenId,
  });
  const pair = pairs.find((candidate) => equalHashes(candidate.accessTokenHash, row.tokenHash));
  if (!pair) return undefined;
  const makeIdToken = await idTokenMaker(deps, found, client, last.scope);
  const idToken = await makeIdToken({
    accessToken: pair.accessToken,
    items: row.items,
    issuedAt: row.createdAt,
    nonce: undefined,
  });
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
