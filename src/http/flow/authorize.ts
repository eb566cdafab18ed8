// GET and POST /oauth/authorize (contract 4). One `switch` carries out what core decided.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AuthorizationOutcome,
  authorize,
  checkAuthorizationRequest,
  presentClient,
  preview,
} from '../../core/grants/authorize/authorize.ts';
import type { Refused } from '../../core/grants/authorize/check-client.ts';
import type { ReturnTo } from '../../core/grants/authorize/check-request.ts';
import type { DeviceAccounts } from '../../core/sign-in/sessions/session.ts';
import { accessDenied, type OAuthError } from '../../protocol/errors.ts';
import { withParameters } from '../../protocol/redirect-uri.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { keepOpener } from '../browsers/page-headers.ts';
import { type HttpError, httpError } from '../errors/http-error.ts';
import { type AuthDeps, depsFor, isHead } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { letInDocumentClient } from './document-client.ts';
import { postBack } from './form-post.ts';
import { type FlowQuery, readFlowQuery, readPostedRequest } from './query.ts';
import { offerRegistration } from './redirect-uri-mismatch.ts';
import { logRefusal } from './refused-request.ts';

export function authorizeRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/oauth/authorize',
      errors: 'page',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: async (request, reply) => {
            keepOpener(reply);
            const flow = await readFlowQuery(deps, request);
            if (!isHead(request)) await letInDocumentClient(deps, request, flow.parameters);
            const client = presentClient(deps.ports, flow.parameters);
            const device = await browserOf(deps, request).accounts();
            if (isHead(request)) return answerHead(depsFor(deps, request), reply, { device, ...flow });
            const outcome = await authorize(deps.ports, { device, client, ...flow });
            if (flow.isNew) publishStart(deps, outcome, flow.parameters.get('redirect_uri'));
            return (await offerRegistration(deps, reply, flow, outcome)) ?? perform(deps, reply, flow, outcome);
          },
        },
        // OpenID Connect Core 3.1.2.1. Open to other sites by design: it only redirects to the GET.
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'harmless',
          audit: 'own',
          handle: async (request, reply) => {
            keepOpener(reply);
            const sent = await readPostedRequest(deps, formOf(request));
            await letInDocumentClient(deps, request, sent.parameters);
            const checked = await checkAuthorizationRequest(deps.ports, sent);
            if (checked.kind === 'refuse') throw refusal(deps, request, checked);
            if (checked.kind === 'return-error') return returnError(deps, reply, checked);
            return reply.redirect(`/oauth/authorize?${sent.query}`, 303);
          },
        },
      },
    },
  ];
}

/** Placeholder for a code where none is issued. */
const NO_CODE = '-'.repeat(43);

/**
 * Answers HEAD (contract 9): no code is issued, and the redirect contains none. A page that would post a code contains
 * a placeholder, so that its length is that of the page with the code.
 */
async function answerHead(deps: AuthDeps, reply: FastifyReply, flow: FlowQuery & { device: DeviceAccounts }) {
  const foreseen = await preview(deps.ports, flow);
  if (foreseen.kind === 'issue-code') {
    const { back } = foreseen;
    return redirectBack(deps, reply, back, [
      ['iss', deps.authUrl],
      ['state', back.state],
      ['code', back.responseMode === 'form_post' ? NO_CODE : undefined],
    ]);
  }
  return (await offerRegistration(deps, reply, flow, foreseen)) ?? perform(deps, reply, flow, foreseen);
}

/** Publishes a new request without a fault, whatever its outcome. */
function publishStart(deps: AuthDeps, outcome: AuthorizationOutcome, redirectUri: string | undefined): void {
  if (outcome.kind === 'refuse' || (outcome.kind === 'return-error' && !outcome.faultless)) return;
  deps.ports.publish({ kind: 'authorization-started', applicationId: outcome.application.id, redirectUri });
}

/** The error page of a request whose answer must not go to a redirect URI. */
export function refusal(
  deps: AuthDeps,
  request: FastifyRequest,
  { code, detail, application, sent }: Refused,
): HttpError {
  if (application) {
    const applicationId = application.id;
    deps.ports.publish({ kind: 'request-refused', applicationId, redirectUri: undefined, refusal: code, ...sent });
  }
  logRefusal(deps, request, { application, refusal: code, result: 'page' });
  return httpError(400, detail, { page: code, application });
}

function perform(deps: AuthDeps, reply: FastifyReply, flow: FlowQuery, outcome: AuthorizationOutcome) {
  switch (outcome.kind) {
    case 'refuse':
      throw refusal(deps, reply.request, outcome);
    case 'return-error':
      return returnError(deps, reply, outcome);
    case 'login':
    case 'sign-up':
    case 'select-account':
    case 'team-only':
    case 'groups-only':
    case 'second-factor':
    case 'documents':
    case 'verify':
    case 'unverified':
    case 'consent':
      return reply.redirect(`/${outcome.kind}?${flow.next(reply)}`, 303);
    case 'begin-anew':
      return restartRequest(reply, flow);
    case 'return-code':
      return returnCode(deps, reply, outcome);
  }
}

/** The same request without its stamp, which is spent: its demands have to be met again. */
export const restartRequest = (reply: FastifyReply, { query }: FlowQuery) =>
  reply.redirect(`/oauth/authorize?${query}`, 303);

/** `code` comes last with nothing after it, so that splitting the string at `code=` reads it (contract 4). */
export function returnCode(deps: AuthDeps, reply: FastifyReply, to: ReturnTo & { code: string }) {
  return redirectBack(deps, reply, to, [
    ['iss', deps.authUrl],
    ['state', to.state],
    ['code', to.code],
  ]);
}

/** RFC 6749 4.1.2.1, RFC 9207. */
export function returnError(deps: AuthDeps, reply: FastifyReply, to: ReturnTo & { error: OAuthError; value?: string }) {
  const { application, platform, redirectUri, error, value } = to;
  const { apiKey } = platform;
  const { refusal } = error;
  if (refusal !== 'user-cancelled') {
    logRefusal(deps, reply.request, { application, refusal, result: error.code });
  }
  deps.ports.publish({ kind: 'request-refused', applicationId: application.id, redirectUri, refusal, apiKey, value });
  return redirectBack(deps, reply, to, [
    ['error', to.error.code],
    ['error_description', to.error.description],
    ['iss', deps.authUrl],
    ['state', to.state],
  ]);
}

/** The person selected Cancel. */
export const returnCancelled = (deps: AuthDeps, reply: FastifyReply, to: ReturnTo, description: string) =>
  returnError(deps, reply, { ...to, error: accessDenied('user-cancelled', description) });

function redirectBack(
  deps: AuthDeps,
  reply: FastifyReply,
  { redirectUri, responseMode }: ReturnTo,
  parameters: readonly (readonly [string, string | undefined])[],
) {
  if (responseMode === 'form_post') return postBack(deps, reply, redirectUri, parameters);
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(withParameters(redirectUri, parameters), 303);
}
