// The mismatch page (issue 5): a redirect URI that is not registered is compared with those that are, for members of the
// application's team; who may change it registers it here and goes on. Anybody else learns nothing about what is registered
// (case N13): for them `undefined` comes back, and the plain error page follows.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/application.ts';
import { redirectUriList } from '../../core/applications/change-parts.ts';
import { editApplication } from '../../core/applications/edit-application.ts';
import { type Caller, reachApplication } from '../../core/applications/find-application.ts';
import { mayDo } from '../../core/applications/member.ts';
import { checkAuthorizationRequest } from '../../core/authorize/authorize.ts';
import type { Fault } from '../../core/fault.ts';
import { tryItRedirectUri } from '../../core/try-it/run.ts';
import { compareTexts, type TextRun } from '../../protocol/compare-texts.ts';
import { redirectDestination } from '../../protocol/redirect-uri.ts';
import { differencesOf } from '../../protocol/redirect-uri-difference.ts';
import { sectionPath } from '../../views/console/sections.ts';
import { type ComparedUri, renderMismatch } from '../../views/redirect-uri-mismatch.tsx';
import type { AuthDeps } from '../auth-deps.ts';
import { httpError } from '../http-error.ts';
import { logChange } from '../logged-change.ts';
import { pageContext } from '../page-context.ts';
import { browserOf } from '../plugins/browser-session.ts';
import { csrfToken, verifyCsrf } from '../plugins/csrf.ts';
import { sendPage } from '../plugins/page-headers.ts';
import { formOf } from '../request-parts.ts';
import type { Route } from '../route.ts';
import { formExpired } from './form-expired.ts';
import { type FlowQuery, readFlowQuery } from './query.ts';

const PATH = '/redirect-uri-mismatch';
const CODE = 'redirect-uri-unregistered';

export const redirectUriMismatchRoutes = (deps: AuthDeps): Route[] => [
  {
    path: PATH,
    errors: 'page',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: (request, reply) => goOn(reply, readFlowQuery(deps, request)),
      },
      POST: { access: 'public', body: 'form', handle: (request, reply) => register(deps, request, reply) },
    },
  },
];

/** The one place that says what is next. */
const goOn = (reply: FastifyReply, flow: FlowQuery) => reply.redirect(`/oauth/authorize?${flow.next(reply)}`, 303);

/** Who looks, the application, and the redirect URI it did not register. */
type Mismatch = { caller: Caller; application: Application; mayRegister: boolean; sent: string };

/** @returns undefined where there is nothing to compare for who looks. */
async function findMismatch(
  deps: AuthDeps,
  request: FastifyRequest,
  { parameters }: FlowQuery,
): Promise<Mismatch | undefined> {
  const signedIn = await browserOf(deps, request).signedIn();
  const [apiKey, sent] = [parameters.get('client_id'), parameters.get('redirect_uri')];
  if (!signedIn || apiKey === undefined || sent === undefined) return undefined;
  const found = await deps.ports.applications.findByApiKey(apiKey);
  // The console's own callback, of a run of "try it" that is over: nothing to be registered.
  if (found && sent === tryItRedirectUri(deps.authUrl, found.application.id)) return undefined;
  const caller = { accountId: signedIn.account.id, role: signedIn.account.role };
  const reached = found && (await reachApplication(deps.ports, { caller, id: found.application.id }));
  return reached && { caller, application: reached.application, mayRegister: mayDo(reached.role, 'change'), sent };
}

/** Sends the page in place of the refusal; undefined: something else came of the request, or not for who looks. */
export async function offerRegistration(
  deps: AuthDeps,
  reply: FastifyReply,
  flow: FlowQuery,
  outcome: { kind: string; code?: string },
): Promise<FastifyReply | undefined> {
  if (outcome.kind !== 'refuse' || outcome.code !== CODE) return undefined;
  const mismatch = await findMismatch(deps, reply.request, flow);
  if (!mismatch) return undefined;
  deps.ports.counters.count(mismatch.application.id, `refused:${CODE}`);
  return show(deps, reply, flow, mismatch, {});
}

