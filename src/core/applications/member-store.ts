// Port: how members of applications persist. The owner stands in the application; a list of members begins with them.
import type { Member, MemberRole } from './member.ts';

export interface MemberStore {
  /** The owner first, then in order of joining. Empty: no such application. */
  list(applicationId: string): Promise<Member[]>;
  /** Undefined: neither owner nor member. */
  roleOf(applicationId: string, accountId: string): Promise<MemberRole | undefined>;
  /** MUST hold under race: never more than `most` besides the owner. */
  add(
    member: { applicationId: string; accountId: string; role: 'editor' | 'viewer'; now: number },
    most: number,
  ): Promise<'added' | 'member-already' | 'too-many' | 'gone'>;
  /** False: no such member; the owner's role changes by `handOver` only. */
  setRole(applicationId: string, accountId: string, role: 'editor' | 'viewer'): Promise<boolean>;
  remove(applicationId: string, accountId: string): Promise<boolean>;
  removeAll(applicationId: string): Promise<void>;
  /**
   * One intent: the member becomes the owner, who becomes an editor; ONLY while `fromAccountId` is the owner and the other a
   * member. Moves the application's version and `updatedAt`. MUST hold under race, with new applications too: the one who
   * receives it never owns more than `most`.
   */
  handOver(
    input: { applicationId: string; fromAccountId: string; toAccountId: string; now: number },
    most: number,
  ): Promise<'handed-over' | 'too-many' | 'gone'>;
}
