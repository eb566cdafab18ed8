// GET and POST /login: signs in with email and password, inside an authorization request or outside (contract 4).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksSecondFactor } from '../../core/grants/authorize/asks-second-factor.ts';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { readEmailAddress } from '../../core/ground/accounts/email.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { isSetUp } from '../../core/people/accounts/is-set-up.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { accountIn, resultOf } from '../../core/sign-in/sessions/sign-in.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { PasskeySignal } from '../../views/page/passkey-prompt.ts';
import { renderSignIn } from '../../views/pages/sign-in.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, deviceCsrfToken, isFromEarlierTab, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited } from '../browsers/shown-again.ts';
import { visitorOf } from '../browsers/visitor.ts';
import { offerBefore } from '../factors/passkey-offer.ts';
import { askForCode, isSecondStep, takeCode } from '../factors/second-step.ts';
import { afterSignIn } from '../flow/after-sign-in.ts';
import { applicationCard } from '../flow/application-card.ts';
import { returnCancelled } from '../flow/authorize.ts';
import { type FlowStep, otherAccountHref, withFlow } from '../flow/flow.ts';
import { askToRestore } from '../flow/restore-account.ts';
import { logEvent } from '../log/security-event.ts';
import { withPasswordRoomUnless } from '../overload/password-room.ts';
import { hasPasskeyAnswer, passkeyFaults, passkeyIn, signInPrompt, unknownSignal } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { forgotPasswordHref } from '../verification/forgot-password.ts';
import { formOf } from '../wire/request-parts.ts';

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
          audit: 'own',
          handle: withPasswordRoomUnless(
            hasPasskeyAnswer,
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
  if (isSecondStep(request)) {
    return takeCode(deps, request, reply, flow, (faults) =>
      showSignIn(deps, request, reply, flow, { status: 400, faults }),
    );
  }
  if (!(await verifyCsrf(deps, request, form, PURPOSE)) && !(await isOfSamePerson(deps, request, form))) {
    return showSignIn(deps, request, reply, flow, { form, status: 403, faults: formExpired(request) });
  }
  if (flow.request && form.get('action') === 'cancel') {
    return returnCancelled(deps, reply, flow.request, 'The user cancelled the sign-in.');
  }
  const passkey = passkeyIn(deps, request);
  const faults = passkey ? [] : missingFields(form);
  if (faults.length > 0) return showSignIn(deps, request, reply, flow, { form, status: 400, faults });

  const outcome = await browserOf(deps, request).signIn(reply, {
    proof: passkey
      ? { by: 'passkey', passkey }
      : {
          by: 'password',
          email: form.get('email') ?? '',
          password: form.get('password') ?? '',
          visitor: visitorOf(deps, request),
        },
    persistent: form.has('persistent'),
    asksFactor: flow.request !== undefined && asksSecondFactor(flow.request),
  });
  const account = accountIn(outcome);
  logEvent(request, 'sign-in', resultOf(outcome), {
    ...(account !== undefined && { account }),
    ...(passkey && { action: 'passkey' }),
    ...(outcome.kind === 'wrong-passkey' && { refusal: outcome.reason }),
  });
  switch (outcome.kind) {
    case 'signed-in': {
      const onward = await afterSignIn(deps, outcome.account, flow);
      if (passkey) return reply.redirect(onward, 303);
      const { account } = outcome;
      return reply.redirect(await offerBefore(deps, request, { account, carried: flow.carried, onward }), 303);
    }
    case 'leaving':
      return askToRestore(deps, request, reply, flow, { ...outcome, persistent: form.has('persistent') });
    case 'second-factor': {
      const persistent = form.has('persistent');
      return askForCode(deps, request, reply, flow, { account: outcome.account, persistent });
    }
    case 'wrong':
    case 'wrong-code':
      return showSignIn(deps, request, reply, flow, {
        form,
        status: 401,
        faults: [formFault([], 'credentials-wrong')],
      });
    case 'wrong-passkey':
      return showSignIn(deps, request, reply, flow, {
        form,
        status: 401,
        faults: passkeyFaults(outcome),
        signal: unknownSignal(deps, outcome, passkey),
      });
    case 'limited':
      return showSignIn(deps, request, reply, flow, { form, ...limited(reply, outcome) });
  }
}

