// GET and POST /consent (contract 4 "Consent"): shows who asks for what; the POST issues the code itself. The form's
// CSRF token binds the browser's current session, the person shown, the parameters and the items shown (cases K3, K4).
// GET never approves.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '../../core/applications/connections/connection.ts';
import { receivedGroupsIn } from '../../core/applications/groups/received-groups.ts';
import type { AuthorizationRequest } from '../../core/grants/authorize/authorization-request.ts';
import { nextStep } from '../../core/grants/authorize/authorize.ts';
import { issueCode } from '../../core/grants/authorize/issue-code.ts';
import { agree } from '../../core/grants/consent/agree.ts';
import {
  type ConsentFormItem,
  type ConsentFormScope,
  consentForm,
  consentScopes,
  describeShownItems,
  itemsOfAgreeAll,
} from '../../core/grants/consent/consent-form.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { inLanguage } from '../../core/ground/texts/translations.ts';
import { hostOfDocument } from '../../core/server/policy/document-url.ts';
import type { DeviceAccounts, SignedIn } from '../../core/sign-in/sessions/session.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { isLoopbackRedirectUri, isPrivateUseRedirectUri, redirectDestination } from '../../protocol/redirect-uri.ts';
import type { PageContext } from '../../views/page/page.ts';
import { renderConsent } from '../../views/pages/consent.tsx';
import { SHOWN_TO_FIELD } from '../../views/parts/consent-card.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken, isLanguageSwitch, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { applicationCard } from '../flow/application-card.ts';
import { restartRequest, returnCancelled, returnCode } from '../flow/authorize.ts';
import { consentRows, scopeRows } from '../flow/consent-rows.ts';
import { chooseAccountHref, type FlowStep, withFlow } from '../flow/flow.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';

export function consentRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/consent',
      errors: 'page',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: withFlow(
            deps,
            withAsked(deps, (request, reply, asked) =>
              asked.open ? showConsent(deps, request, reply, asked, {}) : redirectOnward(reply, asked.flow),
            ),
          ),
        },
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'harmless',
          audit: 'own',
          handle: withFlow(
            deps,
            withAsked(deps, (request, reply, asked) => handleAnswer(deps, request, reply, asked)),
          ),
        },
      },
    },
  ];
}

/** A request, and the person it asks. `open`: consent is the next step. */
type Asked = {
  flow: FlowStep;
  request: AuthorizationRequest;
  device: DeviceAccounts;
  signedIn: SignedIn;
  connection: Connection | undefined;
  items: readonly ConsentFormItem[];
  /** Scopes of APIs of the operator. */
  scopes: readonly ConsentFormScope[];
  open: boolean;
};

/** Requests that need no answer go back to `/oauth/authorize`, which alone decides the next step. */
function withAsked(deps: AuthDeps, handle: (request: FastifyRequest, reply: FastifyReply, asked: Asked) => unknown) {
  return async (http: FastifyRequest, reply: FastifyReply, flow: FlowStep): Promise<unknown> => {
    const { request, arrivedAt } = flow;
    if (!request) return reply.redirect('/account', 303);
    const device = await browserOf(deps, http).accounts();
    const { next, picked } = await nextStep(deps.ports, { request, device, arrivedAt });
    const { signedIn, connection } = picked;
    const open = next.kind === 'consent';
    if (!signedIn || (!open && next.kind !== 'return-code')) return redirectOnward(reply, flow);
    const items = consentForm(request, connection, signedIn.account);
    const scopes = consentScopes(request, connection);
    return handle(http, reply, { flow, request, device, signedIn, connection, items, scopes, open });
  };
}

const redirectOnward = (reply: FastifyReply, flow: FlowStep) => reply.redirect(flow.onward, 303);

