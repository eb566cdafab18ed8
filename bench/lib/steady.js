// Sends requests at a steady rate, each when it is due, whether or not earlier ones were answered. This measures how
// long an answer takes, not how many are possible.

const TICK_MS = 1;

/**
 * @param {object} load
 * @param {number} load.seconds
 * @param {readonly { perSecond: number, workers: readonly any[], step: (worker: any) => Promise<void> }[]} load.works
 *   each with connections of its own; the time that a request waits for a free connection counts
 * @returns {Promise<number[][]>} for each work, the duration of every request in ms
 */
export async function runSteadily({ seconds, works }) {
  const startedAt = performance.now();
  const begun = works.map((work) => beginSteadily(work));
  while (performance.now() - startedAt < seconds * 1000) {
    const elapsed = (performance.now() - startedAt) / 1000;
    for (const { beginUntil } of begun) beginUntil(elapsed);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  return Promise.all(begun.map(({ finish }) => finish()));
}

function beginSteadily({ perSecond, workers, step }) {
  const milliseconds = [];
  const free = [...workers];
  const due = [];
  const underWay = new Set();
  let count = 0;
  const serve = () => {
    while (due.length > 0 && free.length > 0) {
      const dueAt = due.shift();
      const worker = free.shift();
      const one = step(worker).then(() => {
        milliseconds.push(performance.now() - dueAt);
        underWay.delete(one);
        free.push(worker);
        serve();
      });
      underWay.add(one);
    }
  };
  return {
    beginUntil(elapsed) {
      for (; count < perSecond * elapsed; count += 1) due.push(performance.now());
      serve();
    },
    async finish() {
      while (underWay.size > 0) await Promise.all(underWay);
      return milliseconds;
    },
  };
}
