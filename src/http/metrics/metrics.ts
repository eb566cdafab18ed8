// What operators may count: the process, and what it does by route template and outcome. Never a raw URL, an address or
// a name: metrics travel further than logs do (case P9).
import { AggregatorRegistry, collectDefaultMetrics, type MetricObject, Registry } from 'prom-client';
import type { FinishedListener } from '../log/request-log.ts';
import { register } from './families.ts';
import { type MetricSources, ownFamilies } from './own-families.ts';
import { createRequestDurations } from './request-durations.ts';

export type Metrics = {
  readonly registry: Registry;
  /** For `HostOptions.onFinished`. */
  observe(host: 'auth' | 'api'): FinishedListener;
};

/** What one process counted, in a form that travels between processes. */
export type MetricsDocument = MetricObject[];

/** @param worker which of the processes of one server this is; on every line as the label `worker` */
export function createMetrics(sources: MetricSources, worker?: string): Metrics {
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker });
  collectDefaultMetrics({ register: registry });
  const durations = createRequestDurations();
  for (const family of ownFamilies(sources, durations.read)) register(registry, family);
  return { registry, observe: durations.observe };
}

/**
 * The lines of several processes as one text. Nothing is added up: the label `worker` keeps them apart, so that the
 * counters of a worker that starts anew fall by themselves, as whoever reads counters expects.
 */
export function mergeMetrics(documents: readonly MetricsDocument[]): Promise<string> {
  const kept = documents.map((document) => document.map((metric) => ({ ...metric, aggregator: 'sum' as const })));
  return AggregatorRegistry.aggregate(kept).metrics();
}
