// Composes what operators see of a server: its metrics, its readiness, and the listener that serves both. Also composes
// the gate that refuses requests under overload.
import type { Logger } from 'pino';
import type { JobTimers } from '../core/ground/job-timers.ts';
import type { Build } from '../core/operating/operators/server-state.ts';
import { TROUBLE_LASTS_MS } from '../core/server/mail/judge-refusal.ts';
import { buildOpsHost, type Mailbox, type OpsHostOptions, readinessOf } from '../http/hosts/ops-host.ts';
import { createMetrics, type Metrics, type MetricsDocument, mergeMetrics } from '../http/metrics/metrics.ts';
import { createLoadGate, type LoadGate } from '../http/overload/load-gate.ts';
import { type WatchedReadiness, watchReadiness } from '../http/overload/watched-readiness.ts';
import type { Settings } from '../settings/config.ts';
import { buildOf } from './build.ts';
import type { OpenPorts } from './ports.ts';

/** What a primary needs of its workers. */
export type Workers = {
  /** Whether any worker accepts connections. */
  isListening(): boolean;
  readMetrics(): Promise<MetricsDocument[]>;
  /** Resolves when all workers have finished their requests and exited. */
  stop(): Promise<void>;
};

export type Operations = {
  build: Build;
  metrics: Metrics;
  watched: WatchedReadiness;
  gate: LoadGate;
  buildListener(): ReturnType<typeof buildOpsHost>;
  /** Starts watching the event loop of a process that serves the public hosts. @returns a function that stops it */
  watchLoad(): () => void;
};

export type OperationsParts = {
  settings: Settings;
  opened: OpenPorts;
  timers: JobTimers;
  logger: Logger;
  /** The number of this worker; undefined: this process is not a worker. */
  worker: number | undefined;
  /** The workers of this primary; undefined: this process is not a primary. */
  workers: Workers | undefined;
  /** True from the first signal to stop. */
  isDraining: () => boolean;
  mailbox?: Mailbox | undefined;
};

/** The count of due messages stops here. */
const MAX_DUE = 10_000;

export function composeOperations(parts: OperationsParts): Operations {
  const { settings, opened, worker, workers, isDraining } = parts;
  const gate = createLoadGate(parts.timers);
  const watched = watchReadiness();
  const isServing = workers && { isServing: () => workers.isListening() };
  const health = { database: opened, isDraining, watched, ...isServing };
  const { ports, figures } = opened;
  const server = {
    isReady: async () => (await readinessOf(health)) === 'ready',
    messagesDue: () => ports.sessionClients.countDue(ports.clock.now(), MAX_DUE),
    eventsDue: () => ports.events.countDue(ports.clock.now(), MAX_DUE),
    mailsDue: () => ports.mails.countDue(ports.clock.now(), MAX_DUE),
    mailTroubles: async () => (await ports.mails.listTroubles(ports.clock.now() - TROUBLE_LASTS_MS)).length,
  };
  const build = buildOf(settings);
  const sources = {
    build,
    tally: opened.tally,
    ...figures,
    load: gate.figures,
    ...(worker === undefined && { server }),
  };
  const metrics = createMetrics(sources, workers ? 'primary' : worker?.toString());
  return {
    build,
    metrics,
    watched,
    gate,
    buildListener: () => buildOpsHost({ ...health, metrics: metricsOfAll(metrics, workers), mailbox: parts.mailbox }),
    watchLoad: () => watchLoad(gate, parts.logger),
  };
}

function metricsOfAll({ registry }: Metrics, workers: Workers | undefined): OpsHostOptions['metrics'] {
  if (!workers) return registry;
  return {
    contentType: registry.contentType,
    metrics: async () => mergeMetrics([await registry.getMetricsAsJSON(), ...(await workers.readMetrics())]),
  };
}

const watchLoad = (gate: LoadGate, logger: Logger) =>
  gate.watch(({ began, ...load }) => {
    if (began) logger.warn({ event: 'overload', ...load }, 'Overloaded: some new requests are refused with 503');
    else logger.info({ event: 'overload', ...load }, 'No longer overloaded');
  });
