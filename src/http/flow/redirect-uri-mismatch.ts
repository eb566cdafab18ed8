// The mismatch page compares a redirect URI that is not registered with the registered ones, for members of the
// application's team. A member who may change them can register the URI on a second page, and then starts again from
// the application: the request may be a stranger's, so it never continues by itself. Whoever lacks the second factor
// that the console asks for, and anybody else, learns nothing about what is registered (contract 24, case N13).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import { redirectUriList } from '../../core/applications/applications/change-parts.ts';
import { editApplication, type StoredConflict } from '../../core/applications/applications/edit-application.ts';
import { type Caller, reachApplication } from '../../core/applications/applications/find-application.ts';
import { mayDo } from '../../core/applications/members/member.ts';
import { readRun, TRY_IT, tryItRedirectUri } from '../../core/applications/try-it/run.ts';
import { checkAuthorizationRequest } from '../../core/grants/authorize/authorize.ts';
import type { Refused } from '../../core/grants/authorize/check-client.ts';
import { ConfirmationNeeded, isConfirmed, proofOf } from '../../core/ground/acts/session-proof.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { lacksAt } from '../../core/sign-in/factors/second-factor-policy.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { differsByLocalPort } from '../../protocol/redirect-uri-difference.ts';
import { sectionPath } from '../../views/console/parts/sections.ts';
import { renderRegisteredUri, renderRegisterUri } from '../../views/console/register-redirect-uri.tsx';
import { CONFIRMING } from '../../views/pages/confirm.tsx';
import { type MismatchWarning, renderMismatch } from '../../views/pages/redirect-uri-mismatch.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { askToConfirm, type ConfirmPrompt, takeConfirmation } from '../confirmation/confirmation.ts';
import { httpError } from '../errors/http-error.ts';
import { logChange } from '../log/logged-change.ts';
import { inPasswordRoom } from '../overload/password-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { compareWithAll, otherHost } from './compared-uris.ts';
import { type FlowQuery, readFlowQuery } from './query.ts';
import { logRefusal } from './refused-request.ts';

const PATH = '/redirect-uri-mismatch';
const CODE = 'redirect-uri-unregistered';

export const redirectUriMismatchRoutes = (deps: AuthDeps): Route[] => [
  {
    path: PATH,
    errors: 'page',
    methods: {
      GET: { access: 'public', body: 'none', handle: (request, reply) => ask(deps, request, reply) },
      POST: {
        access: 'public',
        body: 'form',
        confirm: 'required',
        audit: 'change',
        handle: (request, reply) => register(deps, request, reply),
      },
    },
  },
];

/** The caller, the application, and the redirect URI that it has not registered. */
type Mismatch = {
  caller: Caller;
  application: Application;
  mayRegister: boolean;
  confirmed: boolean;
  sent: string;
  warning: MismatchWarning | undefined;
};

const urisOf = ({ redirectUris }: Application) => redirectUris.map(({ redirectUri }) => redirectUri);

/** @returns undefined, and the plain error page follows: there is nothing to compare, or not for this caller */
async function findMismatch(deps: AuthDeps, request: FastifyRequest, flow: FlowQuery): Promise<Mismatch | undefined> {
  const signedIn = await browserOf(deps, request).signedIn();
  const [apiKey, sent] = [flow.parameters.get('client_id'), flow.parameters.get('redirect_uri')];
  if (!signedIn || apiKey === undefined || sent === undefined) return undefined;
  const found = await deps.ports.applications.findByApiKey(apiKey);
  // The console's own callback, from a run of "try it" that is over: nothing to register.
  if (found && sent === tryItRedirectUri(deps.authUrl, found.application.id)) return undefined;
  const { account, session } = signedIn;
  const now = deps.ports.clock.now();
  const caller = { accountId: account.id, role: account.role, proof: proofOf(session, now) };
  const reached = found && (await reachApplication(deps.ports, { caller, id: found.application.id }));
  if (!reached || (await lacksAt(deps.ports, signedIn, 'console'))) return undefined;
  const { application, role } = reached;
  const registered = urisOf(application);
  const isTrusted =
    isOwnRun(deps, flow, signedIn, application) || registered.some((uri) => differsByLocalPort(sent, uri));
  const warning = isTrusted ? undefined : { otherHost: otherHost(sent, registered) };
  return {
    caller,
    application,
    mayRegister: mayDo(role, 'change'),
    confirmed: isConfirmed(session, now),
    sent,
    warning,
  };
}

/**
 * Whether the person began this request moments ago: it carries the grant of a run that this very session started in
 * the console. The previous page, as the browser reports it, proves nothing: a link in an email has no origin at all,
 * and an open redirector of the application has the right one.
 */
function isOwnRun({ ports }: AuthDeps, { parameters }: FlowQuery, { session }: SignedIn, { id }: Application): boolean {
  const of = { sessionId: session.id, applicationId: id };
  const run = readRun(ports.secrets, of, { grant: parameters.get(TRY_IT), now: ports.clock.now() });
  return run !== undefined && run.apiKey === parameters.get('client_id') && !parameters.isDoubled(TRY_IT);
}

const isUnregistered = (outcome: { kind: string; code?: string }): boolean =>
  outcome.kind === 'refuse' && outcome.code === CODE;

/**
 * Sends the comparison in place of the refusal; undefined if the outcome is another one, or the caller may not see it.
 */
