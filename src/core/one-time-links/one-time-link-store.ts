// Port: how one-time links persist and are spent.
import type { Account } from '../accounts/account.ts';
import type { OneTimeLink } from './one-time-link.ts';

export interface OneTimeLinkStore {
  /** Stores the link; older ones of the same purpose and account die with it. */
  issue(link: OneTimeLink): Promise<void>;
  /** A link that is neither spent nor expired at `now`. */
  find(tokenHash: Buffer, now: number): Promise<OneTimeLink | undefined>;
  /** One intent: spends the setup link and inserts the operator. MUST succeed once, also under race. */
  redeemForOperator(input: {
    tokenHash: Buffer;
    account: Account;
    now: number;
  }): Promise<'created' | 'spent' | 'operator-exists' | 'email-taken'>;
  /**
   * One intent: spends the link, sets the hash, raises both epochs, ends all sessions and API tokens. MUST succeed
   * once, also under race. A link of a disabled account is not spent.
   * @returns the account as it stands then; undefined when the link is spent, expired or of no use
   */
  redeemForPassword(input: { tokenHash: Buffer; passwordHash: string; now: number }): Promise<Account | undefined>;
}
