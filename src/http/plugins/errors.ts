// Turns everything thrown into an answer, in one place and by the route's `errors` shape (contract 9, "Errors"). What is
// ours is logged with its cause under the request id; the answer never shows it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toDescriptionText } from '../../protocol/errors.ts';
import type { ErrorCode } from '../../views/page.ts';
import { isHttp2 } from '../request-parts.ts';
import type { ErrorShape } from '../route.ts';
import { namesHtml } from './accept.ts';
import { endWith } from './connection-end.ts';
import { handOver } from './plain-replies.ts';
import { helpPath, type Problem, toOAuthJson, toProblem, toProblemJson } from './problem.ts';

/** Makes the error page; the views' business. */
export type RenderErrorPage = (
  request: FastifyRequest,
  error: {
    status: number;
    code: ErrorCode;
    /** Path of our own page that tells cause and cure. */
    helpHref: string;
    /** English sentence for the application's developer. */
    developerDetail: string | undefined;
    retryAfterSeconds: number | undefined;
  },
) => string | Promise<string>;

export type ErrorOptions = {
  /** Public origin of the auth host, where errors are explained. */
  authUrl: string;
  /** The shape of answers to requests that no route took. */
  shapeOf: (request: FastifyRequest) => ErrorShape;
  renderErrorPage: RenderErrorPage | undefined;
  /** Adds the CORS headers of an error, where the route has them. Never rejects. */
  addCorsHeaders: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;
};

export function registerErrors(app: FastifyInstance, options: ErrorOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.ours) logOurs(request, error, problem);
    // At once, before what stands behind the request is read.
    if (problem.headers.connection === 'close') endWith(request, reply);
    const cors = options.addCorsHeaders(request, reply);
    const send = () => sendProblem(problem, request, reply, options);
    return handOver(reply, cors ? cors.then(send) : send());
  });
}

function logOurs(request: FastifyRequest, error: unknown, problem: Problem): void {
  const record = { err: error, route: request.routeOptions.url, status: problem.status };
  if (problem.status === 503) request.log.warn(record, 'The request could not be answered now');
  else request.log.error(record, 'The request failed');
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, options: ErrorOptions) {
  const { status, retryAfterSeconds } = problem;
  reply.code(status).headers(problem.headers);
  // HTTP/2 has no such header: its streams end one by one.
  if (isHttp2(request.raw)) reply.removeHeader('connection');
  // Whatever the handler had prepared for success is not true of the error.
  reply.removeHeader('etag').removeHeader('location').removeHeader('link').header('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const shape = options.shapeOf(request);
  const { authUrl } = options;
  if (shape === 'oauth') return sendOAuth(problem, reply, authUrl);
  if (shape === 'page' || (shape === 'negotiated' && namesHtml(request))) {
    return sendPage(problem, request, reply, options);
  }
  // Where every error is problem+json, one of the protocol's own is about a bearer token (RFC 6750 3).
  if (shape === 'problem' && problem.oauthCode) reply.header('www-authenticate', bearerChallenge(problem));
  return sendProblemJson(problem, reply, authUrl);
}

const sendOAuth = (problem: Problem, reply: FastifyReply, authUrl: string) =>
  reply.header('pragma', 'no-cache').type('application/json').send(toOAuthJson(problem, authUrl));

const sendProblemJson = (problem: Problem, reply: FastifyReply, authUrl: string) =>
  reply.type('application/problem+json').send(toProblemJson(problem, authUrl));

const bearerChallenge = ({ oauthCode, detail }: Problem): string =>
  `Bearer realm="latchkey", error="${oauthCode}", error_description="${toDescriptionText(detail)}"`;

async function sendPage(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { authUrl, renderErrorPage }: ErrorOptions,
) {
  if (!renderErrorPage) return sendProblemJson(problem, reply, authUrl);
  const { status, page, detail, retryAfterSeconds } = problem;
  const developerDetail = status < 500 ? detail : undefined;
  const helpHref = helpPath(problem.code);
  let html: string;
  try {
    html = await renderErrorPage(request, { status, code: page, helpHref, developerDetail, retryAfterSeconds });
  } catch (error) {
    request.log.error({ err: error }, 'The error page could not be made');
    return sendProblemJson(problem, reply, authUrl);
  }
  return reply.type('text/html; charset=utf-8').send(html);
}
