// The operators' listener (contract 1): whether the process lives, whether it should be sent requests, and its metrics.
// It is not reachable from the public hosts; it has no access rules of its own and shows nothing of any user.
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../core/ports.ts';

export type OpsHostOptions = {
  database: Pick<Database, 'check'>;
  registry: Registry;
  /** True from the first signal to stop. */
  isDraining: () => boolean;
};

const TIMEOUT_MS = 10_000;
const ANSWERS = { ready: 200, draining: 503, 'database unavailable': 503 } as const;

export function buildOpsHost({ database, registry, isDraining }: OpsHostOptions): FastifyInstance {
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    // The last answers are that the process is draining.
    return503OnClosing: false,
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const status = isDraining() ? 'draining' : await readiness(database);
    return reply.code(ANSWERS[status]).send({ status });
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return app;
}

/** Answers and migrated; anything else is told by the log, not here. */
const readiness = (database: Pick<Database, 'check'>): Promise<'ready' | 'database unavailable'> =>
  database.check().then(
    () => 'ready',
    () => 'database unavailable',
  );
