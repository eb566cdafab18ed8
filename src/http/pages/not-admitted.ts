// GET and POST /team-only, /groups-only and /unverified: a signed-in person cannot go on, because the application is in
// test mode and they are no member, because it lets in members of groups and they are in none, or because it requires a
// verified address and the server sends no mail. The page says so, and its button returns `access_denied` to the
// application (contract 3, 31).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { ADDRESS_UNVERIFIED, NOT_ADMITTED } from '../../core/grants/authorize/decide-next.ts';
import { renderNotAdmitted } from '../../views/pages/not-admitted.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { applicationCard } from '../flow/application-card.ts';
import { returnError } from '../flow/authorize.ts';
import { chooseAccountHref, type FlowStep, withFlow } from '../flow/flow.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';

/** What the application receives, by the kind of `Next` and path of the page. */
const ERRORS = {
  'team-only': NOT_ADMITTED['not-in-team'],
  'groups-only': NOT_ADMITTED['not-in-groups'],
  unverified: ADDRESS_UNVERIFIED,
} as const;
type Why = keyof typeof ERRORS;

export const notAdmittedRoutes = (deps: AuthDeps): Route[] =>
  (Object.keys(ERRORS) as Why[]).map((why) => route(deps, why));

const route = (deps: AuthDeps, why: Why): Route =>
  formPage<FlowStep>(deps, {
    path: `/${why}`,
    form: why,
    confirm: 'harmless',
    opening: (handle) => withFlow(deps, handle),
    show: (http, reply, flow, shown) => showPage(deps, http, reply, flow, { why, ...shown }),
    submit: async (_, reply, flow) =>
      flow.request
        ? returnError(deps, reply, { ...flow.request, error: ERRORS[why] })
        : reply.redirect('/account', 303),
  });

/** Whoever may go on meanwhile, or signed in as somebody who may, does. */
async function showPage(
  deps: AuthDeps,
  http: FastifyRequest,
  reply: FastifyReply,
  flow: FlowStep,
  shown: Shown & { why: Why },
) {
  const { request, arrivedAt, carried } = flow;
  if (!request) return reply.redirect('/account', 303);
  const device = await browserOf(deps, http).accounts();
  const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt });
  if (next.kind !== shown.why || !picked.signedIn) return reply.redirect(flow.onward, 303);
  const { email, profile } = picked.signedIn.account;
  const context = await pageContext(deps, http, reply);
  const html = renderNotAdmitted(context, {
    why: shown.why,
    action: `/${shown.why}${carried}`,
    csrf: await csrfToken(deps, http, reply, shown.why),
    application: applicationCard(request.application, context),
    signedIn: { email, nickname: profile.nickname },
    otherAccountHref: chooseAccountHref(device, flow),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: true });
}
