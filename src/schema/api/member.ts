// Members and open invitations (contract 3): one list, with the status of each entry.
import * as z from 'zod/mini';
import { INVITED_ROLES } from '../../core/applications/members/invitation.ts';
import { MEMBER_ROLES } from '../../core/applications/members/member.ts';
import { MAX_EMAIL_LENGTH } from '../../core/ground/accounts/email.ts';
import { atFirstUse } from '../at-first-use.ts';
import { describedOneOf, flag, id, text, time } from './kinds.ts';

export const invitationSchema = atFirstUse(() =>
  z.strictObject({
    email: text(
      'Whom to invite. The response does not reveal whether they have an account.',
      z.maxLength(MAX_EMAIL_LENGTH),
    ),
    role: describedOneOf(INVITED_ROLES, 'viewer can read, editor can also make changes.'),
  }),
);

export const memberSchema = atFirstUse(() =>
  z.strictObject({
    id: id('The account, or the invitation; names the entry.'),
    email: z.readonly(text('The address of the account, or of the invitation.', z.maxLength(MAX_EMAIL_LENGTH))),
    email_verified: z.optional(z.readonly(flag('Whether the address is verified. Absent for invitations.'))),
    nickname: z.optional(z.readonly(text('The nickname of the person. Absent for invitations.'))),
    role: describedOneOf(
      MEMBER_ROLES,
      'viewer can read, editor can also make changes, owner can also delete the application and transfer ownership.',
    ),
    status: z.readonly(describedOneOf(['accepted', 'invited'], 'invited: the person has not accepted yet.')),
    created_at: time('When they accepted, or were invited; the owner: when the application was made.'),
    expires_at: z.optional(time('Of an invitation: when it ends.')),
  }),
);
