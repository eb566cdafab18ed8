// Logs one line for each finished request: method, route template, status, duration. Never the raw URL or query, which
// contain codes and states (contract 1; case P4). Metrics get the same facts.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { routeFacts } from '../routes/declared-routes.ts';
import { traceOf } from './trace.ts';

export type FinishedRequest = {
  method: string;
  /** Path template, such as `/applications/:id`; undefined when no route matched the request. */
  route: string | undefined;
  status: number;
  durationMs: number;
};

/** Message of the line about a finished request. */
export const REQUEST_LINE = 'request';

export type FinishedListener = (finished: FinishedRequest) => void;

/** Names whose values are never logged, even if somebody logs an object by mistake (contract 1; cases P1, P4). */
const SECRETS = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'code',
  'code_verifier',
  'client_secret',
  'access_token',
  'refresh_token',
  'token',
  'url',
  'query',
]);
const MAX_DEPTH = 4;

const details = new WeakMap<FastifyRequest, string>();

/** Adds the cause of a 503 to the request's line, which operators find by the id in the response (contract 9). */
export const noteDetail = (request: FastifyRequest, detail: string): void => {
  details.set(request, detail);
};

/**
 * The log of a host: the given logger, with secrets removed from records. Pino escapes control characters. Pino's own
 * `redact` is not used, because it would also process the id of every request.
 */
export function createHostLog(logger: FastifyBaseLogger): FastifyBaseLogger {
  return (logger as Logger).child({}, { formatters: { log: (record) => withoutSecrets({ ...record }, MAX_DEPTH) } });
}

function withoutSecrets(record: Record<string, unknown>, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (SECRETS.has(name.toLowerCase())) kept[name] = '[not logged]';
    else kept[name] = isPlainObject(value) && depth > 0 ? withoutSecrets(value, depth - 1) : value;
  }
  return kept;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

export function registerRequestLog(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  onFinished: FinishedListener | undefined,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeFacts(request)?.route;
    const finished = { method: request.method, route, status: reply.statusCode, durationMs: reply.elapsedTime };
    const detail = reply.statusCode === 503 ? details.get(request) : undefined;
    log.info({ reqId: request.id, ...finished, ...(detail && { detail }), ...traceOf(request.raw) }, REQUEST_LINE);
    onFinished?.(finished);
    done();
  });
}

/** Logs the response to bytes that never became a request. */
export function logUnreadable(
  log: FastifyBaseLogger,
  onFinished: FinishedListener | undefined,
  answer: { requestId: string; status: number },
): void {
  log.info({ reqId: answer.requestId, status: answer.status }, 'unreadable request');
  onFinished?.({ method: 'none', route: undefined, status: answer.status, durationMs: 0 });
}