async function register(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const flow = readFlowQuery(deps, request);
  const checked = await checkAuthorizationRequest(deps.ports, flow);
  // Registered meanwhile, by another click or another person.
  if (checked.kind !== 'refuse' || checked.code !== CODE) return goOn(reply, flow);
  const mismatch = await findMismatch(deps, request, flow);
  if (!mismatch) throw httpError(400, checked.detail, { page: CODE });
  const { caller, application, sent } = mismatch;
  if (!(await verifyCsrf(deps, request, formOf(request), formPurpose(mismatch)))) {
    return show(deps, reply, flow, mismatch, { status: 403, faults: formExpired(request) });
  }
  const edit = await logChange(
    request,
    {
      event: 'application-change',
      action: 'register redirect-uri',
      account: caller.accountId,
      application: application.id,
    },
    () =>
      editApplication(deps.ports, {
        caller,
        id: application.id,
        change: (current) => redirectUriList.add(current, { draft: sent, faults: [] }),
      }),
    ({ kind }) => (kind === 'edited' ? undefined : kind),
  );
  switch (edit.kind) {
    case 'edited':
      return goOn(reply, flow);
    case 'gone':
      throw httpError(403);
    case 'refused':
      return show(deps, reply, flow, mismatch, { faults: edit.faults });
    case 'conflict':
      return show(deps, reply, flow, mismatch, { status: 409, conflict: edit.detail });
  }
}

/** A click registers this URI for this application and no other. */
const formPurpose = ({ application, sent }: Mismatch): string => `redirect-uri ${application.id} ${sent}`;

type Shown = { status?: number; faults?: readonly Fault[]; conflict?: string };

async function show(deps: AuthDeps, reply: FastifyReply, flow: FlowQuery, mismatch: Mismatch, shown: Shown) {
  const { request } = reply;
  const { application, sent, mayRegister } = mismatch;
  const registered = application.redirectUris.map(({ redirectUri }) => redirectUri);
  const { status = 400, faults = [], conflict } = shown;
  const html = renderMismatch(await pageContext(deps, request, reply), {
    application: application.name,
    addressesHref: sectionPath(application.id, 'addresses'),
    action: `${PATH}?${flow.next(reply)}`,
    csrf: await csrfToken(deps, request, reply, formPurpose(mismatch)),
    sent,
    compared: compareWithAll(sent, registered),
    otherHost: otherHost(sent, registered),
    mayRegister,
    faults,
    conflict,
    code: CODE,
    status,
    requestId: request.id,
  });
  return sendPage(reply, html, { status, leadsToApplication: true });
}

/** Nearest first; equally near ones in order of registration. */
const compareWithAll = (sent: string, registered: readonly string[]): ComparedUri[] =>
  registered
    .map((uri) => ({ uri, compared: compareTexts(sent, uri) }))
    .sort((a, b) => a.compared.distance - b.compared.distance)
    .map(({ uri, compared: { first, second } }) => ({
      sent: first,
      registered: second,
      firstDifference: Math.min(sameAtStart(first), sameAtStart(second)) + 1,
      differences: differencesOf(sent, uri),
    }));

function sameAtStart(runs: readonly TextRun[]): number {
  const [run] = runs;
  return run?.same ? run.text.length : 0;
}

function otherHost(sent: string, registered: readonly string[]): string | undefined {
  const host = destinationOf(sent);
  return registered.some((uri) => destinationOf(uri) === host) ? undefined : host;
}

/** Host or scheme, without the port: the same machine is nobody else's. */
function destinationOf(uri: string): string {
  if (/^https?:/.test(uri)) return URL.canParse(uri) ? new URL(uri).hostname : uri;
  return redirectDestination(uri);
}
