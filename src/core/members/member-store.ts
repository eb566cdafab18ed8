// Port: stores the members of applications. The application names its owner, who is first in a list of members. Members
// join by accepting an invitation (invitation-store.ts).
import type { SessionProof } from '../sessions/session-proof.ts';
import type { Member, MemberRole } from './member.ts';

export interface MemberStore {
  /** The owner first, then in order of joining. Empty: no such application. */
  list(applicationId: string): Promise<Member[]>;
  /** Undefined: neither owner nor member. */
  roleOf(applicationId: string, accountId: string): Promise<MemberRole | undefined>;
  /** Whether the account owns an application, or is an editor of one. */
  editsAny(accountId: string): Promise<boolean>;
  /**
   * @param proof of the session that acts; checked in the same intent
   * @returns false: no such member; `handOver` changes the owner's role
   * @throws ConfirmationNeeded, and nothing is changed
   */
  setRole(applicationId: string, accountId: string, role: 'editor' | 'viewer', proof?: SessionProof): Promise<boolean>;
  /** @param proof as for `setRole` @throws ConfirmationNeeded */
  remove(applicationId: string, accountId: string, proof?: SessionProof): Promise<boolean>;
  /** Also withdraws open invitations. */
  removeAll(applicationId: string): Promise<void>;
  /**
   * One intent: makes the member the owner, and the owner an editor. ONLY while `fromAccountId` is the owner and
   * `toAccountId` a member that is neither leaving nor disabled. Raises the application's version, sets `updatedAt`,
   * and ends open invitations, because the new owner decides anew. MUST be atomic, also with new applications: the new
   * owner never has more than `max`.
   * @param proof as for `setRole`
   * @throws ConfirmationNeeded
   */
  handOver(
    input: { applicationId: string; fromAccountId: string; toAccountId: string; now: number },
    max: number,
    proof?: SessionProof,
  ): Promise<'handed-over' | 'too-many' | 'gone'>;
}
