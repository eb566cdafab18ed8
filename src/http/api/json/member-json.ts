// Members and open invitations on the wire (contract 3): one list, told apart by `status`. The link of an invitation
// stands only in the answer that made it.
import { type Invitation, invitationUrl, type NewInvitation } from '../../../core/members/invitation.ts';
import type { Member } from '../../../core/members/member.ts';
import { timeText } from '../../../json/time.ts';
import { objectOf, readOnlyMember, text } from './read-shape.ts';

export const invitationShape = objectOf({ email: text, role: text });

/** What GET gave may be edited and sent back. */
export const memberChangeShape = objectOf({
  id: readOnlyMember,
  email: readOnlyMember,
  email_verified: readOnlyMember,
  nickname: readOnlyMember,
  role: text,
  status: readOnlyMember,
  created_at: readOnlyMember,
  expires_at: readOnlyMember,
});

export const toMemberJson = (member: Member) => ({
  id: member.accountId,
  email: member.email,
  email_verified: member.emailVerified,
  nickname: member.nickname,
  role: member.role,
  status: 'accepted' as const,
  created_at: timeText(member.createdAt),
});

export const toInvitationJson = (invitation: Invitation | NewInvitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  status: 'invited' as const,
  created_at: timeText(invitation.createdAt),
  expires_at: timeText(invitation.expiresAt),
});

/** The one answer that shows the link. */
export const toNewInvitationJson = (invitation: NewInvitation, token: string, authUrl: string) => ({
  ...toInvitationJson(invitation),
  invitation_uri: invitationUrl(authUrl, token),
});
