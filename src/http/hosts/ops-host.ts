// The operations listener (contract 1): liveness, readiness and metrics. The public hosts do not serve it. It has no
// access rules of its own and shows nothing about any user, except the mails of a demonstration (contract 20).
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../../core/operating/ports.ts';
import type { RenderedMail } from '../../core/server/mail/mail-sender.ts';
import { isLoopbackAuthority } from '../../protocol/host.ts';
import type { WatchedReadiness } from '../overload/watched-readiness.ts';
import { registerConnectionEnds } from '../wire/connection-end.ts';
import { WITHOUT_SCHEMAS } from './server-options.ts';

/** What readiness depends on. */
export type Health = {
  database: Pick<Database, 'check'>;
  /** True from the first signal to stop. */
  isDraining: () => boolean;
  /** Whether a worker accepts connections. Absent: this process accepts them itself. */
  isServing?: () => boolean;
};

export type OpsHostOptions = Health & {
  /** Metrics of all processes of this server. */
  metrics: Pick<Registry, 'contentType' | 'metrics'>;
  /** Notified whenever this process answers that it is ready. */
  watched?: Pick<WatchedReadiness, 'noteReady'>;
  /** Mails that are kept in memory, the newest first. */
  mailbox?: Mailbox | undefined;
};

export type Mailbox = { list(): readonly RenderedMail[] };

const TIMEOUT_MS = 10_000;
const ANSWERS = { ready: 200, draining: 503, 'no worker': 503, 'database unavailable': 503 } as const;

type Status = keyof typeof ANSWERS;

export function buildOpsHost(options: OpsHostOptions): FastifyInstance {
  const { metrics } = options;
  const app = fastify({
    schemaController: WITHOUT_SCHEMAS,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    // Until the close is complete, readiness answers that the process is draining.
    return503OnClosing: false,
  });
  registerConnectionEnds(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const status = await readinessOf(options);
    if (status === 'ready') options.watched?.noteReady();
    return reply.code(ANSWERS[status]).send({ status });
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  if (options.mailbox) serveMailbox(app, options.mailbox);
  return app;
}

/** Links in mails sign people in, so no other site may read the page under a name that leads to this machine. */
function serveMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/mail', async (request, reply) => {
    if (!isLoopbackAuthority(request.headers.host)) return reply.code(421).send({ status: 'not loopback' });
    const { renderMailbox } = await import('../../views/mail/mailbox-page.tsx');
    return reply.type('text/html; charset=utf-8').headers(MAILBOX_HEADERS).send(renderMailbox(mailbox.list()));
  });
}

const MAILBOX_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Ready when the database responds and is migrated. Why it is not ready is in the log only. */
export async function readinessOf({ database, isDraining, isServing }: Health): Promise<Status> {
  if (isDraining()) return 'draining';
  if (isServing && !isServing()) return 'no worker';
  return database.check().then(
    () => 'ready',
    () => 'database unavailable',
  );
}
