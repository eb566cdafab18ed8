// An invitation to an application that has not been answered. It contains the address that the inviter typed, and
// nothing about an account: only the person may reveal that they have one.
import type { MemberRole } from './member.ts';

/** Nobody becomes the owner by invitation. */
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
  role: InvitedRole;
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
  'id' | 'applicationId' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'
> & {
  applicationName: string;
  /** The inviter's own address. */
  inviterEmail: string;
};

/** What the caller signed in with. It must still be valid when the invitation is stored or answered. */
export type SignedInBy = { sessionId: string } | { apiTokenId: string };

/**
 * Selects the invitation behind a link, or the one with this id if it was sent to the account's own address, which was
 * proven by mail.
 */
export type InvitationKey = { tokenHash: Buffer } | { id: string };

/** The URL that the person opens. It starts with the configured public URL, never with anything from a request. */
export const invitationUrl = (authUrl: string, token: string): string => `${authUrl}/invitation?token=${token}`;
