// GET and POST /sign-up/code: the code of a mail creates the account of a sign-up that waits in this browser (contract
// 21). The page is the same for an address that already has an account. The link of the mail: sign-up-link.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  findPendingSignUp,
  finishSignUp,
  type Newcomer,
  sendSignUpCode,
} from '../../core/people/verification/sign-up-by-mail.ts';
import { renderVerify } from '../../views/pages/verify.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited, type Shown, withFaults } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { returnCancelled } from '../flow/authorize.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

export const SIGN_UP_CODE_PATH = '/sign-up/code';
const FORM = 'sign-up-code';

export const signUpCodeRoutes = (deps: AuthDeps): Route[] => [
  formPage<FlowStep>(deps, {
    path: SIGN_UP_CODE_PATH,
    form: FORM,
    confirm: 'in-form',
    opening: (handle) => withFlow(deps, handle),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  }),
];

/** The browser that signs up. It has a device cookie, because its form had a CSRF token. */
export const newcomerOf = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply): Newcomer => ({
  ...deps.clientAddressOf(request),
  ...actedFrom(deps, request),
  deviceId: browserOf(deps, request).device.ensure(reply),
});

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const form = formOf(request);
  if (form.get('action') === 'cancel' && flow.request) {
    return returnCancelled(deps, reply, flow.request, 'The user cancelled the sign-up.');
  }
  return form.get('action') === 'send' ? send(deps, request, reply, flow) : create(deps, request, reply, flow);
}

async function send(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const result = await sendSignUpCode(deps.ports, newcomerOf(deps, request, reply));
  if (result.kind === 'refused') return show(deps, request, reply, flow, withFaults(result.faults));
  if (result.kind !== 'limited') return reply.redirect(`${SIGN_UP_CODE_PATH}${flow.carried}`, 303);
  logEvent(request, 'sign-up', 'limited');
  return show(deps, request, reply, flow, limited(reply, result));
}

async function create(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const { deviceId } = newcomerOf(deps, request, reply);
  const result = await finishSignUp(deps.ports, { deviceId, code: formOf(request).get('code') });
  if (result.kind === 'refused') return show(deps, request, reply, flow, withFaults(result.faults));
  const { account } = result;
  await browserOf(deps, request).signIn(reply, { proof: { by: 'sign-up', account }, persistent: false });
  logEvent(request, 'sign-up', 'created', { account: account.id });
  return reply.redirect(flow.onward, 303);
}

/** Without a sign-up that waits in this browser, the page leads back to the form. */
async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  const pending = await findPendingSignUp(deps.ports, browserOf(deps, request).device.id);
  if (!pending) {
    // The link created the account, in another tab.
    const { current } = await browserOf(deps, request).accounts();
    return reply.redirect(current ? flow.onward : `/sign-up${flow.carried}`, 303);
  }
  const html = renderVerify(await pageContext(deps, request, reply), {
    action: `${SIGN_UP_CODE_PATH}${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    email: pending.email,
    sent: true,
    isSignUp: true,
    mayCancel: flow.request !== undefined,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  const leadsToApplication = flow.request !== undefined;
  return sendPage(reply, html, { status: shown.status ?? 200, fetches: true, leadsToApplication });
}
