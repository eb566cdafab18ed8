// Opens and closes the listeners of a process, and explains errors to the operator.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Listen } from '../schema/settings/listen.ts';
import type { Settings } from '../settings/config.ts';
import { formatListen } from '../settings/config.ts';
import { StartRefused } from './start-refused.ts';

export type ListenerName = 'auth' | 'api' | 'ops';

export type Listener = { name: ListenerName; app: FastifyInstance; listen: Listen };

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is already listening there',
  EACCES: 'this user does not have permission to listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this host name has no address',
};

/**
 * @returns the address in use, with the real port where the settings said 0
 * @throws StartRefused
 */
export async function listen({ name, app, listen: at }: Listener): Promise<Listen> {
  try {
    // For `localhost` Fastify would open a second listener (on ::1) that has none of the rules of the first.
    await app.listen({ host: at.host === 'localhost' ? '127.0.0.1' : at.host, port: at.port });
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new StartRefused(`${name}_listen: cannot listen on ${formatListen(at)}: ${reason}`, { cause: error });
  }
  return { host: at.host, port: (app.server.address() as AddressInfo).port };
}

export async function closeAtOnce(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}

/** Bursts are five times the rate (contract 10). */
export const rateOf = ({ requestsPerSecond }: Pick<Settings, 'requestsPerSecond'>) => ({
  requestsPerSecond,
  requestBurst: 5 * requestsPerSecond,
});
