// The format of tokens (contract 5). A refresh token contains its family and generation, an access token the id of its
// row. The secret part of both is derived from the server's secret and the family's seed: a lost response can be
// repeated without a stored raw token, and neither the secret nor the seed alone makes a token (decisions 4 and 24).
import { hashSecret, newFamilySeed, type ServerSecrets } from '../../ground/secrets.ts';
import type { Grant } from './grant.ts';

const ACCESS_PREFIX = 'lk_at_';
const REFRESH_PREFIX = 'lk_rt_';
const ID_BYTES = 16;
const GENERATION_BYTES = 6;
const MAC_BYTES = 32;

export type TokenPair = { accessToken: string; accessTokenHash: Buffer; refreshToken: string };

/** The family's seed, and the first generation derived with it. */
export type Family = Pick<Grant, 'id' | 'familySeed' | 'familySeedFrom'>;

/** What the tokens of one generation are derived from. */
export type Generation = { family: Family; generation: number; accessTokenId: string };

/** The parts of a refresh token. None of them is verified. */
export type NamedRefreshToken = { grantId: string; generation: number; mac: Buffer };

/** The family as the next rotation stores it: a family from before seeds gets one. */
export const seededFamily = (grant: Grant): Family & { familySeed: Buffer } =>
  grant.familySeed
    ? { id: grant.id, familySeed: grant.familySeed, familySeedFrom: grant.familySeedFrom }
    : { id: grant.id, familySeed: newFamilySeed(), familySeedFrom: grant.refreshGeneration + 1 };

/** The tokens of a generation under the current secret. */
export function makeTokenPair(secrets: ServerSecrets, generation: Generation): TokenPair {
  return pairOf(
    generation,
    secrets.mac('refresh-token', ...refreshParts(generation.family, generation.generation)),
    secrets.mac('access-token', ...accessParts(generation)),
  );
}

/** The tokens under every accepted secret, the current one first. One pair is the one that was sent before. */
export function remakeTokenPairs(secrets: ServerSecrets, generation: Generation): TokenPair[] {
  const accessMacs = secrets.macs('access-token', ...accessParts(generation));
  const refreshMacs = secrets.macs('refresh-token', ...refreshParts(generation.family, generation.generation));
  return refreshMacs.map((refreshMac, i) => pairOf(generation, refreshMac, accessMacs[i] as Buffer));
}

/**
 * @returns undefined when this server cannot have made the token. Whether it did, only `isRefreshTokenOf` can tell.
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

/** Whether this server made the token for the family, under the current or the previous secret. Constant time. */
export const isRefreshTokenOf = (
  secrets: ServerSecrets,
  family: Family,
  { grantId, generation, mac }: NamedRefreshToken,
): boolean => family.id === grantId && secrets.verify(mac, 'refresh-token', ...refreshParts(family, generation));

/** The id of the row and the hash to compare with. */
export type NamedAccessToken = { id: string; hash: Buffer };

/** @returns undefined when this server cannot have made the token. */
export function readAccessToken(token: string): NamedAccessToken | undefined {
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

/**
 * A lenient reader accepts several base64url spellings of the same bytes. Only the canonical one is read (case C10).
 */
function readBytes(token: string, prefix: string, length: number): Buffer | undefined {
  if (!token.startsWith(prefix) || token.length > 200) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  return bytes.byteLength === length && spell(prefix, bytes) === token ? bytes : undefined;
}
