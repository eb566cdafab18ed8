// GET and POST /second-factor: the operator's policy demands a second factor of the person, who has none (contract 24).
// It asks for a mailed code first, where there is mail, and then leads to the pages that set one up. Whoever lacks
// nothing goes on to where they were going.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { isConfirmed } from '../../core/ground/acts/session-proof.ts';
import { standingAddress } from '../../core/people/email-changes/standing-address.ts';
import { proveByCode, sendFactorCode } from '../../core/people/verification/prove-address.ts';
import { lacksAt, mustProveAddress } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { unmetAuthenticationRequirements } from '../../protocol/errors.ts';
import { renderDemandedFactor } from '../../views/factors/demanded-factor.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn, SECOND_FACTOR_PATH } from '../browsers/session-guard.ts';
import { limited, type Shown } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { returnError } from '../flow/authorize.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { OFFER_PATH } from './passkey-offer.ts';
import { TWO_STEP_PATH } from './two-step.ts';

/** After the mail was requested: the page asks for its code. */
const CODE_PATH = `${SECOND_FACTOR_PATH}/code`;
const FORM = 'second-factor';

const ENROLMENT_DECLINED = unmetAuthenticationRequirements(
  'user-cancelled',
  'The user did not set up the second factor that this server requires.',
);

export const demandedFactorRoutes = (deps: AuthDeps): Route[] => [
  demandedFactorRoute(deps, SECOND_FACTOR_PATH, false),
  demandedFactorRoute(deps, CODE_PATH, true),
];

const demandedFactorRoute = (deps: AuthDeps, path: string, sent: boolean): Route =>
  formPage<Step>(deps, {
    path,
    access: 'session',
    form: FORM,
    confirm: 'harmless',
    opening: (handle) => withPerson(deps, sent, handle),
    enter: (...page) => open(deps, ...page),
    show: (...page) => show(deps, ...page),
    submit: (...page) => handleForm(deps, ...page),
  });

type Step = { flow: FlowStep; sent: boolean; signedIn: SignedIn };
type HandleStep = (request: FastifyRequest, reply: FastifyReply, step: Step) => unknown;

const withPerson = (deps: AuthDeps, sent: boolean, handle: HandleStep) =>
  withFlow(deps, async (http, reply, flow) => {
    const signedIn = await getSignedIn(deps, http);
    const elsewhere = await pageBefore(deps, http, flow, signedIn);
    return elsewhere === undefined ? handle(http, reply, { flow, sent, signedIn }) : reply.redirect(elsewhere, 303);
  });

/** Undefined: the person is here to set up a factor, and proved lately who they are. */
async function pageBefore(
  { ports, ...deps }: AuthDeps,
  http: FastifyRequest,
  { request, arrivedAt, onward, carried }: FlowStep,
  signedIn: SignedIn,
): Promise<string | undefined> {
  if (request) {
    // A factor is set up for the current account.
    const device = await browserOf({ ports, ...deps }, http).accounts();
    const { picked } = await nextStep(ports, { request, device, arrivedAt });
    if (picked.signedIn && picked.signedIn.session.id !== signedIn.session.id) return `/select-account${carried}`;
  }
  const lacks = await lacksAt(ports, signedIn, request ? 'application' : 'console');
  if (lacks !== 'enrolment') return onward;
  if (isConfirmed(signedIn.session, ports.clock.now())) return undefined;
  return request ? `/login${carried}` : `/confirm${carried}`;
}

/** The page that waits for the code leads on once code or link were used, here or in another tab. */
async function open(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  const { sent, signedIn, flow } = step;
  if (!sent || (await mustProveAddress(deps.ports, signedIn, deps.ports.clock.now()))) {
    return show(deps, request, reply, step, {});
  }
  return reply.redirect(`${SECOND_FACTOR_PATH}${flow.carried}`, 303);
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  const { flow, signedIn } = step;
  const form = formOf(request);
  if (form.get('action') === 'cancel' && flow.request) {
    return returnError(deps, reply, { ...flow.request, error: ENROLMENT_DECLINED });
  }
  if (form.get('action') === 'send') return send(deps, request, reply, step);
  const result = await proveByCode(deps.ports, { signedIn, code: form.get('code') });
  logEvent(request, 'email-verification', result.kind, { account: signedIn.account.id });
  return result.kind === 'refused'
    ? show(deps, request, reply, { ...step, sent: true }, { status: 400, faults: result.faults })
    : reply.redirect(`${SECOND_FACTOR_PATH}${flow.carried}`, 303);
}

async function send(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step) {
  const { flow, signedIn } = step;
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request, signedIn.account) };
  const result = await sendFactorCode(deps.ports, { signedIn, from });
  if (result.kind === 'sent') return reply.redirect(`${CODE_PATH}${flow.carried}`, 303);
  return show(deps, request, reply, step, limited(reply, result));
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, step: Step, shown: Shown) {
  const { flow, sent, signedIn } = step;
  const { rules, clock } = deps.ports;
  const asksMail = await mustProveAddress(deps.ports, signedIn, clock.now());
  const html = renderDemandedFactor(await pageContext(deps, request, reply), {
    action: `${sent ? CODE_PATH : SECOND_FACTOR_PATH}${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    address: await standingAddress(deps.ports, signedIn.account),
    asks: asksMail ? (sent ? 'code' : 'mail') : 'factor',
    twoStepHref: `${TWO_STEP_PATH}${flow.carried}`,
    passkeyHref: rules.passkeyRpId === undefined ? undefined : `${OFFER_PATH}${flow.carried}`,
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
