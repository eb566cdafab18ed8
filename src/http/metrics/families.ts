// The form in which a metric is declared here: counted somewhere by a cheap hand, read when somebody asks.
// prom-client's own counters sort and join their labels with each event, which a request would pay for.
import type { Metric, Registry } from 'prom-client';
import type { HistogramFigures } from '../../core/metrics/histogram.ts';

export type Labels = Readonly<Record<string, string>>;

/** One line, or with a histogram the lines of one histogram. */
export type Sample = { labels?: Labels; value: number };
export type HistogramSample = { labels?: Labels; figures: HistogramFigures };

type Named = {
  /** As Prometheus names metrics: base units, `_total` for what only rises. */
  name: string;
  /** One sentence; the table in docs/operations says the same. */
  help: string;
};

export type Family =
  | (Named & { type: 'counter' | 'gauge'; read: () => readonly Sample[] | Promise<readonly Sample[]> })
  | (Named & { type: 'histogram'; read: () => readonly HistogramSample[] });

type Value = { labels: Record<string, string | number>; value: number; metricName?: string };

/** Adds the family to the registry; a family that has no sample now has no line. */
export function register(registry: Registry, family: Family): void {
  const { name, help, type } = family;
  // Plain data: it travels from workers to their primary.
  const get = async () => ({ name, help, type, aggregator: 'sum', values: await valuesOf(family) });
  // The registry asks nothing of a metric but its name and `get`; its types know only its own classes.
  registry.registerMetric({ name, get } as unknown as Metric);
}

async function valuesOf(family: Family): Promise<Value[]> {
  if (family.type === 'histogram') return family.read().flatMap((sample) => histogramLines(family.name, sample));
  const samples = await family.read();
  return samples.map(({ labels = {}, value }) => ({ labels: { ...labels }, value }));
}

/** Prometheus' buckets hold what is in those below them too. */
function histogramLines(name: string, { labels = {}, figures }: HistogramSample): Value[] {
  let below = 0;
  const lines: Value[] = figures.bounds.map((bound, index) => {
    below += figures.counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: below };
  });
  const count = below + (figures.counts.at(-1) ?? 0);
  return [
    ...lines,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels: { ...labels }, value: figures.sum },
    { metricName: `${name}_count`, labels: { ...labels }, value: count },
  ];
}
