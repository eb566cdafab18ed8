// Whether two samples of times can be told apart.

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Mann and Whitney's rank-sum test, two-sided, by the normal approximation. */
export function rankSum(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, mine: 1 })), ...other.map((value) => ({ value, mine: 0 }))];
  all.sort((a, b) => a.value - b.value);
  const ranks = all.reduce((sum, { mine }, at) => sum + mine * (at + 1), 0);
  const [m, n] = [one.length, other.length];
  const u = ranks - (m * (m + 1)) / 2;
  const z = (u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
  return 2 * (1 - normal(Math.abs(z)));
}

/** Abramowitz and Stegun 26.2.17. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
