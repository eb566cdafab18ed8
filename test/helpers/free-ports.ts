// Apart from the rest, so that what runs outside of a test run (the benchmark) can use it too.
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Above those that browsers refuse, and below those that a system gives to outgoing connections (from 32768 on Linux):
 * such a connection of another test would take the port of a server that is about to start, or to start again.
 */
const FIRST = 11_000;
const LAST = 32_000;

/**
 * A port is free until the server that it is for listens: of tests that run at a time each has a range of its own. The
 * workers of one run sit side by side; by their own numbers alone two of them would share a range now and then.
 */
const RANGES = 20;
const RANGE_SIZE = (LAST - FIRST) / RANGES;
const { VITEST_POOL_ID: seat } = process.env;
const range = seat === undefined ? process.pid : process.ppid + Number(seat);
const first = FIRST + (range % RANGES) * RANGE_SIZE;
const given = new Set<number>();

/** Ports nobody listens on, none of them twice in a while. */
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
