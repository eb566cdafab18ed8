// Redeems a grant that was checked: makes its first tokens, and spends its code (contract 5, 43).

import type { Application, ApplicationByKey } from '../../applications/applications/application.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import { describeGrantedScope } from '../../applications/connections/named-items.ts';
import { type ForPerson, issueToPerson } from '../apis/issue-to-person.ts';
import type { Ports } from '../ports.ts';
import type { CodeStore } from './code-store.ts';
import type { GrantInContext } from './grant.ts';
import { idTokenMaker } from './id-token.ts';
import { mintGeneration, type TokenAnswer, tokenAnswer } from './token-answer.ts';

/**
 * @param redeem spends the code: of N simultaneous calls exactly one returns true
 * @returns undefined when it returned false
 * @throws `Unavailable`
 */
export async function redeemGrant(
  deps: Pick<Ports, 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'>,
  input: { found: GrantInContext; client: ApplicationByKey; proof: ProvenKey | undefined; now: number },
  redeem: CodeStore['redeem'],
): Promise<TokenAnswer | undefined> {
  const { found, client, now } = input;
  const { grant } = found;
  const familyExpiresAt = now + deps.rules.familyTtlSeconds * 1000;
  const { items, nonce } = grant;
  const minted = mintGeneration(deps, {
    family: grant,
    generation: 1,
    items,
    narrowedTo: undefined,
    familyExpiresAt,
    dpopJkt: input.proof?.jkt,
    now,
  });
  const { accessToken, refreshExpiresAt, pair } = minted;
  const scope = describeGrantedScope(grant.requestedScope, items);
  const makeIdToken = await idTokenMaker(deps, found, client, scope);
  const redeeming = redeem({
    grantId: grant.id,
    accessToken,
    refreshExpiresAt,
    familyExpiresAt,
    answerScope: scope,
    tellOfSessionEnd: tellOfSessionEnd(found, client.application),
    now,
  });
  // Signs while the database writes; RS256 signatures are made in another thread.
  const idToken = makeIdToken({ accessToken: pair.accessToken, items, issuedAt: now, nonce });
  const [redeemed, signed] = await Promise.all([redeeming, idToken]);
  if (!redeemed) return undefined;
  const accessTokenExpiresAt = accessToken.expiresAt;
  return tokenAnswer({ pair, accessToken, accessTokenExpiresAt, refreshExpiresAt, scope, idToken: signed, now });
}

/** The same, for a first token that is for an API (contract 45). @throws OAuthError; `Unavailable` */
export function redeemForApi(
  deps: Pick<Ports, 'apis' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'>,
  input: Pick<ForPerson, 'found' | 'client' | 'proof' | 'apiId' | 'now'>,
): Promise<TokenAnswer | undefined> {
  const { found, client, now } = input;
  const { grant } = found;
  const familyExpiresAt = now + deps.rules.familyTtlSeconds * 1000;
  const refreshExpiresAt = Math.min(now + deps.rules.refreshTokenTtlSeconds * 1000, familyExpiresAt);
  const tell = tellOfSessionEnd(found, client.application);
  return issueToPerson(deps, {
    ...input,
    narrow: (granted) => granted,
    idTokenBy: { scope: grant.requestedScope, nonce: grant.nonce },
    family: grant,
    generation: 1,
    spent: { kind: 'code', refreshExpiresAt, familyExpiresAt, tell },
    refreshExpiresAt,
  });
}

/** Back-Channel Logout 2.5: an API key that gets an ID token, if its application wants to hear of the session's end. */
function tellOfSessionEnd({ grant, subject }: GrantInContext, { backchannelLogoutUri, recordsEvents }: Application) {
  if (!grant.openid || !subject || (backchannelLogoutUri === undefined && !recordsEvents)) return undefined;
  return { sessionId: grant.sessionId, apiKey: grant.apiKey, sid: grant.openid.sid, sub: subject.sub };
}
