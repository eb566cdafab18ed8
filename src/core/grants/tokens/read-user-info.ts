// Reads the user information that an access token gives access to (contract 6), as claims or as a signed JWT. Every
// call reads the current state, so whatever was ended, withdrawn or removed takes effect at the next call.
import { asDpopChallenge, invalidToken } from '../../../protocol/errors.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import { fireAndForget } from '../../ground/fire-and-forget.ts';
import type { SigningAlgorithm } from '../../server/keys/signing-key.ts';
import { type UserInfoClaims, userInfoClaims } from '../consent/user-info-claims.ts';
import type { Ports } from '../ports.ts';
import { type AccessTokens, findLiveAccessToken, type LiveAccessToken } from './live-access-token.ts';

const NOT_ITS_KEY =
  'Send a token that is bound to a key with the scheme DPoP and a proof of that key, and any other by Bearer.';

/** How often a read updates the connection's time of last use. */
const NOTE_EVERY_MS = 5 * 60 * 1000;

export type UserInfo = {
  applicationId: string;
  apiKey: string;
  claims: UserInfoClaims['claims'];
  /** For the answer as a JWT. */
  algorithm: SigningAlgorithm;
  /** The application has an algorithm for it, so the answer is a JWT unless the caller asks for JSON. */
  signedByDefault: boolean;
};

/** @throws OAuthError `invalid_token`; `Unavailable` */
export async function readUserInfo(
  deps: Pick<Ports, 'connections' | 'clock' | 'rules' | 'secrets' | 'issuer' | 'publish'> & { tokens: AccessTokens },
  { token, proof }: { token: string; proof: ProvenKey | undefined },
): Promise<UserInfo> {
  const found = await findLiveAccessToken(deps, token);
  if (!found) throw invalidToken();
  // RFC 9449 7.1, 7.2: a bound token is worth nothing without its key, and no other token is sent with one.
  if (found.dpopJkt !== proof?.jkt) throw asDpopChallenge(invalidToken('access-token-bound', NOT_ITS_KEY));
  await proof?.spend();
  const { userInfoAlg, idTokenAlg } = found.application;
  const now = deps.clock.now();
  if (now - (found.connectionLastUsedAt ?? 0) > NOTE_EVERY_MS) {
    fireAndForget(deps.connections.touch(found.applicationId, found.accountId, now));
  }
  return {
    applicationId: found.applicationId,
    apiKey: found.apiKey,
    claims: openedClaims(deps, found),
    algorithm: userInfoAlg ?? idTokenAlg,
    signedByDefault: userInfoAlg !== undefined,
  };
}

/** OpenID Connect Core 5.3.2. It has no times, so nothing takes it for an ID token. @throws Unavailable */
export async function signUserInfo(
  deps: Pick<Ports, 'signingKeys' | 'issuer'>,
  { apiKey, claims, algorithm }: UserInfo,
): Promise<string> {
  const signer = await deps.signingKeys.signer(algorithm);
  return signer.sign('JWT', { ...claims, iss: deps.issuer, aud: apiKey });
}

function openedClaims(
  deps: Pick<Ports, 'rules' | 'secrets' | 'issuer' | 'publish'>,
  found: LiveAccessToken,
): UserInfoClaims['claims'] {
  const source = {
    email: found.email,
    emailVerified: found.emailVerified,
    username: found.username,
    profile: found.profile,
    updatedAt: found.accountUpdatedAt,
    groups: found.groups,
  };
  const { sub, items, answers, application, applicationId, accountId, connectionGeneration: generation } = found;
  const { claims, emailWithheld } = userInfoClaims(deps, {
    ...{ sub, items, source },
    connection: { applicationId, accountId, generation, answers },
    registered: application.consentItems,
  });
  if (emailWithheld) deps.publish({ kind: 'email-withheld', applicationId, accountId, answer: 'user-info' });
  return claims;
}
