// Members and open invitations in requests and responses (contract 3): one list, with the status of each entry. Only
// the response that creates an invitation contains its link.
import { MAX_EMAIL_LENGTH } from '../../../core/accounts/email.ts';
import { INVITED_ROLES, type Invitation, invitationUrl, type NewInvitation } from '../../../core/members/invitation.ts';
import { MEMBER_ROLES, type Member } from '../../../core/members/member.ts';
import { timeText } from '../../../json/time.ts';
import { id, objectOf, oneOf, optional, readOnly, text, time } from './shape.ts';

export const invitationShape = objectOf({
  email: text({
    maxLength: MAX_EMAIL_LENGTH,
    description: 'Whom to invite. The response does not reveal whether they have an account.',
  }),
  role: oneOf(INVITED_ROLES, { description: 'viewer can read, editor can also make changes.' }),
});

export const memberShape = objectOf({
  id: id('The account, or the invitation; names the entry.'),
  email: readOnly({
    type: 'string',
    maxLength: MAX_EMAIL_LENGTH,
    description: 'The address of the account, or of the invitation.',
  }),
  email_verified: optional(readOnly({ type: 'boolean' }), 'Whether the address is verified. Absent for invitations.'),
  nickname: optional(readOnly({ type: 'string' }), 'The nickname of the person. Absent for invitations.'),
  role: oneOf(MEMBER_ROLES, {
    description:
      'viewer can read, editor can also make changes, owner can also delete the application and transfer ownership.',
  }),
  status: readOnly({
    type: 'string',
    enum: ['accepted', 'invited'],
    description: 'invited: the person has not accepted yet.',
  }),
  created_at: time('When they accepted, or were invited; the owner: when the application was made.'),
  expires_at: optional(time('Of an invitation: when it ends.')),
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

/** The only response that contains the link. @param token undefined: the link was sent by mail */
export const toNewInvitationJson = (invitation: NewInvitation, token: string | undefined, authUrl: string) => ({
  ...toInvitationJson(invitation),
  ...(token !== undefined && { invitation_uri: invitationUrl(authUrl, token) }),
});
