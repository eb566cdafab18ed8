// What operators may count: the process, and requests by route template and status class. Never a raw URL, an address or
// a name: metrics travel further than logs do (case P9).
import { AggregatorRegistry, collectDefaultMetrics, Histogram, type MetricObject, Registry } from 'prom-client';
import type { FinishedListener } from './plugins/request-log.ts';

export type Metrics = {
  readonly registry: Registry;
  /** For `HostOptions.onFinished`. */
  observe(host: 'auth' | 'api'): FinishedListener;
};

/** What one process counted, in a form that travels between processes. */
export type MetricsDocument = MetricObject[];

/** @param worker which of the processes of one server this is; on every line as the label `worker` */
export function createMetrics(worker?: string): Metrics {
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker });
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'latchkey_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['host', 'method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    observe: (host) => (finished) => {
      const { method, route = 'none', durationMs } = finished;
      const status = `${Math.floor(finished.status / 100)}xx`;
      durations.observe({ host, method, route, status }, durationMs / 1000);
    },
  };
}

/**
 * The lines of several processes as one text. Nothing is added up: the label `worker` keeps them apart, so that the
 * counters of a worker that starts anew fall by themselves, as whoever reads counters expects.
 */
export function mergeMetrics(documents: readonly MetricsDocument[]): Promise<string> {
  const kept = documents.map((document) => document.map((metric) => ({ ...metric, aggregator: 'sum' as const })));
  return AggregatorRegistry.aggregate(kept).metrics();
}
