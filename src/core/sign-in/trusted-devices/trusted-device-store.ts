// Port: stores trusted devices (contract 24). `SessionStore.start` creates them, and checks them in the intent that
// starts a session without the second factor.
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { TrustedDevice } from './trusted-device.ts';

export interface TrustedDeviceStore {
  /** Those that count, newest first. */
  listByAccount(accountId: string, now: number): Promise<readonly TrustedDevice[]>;
  /** The account's device that has one of these hashes, if it counts. Never one of an operator. */
  find(accountId: string, tokenHashes: readonly Buffer[], now: number): Promise<TrustedDevice | undefined>;
  /** False: the account has no such device. @throws ConfirmationNeeded, and nothing is changed */
  remove(input: { accountId: string; id: string; proof: SessionProof }): Promise<boolean>;
}
