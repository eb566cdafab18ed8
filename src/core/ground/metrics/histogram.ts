// Histograms since the start of the process, cheap enough for every request and every commit. Metrics read them.

export type HistogramFigures = {
  /** Upper bounds, ascending; a value counts under the first bound that is not below it. */
  bounds: readonly number[];
  /** One count for each bound, not cumulative, and a last one for values above every bound. */
  counts: readonly number[];
  sum: number;
};

export interface Histogram {
  observe(value: number): void;
  /** A snapshot: later values do not change it. */
  figures(): HistogramFigures;
}

/** @param bounds ascending */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    observe(value) {
      let index = 0;
      while (index < bounds.length && value > (bounds[index] as number)) index += 1;
      counts[index] = (counts[index] as number) + 1;
      sum += value;
    },
    figures: () => ({ bounds, counts: [...counts], sum }),
  };
}
