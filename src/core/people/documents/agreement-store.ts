// Port: stores who agreed to which version of a document, and when (contract 28).
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { DocumentVersion } from '../../ground/document.ts';

export type Agreement = {
  documentId: string;
  documentVersion: string;
  agreedAt: number;
};

export interface AgreementStore {
  /** Agreements that were not withdrawn, the latest of each document first. */
  listByAccount(accountId: string): Promise<Agreement[]>;
  /**
   * One intent: adds the agreements and withdraws those to every version of the documents `withdrawn`. An agreement
   * that stands keeps its time. A withdrawn one stays stored with both times, as proof.
   * @param proof of the account's session in which the person answered; checked in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  answer(input: {
    accountId: string;
    agreed: readonly DocumentVersion[];
    withdrawn: readonly string[];
    now: number;
    proof: SessionProof;
  }): Promise<void>;
}
