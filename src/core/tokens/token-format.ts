// How tokens look, and how they are read again (contract 5). A refresh token names its family and generation; an access
// token names its row. The secret part of both is derived from the server's secret and the family's seed, so that a
// lost response can be repeated without keeping anything raw, and neither half alone makes a token (decisions 4 and
// 24).
import { hashSecret, newFamilySeed, type ServerSecrets } from '../secrets.ts';
import type { Grant } from './grant.ts';

const ACCESS_PREFIX = 'lk_at_';
const REFRESH_PREFIX = 'lk_rt_';
const ID_BYTES = 16;
const GENERATION_BYTES = 6;
const MAC_BYTES = 32;

export type TokenPair = { accessToken: string; accessTokenHash: Buffer; refreshToken: string };

/** The family's own half of what its tokens are derived from, and the first generation that is derived with it. */
export type Family = Pick<Grant, 'id' | 'familySeed' | 'familySeedFrom'>;

/** What one generation of a family is made of. */
export type Generation = { family: Family; generation: number; accessTokenId: string };

/** What a refresh token says of itself; nothing of it is proven. */
export type NamedRefreshToken = { grantId: string; generation: number; mac: Buffer };

/** The family as its next rotation leaves it: one that is older than seeds gets its seed then. */
export const seededFamily = (grant: Grant): Family & { familySeed: Buffer } =>
  grant.familySeed
    ? { id: grant.id, familySeed: grant.familySeed, familySeedFrom: grant.familySeedFrom }
    : { id: grant.id, familySeed: newFamilySeed(), familySeedFrom: grant.refreshGeneration + 1 };

/** The pair of a generation under the current secret. */
export function makeTokenPair(secrets: ServerSecrets, generation: Generation): TokenPair {
  return pairOf(
    generation,
    secrets.mac('refresh-token', ...refreshParts(generation.family, generation.generation)),
    secrets.mac('access-token', ...accessParts(generation)),
  );
}

/** The same pair under every secret still read, the current first: one of them is what was sent before. */
export function remakeTokenPairs(secrets: ServerSecrets, generation: Generation): TokenPair[] {
  const accessMacs = secrets.macs('access-token', ...accessParts(generation));
  const refreshMacs = secrets.macs('refresh-token', ...refreshParts(generation.family, generation.generation));
  return refreshMacs.map((refreshMac, i) => pairOf(generation, refreshMac, accessMacs[i] as Buffer));
}

/**
 * What a refresh token names; undefined when it cannot be one of ours. Whether it is one, only its family's row tells.
 */
export function readRefreshToken(token: string): NamedRefreshToken | undefined {
  const bytes = readBytes(token, REFRESH_PREFIX, ID_BYTES + GENERATION_BYTES + MAC_BYTES);
  if (!bytes) return undefined;
  return {
    grantId: bytes.toString('hex', 0, ID_BYTES),
    generation: bytes.readUIntBE(ID_BYTES, GENERATION_BYTES),
    mac: bytes.subarray(ID_BYTES + GENERATION_BYTES),
  };
}

/** Whether this server made the token for that family, under the current or the previous secret; constant time. */
export const isRefreshTokenOf = (
  secrets: ServerSecrets,
  family: Family,
  { grantId, generation, mac }: NamedRefreshToken,
): boolean => family.id === grantId && secrets.verify(mac, 'refresh-token', ...refreshParts(family, generation));

/** The row an access token names and the hash to compare with it; undefined when it cannot be one of ours. */
export function readAccessToken(token: string): { id: string; hash: Buffer } | undefined {
  const bytes = readBytes(token, ACCESS_PREFIX, ID_BYTES + MAC_BYTES);
  return bytes ? { id: bytes.toString('hex', 0, ID_BYTES), hash: hashSecret(token) } : undefined;
}

const refreshParts = (family: Family, generation: number): readonly string[] => [
  family.id,
  String(generation),
  ...seedPart(family, generation),
];

const accessParts = ({ family, generation, accessTokenId }: Generation): readonly string[] => [
  family.id,
  String(generation),
  accessTokenId,
  ...seedPart(family, generation),
];

const seedPart = ({ familySeed, familySeedFrom }: Family, generation: number): readonly string[] =>
  familySeed && generation >= familySeedFrom ? [familySeed.toString('base64url')] : [];

function pairOf(g: Generation, refreshMac: Buffer, accessMac: Buffer): TokenPair {
  const generation = Buffer.alloc(GENERATION_BYTES);
  generation.writeUIntBE(g.generation, 0, GENERATION_BYTES);
  const accessToken = spell(ACCESS_PREFIX, Buffer.from(g.accessTokenId, 'hex'), accessMac);
  return {
    accessToken,
    accessTokenHash: hashSecret(accessToken),
    refreshToken: spell(REFRESH_PREFIX, Buffer.from(g.family.id, 'hex'), generation, refreshMac),
  };
}

const spell = (prefix: string, ...parts: Buffer[]): string => prefix + Buffer.concat(parts).toString('base64url');

/** Base64url has several spellings of the same bytes to a lenient reader; only the one we write is read (case C10). */
function readBytes(token: string, prefix: string, length: number): Buffer | undefined {
  if (!token.startsWith(prefix) || token.length > 200) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  return bytes.byteLength === length && spell(prefix, bytes) === token ? bytes : undefined;
}
