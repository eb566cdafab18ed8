// Port: stores machine tokens.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { MachineCaller, MachineToken } from './machine-token.ts';

export interface MachineTokenStore {
  /**
   * MUST be atomic: there are never more than `max`, including expired ones that are still stored.
   * @param proof of the session that acts, whose account must be an operator's now: `no-operator` otherwise. Undefined:
   *   the command line
   * @param newest id of the newest token that the form showed, '' for none: `changed` when another one is newest now
   * @param tell queued for every operator with the token
   * @throws ConfirmationNeeded, and nothing is changed
   */
  insert(
    token: MachineToken,
    max: number,
    proof?: SessionProof,
    newest?: string,
    tell?: NewMail,
  ): Promise<'created' | 'changed' | 'too-many' | 'no-operator'>;
  /** Undefined when the token is unknown or expired. */
  findCaller(tokenHash: Buffer, now: number): Promise<MachineCaller | undefined>;
  /** In order of creation. */
  list(): Promise<MachineToken[]>;
  /** @param proof as for `insert`; false as well when its account is no operator's @throws ConfirmationNeeded */
  remove(id: string, proof?: SessionProof): Promise<boolean>;
  /** Records a use. The caller does so at most every five minutes. */
  touch(id: string, now: number): Promise<void>;
}
