// Ends a connection: every code and token under it is invalid at once. Its `sub` stays the person's (contract 6).
import type { Ports } from '../ports.ts';

/** False: there was no live connection. */
export const unlink = (
  deps: Pick<Ports, 'connections' | 'clock'>,
  input: { applicationId: string; accountId: string },
): Promise<boolean> => deps.connections.unlink(input.applicationId, input.accountId, deps.clock.now());
