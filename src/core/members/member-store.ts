// Port: how members of applications persist. The owner stands in the application; a list of members begins with them.
// Who becomes a member accepts an invitation (invitation-store.ts).
import type { SessionProof } from '../sessions/session-proof.ts';
import type { Member, MemberRole } from './member.ts';

export interface MemberStore {
  /** The owner first, then in order of joining. Empty: no such application. */
  list(applicationId: string): Promise<Member[]>;
  /** Undefined: neither owner nor member. */
  roleOf(applicationId: string, accountId: string): Promise<MemberRole | undefined>;
  /**
   * @param proof of who does this in a session: looked at in the same intent
   * @returns false: no such member; the owner's role changes by `handOver` only
   * @throws ConfirmationNeeded, and nothing is changed
   */
  setRole(applicationId: string, accountId: string, role: 'editor' | 'viewer', proof?: SessionProof): Promise<boolean>;
  /** @param proof as for `setRole` @throws ConfirmationNeeded */
  remove(applicationId: string, accountId: string, proof?: SessionProof): Promise<boolean>;
  /** Open invitations go with them. */
  removeAll(applicationId: string): Promise<void>;
  /**
   * One intent: the member becomes the owner, who becomes an editor; ONLY while `fromAccountId` is the owner and the
   * other a member. Moves the application's version and `updatedAt`, and ends open invitations: the new owner decides
   * anew. MUST hold under race, with new applications too: the one who receives it never owns more than `most`.
   * @param proof as for `setRole`
   * @throws ConfirmationNeeded
   */
  handOver(
    input: { applicationId: string; fromAccountId: string; toAccountId: string; now: number },
    most: number,
    proof?: SessionProof,
  ): Promise<'handed-over' | 'too-many' | 'gone'>;
}
