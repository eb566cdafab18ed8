// Port: stores one-time links.

import type { Account } from '../../ground/accounts/account.ts';
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { DocumentVersion } from '../../ground/document.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { OneTimeLink } from './one-time-link.ts';

export interface OneTimeLinkStore {
  /** Stores the link, and ends older ones of the same purpose and account. @throws ActRefused, ConfirmationNeeded */
  issue(link: OneTimeLink, by?: AuthorizedAct): Promise<void>;
  /** The link, if it is neither spent nor expired at `now`. */
  find(tokenHash: Buffer, now: number): Promise<OneTimeLink | undefined>;
  /** One intent: spends the setup link and inserts the operator. MUST succeed once, even when callers race. */
  redeemForOperator(input: {
    tokenHash: Buffer;
    account: Account;
    /** What the person agreed to on the form. */
    agreed?: readonly DocumentVersion[];
    now: number;
  }): Promise<'created' | 'spent' | 'operator-exists' | 'email-taken'>;
  /**
   * One intent: spends the link, sets the hash, raises both epochs, and ends all sessions and API tokens, and the count
   * of wrong one-time codes. MUST succeed once, even when callers race. A link of a disabled account is not spent.
   * Queues `mail` with the change.
   * @returns the account afterwards; undefined when the link is spent, expired or useless
   */
  redeemForPassword(input: {
    tokenHash: Buffer;
    passwordHash: string;
    mail?: NewMail | undefined;
    now: number;
  }): Promise<Account | undefined>;
}
