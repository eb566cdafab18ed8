// The metrics for operators: about the process, and about what it does, by route template and outcome. Never a raw URL,
// an address or a name, because metrics travel further than logs do (case P9).
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

/** Metrics of one process, in a form that can be sent between processes. */
export type MetricsDocument = MetricObject[];

/** @param worker names this process within the server; every line has it as the label `worker` */
export function createMetrics(sources: MetricSources, worker?: string): Metrics {
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker });
  collectDefaultMetrics({ register: registry });
  const durations = createRequestDurations();
  for (const family of ownFamilies(sources, durations.read)) register(registry, family);
  return { registry, observe: durations.observe };
}

/**
 * Joins the lines of several processes into one text. Nothing is added up: the label `worker` keeps them apart, so that
 * when a worker restarts only its own counters return to zero, as Prometheus expects.
 */
export function mergeMetrics(documents: readonly MetricsDocument[]): Promise<string> {
  const kept = documents.map((document) => document.map((metric) => ({ ...metric, aggregator: 'sum' as const })));
  return AggregatorRegistry.aggregate(kept).metrics();
}
