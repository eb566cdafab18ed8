// GET and POST /verify: a signed-in person verifies their address with the code of a mail, or waits here until its link
// was opened (contract 21). GET sends nothing.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { proveByCode, sendAddressProof } from '../../core/people/verification/prove-address.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderVerify } from '../../views/pages/verify.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { limited, type Shown, withFaults } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { httpError } from '../errors/http-error.ts';
import { VERIFY_PATH } from '../flow/after-sign-in.ts';
import { returnCancelled } from '../flow/authorize.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

/** After the mail was requested; the page that waits. */
const WAITING_PATH = `${VERIFY_PATH}/code`;
const FORM = 'verify';

export const verifyRoutes = (deps: AuthDeps): Route[] => [
  verifyRoute(deps, VERIFY_PATH, false),
  verifyRoute(deps, WAITING_PATH, true),
];

const verifyRoute = (deps: AuthDeps, path: string, sent: boolean): Route =>
  formPage<Step>(deps, {
    path,
    access: 'session',
    form: FORM,
    confirm: 'harmless',
    opening: (handle) => withPerson(deps, sent, handle),
    enter: (...page) => openPage(deps, ...page),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  });

type Step = {
  /** The request that the person was signing in for. */
  flow: FlowStep;
  /** Whether a mail was requested. */
  sent: boolean;
  /** Whose address is verified. */
  signedIn: SignedIn;
};
type HandleStep = (request: FastifyRequest, reply: FastifyReply, step: Step) => unknown;

/** A request that has to ask first who is there goes on. */
const withPerson = (deps: AuthDeps, sent: boolean, handle: HandleStep) =>
  withFlow(deps, async (http, reply, flow) => {
    if (deps.ports.rules.mail === 'off') throw noMail();
    const signedIn = await personOf(deps, http, flow);
    return signedIn ? handle(http, reply, { flow, sent, signedIn }) : reply.redirect(flow.onward, 303);
  });

/** The account which the request is about, or else the current one. */
async function personOf(deps: AuthDeps, http: FastifyRequest, { request, arrivedAt }: FlowStep) {
  if (!request) return getSignedIn(deps, http);
  const device = await browserOf(deps, http).accounts();
  return (await nextStep(deps.ports, { request, device, arrivedAt })).picked.signedIn;
}

/** Where the person goes on once the address is verified. */
const onwardFrom = ({ carried, onward }: FlowStep): string => (carried === '' ? accountHref('email-verified') : onward);

/** Without mail there is nothing to verify an address by. */
const noMail = () => httpError(404, 'This server does not send mail.');

async function openPage(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  if (step.signedIn.account.emailVerified) return reply.redirect(onwardFrom(step.flow), 303);
  return show(deps, request, reply, step, {});
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  const form = formOf(request);
  if (form.get('action') === 'cancel' && step.flow.request) {
    return returnCancelled(deps, reply, step.flow.request, 'The user did not verify their email address.');
  }
  return form.get('action') === 'send' ? send(deps, request, reply, step) : prove(deps, request, reply, step);
}

async function send(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  const { signedIn } = step;
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request, signedIn.account) };
  const result = await sendAddressProof(deps.ports, { signedIn, from });
  logEvent(request, 'email-verification', result.kind, { account: signedIn.account.id });
  if (result.kind === 'sent') return reply.redirect(`${WAITING_PATH}${step.flow.carried}`, 303);
  return show(deps, request, reply, step, limited(reply, result));
}

async function prove(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  const { flow, signedIn } = step;
  const { account } = signedIn;
  // In another tab, or by the link.
  if (account.emailVerified) return reply.redirect(onwardFrom(flow), 303);
  const result = await proveByCode(deps.ports, { signedIn, code: formOf(request).get('code') });
  logEvent(request, 'email-verification', result.kind, { account: account.id });
  switch (result.kind) {
    case 'proven':
      return reply.redirect(onwardFrom(flow), 303);
    case 'signed-out':
      return reply.redirect(`${VERIFY_PATH}${flow.carried}`, 303);
    case 'refused':
      return show(deps, request, reply, { ...step, sent: true }, withFaults(result.faults));
  }
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step, shown: Shown) {
  const { flow, sent, signedIn } = step;
  const html = renderVerify(await pageContext(deps, request, reply), {
    action: `${sent ? WAITING_PATH : VERIFY_PATH}${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    email: signedIn.account.email,
    sent,
    mayCancel: flow.request !== undefined,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  return sendPage(reply, html, {
    status: shown.status ?? 200,
    fetches: sent,
    leadsToApplication: flow.request !== undefined,
  });
}
