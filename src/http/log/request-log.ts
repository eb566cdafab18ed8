// One line per finished request: method, route template, status, duration. Never the raw URL or query, where codes and
// states live (contract 1; case P4). The same facts go to the metrics.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { routeFacts } from '../routes/declared-routes.ts';
import { traceOf } from './trace.ts';

export type FinishedRequest = {
  method: string;
  /** The route's template (`/applications/:id`); undefined when no route took the request. */
  route: string | undefined;
  status: number;
  durationMs: number;
};

/** Message of that line. */
export const REQUEST_LINE = 'request';

export type FinishedListener = (finished: FinishedRequest) => void;

/** What no record may show, wherever somebody logs an object by mistake (contract 1; cases P1, P4). */
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

/** Why it could not be answered, in the line of the request: found by the id that its answer shows (contract 9). */
export const noteDetail = (request: FastifyRequest, detail: string): void => {
  details.set(request, detail);
};

/**
 * The log of a host: the given one, with secrets taken out of records. Control characters are pino's to escape.
 * Not pino's own `redact`: that one also runs over the request id of every request.
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

/** The same for an answer to what never became a request. */
export function logUnreadable(
  log: FastifyBaseLogger,
  onFinished: FinishedListener | undefined,
  answer: { requestId: string; status: number },
): void {
  log.info({ reqId: answer.requestId, status: answer.status }, 'unreadable request');
  onFinished?.({ method: 'none', route: undefined, status: answer.status, durationMs: 0 });
}
