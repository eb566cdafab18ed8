// An address to listen on, as settings write it.
import { isIP } from 'node:net';

/** Port 0 lets the system choose. */
export type Listen = { host: string; port: number };

export const LISTEN_ALLOWED = 'host:port or [IPv6 address]:port, such as 127.0.0.1:4000 or [::1]:4000';

export function parseListen(value: string): Listen | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)):(\d{1,5})$/i.exec(value);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || port > 65_535) return undefined;
  if (match?.[1] !== undefined && isIP(host) !== 6) return undefined;
  return { host, port };
}
