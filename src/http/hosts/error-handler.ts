// Turns every thrown error into a response, in one place and in the route's `errors` shape (contract 9, "Errors").
// Server errors are logged with their cause under the request id; the response never shows it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROOF_ALGORITHMS } from '../../core/applications/client-jwts/check-proof.ts';
import type { Clock } from '../../core/ground/clock.ts';
import { toDescriptionText } from '../../protocol/errors.ts';
import type { RenderErrorPage } from '../errors/http-error.ts';
import { helpPath, type Problem, toOAuthJson, toProblem, toProblemJson } from '../errors/problem.ts';
import { noteDetail } from '../log/request-log.ts';
import { createLogRateLimit, type LogRateLimit } from '../routes/log-rate-limit.ts';
import type { ErrorShape } from '../routes/route.ts';
import { namesHtml } from '../wire/accept.ts';
import { endWith } from '../wire/connection-end.ts';
import { handOver } from '../wire/plain-replies.ts';
import { isHttp2 } from '../wire/request-parts.ts';

/** Interval of log lines about one cause of 503, besides those of requests, in ms. */
const UNAVAILABLE_LOG_INTERVAL_MS = 1000;

export type ErrorOptions = {
  clock: Clock;
  /** Public origin of the auth host, where errors are explained. */
  authUrl: string;
  /** Error shape of a request, also of one that no route matched. */
  shapeOf: (request: FastifyRequest) => ErrorShape;
  renderErrorPage: RenderErrorPage | undefined;
  /** Adds the CORS headers of an error, if the route has them. Never rejects. */
  addCorsHeaders: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;
};

export function registerErrors(app: FastifyInstance, options: ErrorOptions): void {
  const unavailable = createLogRateLimit(options.clock, UNAVAILABLE_LOG_INTERVAL_MS);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.isServerError) logServerError(request, error, problem, unavailable);
    // At once, before anything behind the request is read.
    if (problem.headers.connection === 'close') endWith(request, reply);
    const cors = options.addCorsHeaders(request, reply);
    const send = () => sendProblem(problem, request, reply, options);
    return handOver(reply, cors ? cors.then(send) : send());
  });
}

/**
 * While the database or its disk fails, every request fails: one line a second for each cause, without the stack, which
 * adds nothing. The line of each request has the cause too.
 */
function logServerError(request: FastifyRequest, error: unknown, { status }: Problem, unavailable: LogRateLimit): void {
  const route = request.routeOptions.url;
  if (status !== 503) {
    request.log.error({ err: error, route, status }, 'The request failed');
    return;
  }
  const detail = causesOf(error)
    .filter((cause, index, causes) => !causes[index - 1]?.includes(cause))
    .join(': ');
  noteDetail(request, detail);
  const times = unavailable.due(detail);
  if (times !== undefined) request.log.warn({ route, status, detail, times }, 'The request was refused temporarily');
}

function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...causesOf(error.cause)];
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, options: ErrorOptions) {
  const { status, retryAfterSeconds } = problem;
  reply.code(status).headers(problem.headers);
  // HTTP/2 has no such header; its streams end one by one.
  if (isHttp2(request.raw)) reply.removeHeader('connection');
  // Headers that the handler set for success do not apply to the error.
  reply.removeHeader('etag').removeHeader('location').removeHeader('link').header('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const shape = options.shapeOf(request);
  const { authUrl } = options;
  if (shape === 'oauth') return sendOAuth(problem, reply, authUrl);
  if (shape === 'page' || (shape === 'negotiated' && namesHtml(request))) {
    return sendPage(problem, request, reply, options);
  }
  // On routes whose errors are problem+json, an error of the protocol is about a bearer token (RFC 6750 3).
  if (shape === 'problem' && problem.oauthCode) reply.header('www-authenticate', challenge(problem));
  return sendProblemJson(problem, reply, authUrl);
}

const sendOAuth = (problem: Problem, reply: FastifyReply, authUrl: string) =>
  reply.header('pragma', 'no-cache').type('application/json').send(toOAuthJson(problem, authUrl));

const sendProblemJson = (problem: Problem, reply: FastifyReply, authUrl: string) =>
  reply.type('application/problem+json').send(toProblemJson(problem, authUrl));

const challenge = ({ oauthCode, detail, scope, scheme }: Problem): string => {
  const required = scope === undefined ? '' : `, scope="${scope}"`;
  const algorithms = scheme === 'DPoP' ? `, algs="${PROOF_ALGORITHMS.join(' ')}"` : '';
  const error = `error="${oauthCode}", error_description="${toDescriptionText(detail)}"`;
  return `${scheme} realm="latchkey", ${error}${required}${algorithms}`;
};

async function sendPage(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { authUrl, renderErrorPage }: ErrorOptions,
) {
  if (!renderErrorPage) return sendProblemJson(problem, reply, authUrl);
  const { status, page, detail, retryAfterSeconds, application, document } = problem;
  const developerDetail = status < 500 ? detail : undefined;
  const helpHref = helpPath(problem.code);
  let html: string;
  try {
    const details = { status, code: page, helpHref, developerDetail, retryAfterSeconds, application, document };
    html = await renderErrorPage(request, details);
  } catch (error) {
    request.log.error({ err: error }, 'The error page could not be rendered');
    return sendProblemJson(problem, reply, authUrl);
  }
  return reply.type('text/html; charset=utf-8').send(html);
}
