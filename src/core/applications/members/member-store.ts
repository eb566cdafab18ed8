// Port: stores the members of applications. The application names its owner, who is first in a list of members. Members
// join by accepting an invitation (invitation-store.ts).

import type { Actor, OwnedApplication } from '../../ground/acts/acting.ts';
import type { ApplicationRights } from '../../ground/acts/application-rights.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { Member, MemberRole } from './member.ts';

export interface MemberStore extends ApplicationRights {
  /** The owner first, then in order of joining. Empty: no such application. */
  list(applicationId: string): Promise<Member[]>;
  /** Undefined: neither owner nor member. */
  roleOf(applicationId: string, accountId: string): Promise<MemberRole | undefined>;
  /** What the account owns, in order of creation. */
  listOwned(accountId: string): Promise<OwnedApplication[]>;
  /**
   * ONLY while `by` may manage the team: they own the application with a role that may own any, or are an operator or a
   * machine; and the session or token that acts still stands. Checked in the same intent.
   * Links to set a password that were made for somebody who becomes an editor end: whoever made one could be a person
   * who changes the application (contract 32).
   * @returns false: they may not, or no such member; `handOver` changes the owner's role
   * @throws ConfirmationNeeded, and nothing is changed
   */
  setRole(applicationId: string, accountId: string, role: 'editor' | 'viewer', by: Actor): Promise<boolean>;
  /** As `setRole`; but `by` may be the member. @throws ConfirmationNeeded */
  remove(applicationId: string, accountId: string, by: Actor): Promise<boolean>;
  /** As `setRole`. Also withdraws open invitations. */
  removeAll(applicationId: string, by: Actor): Promise<boolean>;
  /**
   * One intent: makes the member the owner, and the owner an editor. ONLY while `by` may manage the team, as for
   * `setRole`, `fromAccountId` is the owner and `toAccountId` a member that may own applications and is neither leaving
   * nor disabled. Raises the application's version, sets `updatedAt`, and ends open invitations, because the new owner
   * decides anew, and links to set the new owner's password. MUST be atomic, also with new applications: the new owner
   * never has more than `max`.
   * @param by absent where the command line acts @param mail to the new owner; queued with the application's name
   * @throws ConfirmationNeeded; AccountInDoubt: of `by`, or of the new owner
   */
  handOver(
    input: { applicationId: string; fromAccountId: string; toAccountId: string; now: number },
    max: number,
    by: Actor | undefined,
    mail?: NewMail,
  ): Promise<'handed-over' | 'too-many' | 'gone'>;
}
