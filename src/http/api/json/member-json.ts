// Members and open invitations in responses (contract 3): one list, with the status of each entry. Only
// the response that creates an invitation contains its link.
import { type Invitation, invitationUrl, type NewInvitation } from '../../../core/applications/members/invitation.ts';
import type { Member } from '../../../core/applications/members/member.ts';
import { timeText } from '../../../json/time.ts';

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

/** The only response that contains the link. @param token undefined: the link was sent by mail */
export const toNewInvitationJson = (invitation: NewInvitation, token: string | undefined, authUrl: string) => ({
  ...toInvitationJson(invitation),
  ...(token !== undefined && { invitation_uri: invitationUrl(authUrl, token) }),
});
