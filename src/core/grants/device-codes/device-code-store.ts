// Port: the codes of devices without a browser.
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { CodeStore } from '../tokens/code-store.ts';
import type { Grant } from '../tokens/grant.ts';
import type { AwaitedCode, DeviceCode } from './device-code.ts';

/** Where a device stands with its polls. */
export type Polls = Pick<DeviceCode, 'pollInterval' | 'nextPollAt' | 'slowed'>;

export interface DeviceCodeStore {
  /**
   * `user-code-taken`: another code has the same user code, and nothing is stored. `refused`: the application is gone
   * or OFF, or does not sign in devices any more.
   */
  issue(code: DeviceCode): Promise<'issued' | 'user-code-taken' | 'refused'>;
  /** By SHA-256 of the device code, whatever its state. */
  findByHash(codeHash: Buffer): Promise<DeviceCode | undefined>;
  /** The live code without an answer that one of these hashes belongs to. */
  findAwaited(userCodeHashes: readonly Buffer[], now: number): Promise<AwaitedCode | undefined>;
  /**
   * Notes a poll. Of N simultaneous calls from one state exactly one returns true.
   * @param seen the state that `next` follows from
   */
  notePoll(id: string, seen: Polls, next: Polls): Promise<boolean>;
  /**
   * CONFIRMS THE CODE, once: of N simultaneous answers exactly one counts. One intent with the row of its grant.
   * False, and nothing is stored: it has an answer or is over; the application is gone or OFF, or signs in no devices
   * any more; or the connection or the account's access ended since they were read.
   * @param input `proof`: of the session in which the person confirms
   * @throws ConfirmationNeeded, and nothing is changed
   */
  confirm(input: { id: string; grant: Grant; proof: SessionProof; now: number }): Promise<boolean>;
  /**
   * DENIES THE CODE, once. False: it has an answer, or is over.
   * @throws ConfirmationNeeded, and nothing is changed
   */
  deny(input: { id: string; proof: SessionProof; now: number }): Promise<boolean>;
  /**
   * SPENDS THE CODE. Of N simultaneous calls for one grant exactly one returns true. The statement asks also whether
   * session, account, connection and application still allow what was confirmed.
   */
  redeem(input: Parameters<CodeStore['redeem']>[0]): Promise<boolean>;
}
