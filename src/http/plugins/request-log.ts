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
