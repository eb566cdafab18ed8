// GET and POST /confirm/mail: the person proves by a mailed code that they read mail at the account's address, where
// the password alone is not enough (contract 24), and returns to the page they came from.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { standingAddress } from '../../core/people/email-changes/standing-address.ts';
import { proveByCode, sendFactorCode } from '../../core/people/verification/prove-address.ts';
import { isAddressProven } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderDemandedFactor } from '../../views/factors/demanded-factor.tsx';
import { csrfToken } from '../browsers/csrf.ts';
import { bySession, formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { queryForReturnPath, readReturnPath } from '../browsers/return-path.ts';
import { limited, type Shown } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

export const CONFIRM_BY_MAIL_PATH = '/confirm/mail';
/** After the mail was requested: the page asks for its code. */
const CODE_PATH = `${CONFIRM_BY_MAIL_PATH}/code`;
const PURPOSE = 'confirm-by-mail';

/** @param returnTo path of the page to return to */
export const confirmByMailHref = (returnTo: string): string => `${CONFIRM_BY_MAIL_PATH}${queryForReturnPath(returnTo)}`;

export const confirmByMailRoutes = (deps: AuthDeps): Route[] =>
  [CONFIRM_BY_MAIL_PATH, CODE_PATH].map((path) =>
    formPage<SignedIn>(deps, {
      path,
      access: 'session',
      form: PURPOSE,
      confirm: 'harmless',
      opening: bySession(deps),
      show: (request, reply, signedIn, shown) => show(deps, request, reply, signedIn, { path, ...shown }),
      submit: (request, reply, signedIn) => handleForm(deps, request, reply, signedIn, path),
    }),
  );

async function handleForm(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
  path: string,
) {
  const form = formOf(request);
  if (form.get('action') === 'send') return send(deps, request, reply, signedIn, path);
  const result = await proveByCode(deps.ports, { signedIn, code: form.get('code') });
  logEvent(request, 'email-verification', result.kind, { account: signedIn.account.id });
  return result.kind === 'refused'
    ? show(deps, request, reply, signedIn, { path: CODE_PATH, status: 400, faults: result.faults })
    : reply.redirect(readReturnPath(request).path, 303);
}

async function send(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn, path: string) {
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request, signedIn.account) };
  const result = await sendFactorCode(deps.ports, { signedIn, from });
  if (result.kind === 'sent') return reply.redirect(`${CODE_PATH}${readReturnPath(request).query}`, 303);
  return show(deps, request, reply, signedIn, { path, ...limited(reply, result) });
}

/** Once code or link were used, here or in another tab, the page leads back. */
async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, session }: SignedIn,
  shown: Shown & { path: string },
) {
  const { rules, clock } = deps.ports;
  const returnTo = readReturnPath(request);
  if (rules.mail === 'off' || isAddressProven(session, clock.now())) return reply.redirect(returnTo.path, 303);
  const { path, status = 200, faults = [], limitedForMinutes } = shown;
  const isSent = path === CODE_PATH;
  const html = renderDemandedFactor(await pageContext(deps, request, reply), {
    action: `${path}${returnTo.query}`,
    csrf: await csrfToken(deps, request, reply, PURPOSE),
    address: await standingAddress(deps.ports, account),
    asks: isSent ? 'code' : 'mail',
    onlyMail: true,
    twoStepHref: returnTo.path,
    passkeyHref: undefined,
    mayCancel: false,
    backHref: returnTo.path,
    faults,
    limitedForMinutes,
  });
  return sendPage(reply, html, { status, fetches: isSent });
}