async function handleAnswer(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const form = formOf(http);
  if (!asked.open) return handleAnswered(deps, http, reply, asked);
  if (!(await verifyCsrf(deps, http, form, formPurpose(asked)))) {
    return showConsent(deps, http, reply, asked, { ...typedBefore(http), status: 403, faults: formExpired(http) });
  }
  if (form.get('action') === 'cancel') {
    return returnCancelled(deps, reply, asked.request, 'The user cancelled the consent.');
  }
  const all = form.get('action') === 'agree-all' ? itemsOfAgreeAll(asked.items, asked.scopes) : [];
  const agreement = await agree(deps.ports, {
    request: asked.request,
    signedIn: asked.signedIn,
    language: (await pageContext(deps, http, reply)).language,
    shown: asked.items,
    shownScopes: asked.scopes,
    ticked: [...form.all('item'), ...all],
    field: (name) => form.get(name),
    issue: (agreed) => issueCode(deps.ports, { ...agreed, stampHash: asked.flow.stampHash }),
  });
  if (agreement.kind === 'refused') {
    const { faults, retryAfterSeconds } = agreement;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    return showConsent(deps, http, reply, asked, { form, status: retryAfterSeconds === undefined ? 400 : 429, faults });
  }
  if (agreement.kind === 'stale') return redirectOnward(reply, asked.flow);
  const { result } = agreement;
  if (result.kind === 'stamp-spent') return restartRequest(reply, asked.flow);
  const applicationId = asked.request.application.id;
  if (agreement.tookUsername) logEvent(http, 'username-change', 'taken', { account: asked.signedIn.account.id });
  logEvent(http, 'consent', 'agreed', { account: asked.signedIn.account.id, application: applicationId });
  return returnCode(deps, reply, { ...asked.request, code: result.code });
}

/**
 * The current account has nothing left to answer. If the page was shown to the same person, they continue: it was a
 * second click, or they agreed in another tab. If it was shown to somebody else, they choose an account: the button is
 * not consent to continue as another person (case K4).
 */
async function handleAnswered(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked) {
  if (await verifyCsrf(deps, http, formOf(http), shownToPurpose(asked), SHOWN_TO_FIELD))
    return redirectOnward(reply, asked.flow);
  if (isLanguageSwitch(http)) return redirectOnward(reply, asked.flow);
  formExpired(http);
  return reply.redirect(`/select-account${asked.flow.carried}`, 303);
}

/** What was typed comes back only to the person who typed it: a token of another session is another person. */
const typedBefore = (http: FastifyRequest) => (isLanguageSwitch(http) ? { form: formOf(http) } : {});

/** Purpose of a second token, for person and request alone: it stays valid when an answer changes what is shown. */
const shownToPurpose = ({ flow, signedIn }: Asked): string => `consent-shown-to ${signedIn.session.id} ${flow.query}`;

const formPurpose = ({ flow, items, scopes, signedIn }: Asked): string =>
  `consent ${signedIn.session.id} ${flow.query} ${describeShownItems(items, scopes)}`;

type Shown = { form?: Parameters; status?: number; faults?: readonly Fault[] };

async function showConsent(deps: AuthDeps, http: FastifyRequest, reply: FastifyReply, asked: Asked, shown: Shown) {
  const { request, flow } = asked;
  const context = await pageContext(deps, http, reply);
  const html = renderConsent(context, {
    ...(await consentContents(deps, context, asked, shown)),
    action: `/consent${flow.carried}`,
    csrf: await csrfToken(deps, http, reply, formPurpose(asked)),
    shownTo: await csrfToken(deps, http, reply, shownToPurpose(asked)),
    otherAccountHref: chooseAccountHref(asked.device, flow),
    to: { host: redirectDestination(request.redirectUri) },
  });
  return sendPage(reply, html, { status: shown.status ?? 200, leadsToApplication: true });
}

/** Of a client that nobody registered. */
function consentDocument({ application: { documentUrl }, redirectUri }: AuthorizationRequest) {
  if (documentUrl === undefined) return undefined;
  const isOnDevice = isLoopbackRedirectUri(redirectUri) || isPrivateUseRedirectUri(redirectUri);
  return { host: hostOfDocument(documentUrl), isOnDevice };
}

/** What the page says of the request, wherever it was made. */
export async function consentContents(
  { ports }: Pick<AuthDeps, 'ports'>,
  context: PageContext,
  {
    request,
    signedIn,
    connection,
    items,
    scopes,
  }: Pick<Asked, 'request' | 'signedIn' | 'connection' | 'items' | 'scopes'>,
  { form, faults = [] }: Pick<Shown, 'form' | 'faults'>,
) {
  const { account } = signedIn;
  const received = await receivedGroupsIn(context.language, ports, request.application, account.id);
  const texts = items.map((entry) => inLanguage(entry, context.language));
  return {
    application: applicationCard(request.application, context),
    document: consentDocument(request),
    items: consentRows(texts, account, form, { rules: ports.rules, received }),
    scopes: scopeRows(scopes, context.language, form),
    signedIn: { email: account.email, nickname: account.profile.nickname },
    faults,
    firstTime: connection === undefined || connection.endedAt !== undefined,
  };
}
