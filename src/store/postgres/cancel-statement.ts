// Cancels a statement on the server after its deadline has passed on this side. It may be waiting for a lock there, and
// would run long after its 503, with an outdated time, so that a retry would look like a second use (cases M4, G11).
import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** Fields of the driver's client that its types do not declare. */
type Backend = { host: string; port: number; processID: number | null; secretKey: number | null };

/** The code of a CancelRequest in PostgreSQL's protocol, which is sent on a connection of its own. */
const CANCEL = 80_877_102;
/** A server that does not take the request within this time is given up. */
const TIMEOUT_MS = 500;

/**
 * Resolves when the server, or the pooler before it, has taken the request, or cannot take it: then nothing is
 * cancelled.
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend;
  if (processID === null || typeof secretKey !== 'number') return Promise.resolve();
  const request = Buffer.alloc(16);
  for (const [index, value] of [16, CANCEL, processID, secretKey].entries()) request.writeInt32BE(value, index * 4);
  return new Promise((resolve) => {
    const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => {}).once('close', () => resolve());
    socket.resume();
    socket.write(request);
  });
}
