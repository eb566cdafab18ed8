// Somebody was invited to an application and has not answered. An invitation knows the address that the inviter typed,
// and nothing of an account: who has one is nobody's business but the person's.
import type { MemberRole } from './member.ts';

/** Nobody becomes the owner by an invitation. */
export const INVITED_ROLES = ['editor', 'viewer'] as const satisfies readonly MemberRole[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

export const INVITATION_DAYS = 7;

/** As it is stored. */
export type NewInvitation = {
  id: string;
  applicationId: string;
  /** As the inviter typed it: trimmed, NFC. */
  email: string;
  /** How it is compared: as `Account.emailKey`. */
  emailKey: string;
  role: InvitedRole;
  /** SHA-256 of the secret in the link. */
  tokenHash: Buffer;
  /** The account that invites. */
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
};

/** As it is shown. */
export type Invitation = Pick<
  NewInvitation,
  'id' | 'applicationId' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'
> & {
  applicationName: string;
  /** The inviter's own address. */
  inviterEmail: string;
};

/** What somebody signed in with: it must still be good when the invitation is stored or answered. */
export type SignedInBy = { sessionId: string } | { apiTokenId: string };

/**
 * Which invitation: the one behind a link, or the one of this id, if it was sent to the account's own verified address.
 */
export type InvitationKey = { tokenHash: Buffer } | { id: string };

/** The address a person opens. It starts with the configured public URL, never with what a request said. */
export const invitationUrl = (authUrl: string, token: string): string => `${authUrl}/invitation?token=${token}`;
