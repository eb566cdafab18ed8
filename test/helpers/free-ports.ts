// A module of its own, so that programs outside of a test run (the benchmark) can use it too.
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * The ports are above those that browsers refuse, and below those that the system uses for outgoing connections (from
 * 32768 on Linux): a connection of another test would take the port of a server that is about to start or restart.
 */
const FIRST = 11_000;
const LAST = 32_000;

/**
 * A port stays free until its server listens, so tests that run at the same time have ranges of their own. The workers
 * of one run have adjacent ranges; by their process ids alone, two of them would sometimes share a range.
 */
const RANGES = 20;
const RANGE_SIZE = (LAST - FIRST) / RANGES;
const { VITEST_POOL_ID: poolId } = process.env;
const range = poolId === undefined ? process.pid : process.ppid + Number(poolId);
const first = FIRST + (range % RANGES) * RANGE_SIZE;
const given = new Set<number>();

/** Returns ports that nobody listens on, none of them twice within a while. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, listenSomewhere));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

async function listenSomewhere(): Promise<Server> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(first, first + RANGE_SIZE);
    if (given.has(port)) continue;
    const probe = createServer();
    const listening = new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (await listening) {
      if (given.size > RANGE_SIZE / 2) given.clear();
      given.add(port);
      return probe;
    }
  }
  throw new Error(`No free port from ${first} on was found.`);
}
