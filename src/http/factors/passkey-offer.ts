// GET and POST /passkeys/offer: after a sign-in by password on a device that can, a person without a passkey is offered
// one (contract 23). "Not now" holds for 30 days on the device. Whoever must have a second factor and chose a passkey
// adds it here as well (contract 24).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import { ConfirmationNeeded } from '../../core/ground/acts/session-proof.ts';
import { isBoundByPolicy, lacksAt } from '../../core/sign-in/factors/second-factor-policy.ts';
import { hasPasskey, usablePasskeys } from '../../core/sign-in/passkeys/has-passkey.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderPasskeyOffer } from '../../views/passkeys/offer.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { cookieName, cookieOptions, hasCookie } from '../browsers/cookies.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { afterSignIn } from '../flow/after-sign-in.ts';
import { applicationCard } from '../flow/application-card.ts';
import { type FlowStep, withFlow } from '../flow/flow.ts';
import { addSentPasskey } from '../passkeys/add-sent-passkey.ts';
import { addPrompt } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

export const OFFER_PATH = '/passkeys/offer';
const PURPOSE = 'passkey-offer';
const NOT_NOW_SECONDS = 30 * 24 * 60 * 60;

const notNowCookie = (authUrl: string): string => `${cookieName(authUrl)}-no-passkey`;

/** The field of a sign-in form by which the pages' script says that the device can add a passkey. */
export const PASSKEY_ABLE = 'passkey_able';

export const isAbleToAdd = (request: FastifyRequest): boolean => formOf(request).get(PASSKEY_ABLE) === 'yes';

/** Where a sign-in by password leads, with its code where one was asked for: to the offer, or to `onward`. */
export async function offerBefore(
  deps: AuthDeps,
  request: FastifyRequest,
  { account, carried, onward }: { account: Account; carried: string; onward: string },
): Promise<string> {
  const { rules } = deps.ports;
  const isAble = isAbleToAdd(request) && rules.passkeyRpId !== undefined;
  if (!isAble || hasCookie(request.headers.cookie, notNowCookie(deps.authUrl))) return onward;
  // Policy demands it, which the page of the demand says first.
  if (await isBoundByPolicy(deps.ports, account)) return onward;
  return (await hasPasskey(deps.ports, account.id)) ? onward : `${OFFER_PATH}${carried}`;
}

export const passkeyOfferRoute = (deps: AuthDeps): Route =>
  formPage<Asked>(deps, {
    path: OFFER_PATH,
    form: PURPOSE,
    confirm: { add: 'required', later: 'harmless' },
    opening: (handle) => withFlow(deps, withPerson(deps, handle)),
    show: (...page) => show(deps, ...page),
    submit: (...page) => answer(deps, ...page),
  });

type Asked = { flow: FlowStep; signedIn: SignedIn; onward: string };

/** Whoever is not signed in goes on, and meets the page that asks for it. */
function withPerson(deps: AuthDeps, handle: (request: FastifyRequest, reply: FastifyReply, asked: Asked) => unknown) {
  return async (request: FastifyRequest, reply: FastifyReply, flow: FlowStep): Promise<unknown> => {
    const signedIn = await browserOf(deps, request).signedIn();
    if (!signedIn) return reply.redirect(flow.onward, 303);
    return handle(request, reply, { flow, signedIn, onward: await afterSignIn(deps, signedIn.account, flow) });
  };
}

async function answer(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const { signedIn, onward } = asked;
  if (formOf(request).get('action') !== 'add') {
    reply.setCookie(notNowCookie(deps.authUrl), '1', { ...cookieOptions(deps.authUrl), maxAge: NOT_NOW_SECONDS });
    return reply.redirect(onward, 303);
  }
  try {
    const added = await addSentPasskey(deps, request, signedIn);
    if (added.kind === 'added') return reply.redirect(onward, 303);
    const faults = [formFault([], added.kind === 'invalid' ? 'passkey-wrong' : `passkey-${added.kind}`)];
    return show(deps, request, reply, asked, { status: 400, faults });
  } catch (error) {
    // The sign-in is too long ago. The account page offers the same.
    if (error instanceof ConfirmationNeeded) return reply.redirect(onward, 303);
    throw error;
  }
}

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { flow, signedIn, onward }: Asked,
  { status = 200, faults = [] }: Shown,
) {
  const existing = await usablePasskeys(deps.ports, signedIn.account.id);
  const prompt = addPrompt(deps, signedIn.account, existing);
  if (!prompt) return reply.redirect(onward, 303);
  const context = await pageContext(deps, request, reply);
  const html = renderPasskeyOffer(context, {
    action: `${OFFER_PATH}${flow.carried}`,
    csrf: await csrfToken(deps, request, reply, PURPOSE),
    application: flow.request && applicationCard(flow.request.application, context),
    prompt,
    isDemanded: (await lacksAt(deps.ports, signedIn, flow.request ? 'application' : 'console')) === 'enrolment',
    faults,
  });
  return sendPage(reply, html, { status, fetches: true, leadsToApplication: flow.request !== undefined });
}
