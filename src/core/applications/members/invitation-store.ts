// Port: stores invitations. An invitation is open while it has not expired and its inviter is not disabled, has had no
// reset since (`grantEpoch`), and may still manage the application's members: as its owner with the role owner or
// operator, or as an operator. All others are treated as if they did not exist.

import type { Actor } from '../../ground/acts/acting.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type {
  Invitation,
  InvitationKey,
  InvitedRole,
  NewInvitation,
  OfferRefusal,
  OwnershipTerms,
  SignedInBy,
} from './invitation.ts';

/** `raised`: the new owner was a plain user. */
export type OwnershipAccepted = {
  kind: 'accepted';
  role: 'owner';
  applicationId: string;
  newOwnerId: string;
  raised: boolean;
};

export type InvitationAnswered =
  | { kind: 'accepted'; role: InvitedRole; applicationId: string }
  | OwnershipAccepted
  | { kind: 'member-already' | OfferRefusal; applicationId: string }
  | { kind: 'gone' };

export interface InvitationStore {
  /**
   * One intent: stores the invitation in place of an older one to the same address, whose link stops working. ONLY
   * while the inviter may invite and is still signed in with what `by` names. MUST be atomic: members besides the owner
   * and open invitations are never more than `max` together.
   * @param options `proof` of the session that acts, checked in the same intent; `mail`: queued with the invitation
   * @returns `member-already`: an account with this address belongs to the application; ownership is offered to members
   * @throws ConfirmationNeeded, and nothing is changed; AccountInDoubt: of an inviter who offers ownership
   */
  invite(
    invitation: NewInvitation,
    by: SignedInBy,
    max: number,
    options?: { proof?: SessionProof | undefined; mail?: NewMail | undefined },
  ): Promise<'invited' | 'member-already' | 'too-many' | 'gone'>;
  /** The open invitations of an application, in order of creation. */
  list(applicationId: string, now: number): Promise<Invitation[]>;
  /** The open invitation behind a link. */
  findByToken(tokenHash: Buffer, now: number): Promise<Invitation | undefined>;
  /**
   * The open invitations to the account's own address, in order of creation; none while the person has not proved that
   * address by mail. What an operator or a token states is no proof: it would make a member of somebody (contract 32).
   */
  listForAccount(accountId: string, now: number): Promise<Invitation[]>;
  /**
   * ONLY while `by` may manage the team, as for `MemberStore`. An offer of ownership becomes an invitation to the team.
   * @returns false: they may not, or there is none @throws ConfirmationNeeded
   */
  setRole(applicationId: string, id: string, role: InvitedRole, by: Actor): Promise<boolean>;
  /** As `setRole`. @throws ConfirmationNeeded */
  withdraw(applicationId: string, id: string, by: Actor): Promise<boolean>;
  /**
   * One intent: spends an open invitation and makes the account a member. ONLY while the account is not disabled and
   * still signed in by that session. MUST succeed once, even when callers race. Links to set a password that were made
   * for somebody who becomes an editor end (contract 32). An account that is a member or the owner already spends
   * nothing.
   *
   * An invitation with the role owner makes the account the owner, also one of a member, and else does what
   * `MemberStore.handOver` does. ONLY while the account's verified address is the one that was invited, also by the
   * link, its role may own applications or `terms` let it, it is not leaving, and it owns fewer than `terms.max`.
   * @throws AccountInDoubt: of the account, or of an inviter who offered ownership
   */
  accept(input: {
    key: InvitationKey;
    accountId: string;
    sessionId: string;
    now: number;
    terms: OwnershipTerms;
  }): Promise<InvitationAnswered>;
  /** Spends an open invitation. False: there is none, or it is not for the account. */
  decline(input: { key: InvitationKey; accountId: string; now: number }): Promise<boolean>;
}
