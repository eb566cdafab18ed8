// GET and POST /sign-up: makes an account, inside an authorization request or outside (contract 2, 4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { Limited } from '../../core/ground/limits/counted-try.ts';
import { signUpOrProve } from '../../core/people/verification/sign-up-by-mail.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { SignUpLimit } from '../../views/page/page.ts';
import type { PasskeySignal } from '../../views/page/passkey-prompt.ts';
import { renderSignUp } from '../../views/pages/sign-up.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { boxesFor, tickedIn } from '../documents/boxes.ts';
import { httpError } from '../errors/http-error.ts';
import { applicationCard } from '../flow/application-card.ts';
import { returnCancelled } from '../flow/authorize.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import { withPasswordRoomUnless } from '../overload/password-room.ts';
import { firstPasskeyIn } from '../passkeys/add-sent-passkey.ts';
import { forgetSignal, hasPasskeyAnswer, passkeyIn, signUpPrompt } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { newcomerOf, SIGN_UP_CODE_PATH, signUpCodeRoutes } from '../verification/sign-up-code.ts';
import { signUpLinkRoute } from '../verification/sign-up-link.ts';
import { formOf } from '../wire/request-parts.ts';

const FORM = 'sign-up';

export function signUpRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/sign-up',
      errors: 'page',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: withFlow(deps, (request, reply, flow) => {
            if (!deps.ports.rules.openRegistration) throw registrationClosed();
            return showSignUp(deps, request, reply, flow, {});
          }),
        },
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'harmless',
          audit: 'own',
          handle: withPasswordRoomUnless(
            hasPasskeyAnswer,
            deps,
            withFlow(deps, (request, reply, flow) => handleSignUp(deps, request, reply, flow)),
          ),
        },
      },
    },
    ...signUpCodeRoutes(deps),
    signUpLinkRoute(deps),
  ];
}

const registrationClosed = () => httpError(404, 'Registration is closed on this server.');

async function handleSignUp(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep) {
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, FORM))) {
    if (!deps.ports.rules.openRegistration) throw registrationClosed();
    return showSignUp(deps, request, reply, flow, { form, status: 403, faults: formExpired(request) });
  }
  if (flow.request && form.get('action') === 'cancel') {
    return returnCancelled(deps, reply, flow.request, 'The user cancelled the sign-up.');
  }
  const passkey = await firstPasskeyIn(deps, request);
  const forget = forgetSignal(deps.ports.rules.passkeyRpId, passkeyIn(deps, request));
  if (passkey === 'invalid') {
    const faults = [formFault([], 'passkey-wrong')];
    return showSignUp(deps, request, reply, flow, { form, status: 400, faults, signal: forget });
  }
  const fields = { email: form.get('email'), password: form.get('password'), nickname: form.get('nickname') };
  const typed = { ...fields, passkey, boxes: tickedIn(request) };
  const result = await signUpOrProve(deps.ports, typed, newcomerOf(deps, request, reply));
  switch (result.kind) {
    case 'closed':
      throw registrationClosed();
    case 'refused':
      return showSignUp(deps, request, reply, flow, { form, status: 400, faults: result.faults, signal: forget });
    case 'limited': {
      const { retryAfterSeconds } = result;
      logEvent(request, 'sign-up', 'limited');
      reply.header('retry-after', String(retryAfterSeconds));
      const limited = limitOf(deps, result);
      return showSignUp(deps, request, reply, flow, { form, status: 429, limited, signal: forget });
    }
    case 'pending':
      logEvent(request, 'sign-up', 'pending');
      return reply.redirect(`${SIGN_UP_CODE_PATH}${flow.carried}`, 303);
    case 'created': {
      const { account } = result;
      await browserOf(deps, request).signIn(reply, { proof: { by: 'sign-up', account }, persistent: false });
      logEvent(request, 'sign-up', 'created', { account: account.id });
      return reply.redirect(flow.onward, 303);
    }
  }
}

function limitOf({ ports: { rules } }: AuthDeps, { limit, retryAfterSeconds }: Limited): SignUpLimit {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  if (limit === undefined) return { of: 'mails', minutes };
  return { of: limit, minutes, perAddress: rules.signUpsPerAddress, perNetwork: rules.signUpsPerNetwork };
}

type Shown = {
  form?: Parameters;
  status?: number;
  faults?: readonly Fault[];
  limited?: SignUpLimit;
  /** A passkey was made that no account has. */
  signal?: PasskeySignal | undefined;
};

async function showSignUp(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  const context = await pageContext(deps, request, reply);
  const html = renderSignUp(context, {
    action: `/sign-up${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, FORM),
    application: flow.request && applicationCard(flow.request.application, context),
    signInHref: `/login${flow.carried}`,
    values: {
      email: shown.form?.get('email') ?? flow.request?.loginHint ?? '',
      nickname: shown.form?.get('nickname') ?? '',
    },
    boxes: boxesFor(deps.ports.rules, context.language, request),
    faults: shown.faults ?? [],
    limited: shown.limited,
    passkey: signUpPrompt(deps),
    signal: shown.signal,
  });
  const leadsToApplication = flow.request !== undefined;
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication, fetches: true });
}
