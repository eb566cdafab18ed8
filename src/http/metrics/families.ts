// Declares metrics whose values are counted elsewhere and read when somebody asks. prom-client's own counters sort and
// join their labels at each event, which would slow down every request.
import type { Metric, Registry } from 'prom-client';
import type { HistogramFigures } from '../../core/ground/metrics/histogram.ts';

export type Labels = Readonly<Record<string, string>>;

/** One line of a metric; for a histogram, its lines for one set of labels. */
export type Sample = { labels?: Labels; value: number };
export type HistogramSample = { labels?: Labels; figures: HistogramFigures };

type Named = {
  /** Named as in Prometheus: base units, `_total` for counters. */
  name: string;
  /** One sentence, the same as in the table of docs/operations. */
  help: string;
};

export type Family =
  | (Named & { type: 'counter' | 'gauge'; read: () => readonly Sample[] | Promise<readonly Sample[]> })
  | (Named & { type: 'histogram'; read: () => readonly HistogramSample[] });

type Value = { labels: Record<string, string | number>; value: number; metricName?: string };

/** Adds the family to the registry. A family without samples has no lines. */
export function register(registry: Registry, family: Family): void {
  const { name, help, type } = family;
  // Plain data, because workers send it to the primary process.
  const get = async () => ({ name, help, type, aggregator: 'sum', values: await valuesOf(family) });
  // The registry uses only a metric's name and `get`, but its types accept only its own classes.
  registry.registerMetric({ name, get } as unknown as Metric);
}

async function valuesOf(family: Family): Promise<Value[]> {
  if (family.type === 'histogram') return family.read().flatMap((sample) => histogramLines(family.name, sample));
  const samples = await family.read();
  return samples.map(({ labels = {}, value }) => ({ labels: { ...labels }, value }));
}

/** Buckets are cumulative in Prometheus. */
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
