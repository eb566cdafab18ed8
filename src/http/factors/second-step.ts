// The second step of signing in (contract 24): after the right password, the response to the sign-in form is a page
// that asks for a code. Its form posts to `/login` again, with the first proof as an encrypted value.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksSecondFactor } from '../../core/grants/authorize/asks-second-factor.ts';
import type { AuthorizationRequest } from '../../core/grants/authorize/authorization-request.ts';
import type { Account } from '../../core/ground/accounts/account.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { type HalfSignedIn, openHalfSignedIn, sealHalfSignedIn } from '../../core/sign-in/factors/half-signed-in.ts';
import { accountIn, type Proof, refusalIn, resultOf } from '../../core/sign-in/sessions/sign-in.ts';
import { mayTrustDevice } from '../../core/sign-in/trusted-devices/trust-device.ts';
import { renderSecondStep } from '../../views/pages/second-step.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { LANGUAGE_FIELD } from '../browsers/language.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { limited } from '../browsers/shown-again.ts';
import { afterSignIn } from '../flow/after-sign-in.ts';
import { applicationCard } from '../flow/application-card.ts';
import { askToRestore } from '../flow/restore-account.ts';
import { logEvent } from '../log/security-event.ts';
import { passkeyFaults, passkeyIn, secondStepPrompt } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { isAbleToAdd, offerBefore, PASSKEY_ABLE } from './passkey-offer.ts';

const PURPOSE = 'second-step';
/** Its name keeps it out of every other page that answers the form (language-switch.ts). */
const HALF = 'proof_token';

/** The sign-in that the step belongs to; without members it leads to the account page. */
export type SecondStepFlow = {
  request: AuthorizationRequest | undefined;
  /** As sent, without the server's own parameters. */
  query: string;
  carried: string;
  onward: string;
};

export const OUTSIDE_REQUESTS: SecondStepFlow = { request: undefined, query: '', carried: '', onward: '/account' };

/** Whether the form of `/login` is that of the second step. */
export const isSecondStep = (request: FastifyRequest): boolean => formOf(request).has(HALF);

const asksFactor = ({ request }: SecondStepFlow): boolean => request !== undefined && asksSecondFactor(request);

/** A switch of the language changes the query, and not the request. */
const placeOf = (deps: AuthDeps, http: FastifyRequest, { request, query, carried }: SecondStepFlow) => ({
  deviceId: browserOf(deps, http).device.id,
  request: request ? withoutLanguage(query) : carried,
});

const withoutLanguage = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !pair.startsWith(`${LANGUAGE_FIELD}=`))
    .join('&');

type Shown = { status?: number; faults?: readonly Fault[]; limitedForMinutes?: number };

/** Answers the first step: the proof was right, and the account has a second factor. */
export async function askForCode(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: SecondStepFlow,
  { account, persistent }: { account: Account; persistent: boolean },
) {
  const deviceId = browserOf(deps, request).device.ensure(reply);
  const proven: HalfSignedIn = {
    accountId: account.id,
    signInEpoch: account.signInEpoch,
    persistent,
    provenAt: deps.ports.clock.now(),
  };
  const half = sealHalfSignedIn(deps.ports, proven, { ...placeOf(deps, request, flow), deviceId });
  return showSecondStep(deps, request, reply, flow, { half, accountId: account.id });
}

/** @param startAnew answers a form whose first proof no longer counts */
export async function takeCode(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: SecondStepFlow,
  startAnew: (faults: Fault[]) => unknown,
): Promise<unknown> {
  const form = formOf(request);
  const value = form.get(HALF) ?? '';
  const half = openHalfSignedIn(deps.ports, value, placeOf(deps, request, flow));
  const expired = [formFault([], 'second-step-expired')];
  const showAgain = (shown: Shown) =>
    showSecondStep(deps, request, reply, flow, { half: value, accountId: half?.accountId ?? '', ...shown });
  if (!half) return startAnew(expired);
  if (!(await verifyCsrf(deps, request, form, PURPOSE))) {
    return showAgain({ status: 403, faults: formExpired(request) });
  }
  const code = form.get('code');
  const passkey = passkeyIn(deps, request);
  if (code === undefined && !passkey) {
    return showAgain(form.has('switch') ? {} : { status: 400, faults: [formFault(['code'], 'code-missing')] });
  }

  const proof: Proof = passkey
    ? { by: 'passkey-after-password', half, passkey }
    : { by: 'code', half, code: code ?? '' };
  const outcome = await browserOf(deps, request).signIn(reply, {
    proof,
    persistent: half.persistent,
    asksFactor: asksFactor(flow),
    trusts: form.has('trust'),
  });
  const account = accountIn(outcome) ?? half.accountId;
  const refusal = refusalIn(outcome);
  const details = { account, action: passkey ? 'passkey' : 'code', ...(refusal && { refusal }) };
  logEvent(request, 'sign-in', resultOf(outcome), details);
  switch (outcome.kind) {
    case 'signed-in': {
      const { account } = outcome;
      const onward = await afterSignIn(deps, account, flow);
      return reply.redirect(await offerBefore(deps, request, { account, carried: flow.carried, onward }), 303);
    }
    case 'leaving':
      return askToRestore(deps, request, reply, flow, { ...outcome, persistent: half.persistent });
    case 'wrong-passkey':
      return showAgain({ status: 401, faults: passkeyFaults(outcome) });
    case 'wrong-code':
      return showAgain({
        status: 401,
        faults: [formFault(['code'], outcome.resting ? 'codes-resting' : 'code-wrong')],
      });
    case 'limited':
      return showAgain(limited(reply, outcome));
    default:
      return startAnew(expired);
  }
}

async function showSecondStep(
  deps: AuthDeps,
  http: FastifyRequest,
  reply: FastifyReply,
  flow: SecondStepFlow,
  { half, accountId, status, faults = [], limitedForMinutes }: Shown & { half: string; accountId: string },
) {
  const { request, carried } = flow;
  const account = await deps.ports.accounts.find(accountId);
  const mayTrust = account !== undefined && (await mayTrustDevice(deps.ports, account, asksFactor(flow)));
  const context = await pageContext(deps, http, reply);
  const recovery = formOf(http).get('by') === 'recovery-code';
  // The switch repeats this step, not the one before it.
  const isAble = isAbleToAdd(http);
  const kept = [
    [HALF, half] as const,
    ...(isAble ? [[PASSKEY_ABLE, 'yes'] as const] : []),
    ...(recovery ? [['by', 'recovery-code'] as const] : []),
  ];
  const languageForm = context.languageForm && { ...context.languageForm, kept };
  const languageHrefs = http.url.startsWith('/login') ? context.languageHrefs : undefined;
  const html = renderSecondStep(
    { ...context, languageForm, languageHrefs },
    {
      action: `/login${carried}`,
      csrf: await csrfToken(deps, http, reply, PURPOSE),
      half,
      passkey: recovery ? undefined : await secondStepPrompt(deps, http, reply, accountId),
      hasCodes: (await deps.ports.factors.find(accountId)) !== undefined,
      application: request && applicationCard(request.application, context),
      recovery,
      mayTrust,
      isAble,
      startOverHref: `/login${carried}`,
      faults,
      limitedForMinutes,
    },
  );
  return sendPage(reply, html, { status: status ?? 200, leadsToApplication: request !== undefined });
}
