// `lk_stamp`: the moment an authorization request first arrived, signed over all its parameters (contract 4, "What a
// request must have seen"). It proves that a sign-in happened after the request was made, without storing the request.
import type { ServerSecrets } from '../secrets.ts';

const GOOD_FOR_MS = 24 * 60 * 60 * 1000;

/** @param query the raw query without the stamp itself. */
export function makeStamp(secrets: ServerSecrets, query: string, arrivedAt: number): string {
  return `${arrivedAt.toString(36)}.${secrets.mac('stamp', query, String(arrivedAt)).toString('base64url')}`;
}

/** The moment in the stamp; undefined when it is missing, forged, too old, or for other parameters: a new request. */
export function readStamp(
  secrets: ServerSecrets,
  query: string,
  stamp: string | undefined,
  now: number,
): number | undefined {
  const match = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/.exec(stamp ?? '');
  if (!match?.[1] || !match[2]) return undefined;
  const arrivedAt = Number.parseInt(match[1], 36);
  if (now - arrivedAt > GOOD_FOR_MS) return undefined;
  const mac = Buffer.from(match[2], 'base64url');
  return secrets.verify(mac, 'stamp', query, String(arrivedAt)) ? arrivedAt : undefined;
}
