// Ends a connection: every code and token under it is invalid at once. Its `sub` stays the person's (contract 6).
import type { Ports } from '../ports.ts';

/** False: there was no live connection. */
export async function unlink(
  { connections, clock, publish }: Pick<Ports, 'connections' | 'clock' | 'publish'>,
  { applicationId, accountId }: { applicationId: string; accountId: string },
): Promise<boolean> {
  const ended = await connections.unlink(applicationId, accountId, clock.now(), 'person');
  if (ended) publish({ kind: 'application-events-due' });
  return ended;
}
