// GET and POST /console: the person's own applications and those of their teams, the invitations to their verified
// address, and for a plain user the way to become an owner, where it is open. To operators it shows the state of the
// server; their applications are at /console/applications.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import {
  APPLICATION_ORDERS,
  APPLICATION_STATES,
  MOST_COUNTED_APPLICATIONS,
  type PlaceInOrder,
} from '../../core/applications/applications/application-store.ts';
import {
  type ApplicationSearch,
  countApplications,
  searchApplications,
} from '../../core/applications/applications/list-applications.ts';
import { type InvitationAccepted, listOwnInvitations } from '../../core/applications/members/answer-invitation.ts';
import { mayOwnApplications } from '../../core/ground/accounts/account.ts';
import { becomeOwner } from '../../core/people/accounts/become-owner.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderApplicationList } from '../../views/console/application-list.tsx';
import { applicationsPath } from '../../views/console/parts/console-layout.tsx';
import type { ApplicationListProps } from '../../views/console/parts/console-page.ts';
import { sectionPath } from '../../views/console/parts/sections.ts';
import { STAFF_PATHS } from '../../views/console/parts/staff-pages.ts';
import { acceptLogged, declineLogged, joinedNotice, offerFault } from '../browsers/answered-invitation.ts';
import { readConsoleNotice, withNotice } from '../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { httpError } from '../errors/http-error.ts';
import { placeOf } from '../log/recorded-refusal.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { type ConsoleContext, enter } from './frame/console-context.ts';
import {
  CONSOLE_FORM,
  changedMeanwhile,
  type RetryForm,
  refused,
  refusedNow,
  sentForm,
  waitsFor,
} from './frame/outcome.ts';
import { NEW_APPLICATION } from './new-application.ts';
import { showServerState } from './watch/server-state.ts';

const PAGE_SIZE = 20;

export const applicationListRoutes = (deps: AuthDeps): Route[] => [
  {
    path: STAFF_PATHS.applications,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'harmless: shows applications',
        handle: (request, reply) => showList(deps, request, reply),
      },
    },
  },
  {
    path: STAFF_PATHS.overview,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'harmless: shows applications, or counts',
        handle: async (request, reply) =>
          (await enter(deps, request)).caller.role === 'operator'
            ? showServerState(deps, request, reply)
            : showList(deps, request, reply),
      },
      POST: {
        access: 'session',
        body: 'form',
        confirm: 'harmless',
        audit: 'change',
        handle: (request, reply) => handleForm(deps, request, reply),
      },
    },
  },
];

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { signedIn } = await enter(deps, request);
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return showList(deps, request, reply, { ...refused(formExpired(request)), status: 403 });
  }
  const answer = { signedIn, by: { id: form.get('entry') ?? '' } };
  switch (form.get('action')) {
    case 'accept-invitation':
      return handleAcceptance(deps, request, reply, await acceptLogged(deps, request, answer));
    case 'decline-invitation':
      await declineLogged(deps, request, answer);
      return reply.redirect(withNotice('/console', 'invitation-declined'), 303);
    default:
      return handleOwnership(deps, request, reply, signedIn);
  }
}

async function handleAcceptance(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: InvitationAccepted,
) {
  if (accepted.kind === 'gone') return showList(deps, request, reply, changedMeanwhile);
  if (accepted.kind === 'in-doubt') return showList(deps, request, reply, waitsFor(accepted));
  const { kind, applicationId } = accepted;
  if (kind !== 'accepted' && kind !== 'member-already') {
    return showList(deps, request, reply, refusedNow([offerFault(kind)]));
  }
  const notice = kind === 'accepted' ? joinedNotice(accepted) : 'joined';
  return reply.redirect(withNotice(sectionPath(applicationId, 'overview'), notice), 303);
}

