// What operators are told while a fault lasts (case M20).
import { until } from '../helpers/workers.ts';

export type Health = { live: number; ready: number; metrics: number };

/** The statuses of the three answers of the operations listener. */
export async function healthOf({ opsUrl }: { opsUrl: string }): Promise<Health> {
  const statusOf = async (path: string) => {
    const response = await fetch(`${opsUrl}${path}`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status;
  };
  const [live, ready, metrics] = await Promise.all(['/health/live', '/health/ready', '/metrics'].map(statusOf));
  return { live: live ?? 0, ready: ready ?? 0, metrics: metrics ?? 0 };
}

export const WELL: Health = { live: 200, ready: 200, metrics: 200 };
/** Nobody is to be sent here; nobody is to restart it either. */
export const AWAY: Health = { live: 200, ready: 503, metrics: 200 };

/** Resolves with how long that took, in ms; the test's own limit ends it. */
export async function healed(server: { opsUrl: string }): Promise<number> {
  const startedAt = performance.now();
  const isReady = () => healthOf(server).then(({ ready }) => ready === 200);
  // Where nobody can be connected to, nobody is ready.
  await until(() => isReady().catch(() => false));
  return performance.now() - startedAt;
}

/** The sum of a counter's or gauge's lines whose labels contain all of `labels`. */
export async function readMetric({ opsUrl }: { opsUrl: string }, name: string, ...labels: string[]): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`, { headers: { connection: 'close' } })).text();
  let sum = 0;
  for (const line of text.split('\n')) {
    const [, found, of = '', value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    if (found === name && labels.every((label) => of.includes(label))) sum += Number(value);
  }
  return sum;
}
