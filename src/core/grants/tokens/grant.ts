// A grant: an authorization code and the token family that it is exchanged for (contract, "Words"). It has one row for
// its whole life. Conditional updates of that row redeem the code and rotate the refresh token.
import type { ApiAccess } from '../../applications/apis/application-scope.ts';
import type { ConsentAnswers } from '../../applications/connections/connection.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import type { ClaimSource } from '../consent/profile-claims.ts';

/** What the ID tokens of a grant contain, fixed when the code was issued. */
export type OpenIdGrant = {
  /** Identifies the session to this application (OpenID Connect Back-Channel Logout 2.1). */
  sid: string;
  /** RFC 8176. */
  amr: readonly string[];
  /** Claims that the `claims` parameter requested for the ID token. */
  claims: readonly string[];
};

export type Grant = {
  /** Time-ordered (`newId`), so that inserts touch few pages. Refresh tokens contain it. */
  id: string;
  codeHash: Buffer;
  /** From the authorization request. Any other key, even of the same application, gets `invalid_grant`. */
  apiKey: string;
  applicationId: string;
  accountId: string;
  /** The connection's when the code was issued. Once the connection has a higher one, the whole grant is dead. */
  connectionGeneration: number;
  sessionId: string;
  /** The session's when the code was issued. Once the account has a higher one, the code is dead. */
  signInEpoch: number;
  /** The account's when the code was issued. Once the account has a higher one, the whole family is dead. */
  grantEpoch: number;
  /** Of the stamp that the code spends. Undefined: the request came without one and got its code at once. */
  stampHash: Buffer | undefined;
  /** 32 random bytes from which its tokens are derived, besides the server's secret. Undefined in old families. */
  familySeed: Buffer | undefined;
  /** The first generation derived with the seed. */
  familySeedFrom: number;
  /** As sent in the authorization request. */
  redirectUri: string;
  codeChallenge: string | undefined;
  /**
   * Thumbprint of a key (RFC 9449). Of a code: it is redeemed with a proof of this key alone (`dpop_jkt`). Of a family:
   * the first key that a proof was sent of; from then on every refresh needs a proof.
   */
  dpopJkt: string | undefined;
  /** Its refresh token stays the same (FAPI 2.0 Security Profile 5.3.2.1), whatever the application follows later. */
  keepsRefreshToken: boolean;
  nonce: string | undefined;
  /** The request's `scope` values in order; undefined when it had none. */
  requestedScope: readonly string[] | undefined;
  /** The requested items that the user agreed to, now or earlier. */
  items: readonly ConsentItemName[];
  /** Undefined: its tokens are for user-info alone. */
  apiAccess: ApiAccess | undefined;
  /** Undefined: `scope` had no `openid`. */
  openid: OpenIdGrant | undefined;
  /** When the user last proved who they are, in ms. */
  authenticatedAt: number;
  createdAt: number;
  codeExpiresAt: number;
  codeUsedAt: number | undefined;
  endedAt: number | undefined;
  /** Of the newest refresh token: 0 until the code is redeemed, then 1, and one more after each rotation. */
  refreshGeneration: number;
  refreshExpiresAt: number | undefined;
  /** When the family ends, however often it is refreshed. */
  familyExpiresAt: number | undefined;
  /**
   * First uses of recent refresh tokens, oldest first: those within the repeat window, at most one per second (the
   * highest generation of that second), and the newest before it, which stands for all earlier ones. They tell a repeat
   * from a replay.
   */
  recentRotations: readonly (readonly [generation: number, at: number])[];
  /** The access token issued with the newest refresh token, and the scope values of that answer. */
  lastAnswer: { accessTokenId: string; accessTokenExpiresAt: number; scope: readonly string[] | undefined } | undefined;
};

/** A user as an application knows them. */
export type ClaimSubject = ClaimSource & { sub: string; answers: ConsentAnswers };

/** A grant with the current state of its account, connection and session, read in one statement. */
export type GrantInContext = {
  grant: Grant;
  /** The account exists, is not disabled, and still has the grant's `grantEpoch`. */
  accountActive: boolean;
  /** The account still has the grant's `signInEpoch`. This matters only until the code is redeemed. */
  signInStands: boolean;
  /** The connection is live and still has the grant's generation. */
  connectionLive: boolean;
  /** Somebody ended the session (sign-out, password change …). An expired session does not count. */
  sessionEnded: boolean;
  /** The application's audience lets the account in: everyone, its team, or whoever is in one of its groups. */
  admitted: boolean;
  /** The user in the ID token of a grant with `openid`; undefined when the connection or account is gone. */
  subject: ClaimSubject | undefined;
};

export type AccessToken = {
  /** 32 hexadecimal digits, time-ordered. The token contains it in front of its secret part. */
  id: string;
  /** SHA-256 of the whole token. */
  tokenHash: Buffer;
  grantId: string;
  /** The grant's items, or fewer if `scope` narrowed this answer. */
  items: readonly ConsentItemName[];
  /** Scope values of a narrowed answer; undefined when it is not narrowed. */
  scope: readonly string[] | undefined;
  createdAt: number;
  expiresAt: number;
  /** Thumbprint of the key that it is bound to. Undefined: it is a bearer token. */
  dpopJkt: string | undefined;
};
