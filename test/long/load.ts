// Requests at a steady rate, whether or not earlier ones were answered: each kind of work has its share of every
// second.

export type Work = { name: string; perSecond: number; run(): Promise<void> };

export type Counted = { done: number; failures: string[]; milliseconds: number[] };

export type Load = {
  counts: ReadonlyMap<string, Counted>;
  /** Begins nothing more, and resolves when all is answered. @returns seconds it went on beginning */
  stop(): Promise<number>;
};

const TICK_MS = 10;

export function startLoad(works: readonly Work[]): Load {
  const counts = new Map(works.map(({ name }) => [name, { done: 0, failures: [], milliseconds: [] } as Counted]));
  const begun = new Map(works.map(({ name }) => [name, 0]));
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();

  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    for (const work of works) {
      for (let count = begun.get(work.name) ?? 0; count < work.perSecond * seconds; count += 1) {
        begun.set(work.name, count + 1);
        const one = runOne(work, counts.get(work.name) as Counted).finally(() => underWay.delete(one));
        underWay.add(one);
      }
    }
  }, TICK_MS);
  return {
    counts,
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - startedAt) / 1000;
      await Promise.all(underWay);
      return seconds;
    },
  };
}

async function runOne({ run }: Work, counted: Counted): Promise<void> {
  const startedAt = performance.now();
  try {
    await run();
    counted.done += 1;
    counted.milliseconds.push(performance.now() - startedAt);
  } catch (error) {
    const { message, cause } = error as Error;
    counted.failures.push(`${message}${cause ? ` (${(cause as Error).message})` : ''}`);
  }
}

/** The value that `share` (0–1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
