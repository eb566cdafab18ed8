// Port: refresh and access tokens. A refresh token has no row of its own: it contains its grant and generation, and its
// secret part is derived with the seed in the grant's row. An access token has one row.

import type { RevokedBecause } from '../../applications/application-events/application-event.ts';
import type { Application } from '../../applications/applications/application.ts';
import type { ConsentAnswers } from '../../applications/connections/connection.ts';
import type { Profile } from '../../ground/accounts/account.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import type { AccessToken, Grant, GrantInContext } from './grant.ts';

/** Everything that decides whether an access token is live, and what it gives access to. */
export type AccessTokenInContext = {
  tokenHash: Buffer;
  grantId: string;
  items: readonly ConsentItemName[];
  /** Scope values of a narrowed answer; undefined when they follow from `requestedScope` and `items`. */
  scope: readonly string[] | undefined;
  requestedScope: readonly string[] | undefined;
  createdAt: number;
  expiresAt: number;
  /** As `AccessToken` has it. */
  dpopJkt: string | undefined;
  grantEnded: boolean;
  apiKey: string;
  applicationId: string;
  /** In its current state, with its API keys; undefined when it is gone. */
  application: Application | undefined;
  connectionLive: boolean;
  /** Of the grant; that of the connection while it is live. */
  connectionGeneration: number;
  connectionLastUsedAt: number | undefined;
  sub: string;
  answers: ConsentAnswers;
  accountId: string;
  /** As `GrantInContext` has it. */
  accountActive: boolean;
  email: string;
  emailVerified: boolean;
  username: string | undefined;
  profile: Profile;
  accountUpdatedAt: number;
  /** False: the application lets in members of groups, and the account is in none of them. */
  admitted: boolean;
  /** As `ClaimSource` has it. */
  groups: readonly string[] | undefined;
};

export interface TokenStore {
  findGrant(grantId: string): Promise<GrantInContext | undefined>;
  /**
   * ROTATES THE REFRESH TOKEN. Of N simultaneous calls with one `fromGeneration` exactly one returns true: a
   * conditional update (that generation, not ended) in one transaction with the new access token. A family that is
   * bound to no key is bound to that of the access token.
   */
  rotate(input: {
    grantId: string;
    fromGeneration: number;
    /** Stored in the row from now on: a family from before seeds gets one. */
    familySeed: Buffer;
    familySeedFrom: number;
    accessToken: AccessToken;
    refreshExpiresAt: number;
    recentRotations: Grant['recentRotations'];
    answerScope: readonly string[] | undefined;
    now: number;
  }): Promise<boolean>;
  /**
   * Gives a grant that keeps its refresh token another access token, and its refresh token a new end.
   * @returns false: the grant has ended, or rotates
   */
  renew(input: {
    grantId: string;
    accessToken: AccessToken;
    refreshExpiresAt: number;
    answerScope: readonly string[] | undefined;
  }): Promise<boolean>;
  /**
   * Ends the family: its code, refresh token and access tokens fail at their next use. Idempotent.
   * @param because what the application's event says
   */
  endFamily(grantId: string, now: number, because: RevokedBecause): Promise<void>;
  /** By the id in the token. The caller compares the hash. */
  findAccessToken(id: string): Promise<AccessTokenInContext | undefined>;
  /**
   * One intent: ends one access token (RFC 7009), and records `tokens.revoked` if the token was live. The family lives
   * on. Idempotent.
   */
  endAccessToken(id: string, now: number): Promise<void>;
}
