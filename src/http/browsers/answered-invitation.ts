// Answers invitations, by a link or in the console. Each answer is a security event, like every change of a team.
import type { FastifyRequest } from 'fastify';
import {
  acceptInvitation,
  declineInvitation,
  type InvitationAccepted,
  type InvitationReference,
} from '../../core/applications/members/answer-invitation.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import type { ConsoleNotice } from '../../views/console/parts/console-page.ts';
import { logChange, noteChange } from '../log/logged-change.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

type Answer = { signedIn: SignedIn; by: InvitationReference };

const changeOf = (action: 'accept' | 'decline', { signedIn, by }: Answer) => ({
  event: 'application-change' as const,
  action: `invitation ${action}` as const,
  account: signedIn.account.id,
  role: signedIn.account.role,
  entry: 'id' in by ? by.id : undefined,
});

export const acceptLogged = (deps: AuthDeps, request: FastifyRequest, answer: Answer): Promise<InvitationAccepted> =>
  logChange(
    deps,
    request,
    changeOf('accept', answer),
    async (ports) => {
      const accepted = await acceptInvitation(ports, answer);
      if ('applicationId' in accepted) noteChange(request, { application: accepted.applicationId });
      if (accepted.kind === 'accepted') noteChange(request, { role: accepted.role });
      return accepted;
    },
    ({ kind }) => (kind === 'accepted' ? undefined : kind),
  );

/** False: the invitation was no longer open, or not for this account. */
export const declineLogged = (deps: AuthDeps, request: FastifyRequest, answer: Answer): Promise<boolean> =>
  logChange(
    deps,
    request,
    changeOf('decline', answer),
    (ports) => declineInvitation(ports, answer),
    (declined) => (declined ? undefined : 'gone'),
  );

/** What is told once somebody has joined. */
export const joinedNotice = ({ role }: Extract<InvitationAccepted, { kind: 'accepted' }>): ConsoleNotice =>
  role === 'owner' ? 'ownership-accepted' : 'joined';

/** Why somebody does not become the owner, on the page where they accepted. */
export const offerFault = (
  kind: Exclude<InvitationAccepted['kind'], 'accepted' | 'member-already' | 'gone' | 'in-doubt'>,
): Fault => formFault([], `offer-${kind}`);
