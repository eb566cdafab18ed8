// Port: what applications may ask people for at APIs of the operator, and the tokens that they get with it.

import type { AccessTokenAlgorithm, AccessTokenFormat } from './api.ts';
import type { AskableScope } from './application-scope.ts';
import type { NewResourceToken } from './resource-token.ts';

/** What a person's grant gives at one API, as it is now. */
export type PersonOffer = {
  resource: string;
  accessTokenFormat: AccessTokenFormat;
  accessTokenAlg: AccessTokenAlgorithm;
  accessTokenTtlSeconds: number;
  /** Whom the API knows the person as. Undefined: it has not met them. */
  sub: string | undefined;
  /** The API's audience lets the person in. */
  admitted: boolean;
  /** Scopes of the API that the application asks for and the person agreed to, in its order. */
  scopes: readonly string[];
  /** Undefined: the person did not agree to the item, or the API receives none. */
  groups: readonly string[] | undefined;
};

/** What a token of a person is issued for. Each is spent in the transaction that stores the token. */
export type Spent =
  | { kind: 'code'; refreshExpiresAt: number; familyExpiresAt: number; tell: SessionClient | undefined }
  | {
      kind: 'rotation';
      fromGeneration: number;
      familySeed: Buffer;
      familySeedFrom: number;
      refreshExpiresAt: number;
      /** As the grant has them. */
      recentRotations: readonly (readonly [generation: number, at: number])[];
    }
  | { kind: 'renewal'; refreshExpiresAt: number }
  /** Of a refresh: nothing is spent, but its answer was for this API and bound to the same key. */
  | { kind: 'repeat'; generation: number };

/** As `CodeStore.redeem` stores it. */
type SessionClient = { sessionId: string; apiKey: string; sid: string; sub: string };

export interface PersonAccessStore {
  /** Of these names, scopes that the application may ask people for; undefined: it is being registered. */
  listAskable(names: readonly string[], applicationId: string | undefined): Promise<AskableScope[]>;
  /** All that it may ask for, by API and in the order of each. */
  listAllAskable(applicationId: string): Promise<AskableScope[]>;
  /** Whether the audience of each of these APIs lets the account in. */
  isAdmittedToAll(apiIds: readonly string[], accountId: string): Promise<boolean>;
  /** @returns undefined: what the grant was earned with has ended, or the API is gone */
  findPersonOffer(apiId: string, grantId: string): Promise<PersonOffer | undefined>;
  /**
   * Idempotent. MUST be atomic: an API knows an account by one `sub` ever after.
   * @param subject `sub`: what it is, if the API has not met the account
   * @returns undefined: the account or API is gone
   */
  meetSubject(subject: { apiId: string; accountId: string; sub: string }): Promise<string | undefined>;
  /**
   * SPENDS what the token is issued for, in one transaction with it, ONLY while everything stands: grant, connection,
   * account, application and key, both audiences, and each scope is asked for and agreed to. Of N simultaneous calls
   * that spend the same, one issues.
   * @param input `withSession`: the grant ends with its session. A code always does, and with the sign-in too
   * @returns `lost`: another call was faster; `ended`: something does not stand any more. Nothing is changed then.
   */
  issueToPerson(input: {
    token: NewResourceToken & { grantId: string };
    spent: Spent;
    withSession: boolean;
    now: number;
  }): Promise<'issued' | 'lost' | 'ended'>;
}
