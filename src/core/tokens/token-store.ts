// Port: how refresh and access tokens persist. A refresh token has no row: it names its grant and generation, and its
// secret part is derived, with the seed in that row. An access token has one row.
import type { Profile } from '../accounts/account.ts';
import type { Application } from '../applications/application.ts';
import type { ConsentItemName } from '../consent/catalogue.ts';
import type { ConsentAnswers } from '../consent/connection.ts';
import type { AccessToken, Grant, GrantInContext } from './grant.ts';

/** All that decides what a live access token opens. */
export type AccessTokenInContext = {
  tokenHash: Buffer;
  grantId: string;
  items: readonly ConsentItemName[];
  /** Scope values of a narrowed answer; undefined: those that the grant's `requestedScope` and `items` make. */
  scope: readonly string[] | undefined;
  requestedScope: readonly string[] | undefined;
  createdAt: number;
  expiresAt: number;
  grantEnded: boolean;
  apiKey: string;
  applicationId: string;
  /** As it stands now, with its API keys; undefined: gone. */
  application: Application | undefined;
  connectionLive: boolean;
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
};

export interface TokenStore {
  findGrant(grantId: string): Promise<GrantInContext | undefined>;
  /**
   * ROTATES THE REFRESH TOKEN. Of N simultaneous calls with one `fromGeneration` exactly one returns true: one
   * conditional update (that generation, not ended), and the new access token in the same intent.
   */
  rotate(input: {
    grantId: string;
    fromGeneration: number;
    /** As they stand in the row from now on; a family that is older than seeds gets its own. */
    familySeed: Buffer;
    familySeedFrom: number;
    accessToken: AccessToken;
    refreshExpiresAt: number;
    recentRotations: Grant['recentRotations'];
    answerScope: readonly string[] | undefined;
    now: number;
  }): Promise<boolean>;
  /** Ends the family: its code, refresh token and access tokens are dead at their next use. Idempotent. */
  endFamily(grantId: string, now: number): Promise<void>;
  /** By the id that stands in the token; the caller compares the hash. */
  findAccessToken(id: string): Promise<AccessTokenInContext | undefined>;
  /** Ends one access token alone (RFC 7009); its family lives on. Idempotent. */
  endAccessToken(id: string): Promise<void>;
}
