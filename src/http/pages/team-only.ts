// GET and POST /team-only: says to somebody who is no member that the application is in test mode. Its button returns
// `access_denied` to the application (contract 3).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextStep } from '../../core/authorize/authorize.ts';
import { NOT_IN_TEAM } from '../../core/authorize/decide-next.ts';
import type { Fault } from '../../core/fault.ts';
import { renderTeamOnly } from '../../views/pages/team-only.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { returnError } from '../oauth/authorize.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { applicationCard } from './application-card.ts';
import { chooseAccountHref, type FlowStep, withFlow } from './flow.ts';
import { formExpired } from './form-expired.ts';

const FORM = 'team-only';

export function teamOnlyRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/team-only',
      errors: 'page',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: withFlow(deps, (request, reply, flow) => showPage(deps, request, reply, flow, {})),
        },
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'harmless',
          handle: withFlow(deps, (request, reply, flow) => handleReturn(deps, request, reply, flow)),
        },
      },
    },
  ];
}

async function handleReturn(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  if (!(await verifyCsrf(deps, http, formOf(http), FORM))) {
    return showPage(deps, http, reply, flow, { status: 403, faults: formExpired(http) });
  }
  if (!flow.request) return reply.redirect('/account', 303);
  return returnError(deps, reply, { ...flow.request, error: NOT_IN_TEAM });
}

type Shown = { status?: number; faults?: readonly Fault[] };

/** Whoever has become a member since, or signed in as one, goes on. */
async function showPage(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  const { request, arrivedAt, carried } = flow;
  if (!request) return reply.redirect('/account', 303);
  const device = await browserOf(deps, http).accounts();
  const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt });
  if (next.kind !== 'team-only' || !picked.signedIn) return reply.redirect(flow.onward, 303);
  const { email, profile } = picked.signedIn.account;
  const context = await pageContext(deps, http, reply);
  const html = renderTeamOnly(context, {
    action: `/team-only${carried}`,
    csrf: await csrfToken(deps, http, reply, FORM),
    application: applicationCard(request.application, context),
    signedIn: { email, nickname: profile.nickname },
    otherAccountHref: chooseAccountHref(device, flow),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: true });
}
