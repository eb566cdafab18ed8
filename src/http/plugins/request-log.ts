// One line per finished request: method, route template, status, duration. Never the raw URL or query, where codes and
// states live (contract 1; case P4). The same facts go to the metrics.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

export type FinishedRequest = {
  method: string;
  /** The route's template (`/applications/:id`); undefined when no route took the request. */
  route: string | undefined;
  status: number;
  durationMs: number;
};

export type FinishedListener = (finished: FinishedRequest) => void;

/** What no record may show, wherever somebody logs an object by mistake (contract 1; cases P1, P4). */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'code',
  'code_verifier',
  'client_secret',
  'access_token',
  'refresh_token',
  'token',
  'url',
  'query',
];

/** The log of a host: the given one, with secrets taken out of records. Control characters are pino's to escape. */
export const createHostLog = (logger: FastifyBaseLogger): FastifyBaseLogger => {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`]).concat('*.headers.authorization', '*.headers.cookie');
  return logger.child({}, { redact: { paths, censor: '[not logged]' } });
};

export function registerRequestLog(app: FastifyInstance, onFinished: FinishedListener | undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { route } = request.routeOptions.config;
    const finished = { method: request.method, route, status: reply.statusCode, durationMs: reply.elapsedTime };
    request.log.info(finished, 'request');
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
