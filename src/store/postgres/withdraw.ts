// A statement whose time is up on this side may still wait for a lock on the server, and be done when the lock is free:
// long after its 503, by a time that has passed, so that trying again would look like a second use. So it is withdrawn
// (cases M4, G11).
import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** What the driver knows of a connection and does not describe. */
type Backend = { host: string; port: number; processID: number | null; secretKey: number | null };

/** CancelRequest of PostgreSQL's protocol; it goes on a connection of its own. */
const CANCEL = 80_877_102;
/** A server that does not answer cannot be asked to withdraw anything, in ms. */
const PATIENCE = 500;

/** Resolves when the server, or the pooler before it, has taken the request, or cannot: then nothing is withdrawn. */
export function withdraw(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend;
  if (processID === null || typeof secretKey !== 'number') return Promise.resolve();
  const request = Buffer.alloc(16);
  for (const [index, value] of [16, CANCEL, processID, secretKey].entries()) request.writeInt32BE(value, index * 4);
  return new Promise((resolve) => {
    const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('error', () => {}).once('close', () => resolve());
    socket.resume();
    socket.write(request);
  });
}
