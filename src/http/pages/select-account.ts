// GET and POST /select-account: chooses one of the accounts signed in on this device (`prompt=select_account`, "use
// another account"), inside an authorization request or outside (contract 4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceAccounts } from '../../core/sign-in/sessions/session.ts';
import { renderSelectAccount } from '../../views/pages/select-account.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { applicationCard } from '../flow/application-card.ts';
import { returnCancelled } from '../flow/authorize.ts';
import { type FlowStep, otherAccountHref, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

const FORM = 'select-account';

export const selectAccountRoutes = (deps: AuthDeps): Route[] => [
  formPage<FlowStep>(deps, {
    path: '/select-account',
    form: FORM,
    confirm: 'harmless',
    opening: (handle) => withFlow(deps, handle),
    show: (...page) => showAccounts(deps, ...page),
    submit: (...page) => handleChoice(deps, ...page),
  }),
];

async function handleChoice(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const form = formOf(request);
  if (flow.request && form.get('action') === 'cancel') {
    return returnCancelled(deps, reply, flow.request, 'The user cancelled the account selection.');
  }
  const chosen = await browserOf(deps, request).choose(reply, form.get('session') ?? '');
  // Signed out elsewhere since the page was opened.
  if (!chosen) return showAccounts(deps, request, reply, flow, { status: 400, faults: formExpired(request) });
  logEvent(request, 'account-choice', 'chosen', { account: chosen.account.id, session: chosen.session.id });
  return reply.redirect(flow.onward, 303);
}

async function showAccounts(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: FlowStep,
  shown: Shown,
) {
  const device = await browserOf(deps, request).accounts();
  if (device.all.length === 0) return reply.redirect(`/login${flow.carried}`, 303);
  const context = await pageContext(deps, request, reply);
  const html = renderSelectAccount(context, {
    action: `/select-account${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    application: flow.request && applicationCard(flow.request.application, context),
    accounts: choicesOf(device),
    otherAccountHref: otherAccountHref(flow),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: flow.request !== undefined });
}

const choicesOf = ({ all }: DeviceAccounts) =>
  all.map(({ account, session }) => ({
    sessionId: session.id,
    email: account.email,
    nickname: account.profile.nickname,
  }));
