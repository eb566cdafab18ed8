// `lk_stamp` holds the time when an authorization request first arrived, signed together with all its parameters and
// the browser it came from (contract 4, "Request stamps"). It proves that a sign-in happened after the request was
// made, without storing the request. The code that is issued under a stamp spends it.
import { hashContents, type ServerSecrets } from '../../ground/secrets.ts';

export const STAMP_GOOD_FOR_MS = 60 * 60 * 1000;

/** How long any browser may open a pushed request. */
export const PUSHED_GOOD_FOR_MS = 90_000;

/**
 * Spent stamps are remembered for as long. A browser may have opened a pushed request at its end, after another one got
 * a code for it at its beginning.
 */
export const STAMP_REMEMBERED_MS = STAMP_GOOD_FOR_MS + PUSHED_GOOD_FOR_MS;

/** `query` is the raw query without the stamp; `deviceId` comes from the device cookie. */
export type StampOf = { query: string; deviceId: string };

export type ReadStamp = {
  /** In ms. */
  arrivedAt: number;
  /** 22 bytes, the time first. Every accepted spelling of a stamp has the same hash. */
  hash: Buffer;
};

export const makeStamp = (secrets: ServerSecrets, of: StampOf, arrivedAt: number): string =>
  `${arrivedAt.toString(36)}.${secrets.mac('stamp', ...partsOf(of, arrivedAt)).toString('base64url')}`;

/** @returns undefined for a new request: no stamp, or one that is forged, too old, or of another browser or query. */
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

/** What the code of a pushed request spends in place of a stamp: the first code ends it for every browser. */
export const pushedStampHash = (uriHash: Buffer, at: number): Buffer => hashOf(at, uriHash);

/** Hashes the values rather than the text, because base64 has several spellings of the same bytes. */
function hashOf(arrivedAt: number, mac: Buffer): Buffer {
  const hash = Buffer.alloc(22);
  hash.writeUIntBE(arrivedAt, 0, 6);
  hashContents(mac).copy(hash, 6, 0, 16);
  return hash;
}