async function handleOwnership(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const { id: accountId, role } = signedIn.account;
  const act = { actor: { role, accountId, ...placeOf(request) }, action: 'become owner' as const };
  const taken = await becomeOwner(deps.ports.recording(act), signedIn.account);
  logEvent(request, 'ownership-taken', taken.kind, { account: signedIn.account.id });
  if (taken.kind === 'closed') throw httpError(403);
  if (taken.kind === 'in-doubt') return showList(deps, request, reply, waitsFor(taken));
  // People become owners to register an application.
  return reply.redirect(withNotice(NEW_APPLICATION, 'owner-now'), 303);
}

async function showList(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, again?: RetryForm) {
  const entered = await enter(deps, request);
  const { caller } = entered;
  const search = readSearch(request);
  const [{ applications, before, after }, total] = await Promise.all([
    searchApplications(deps.ports, { caller, search, limit: PAGE_SIZE }),
    countApplications(deps.ports, { caller, search }),
  ]);
  const isUser = caller.role === 'user';
  const context = await pageContext(deps, request, reply);
  const props: ApplicationListProps = {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: again && sentForm(again, formOf(request)),
    made: undefined,
    path: applicationsPath(context),
    applications: await Promise.all(applications.map((application) => rowOf(deps, entered, application))),
    search: { text: search.text, order: search.order, only: search.mine ? 'mine' : search.only },
    total: { count: total, more: total === MOST_COUNTED_APPLICATIONS },
    before: before && cursorOf(before),
    after: after && cursorOf(after),
    invitations: await listOwnInvitations(deps.ports, caller.accountId),
    mayRegister: mayOwnApplications(caller.role),
    mayBecomeOwner: isUser && deps.ports.rules.openOwnership,
    noOperator: !mayOwnApplications(caller.role) && !(await deps.ports.accounts.operatorExists()),
  };
  const html = renderApplicationList(context, props);
  return sendPage(reply, html, { status: again?.status ?? 200 });
}

async function rowOf(deps: AuthDeps, { caller }: ConsoleContext, application: Application) {
  const { id, name, loginActivation, audience, platforms, consentItems } = application;
  const { ownerId } = application;
  const owns = ownerId === caller.accountId;
  const asMember = caller.role === 'operator' ? ('operator' as const) : deps.ports.members.roleOf(id, caller.accountId);
  return {
    id,
    name,
    loginActivation,
    audience,
    role: owns ? ('owner' as const) : await asMember,
    // Whoever sees all applications asks whose they are.
    owner:
      caller.role === 'operator' && ownerId !== undefined
        ? (await deps.ports.accounts.find(ownerId))?.email
        : undefined,
    platforms: platforms.map(({ platform }) => platform),
    consentItems: consentItems.length,
  };
}

const cursorOf = ({ key, id }: PlaceInOrder): string => `${id}.${Buffer.from(String(key)).toString('base64url')}`;

/** Without valid parameters, the first page of all in the first order. */
function readSearch(request: FastifyRequest): ApplicationSearch {
  const query = queryOf(request);
  const order = APPLICATION_ORDERS.find((one) => one === query.get('sort')) ?? APPLICATION_ORDERS[0];
  const only = query.get('only');
  const [before, after] = [query.get('before'), query.get('after')];
  const place = placeIn(before ?? after ?? '', order);
  return {
    ...{ text: query.get('q')?.trim() ?? '', order, from: place && { place, back: before !== undefined } },
    ...{ only: APPLICATION_STATES.find((state) => state === only), mine: only === 'mine' },
  };
}

const CURSOR = /^([0-9a-f]{32})\.([\w-]{0,400})$/;

function placeIn(cursor: string, order: ApplicationSearch['order']): PlaceInOrder | undefined {
  const [, id, encoded] = CURSOR.exec(cursor) ?? [];
  if (id === undefined || encoded === undefined) return undefined;
  const key = Buffer.from(encoded, 'base64url').toString();
  // PostgreSQL takes no text with U+0000 and no number beyond those of JavaScript.
  if (order !== 'changed') return key.includes('\0') ? undefined : { key, id };
  return Number.isSafeInteger(Number(key)) ? { key: Number(key), id } : undefined;
}
