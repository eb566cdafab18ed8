// Apart from the rest, so that what runs outside of a test run (the benchmark) can use it too.
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Above those that browsers refuse, and below those that a system gives to outgoing connections (from 32768 on Linux): such a
 * connection of another test would take the port of a server that is about to start, or to start again.
 */
const FIRST = 11_000;
const LAST = 32_000;

/** Ports nobody listens on; found together, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, listenSomewhere));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

async function listenSomewhere(): Promise<Server> {
  for (let tries = 0; tries < 100; tries += 1) {
    const probe = createServer();
    const listening = new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(randomInt(FIRST, LAST), '127.0.0.1', () => resolve(true));
    });
    if (await listening) return probe;
  }
  throw new Error(`No free port between ${FIRST} and ${LAST} was found.`);
}