export async function offerRegistration(
  deps: AuthDeps,
  reply: FastifyReply,
  flow: FlowQuery,
  outcome: { kind: string; code?: string; sent?: Refused['sent'] },
): Promise<FastifyReply | undefined> {
  const { request } = reply;
  const mismatch = isUnregistered(outcome) ? await findMismatch(deps, request, flow) : undefined;
  if (!mismatch) return undefined;
  const { application, sent, mayRegister, warning } = mismatch;
  const of = { applicationId: application.id, redirectUri: undefined, ...outcome.sent };
  deps.ports.publish({ kind: 'request-refused', refusal: CODE, ...of });
  logRefusal(deps, request, { application, refusal: CODE, result: 'page' });
  const html = renderMismatch(await pageContext(deps, request, reply), {
    application: application.name,
    addressesHref: sectionPath(application.id, 'addresses'),
    registerHref: `${PATH}?${flow.query}`,
    sent,
    compared: compareWithAll(sent, urisOf(application)),
    warning,
    mayRegister,
    code: CODE,
    status: 400,
    requestId: request.id,
  });
  return sendPage(reply, html, { status: 400 });
}

/** Asks whether to register the URI, or says that it is registered. In all other cases the request itself says why. */
async function ask(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const flow = await readFlowQuery(deps, request);
  const mismatch = await findMismatch(deps, request, flow);
  const requestHref = `/oauth/authorize?${flow.query}`;
  if (!mismatch?.mayRegister) return reply.redirect(requestHref, 303);
  if (isUnregistered(await checkAuthorizationRequest(deps.ports, flow))) {
    if (!mismatch.confirmed) return askToConfirmFirst(deps, reply, flow, mismatch, { status: 200 });
    return show(deps, reply, flow, mismatch, {});
  }
  const { application, sent } = mismatch;
  if (!urisOf(application).includes(sent)) return reply.redirect(requestHref, 303);
  const addressesHref = sectionPath(application.id, 'addresses');
  const props = { application: application.name, sent, addressesHref };
  return sendPage(reply, renderRegisteredUri(await pageContext(deps, request, reply), props));
}

async function register(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const flow = await readFlowQuery(deps, request);
  const checked = await checkAuthorizationRequest(deps.ports, flow);
  const redirectToPage = () => reply.redirect(`${PATH}?${flow.query}`, 303);
  // Registered meanwhile, by another click or another person.
  if (checked.kind !== 'refuse' || checked.code !== CODE) return redirectToPage();
  const mismatch = await findMismatch(deps, request, flow);
  if (!mismatch) throw httpError(400, checked.detail, { page: CODE });
  if (!(await verifyCsrf(deps, request, formOf(request), formPurpose(mismatch)))) {
    return show(deps, reply, flow, mismatch, { status: 403, faults: formExpired(request) });
  }
  if (formOf(request).has(CONFIRMING)) {
    const again = await inPasswordRoom(deps, request, () => takeConfirmation(deps, request, reply));
    return again ? askToConfirmFirst(deps, reply, flow, mismatch, again) : redirectToPage();
  }
  const edit = await add(deps, request, mismatch);
  switch (edit.kind) {
    case 'unconfirmed':
      return askToConfirmFirst(deps, reply, flow, mismatch, { status: 403 });
    case 'edited':
      return redirectToPage();
    case 'gone':
      throw httpError(403);
    case 'refused':
      return show(deps, reply, flow, mismatch, { status: 400, faults: edit.faults });
    case 'conflict':
      return show(deps, reply, flow, mismatch, { status: 409, conflicts: edit.conflicts });
  }
}

const add = (deps: AuthDeps, request: FastifyRequest, { caller, application: { id }, sent }: Mismatch) =>
  logChange(
    deps,
    request,
    {
      ...{ event: 'application-change', action: 'register redirect-uri' },
      ...{ account: caller.accountId, role: caller.role, application: id },
    },
    async (ports) => {
      try {
        const change = (current: Application) => redirectUriList.add(current, { draft: sent, faults: [] });
        return await editApplication(ports, { caller, id, change });
      } catch (error) {
        if (error instanceof ConfirmationNeeded) return { kind: 'unconfirmed' as const };
        throw error;
      }
    },
    ({ kind }) => (kind === 'edited' ? undefined : kind),
  );

/** Binds the form to this URI and this application. */
const formPurpose = ({ application, sent }: Mismatch): string => `redirect-uri ${application.id} ${sent}`;

/** Registering needs a confirmation (contract 25); after it the question is shown. */
const askToConfirmFirst = (
  deps: AuthDeps,
  reply: FastifyReply,
  flow: FlowQuery,
  mismatch: Mismatch,
  prompt: ConfirmPrompt,
) =>
  askToConfirm(
    deps,
    reply.request,
    reply,
    {
      action: `${PATH}?${flow.query}`,
      purpose: formPurpose(mismatch),
      backHref: `/oauth/authorize?${flow.query}`,
    },
    prompt,
  );

type Shown = { status?: number; faults?: readonly Fault[]; conflicts?: readonly StoredConflict[] };

async function show(deps: AuthDeps, reply: FastifyReply, flow: FlowQuery, mismatch: Mismatch, shown: Shown) {
  const { application, sent, warning } = mismatch;
  const html = renderRegisterUri(await pageContext(deps, reply.request, reply), {
    application: application.name,
    sent,
    nearest: compareWithAll(sent, urisOf(application))[0],
    warning,
    action: `${PATH}?${flow.query}`,
    csrf: await csrfToken(deps, reply.request, reply, formPurpose(mismatch)),
    backHref: `/oauth/authorize?${flow.query}`,
    faults: shown.faults ?? [],
    conflicts: shown.conflicts ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
