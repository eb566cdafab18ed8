// Makes the ID token of a token answer (OpenID Connect Core 2, 12.2; contract 7). Its signer is loaded before the code
// or refresh token is spent, so a failing key costs nobody a sign-in.
import { accessTokenHash, idTokenClaims } from '../../../protocol/id-token.ts';
import { OFFLINE_ACCESS, OPENID } from '../../../protocol/scope.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import { agreedItems, itemsOfScope } from '../../applications/connections/named-items.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { addName, claimsOfItems, isEmailWithheld } from '../consent/profile-claims.ts';
import { releaseRules } from '../consent/user-info-claims.ts';
import type { Ports } from '../ports.ts';
import type { ClaimSubject, Grant, GrantInContext } from './grant.ts';

/** Lifetime of an ID token. */
export const ID_TOKEN_TTL_SECONDS = 3600;

/** What an ID token depends on besides the grant. Times in ms. */
export type IssuedWith = {
  accessToken: string;
  items: readonly ConsentItemName[];
  issuedAt: number;
  /** The request's nonce in the first answer; undefined after a refresh. */
  nonce: string | undefined;
};

/** Returns undefined when the answer has no ID token. */
export type IdTokenMaker = (issued: IssuedWith) => string | undefined | Promise<string>;

/** @param scope the values of the answer. @throws Unavailable */
export async function idTokenMaker(
  deps: Pick<Ports, 'signingKeys' | 'issuer' | 'rules' | 'secrets' | 'publish'>,
  found: GrantInContext,
  client: ApplicationByKey,
  scope: readonly string[] | undefined,
): Promise<IdTokenMaker> {
  const { grant, subject } = found;
  const { openid } = grant;
  if (!openid || !subject || !scope?.includes(OPENID)) return () => undefined;
  const signer = await deps.signingKeys.signer(client.application.idTokenAlg);
  return ({ accessToken, items, issuedAt, nonce }) => {
    const facts = {
      issuer: deps.issuer,
      sub: subject.sub,
      audience: grant.apiKey,
      issuedAt,
      ttlSeconds: deps.rules.idTokenTtlSeconds,
      authenticatedAt: grant.authenticatedAt,
      nonce,
      atHash: accessTokenHash(accessToken, signer.algorithm),
      amr: openid.amr,
      sid: openid.sid,
    };
    const agreed = agreedItems(items, client.application.consentItems, subject.answers);
    // The token's own claims come last, so no profile claim can replace them.
    return signer.sign(
      'JWT',
      Object.assign(personClaims(deps, { grant, subject, client, agreed }), idTokenClaims(facts)),
    );
  };
}

/**
 * Claims of agreed items: those that `scope` names if the application wants claims in ID tokens, and always those that
 * `claims.id_token` requests.
 */
function personClaims(
  deps: Pick<Ports, 'rules' | 'secrets' | 'issuer' | 'publish'>,
  about: { grant: Grant; subject: ClaimSubject; client: ApplicationByKey; agreed: readonly ConsentItemName[] },
): Record<string, unknown> {
  const { grant, subject, client, agreed } = about;
  const named = new Set((grant.requestedScope ?? []).flatMap(itemsOfScope));
  const byScope = client.application.idTokenClaims ? agreed.filter((item) => named.has(item)) : [];
  const asked = grant.openid?.claims ?? [];
  const { applicationId, accountId, connectionGeneration: generation } = grant;
  const connection = { applicationId, accountId, generation, answers: subject.answers };
  const release = releaseRules(deps, connection, client.application.consentItems);
  const claims = claimsOfItems(byScope, subject, release);
  if (asked.length > 0) {
    const known = Object.entries(claimsOfItems(agreed, subject, release));
    for (const [claim, value] of known) if (asked.includes(claim)) claims[claim] = value;
  }
  const wantsEmail =
    byScope.includes('email') || (agreed.includes('email') && EMAIL_CLAIMS.some((claim) => asked.includes(claim)));
  if (wantsEmail && isEmailWithheld(subject, release)) {
    deps.publish({ kind: 'email-withheld', applicationId, accountId, answer: 'id-token' });
  }
  return addName(claims);
}

const EMAIL_CLAIMS = ['email', 'email_verified'];

/** OpenID Connect Core 11: without `offline_access` a refresh token works only while the user is signed in. */
export const endsWithSession = (grant: Grant): boolean =>
  grant.openid !== undefined && grant.requestedScope?.includes(OFFLINE_ACCESS) !== true;
