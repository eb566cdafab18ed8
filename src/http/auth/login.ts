// GET and POST /login: sign in with e-mail and password, inside an authorization request or alone (contract 4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/accounts/account.ts';
import { formFault } from '../../core/accounts/form-faults.ts';
import { type VerifiedPassword, verifyPassword } from '../../core/accounts/verify-password.ts';
import { nextStep } from '../../core/authorize/authorize.ts';
import type { Fault } from '../../core/fault.ts';
import { accessDenied } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderSignIn } from '../../views/sign-in.tsx';
import type { AuthDeps } from '../auth-deps.ts';
import { pageContext } from '../page-context.ts';
import { browserOf } from '../plugins/browser-session.ts';
import { csrfToken, verifyCsrf } from '../plugins/csrf.ts';
import { sendPage } from '../plugins/page-headers.ts';
import { withPasswordRoom } from '../plugins/password-room.ts';
import { formOf } from '../request-parts.ts';
import type { Route } from '../route.ts';
import { logEvent } from '../security-event.ts';
import { visitorOf } from '../visitor.ts';
import { applicationCard } from './application-card.ts';
import { returnError } from './authorize.ts';
import { type FlowStep, withFlow } from './flow.ts';
import { formExpired } from './form-expired.ts';

const PURPOSE = 'login';

export function loginRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/login',
      errors: 'page',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: withFlow(deps, (request, reply, flow) => showSignIn(deps, request, reply, flow, {})),
        },
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'in-form',
          handle: withPasswordRoom(
            deps,
            withFlow(deps, (request, reply, flow) => signIn(deps, request, reply, flow)),
          ),
        },
      },
    },
  ];
}

async function signIn(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, PURPOSE))) {
    return showSignIn(deps, request, reply, flow, { form, status: 403, faults: formExpired(request) });
  }
  if (flow.request && form.get('action') === 'cancel') {
    return returnError(deps, reply, {
      ...flow.request,
      error: accessDenied('user-cancelled', 'The user cancelled the sign-in.'),
    });
  }
  const faults = missingFields(form);
  if (faults.length > 0) return showSignIn(deps, request, reply, flow, { form, status: 400, faults });

  const verified = await verifyPassword(deps.ports, {
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
    visitor: visitorOf(deps, request),
  });
  const signedIn = verified.kind === 'verified' && (await startSession(deps, request, reply, verified.account));
  // A password that was changed while it was looked at is wrong by now.
  const result = verified.kind === 'limited' || signedIn ? verified.kind : 'wrong';
  const account = accountIn(verified);
  logEvent(request, 'sign-in', result, account === undefined ? {} : { account });
  deps.ports.tally.count('signIns', result);
  if (signedIn) return reply.redirect(flow.onward, 303);
  if (verified.kind !== 'limited') {
    return showSignIn(deps, request, reply, flow, { form, status: 401, faults: [formFault([], 'credentials-wrong')] });
  }
  const { retryAfterSeconds } = verified;
  reply.header('retry-after', String(retryAfterSeconds));
  const limitedForMinutes = Math.ceil(retryAfterSeconds / 60);
  return showSignIn(deps, request, reply, flow, { form, status: 429, limitedForMinutes });
}

/** Whose password it was, or was not. */
const accountIn = (verified: VerifiedPassword): string | undefined => {
  if (verified.kind === 'verified') return verified.account.id;
  return verified.kind === 'wrong' ? verified.accountId : undefined;
};

const startSession = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, account: Account) =>
  browserOf(deps, request).startSession(reply, { account, persistent: formOf(request).has('persistent') });

function missingFields(form: Parameters): Fault[] {
  return (['email', 'password'] as const)
    .filter((name) => form.get(name) === undefined)
    .map((name) => formFault([name], `${name}-missing`));
}

type Shown = {
  form?: Parameters;
  status?: number;
  faults?: readonly Fault[];
  limitedForMinutes?: number;
};

async function showSignIn(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  const { request, carried } = flow;
  const known = await whoIsKnown(deps, http, flow);
  const html = renderSignIn(await pageContext(deps, http, reply), {
    action: `/login${carried}`,
    csrf: await csrfToken(deps, http, reply, PURPOSE),
    application: request && applicationCard(request.application),
    signUpHref: deps.ports.rules.openRegistration ? `/sign-up${carried}` : undefined,
    email: shown.form?.get('email') ?? request?.loginHint ?? known.named ?? '',
    persistent: shown.form?.has('persistent') ?? false,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
    continueAs: known.goesOn === undefined ? undefined : { email: known.goesOn, href: flow.onward },
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: request !== undefined });
}

/**
 * E-mail addresses of people signed in here: `goesOn`, where the way on as them leads on and not back to this page;
 * `named`, whom the request is about, so that they need not type it again.
 */
async function whoIsKnown(deps: AuthDeps, http: FastifyRequest, { request, arrivedAt }: FlowStep) {
  const device = await browserOf(deps, http).accounts();
  if (!request) return { goesOn: device.current?.account.email, named: undefined };
  const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt });
  const leadsOn = next.kind === 'consent' || next.kind === 'return-code';
  const email = picked.signedIn?.account.email;
  return {
    goesOn: leadsOn ? email : undefined,
    named: request.subjects && email,
  };
}
