// Port: what a sign-in asks about an account that is leaving. `LeavingStore` answers.
import type { PasskeyUse } from '../passkeys/passkey-use.ts';

export interface LeavingSignIn {
  /**
   * Spends what proved a whole sign-in of a leaving account. False: the account is not leaving, is disabled or has
   * another `signInEpoch`, or the passkey is refused as `SessionStore.start` would.
   */
  admit(input: {
    accountId: string;
    signInEpoch: number;
    passkey: PasskeyUse | undefined;
    now: number;
  }): Promise<boolean>;
}
