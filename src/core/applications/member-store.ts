// Port: how members of applications persist. The owner stands in the application; a list of members begins with them. Who
// becomes a member accepts an invitation (invitation-store.ts).
import type { Member, MemberRole } from './member.ts';

export interface MemberStore {
  /** The owner first, then in order of joining. Empty: no such application. */
  list(applicationId: string): Promise<Member[]>;
  /** Undefined: neither owner nor member. */
  roleOf(applicationId: string, accountId: string): Promise<MemberRole | undefined>;
  /** False: no such member; the owner's role changes by `handOver` only. */
  setRole(applicationId: string, accountId: string, role: 'editor' | 'viewer'): Promise<boolean>;
  remove(applicationId: string, accountId: string): Promise<boolean>;
  /** Open invitations go with them. */
  removeAll(applicationId: string): Promise<void>;
  /**
   * One intent: the member becomes the owner, who becomes an editor; ONLY while `fromAccountId` is the owner and the other a
   * member. Moves the application's version and `updatedAt`, and ends open invitations: the new owner decides anew. MUST hold under race, with new applications too: the one who
   * receives it never owns more than `most`.
   */
  handOver(
    input: { applicationId: string; fromAccountId: string; toAccountId: string; now: number },
    most: number,
  ): Promise<'handed-over' | 'too-many' | 'gone'>;
}
