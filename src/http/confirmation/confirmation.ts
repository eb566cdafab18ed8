// Asks the signed-in person to confirm who they are (contract 25), on a page of its own or in place of the response to
// a form. A correct password renews the session: it keeps its id and gets a new cookie value (case K6).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { isBoundByPolicy } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { PasskeyResponse } from '../../core/sign-in/passkeys/check-passkey.ts';
import { confirmationFaults, confirmByPassword } from '../../core/sign-in/sessions/confirm-by-password.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { refusalIn, resultOf } from '../../core/sign-in/sessions/sign-in.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderConfirm } from '../../views/pages/confirm.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { CSRF_FIELD, csrfToken } from '../browsers/csrf.ts';
import { LANGUAGE_FIELD } from '../browsers/language.ts';
import { FAULTS_FIELD } from '../browsers/language-switch.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { limited } from '../browsers/shown-again.ts';
import { visitorOf } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import { confirmPrompt, passkeyFaults, passkeyIn } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';

/** What the confirm page is for, and where it leads. */
export type ConfirmTarget = {
  /** Where its form posts to. */
  action: string;
  /** Purpose of the form's CSRF token. */
  purpose: string;
  /** Path of the page that the person came from. */
  backHref: string;
  /** The form that needed a confirmation: its texts travel along in hidden fields and come back in it. */
  kept?: Parameters;
  /** The password alone is not enough where the account has a passkey (contract 24). */
  asksFactor?: boolean;
  /** Where a mailed code stands in for the passkey. */
  mailHref?: string | undefined;
};

/**
 * How the confirm page asks. Status 403: an act was refused until the person confirms who they are; 200: they opened
 * the page to confirm.
 */
export type ConfirmPrompt = { status: 200 | 400 | 403 | 429; faults?: readonly Fault[]; limitedForMinutes?: number };

/** Passwords and codes never come back in a page, and each page has its own CSRF token. */
const NEVER_KEPT = [
  ...[CSRF_FIELD, 'password', 'current_password', 'new_password', 'code', 'passkey'],
  ...[LANGUAGE_FIELD, FAULTS_FIELD],
];

export async function askToConfirm(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  target: ConfirmTarget,
  { status, faults = [], limitedForMinutes }: ConfirmPrompt,
) {
  const { account } = await getSignedIn(deps, request);
  const asksCode = (await deps.ports.factors.find(account.id)) !== undefined;
  const passkey = await confirmPrompt(deps, account.id);
  // The password alone would not be enough.
  const isBound = target.asksFactor === true || (await isBoundByPolicy(deps.ports, account));
  const asksPasskey = passkey !== undefined && !asksCode && isBound;
  const html = renderConfirm(await pageContext(deps, request, reply), {
    action: target.action,
    csrf: await csrfToken(deps, request, reply, target.purpose),
    email: account.email,
    hasPassword: account.passwordHash !== undefined && !asksPasskey,
    asksCode,
    passkey,
    asksFactor: target.asksFactor === true,
    mailHref: asksPasskey ? target.mailHref : undefined,
    backHref: target.backHref,
    kept: target.kept?.entries().filter(([name]) => !NEVER_KEPT.includes(name)) ?? [],
    faults,
    limitedForMinutes,
  });
  return sendPage(reply, html, { status, fetches: true });
}

/**
 * Checks the passkey of a form that passed its CSRF check, or its password and the code of an account with a second
 * factor.
 * @returns undefined: confirmed, and the session is renewed; otherwise how to ask again
 */
export async function takeConfirmation(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConfirmPrompt | undefined> {
  const signedIn = await getSignedIn(deps, request);
  const passkey = passkeyIn(deps, request, signedIn.account);
  if (passkey) return takePasskey(deps, request, reply, { signedIn, passkey });
  const confirmation = await confirmByPassword(deps.ports, {
    signedIn,
    password: formOf(request).get('password'),
    visitor: visitorOf(deps, request),
  });
  const log = (result: string) => logEvent(request, 'confirmation', result, { account: signedIn.account.id });
  if (confirmation.kind !== 'verified') {
    log(confirmation.kind);
    if (confirmation.kind === 'limited') return limited(reply, confirmation);
    return { status: 400, faults: confirmationFaults(confirmation) };
  }
  // The account as it was read with the session: one that was ended since is not renewed.
  const { account } = signedIn;
  const outcome = await browserOf(deps, request).signIn(reply, {
    proof: { by: 'confirmation', account, code: formOf(request).get('code') },
    persistent: signedIn.session.persistent,
  });
  log(resultOf(outcome));
  switch (outcome.kind) {
    case 'limited':
      return limited(reply, outcome);
    case 'second-factor':
      return { status: 400, faults: [formFault(['code'], 'code-missing')] };
    case 'wrong-code':
      return { status: 400, faults: [formFault(['code'], outcome.resting ? 'codes-resting' : 'code-wrong')] };
    default:
      return undefined;
  }
}

async function takePasskey(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn: { account, session }, passkey }: { signedIn: SignedIn; passkey: PasskeyResponse },
): Promise<ConfirmPrompt | undefined> {
  const outcome = await browserOf(deps, request).signIn(reply, {
    proof: { by: 'passkey-confirmation', account, passkey },
    persistent: session.persistent,
  });
  const refusal = refusalIn(outcome);
  const details = { account: account.id, action: 'passkey', ...(refusal && { refusal }) };
  logEvent(request, 'confirmation', resultOf(outcome), details);
  return outcome.kind === 'wrong-passkey' ? { status: 400, faults: passkeyFaults(outcome) } : undefined;
}
