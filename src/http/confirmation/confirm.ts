// GET and POST /confirm: the person confirms who they are and returns to the page they came from (contract 25).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConfirmationNeeded, isConfirmed } from '../../core/ground/acts/session-proof.ts';
import { asksBeforeFactors, lacksAt, mayProveAddressInstead } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { queryForReturnPath, readReturnPath } from '../browsers/return-path.ts';
import { getSignedIn, SECOND_FACTOR_PATH } from '../browsers/session-guard.ts';
import { withPasswordRoomUnless } from '../overload/password-room.ts';
import { hasPasskeyAnswer } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { CONFIRM_BY_MAIL_PATH } from './confirm-by-mail.ts';
import { askToConfirm, type ConfirmTarget, takeConfirmation } from './confirmation.ts';

const PATH = '/confirm';
/** Shows the factor that the account has, before the ways to sign in change. */
const FACTOR_PATH = '/confirm/factor';
const PURPOSE = 'confirm';

/** @param returnTo path of the page to return to */
export const confirmHref = (returnTo: string): string => `${PATH}${queryForReturnPath(returnTo)}`;

/**
 * What a page that changes factors asks first (contract 24), as the statements of its acts do. Undefined: nothing more.
 * @param carried what the page of the demand passes on
 */
export async function pageBeforeFactors(
  { ports }: Pick<AuthDeps, 'ports'>,
  signedIn: SignedIn,
  returnTo: string,
  carried = '',
): Promise<string | undefined> {
  const now = ports.clock.now();
  if (!isConfirmed(signedIn.session, now)) return confirmHref(returnTo);
  const asks = await asksBeforeFactors(ports, signedIn, now);
  if (asks === 'factor') return `${FACTOR_PATH}${queryForReturnPath(returnTo)}`;
  return asks === 'address' ? `${SECOND_FACTOR_PATH}${carried}` : undefined;
}

/** For forms of a page at `path`: a confirmation that is too old, also by the time of the act, is asked for first. */
export const confirmedFirst =
  (path: string, handle: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      return await handle(request, reply);
    } catch (error) {
      if (error instanceof ConfirmationNeeded) return reply.redirect(confirmHref(path), 303);
      throw error;
    }
  };

export const confirmRoutes = (deps: AuthDeps): Route[] => [confirmRoute(deps, PATH), confirmRoute(deps, FACTOR_PATH)];

function confirmRoute(deps: AuthDeps, path: string): Route {
  const confirm: Handle = async (request, reply) => handleForm(deps, request, reply, path);
  return {
    path,
    errors: 'page',
    methods: {
      GET: { access: 'session', body: 'none', audit: 'own', handle: (http, reply) => show(deps, http, reply, path) },
      POST: {
        access: 'session',
        body: 'form',
        confirm: 'in-form',
        audit: 'own',
        handle: withPasswordRoomUnless(hasPasskeyAnswer, deps, confirm),
      },
    },
  };
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

async function targetOf(deps: AuthDeps, request: FastifyRequest, path: string): Promise<ConfirmTarget> {
  const returnTo = readReturnPath(request);
  const target = { action: `${path}${returnTo.query}`, purpose: PURPOSE, backHref: returnTo.path };
  if (path !== FACTOR_PATH) return target;
  const mayMail = await mayProveAddressInstead(deps.ports, await getSignedIn(deps, request));
  return { ...target, asksFactor: true, mailHref: mayMail ? `${CONFIRM_BY_MAIL_PATH}${returnTo.query}` : undefined };
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, path: string) {
  const signedIn = await getSignedIn(deps, request);
  const { path: returnTo } = readReturnPath(request);
  const now = deps.ports.clock.now();
  const isAsked =
    path === FACTOR_PATH
      ? (await asksBeforeFactors(deps.ports, signedIn, now)) === 'factor'
      : (await lacksAt(deps.ports, signedIn, 'console')) === 'step-up';
  if (isConfirmed(signedIn.session, now) && !isAsked) return reply.redirect(returnTo, 303);
  return askToConfirm(deps, request, reply, await targetOf(deps, request, path), { status: 200 });
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, path: string) {
  const target = await targetOf(deps, request, path);
  if (!(await verifyCsrf(deps, request, formOf(request), PURPOSE))) {
    return askToConfirm(deps, request, reply, target, { status: 403, faults: formExpired(request) });
  }
  const again = await takeConfirmation(deps, request, reply);
  return again ? askToConfirm(deps, request, reply, target, again) : reply.redirect(target.backHref, 303);
}