/** The form of another tab, in which this very person has signed in meanwhile: their password says the rest. */
async function isOfSamePerson(deps: AuthDeps, request: FastifyRequest, form: Parameters): Promise<boolean> {
  if (hasPasskeyAnswer(request) || !isFromEarlierTab(deps, request, form, PURPOSE)) return false;
  const { current } = await browserOf(deps, request).accounts();
  return current !== undefined && readEmailAddress(form.get('email') ?? '')?.emailKey === current.account.emailKey;
}

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
  signal?: PasskeySignal | undefined;
};

async function showSignIn(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, flow: FlowStep, shown: Shown) {
  const { request, carried } = flow;
  const { form, faults = [] } = shown;
  const known = await knownAccounts(deps, http, flow);
  const again = known.again && isAbout(known.again, flow, form) ? known.again : undefined;
  const context = await pageContext(deps, http, reply);
  const html = renderSignIn(context, {
    action: `/login${carried}`,
    csrf: await csrfToken(deps, http, reply, PURPOSE),
    csrfOfDevice: deviceCsrfToken(deps, http, reply, PURPOSE),
    application: request && applicationCard(request.application, context),
    forgotHref: forgotPasswordHref(deps, flow),
    signUpHref: deps.ports.rules.openRegistration ? `/sign-up${carried}` : undefined,
    email: form?.get('email') ?? again?.account.email ?? request?.loginHint ?? known.named ?? '',
    persistent: form ? form.has('persistent') : (again?.session.persistent ?? false),
    faults: again ? faults.map(aboutPasswordAlone) : faults,
    limitedForMinutes: shown.limitedForMinutes,
    continueAs: known.goesOn === undefined ? undefined : { email: known.goesOn, href: flow.onward },
    again: again && {
      nickname: again.account.profile.nickname,
      otherAccountHref: request?.subjects ? undefined : known.othersHref,
    },
    notSetUp: request === undefined && !(await isSetUp(deps.ports)),
    sessionEnded: !form && (await browserOf(deps, http).hasOnlyEndedSessions()),
    passkey: signInPrompt(deps),
    signal: shown.signal,
  });
  const leadsToApplication = request !== undefined;
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication, fetches: true });
}

/**
 * People signed in here. `goesOn`: email address of the account with which the request continues without coming back to
 * this page. `again`: the account that has to sign in again for this request. `named`: email address of the account
 * that the request is about, to prefill the form.
 */
async function knownAccounts(deps: AuthDeps, http: FastifyRequest, flow: FlowStep) {
  const { request, arrivedAt, carried } = flow;
  const device = await browserOf(deps, http).accounts();
  if (!request) return { goesOn: device.current?.account.email };
  const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt });
  const leadsOn = next.kind === 'documents' || next.kind === 'consent' || next.kind === 'return-code';
  const email = picked.signedIn?.account.email;
  return {
    goesOn: leadsOn ? email : undefined,
    again: next.kind === 'login' || next.kind === 'second-factor' ? picked.signedIn : undefined,
    othersHref: device.all.length > 1 ? `/select-account${carried}` : otherAccountHref(flow),
    named: request.subjects && email,
  };
}

/**
 * Whether the page asks this account for its password alone: the person did not choose another account, the form that
 * comes back is about it, and the application hints at no other address.
 */
function isAbout({ account }: SignedIn, { request, otherAccount }: FlowStep, form: Parameters | undefined): boolean {
  if (form) return form.get('email') === account.email;
  const hint = request?.loginHint;
  return !otherAccount && (hint === undefined || readEmailAddress(hint)?.emailKey === account.emailKey);
}

/** The address is the page's own, so that only the password can be wrong. */
const aboutPasswordAlone = (fault: Fault): Fault =>
  fault.code === 'credentials-wrong' ? formFault(['password'], 'current-password-wrong') : fault;
