// Port: how authorization codes persist. A code is the first half of a grant's row.
import type { AccessToken, Grant, GrantInContext } from './grant.ts';

export interface CodeStore {
  /**
   * SPENDS THE STAMP. Of N simultaneous codes under one stamp exactly one is issued; nothing is written of the others.
   * A grant without a stamp is always issued.
   */
  issue(grant: Grant): Promise<'issued' | 'stamp-spent'>;
  /** By SHA-256 of the code; spent and expired ones too, for as long as a token of the family could live. */
  findByHash(codeHash: Buffer): Promise<GrantInContext | undefined>;
  /**
   * SPENDS THE CODE. Of N simultaneous calls for one grant exactly one returns true, whatever the processes and the
   * reads before: one conditional update (unused, not ended), and the access token in the same intent.
   */
  redeem(input: {
    grantId: string;
    accessToken: AccessToken;
    refreshExpiresAt: number;
    familyExpiresAt: number;
    answerScope: readonly string[] | undefined;
    /** Notes in the same intent that this API key is to be told when the session ends. */
    tellOfSessionEnd: { sessionId: string; apiKey: string; sid: string; sub: string } | undefined;
    now: number;
  }): Promise<boolean>;
}
