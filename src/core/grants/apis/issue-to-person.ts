// Issues an access token for an API to an application that acts for a person who agreed (RFC 8707, RFC 9068; contract
// 45). What was agreed to, and who may have it, is read first, so that a refusal spends nothing; the statement that
// stores the token asks for all of it again.
import { invalidGrant, OAuthError } from '../../../protocol/errors.ts';
import { chooseAudience, USER_INFO } from '../../applications/apis/application-scope.ts';
import { makeAccessToken } from '../../applications/apis/make-access-token.ts';
import type { Spent } from '../../applications/apis/person-access-store.ts';
import type { Application, ApplicationByKey } from '../../applications/applications/application.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import { hashSecret, newId, newSub } from '../../ground/secrets.ts';
import { refuseNotAdmittedToApi } from '../authorize/admission.ts';
import type { Ports } from '../ports.ts';
import type { Grant, GrantInContext } from '../tokens/grant.ts';
import { endsWithSession, idTokenMaker } from '../tokens/id-token.ts';
import { type TokenAnswer, tokenAnswer } from '../tokens/token-answer.ts';
import { type Family, makeTokenPair } from '../tokens/token-format.ts';

type Deps = Pick<Ports, 'apis' | 'clock' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'publish'>;

/** @returns the id of an API; undefined: user-info. @throws OAuthError `invalid_target` */
export function requireAudience(
  { apiUrl }: Pick<Ports, 'apiUrl'>,
  { application, grant, resources }: { application: Application; grant: Grant; resources: readonly string[] },
): string | undefined {
  const chosen = chooseAudience(grant.apiAccess, { registered: application.apiScopes, resources, userInfo: apiUrl });
  if (chosen instanceof OAuthError) throw chosen;
  return chosen === USER_INFO ? undefined : chosen;
}

export type ForPerson = {
  found: GrantInContext;
  client: ApplicationByKey;
  proof: ProvenKey | undefined;
  apiId: string;
  /** Narrows the granted scopes of the API, for this answer. @throws OAuthError `invalid_scope` */
  narrow: (granted: readonly string[]) => readonly string[];
  /** The scope by which the answer has an ID token. */
  idTokenBy: { scope: readonly string[] | undefined; nonce: string | undefined };
  /** The refresh token of the answer, and what is spent for it. */
  family: Family;
  generation: number;
  spent: Spent;
  refreshExpiresAt: number;
  /** The token ends no later. */
  latest?: number;
  now: number;
};

/**
 * @returns undefined: what should be spent was spent by another call
 * @throws OAuthError `invalid_grant`, `invalid_scope`, `unauthorized_client`; Unavailable. Nothing is spent then.
 */
export async function issueToPerson(deps: Deps, input: ForPerson): Promise<TokenAnswer | undefined> {
  const { found, client, apiId, now, refreshExpiresAt } = input;
  const { grant } = found;
  const offer = await deps.apis.findPersonOffer(apiId, grant.id);
  if (!offer) throw ended();
  refuseNotAdmittedToApi(offer);
  const granted = inOrder(grant, offer.scopes);
  if (granted.length === 0) throw ended();
  const scope = input.narrow(granted);
  const subject = { apiId, accountId: grant.accountId };
  const sub = offer.sub ?? (await deps.apis.meetSubject({ ...subject, sub: newSub() }));
  if (sub === undefined) throw ended();
  const issued = {
    id: newId(deps.clock),
    apiId,
    applicationId: grant.applicationId,
    apiKey: grant.apiKey,
    scope,
    dpopJkt: input.proof?.jkt,
    grantId: grant.id,
    createdAt: now,
    expiresAt: Math.min(now + offer.accessTokenTtlSeconds * 1000, input.latest ?? Number.POSITIVE_INFINITY),
  };
  const { authenticatedAt } = grant;
  const person = { sub, authenticatedAt, amr: grant.apiAccess?.amr ?? [], groups: offer.groups };
  const accessToken = await makeAccessToken(deps, offer, { ...issued, person });
  const makeIdToken = await idTokenMaker(deps, found, client, input.idTokenBy.scope);
  const { nonce } = input.idTokenBy;
  const idToken = await makeIdToken({ accessToken, items: grant.items, issuedAt: now, nonce });
  const token = { ...issued, tokenHash: hashSecret(accessToken) };
  const { spent } = input;
  const stored = await deps.apis.issueToPerson({ token, spent, withSession: endsWithSession(grant), now });
  if (stored === 'ended') throw ended();
  if (stored === 'lost') return undefined;
  const { family, generation } = input;
  const { refreshToken } = makeTokenPair(deps.secrets, { family, generation, accessTokenId: issued.id });
  const pair = { accessToken, accessTokenHash: token.tokenHash, refreshToken };
  const accessTokenExpiresAt = issued.expiresAt;
  return tokenAnswer({ pair, accessToken: token, accessTokenExpiresAt, refreshExpiresAt, scope, idToken, now });
}

/** What is granted and still agreed to: as the request named it, then what it did not name. */
function inOrder({ apiAccess, requestedScope = [] }: Grant, agreed: readonly string[]): readonly string[] {
  const left = agreed.filter((name) => apiAccess?.scopes.includes(name));
  return [
    ...requestedScope.filter((name) => left.includes(name)),
    ...left.filter((name) => !requestedScope.includes(name)),
  ];
}

const ended = (): OAuthError =>
  invalidGrant('api-access-ended', 'Nothing of this API is agreed to any more. Start the sign-in again.');
