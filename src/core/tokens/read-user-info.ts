// What an access token opens right now (contract 6), as claims, and as a JWT where one is wanted. Every call looks at
// everything anew, so that whatever was ended, withdrawn or removed acts at the next call.
import { invalidToken } from '../../protocol/errors.ts';
import { agreedItems } from '../consent/named-items.ts';
import { addName, claimsOfItems, isEmailWithheld } from '../consent/profile-claims.ts';
import { fireAndForget } from '../fire-and-forget.ts';
import type { SigningAlgorithm } from '../keys/signing-key.ts';
import type { Ports } from '../ports.ts';
import { findLiveAccessToken, type LiveAccessToken } from './live-access-token.ts';

/** How often reading is noted on the connection: never a write per read. */
const NOTE_EVERY_MS = 5 * 60 * 1000;

export type UserInfo = {
  applicationId: string;
  apiKey: string;
  claims: Readonly<Record<string, unknown>>;
  /** Signs the answer as a JWT, where that is asked for. */
  algorithm: SigningAlgorithm;
  /** The owner chose an algorithm for it: then a JWT is the answer unless the caller wants another. */
  signedByDefault: boolean;
};

/** @throws OAuthError `invalid_token`; `Unavailable` */
export async function readUserInfo(
  deps: Pick<Ports, 'tokens' | 'connections' | 'clock' | 'rules' | 'publish'>,
  input: { token: string; tryIt?: boolean },
): Promise<UserInfo> {
  const found = await findLiveAccessToken(deps, input.token, input.tryIt);
  if (!found) throw invalidToken();
  const { userInfoAlg, idTokenAlg } = found.application;
  const now = deps.clock.now();
  if (now - (found.connectionLastUsedAt ?? 0) > NOTE_EVERY_MS) {
    fireAndForget(deps.connections.touch(found.applicationId, found.accountId, now));
  }
  return {
    applicationId: found.applicationId,
    apiKey: found.apiKey,
    claims: { sub: found.sub, ...openedClaims(deps, found) },
    algorithm: userInfoAlg ?? idTokenAlg,
    signedByDefault: userInfoAlg !== undefined,
  };
}

/** OpenID Connect Core 5.3.2. No times stand in it, so it is never mistaken for an ID token. @throws Unavailable */
export async function signUserInfo(
  deps: Pick<Ports, 'signingKeys' | 'issuer'>,
  { apiKey, claims, algorithm }: UserInfo,
): Promise<string> {
  const signer = await deps.signingKeys.signer(algorithm);
  return signer.sign('JWT', { ...claims, iss: deps.issuer, aud: apiKey });
}

/** The token's items that are still agreed in the connection and still registered, and have a value. */
function openedClaims(
  { rules, publish }: Pick<Ports, 'rules' | 'publish'>,
  found: LiveAccessToken,
): Record<string, unknown> {
  const source = {
    email: found.email,
    emailVerified: found.emailVerified,
    username: found.username,
    profile: found.profile,
    updatedAt: found.accountUpdatedAt,
  };
  const items = agreedItems(found.items, found.application.consentItems, found.answers);
  if (items.includes('email') && isEmailWithheld(source, rules)) {
    const { applicationId, accountId } = found;
    publish({ kind: 'email-withheld', applicationId, accountId, answer: 'user-info' });
  }
  return addName(claimsOfItems(items, source, rules));
}
