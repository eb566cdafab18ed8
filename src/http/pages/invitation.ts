// GET and POST /invitation: the link of an invitation to an application's team. Its holder sees who invites, to which
// application and in which role; once signed in, they accept or decline with their own account. GET shows, only POST
// spends (contract 9).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import { findInvitation, isMeant } from '../../core/applications/members/answer-invitation.ts';
import type { Invitation } from '../../core/applications/members/invitation.ts';
import { formFault, inDoubtFault } from '../../core/ground/accounts/form-faults.ts';
import { sectionPath } from '../../views/console/parts/sections.ts';
import { renderInvitation } from '../../views/pages/invitation.tsx';
import { acceptLogged, declineLogged, joinedNotice, offerFault } from '../browsers/answered-invitation.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { withNotice } from '../browsers/console-notice.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { byLink, formPage, notOfThisPage } from '../browsers/form-page.ts';
import { linkExpired, readLinkToken } from '../browsers/link-token.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { queryForInvitation } from '../browsers/return-path.ts';
import { type Shown, withFaults } from '../browsers/shown-again.ts';
import { applicationCard } from '../flow/application-card.ts';
import { noteChange } from '../log/logged-change.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

const FORM = 'invitation';

export const invitationRoutes = (deps: AuthDeps): Route[] => [
  formPage<Opened>(deps, {
    path: '/invitation',
    form: FORM,
    // It changes the person's own membership; the inviter confirmed the invitation.
    confirm: 'harmless',
    audit: 'change',
    opening: byLink((request) => openLink(deps, request)),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleAnswer(deps, ...page),
  }),
];

type Opened = { token: string; invitation: Invitation; application: Application };

/** @throws 404 for a link that is spent, expired, withdrawn or unknown, or whose inviter may no longer invite */
async function openLink(deps: AuthDeps, request: FastifyRequest): Promise<Opened> {
  const token = readLinkToken(queryOf(request));
  const invitation = await findInvitation(deps.ports, token);
  const application = invitation && (await deps.ports.applications.find(invitation.applicationId));
  if (token === undefined || !invitation || !application) throw linkExpired();
  return { token, invitation, application };
}

async function handleAnswer(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, opened: Opened) {
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) return show(deps, request, reply, opened, notOfThisPage(request));
  const { token, invitation } = opened;
  noteChange(request, { application: invitation.applicationId, entry: invitation.id });
  const answer = { signedIn, by: { token } };
  switch (formOf(request).get('action')) {
    case 'accept':
      return handleAcceptance(deps, request, reply, opened, await acceptLogged(deps, request, answer));
    case 'decline':
      if (!(await declineLogged(deps, request, answer))) throw linkExpired();
      return reply.redirect(withNotice('/console', 'invitation-declined'), 303);
    default:
      return show(deps, request, reply, opened, withFaults([formFault([], 'form-expired')]));
  }
}

async function handleAcceptance(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: Opened,
  accepted: Awaited<ReturnType<typeof acceptLogged>>,
) {
  const { kind } = accepted;
  if (kind === 'gone') throw linkExpired();
  if (kind === 'in-doubt') return show(deps, request, reply, opened, withFaults([inDoubtFault(accepted)], 409));
  if (kind === 'member-already') return show(deps, request, reply, opened, { status: 409 });
  if (kind !== 'accepted') return show(deps, request, reply, opened, withFaults([offerFault(kind)], 409));
  return reply.redirect(withNotice(sectionPath(accepted.applicationId, 'overview'), joinedNotice(accepted)), 303);
}

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, invitation, application }: Opened,
  shown: Shown,
) {
  const { current, all } = await browserOf(deps, request).accounts();
  const { members, rules } = deps.ports;
  const role = current && (await members.roleOf(invitation.applicationId, current.account.id));
  // A member may become the owner.
  const belongs = invitation.role === 'owner' ? role === 'owner' : role !== undefined;
  const back = queryForInvitation(token);
  const context = await pageContext(deps, request, reply);
  const html = renderInvitation(context, {
    action: `/invitation?token=${token}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    application: applicationCard(application, context),
    invitation,
    signedIn: current && { email: current.account.email, nickname: current.account.profile.nickname },
    isMeant: current === undefined || isMeant(invitation, current.account),
    belongsHref: belongs ? sectionPath(invitation.applicationId, 'overview') : undefined,
    signInHref: `${all.length > (current ? 1 : 0) ? '/select-account' : '/login'}${back}`,
    signUpHref: rules.openRegistration ? `/sign-up${back}` : undefined,
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
