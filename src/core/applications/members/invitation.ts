// An invitation to an application that has not been answered. It contains the address that the inviter typed, and
// nothing about an account: only the person may reveal that they have one.
import type { MemberRole } from './member.ts';

/** Of a member. `owner`: who accepts gets the application (contract 3); a person offers that in a session alone. */
export const INVITED_ROLES = ['editor', 'viewer'] as const satisfies readonly MemberRole[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

export const INVITATION_DAYS = 7;

/** An invitation as it is stored. */
export type NewInvitation = {
  id: string;
  applicationId: string;
  /** As the inviter typed it: trimmed, NFC. */
  email: string;
  /** The compared form, like `Account.emailKey`. */
  emailKey: string;
  role: MemberRole;
  /** SHA-256 of the secret in the link. */
  tokenHash: Buffer;
  /** The account that invites. */
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
};

/** An invitation as it is shown. */
export type Invitation = Pick<
  NewInvitation,
  'id' | 'applicationId' | 'email' | 'emailKey' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'
> & {
  applicationName: string;
  /** The inviter's own address. */
  inviterEmail: string;
};

/** What holds where ownership is accepted. */
export type OwnershipTerms = {
  /** How many applications an account may own. */
  max: number;
  /** Whether accepting makes an owner of a plain user, by the policy of this revision. */
  open: boolean;
  policyRevision: number;
};

/**
 * Why somebody does not get the application that was offered: `not-meant`: another address was invited, or theirs is
 * not verified · `may-own-none`: their role may own none · `other-policy`: ask again by the policy of now.
 */
export type OfferRefusal = 'not-meant' | 'may-own-none' | 'owns-too-many' | 'other-policy';

/** What the caller signed in with. It must still be valid when the invitation is stored or answered. */
export type SignedInBy = { sessionId: string } | { apiTokenId: string };

/**
 * Selects the invitation behind a link, or the one with this id if it was sent to the account's own address, which was
 * proven by mail.
 */
export type InvitationKey = { tokenHash: Buffer } | { id: string };

/** The URL that the person opens. It starts with the configured public URL, never with anything from a request. */
export const invitationUrl = (authUrl: string, token: string): string => `${authUrl}/invitation?token=${token}`;
