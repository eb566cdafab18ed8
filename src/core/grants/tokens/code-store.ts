// Port: authorization codes. A code is stored in the row of its grant.
import type { AccessToken, Grant, GrantInContext } from './grant.ts';

export interface CodeStore {
  /**
   * SPENDS THE STAMP. Of N simultaneous codes under one stamp exactly one is issued, and nothing is written for the
   * others. A grant without a stamp is always issued.
   */
  issue(grant: Grant): Promise<'issued' | 'stamp-spent'>;
  /** Whether a code was issued under the stamp: then it is spent. */
  existsUnder(stampHash: Buffer): Promise<boolean>;
  /** By SHA-256 of the code. Spent and expired codes are found as long as a token of the family could live. */
  findByHash(codeHash: Buffer): Promise<GrantInContext | undefined>;
  /**
   * SPENDS THE CODE. Of N simultaneous calls for one grant, from any number of processes, exactly one returns true: a
   * conditional update (unused, not ended) in one transaction with the access token. The family is bound to its key.
   */
  redeem(input: {
    grantId: string;
    accessToken: AccessToken;
    refreshExpiresAt: number;
    familyExpiresAt: number;
    answerScope: readonly string[] | undefined;
    /** Stores in the same transaction that this API key is told when the session ends. */
    tellOfSessionEnd: { sessionId: string; apiKey: string; sid: string; sub: string } | undefined;
    now: number;
  }): Promise<boolean>;
}
