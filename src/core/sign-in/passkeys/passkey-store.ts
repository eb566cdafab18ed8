// Port: stores passkeys and the challenges that were answered (contract 23).

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { KeptSession } from '../sessions/session-store.ts';
import type { Passkey } from './passkey.ts';
import type { AnsweredChallenge } from './passkey-use.ts';

export interface PasskeyStore {
  /** Those of an account, oldest first. */
  listByAccount(accountId: string): Promise<readonly Passkey[]>;
  findByCredential(credentialId: Buffer): Promise<Passkey | undefined>;
  /**
   * One intent: stores the passkey, with its age by what the session has shown (`behind`), remembers the challenge and
   * queues the mail. `known`: some account has the
   * credential id · `full`: the account has `MAX_PASSKEYS` · `answered`: the challenge was answered before. Then
   * nothing is stored.
   * @throws ConfirmationNeeded, and nothing is changed
   */
  add(
    input: AnsweredChallenge & { passkey: Passkey; proof: SessionProof; mail: NewMail | undefined },
  ): Promise<'added' | 'known' | 'full' | 'answered'>;
  /** False: the account has no such passkey. */
  rename(input: { accountId: string; id: string; name: string }): Promise<boolean>;
  /**
   * One intent: removes the passkey and ends the account's other sessions, like `SessionStore.endOthers`. `last`: the
   * account has no password and no other passkey for `rpId`, so that nobody could sign in to it · `gone`: it has no
   * such passkey, or its sessions were ended a moment earlier. Then nothing changes.
   * @throws ConfirmationNeeded, and nothing is changed
   */
  remove(input: {
    accountId: string;
    id: string;
    rpId: string | undefined;
    fromEpoch: number;
    keep: KeptSession;
    proof: SessionProof;
    mail: NewMail | undefined;
    now: number;
  }): Promise<'removed' | 'last' | 'gone'>;
  /** How many passkeys of all accounts were created for another relying party. */
  countOfOtherRps(rpId: string): Promise<number>;
}
