// How often values fell where, since the start: cheap enough for every request and every commit, read when operators
// ask.

export type DistributionFigures = {
  /** Upper bounds, rising; a value belongs to the first that is not below it. */
  bounds: readonly number[];
  /** Of each bound those that belong to it alone, and at the end those above all bounds. */
  counts: readonly number[];
  sum: number;
};

export interface Distribution {
  note(value: number): void;
  /** As it stands now; later values do not change what was given. */
  figures(): DistributionFigures;
}

/** @param bounds rising */
export function createDistribution(bounds: readonly number[]): Distribution {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    note(value) {
      let index = 0;
      while (index < bounds.length && value > (bounds[index] as number)) index += 1;
      counts[index] = (counts[index] as number) + 1;
      sum += value;
    },
    figures: () => ({ bounds, counts: [...counts], sum }),
  };
}
