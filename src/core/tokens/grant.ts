// A grant: one authorization code and all that comes of it, the token family (contract, "Words"). One row for its whole
// life: the code is redeemed and the refresh token rotated by conditional updates of that row.
import type { ConsentItemName } from '../consent/catalogue.ts';
import type { ConsentAnswers } from '../consent/connection.ts';
import type { ClaimSource } from '../consent/profile-claims.ts';

/** What the ID tokens of a grant tell, fixed when the code was issued. */
export type OpenIdGrant = {
  /** Names the session at this application (OpenID Connect Back-Channel Logout 2.1). */
  sid: string;
  /** RFC 8176. */
  amr: readonly string[];
  /** Claims that the `claims` parameter asked for in the ID token. */
  claims: readonly string[];
};

export type Grant = {
  /** Time-ordered (`newId`), so that inserts touch few pages. Names the family inside refresh tokens. */
  id: string;
  codeHash: Buffer;
  /** The API key of the authorization request; another key of the same application is `invalid_grant`. */
  apiKey: string;
  applicationId: string;
  accountId: string;
  /** Of the connection when the code was issued; when the connection's has risen, all of this is dead. */
  connectionGeneration: number;
  sessionId: string;
  /** Of the session when the code was issued: the code is dead when the account's has risen. */
  signInEpoch: number;
  /** Of the account when the code was issued: the whole family is dead when the account's has risen. */
  grantEpoch: number;
  /** Of the stamp that the code spends; undefined: the request was answered at once. */
  stampHash: Buffer | undefined;
  /** Random half, of 32 bytes, of what its tokens are derived from; undefined: the family is older than seeds. */
  familySeed: Buffer | undefined;
  /** The first generation that is derived with the seed. */
  familySeedFrom: number;
  /** As sent in the authorization request. */
  redirectUri: string;
  codeChallenge: string | undefined;
  nonce: string | undefined;
  /** The request's `scope` values in order; undefined when it sent none. */
  requestedScope: readonly string[] | undefined;
  /** The named items that were agreed, now or earlier. */
  items: readonly ConsentItemName[];
  /** Undefined: `scope` had no `openid`. */
  openid: OpenIdGrant | undefined;
  /** When the person last proved who they are, in ms. */
  authenticatedAt: number;
  createdAt: number;
  codeExpiresAt: number;
  codeUsedAt: number | undefined;
  endedAt: number | undefined;
  /** Of the newest refresh token; 0 until the code is redeemed, then 1, one more at each rotation. */
  refreshGeneration: number;
  refreshExpiresAt: number | undefined;
  /** When the family ends however often it is refreshed. */
  familyExpiresAt: number | undefined;
  /**
   * First uses of recent refresh tokens: `[generation used, at]`, oldest first: those within the repeat window, at most
   * one a second (the highest generation of that second stands for it), and the newest before it (which stands for all
   * earlier ones). Tells a repeat from a replay.
   */
  recentRotations: readonly (readonly [generation: number, at: number])[];
  /** The access token that came with the newest refresh token, and the scope values of that answer. */
  lastAnswer: { accessTokenId: string; accessTokenExpiresAt: number; scope: readonly string[] | undefined } | undefined;
};

/** A person as an application knows them. */
export type Subject = ClaimSource & { sub: string; answers: ConsentAnswers };

/** The grant together with whether its user and connection still stand, read in one statement. */
export type GrantInContext = {
  grant: Grant;
  /** The account exists, is not disabled, and has the grant's `grantEpoch`. */
  accountActive: boolean;
  /** The account has the grant's `signInEpoch`: what counts while the code is not redeemed. */
  signInStands: boolean;
  /** The connection is live and of the grant's generation. */
  connectionLive: boolean;
  /** The session was ended by somebody (signed out, password changed …), not by time. */
  sessionEnded: boolean;
  /** Of a grant with `openid`: what its ID token tells of the person; undefined when connection or account is gone. */
  subject: Subject | undefined;
};

export type AccessToken = {
  /** 32 hexadecimal digits, time-ordered; stands in the token in front of its secret part. */
  id: string;
  /** SHA-256 of the whole token. */
  tokenHash: Buffer;
  grantId: string;
  /** The grant's items, or fewer where `scope` narrowed this answer. */
  items: readonly ConsentItemName[];
  /** Scope values of a narrowed answer; undefined: those of the grant. */
  scope: readonly string[] | undefined;
  createdAt: number;
  expiresAt: number;
};
