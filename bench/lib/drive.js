// Runs one timed round: every connection repeats its step until the time is over or no work is left.
import { percentile, treeCpuMicroseconds } from './measure.js';

/**
 * @param {object} round
 * @param {number} round.seconds
 * @param {number} round.pid the server, whose CPU time is read, including the processes it forked
 * @param {readonly unknown[]} round.workers the input of each connection
 * @param {(worker: any) => Promise<void> | undefined} round.step one unit of work; undefined: nothing is left to do. It
 *   throws when the answer is not a success: a benchmark of refusals would be worthless.
 * @returns rate per second, p50 and p99 in ms, CPU µs of the server per unit
 */
export async function drive({ seconds, pid, workers, step }) {
  const latencies = [];
  const cpuBefore = treeCpuMicroseconds(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    workers.map(async (worker) => {
      for (let now = performance.now(); now < endsAt; ) {
        const work = step(worker);
        if (work === undefined) return;
        await work;
        const answeredAt = performance.now();
        latencies.push(answeredAt - now);
        now = answeredAt;
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const count = latencies.length;
  return {
    count,
    rate: count / elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: (treeCpuMicroseconds(pid) - cpuBefore) / count,
  };
}
