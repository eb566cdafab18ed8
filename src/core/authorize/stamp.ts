// `lk_stamp`: the moment an authorization request first arrived, signed over all its parameters and the browser it
// arrived from (contract 4, "Request stamps"). It proves that a sign-in happened after the request was made, without
// storing the request. The code that is issued under it spends it.
import { hashContents, type ServerSecrets } from '../secrets.ts';

/** What is spent is remembered for as long. */
export const STAMP_GOOD_FOR_MS = 60 * 60 * 1000;

/** `query`: the raw one without the stamp itself; `deviceId`: the device cookie's. */
export type StampOf = { query: string; deviceId: string };

export type ReadStamp = {
  /** ms */
  arrivedAt: number;
  /** 22 bytes, the moment first. The same for every spelling of the stamp that can be read. */
  hash: Buffer;
};

export const makeStamp = (secrets: ServerSecrets, of: StampOf, arrivedAt: number): string =>
  `${arrivedAt.toString(36)}.${secrets.mac('stamp', ...partsOf(of, arrivedAt)).toString('base64url')}`;

/** Undefined when it is missing, forged, too old, of another browser or for other parameters: a new request. */
export function readStamp(
  secrets: ServerSecrets,
  of: StampOf,
  stamp: string | undefined,
  now: number,
): ReadStamp | undefined {
  const match = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/.exec(stamp ?? '');
  if (!match?.[1] || !match[2]) return undefined;
  const arrivedAt = Number.parseInt(match[1], 36);
  if (now - arrivedAt > STAMP_GOOD_FOR_MS) return undefined;
  const mac = Buffer.from(match[2], 'base64url');
  if (!secrets.verify(mac, 'stamp', ...partsOf(of, arrivedAt))) return undefined;
  return { arrivedAt, hash: hashOf(arrivedAt, mac) };
}

const partsOf = ({ query, deviceId }: StampOf, arrivedAt: number) => [query, deviceId, String(arrivedAt)] as const;

/** Of the values and not of the text: the same bytes can be written as Base64 in several ways. */
function hashOf(arrivedAt: number, mac: Buffer): Buffer {
  const hash = Buffer.alloc(22);
  hash.writeUIntBE(arrivedAt, 0, 6);
  hashContents(mac).copy(hash, 6, 0, 16);
  return hash;
}
