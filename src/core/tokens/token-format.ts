// How tokens look, and how they are read again (contract 5). A refresh token names its family and generation; an access
// token names its row. The secret part of both is derived from the server's secret, so that a lost response can be
// repeated without keeping anything raw (decision 0002).
import { hashSecret, type ServerSecrets } from '../secrets.ts';

const ACCESS_PREFIX = 'lk_at_';
const REFRESH_PREFIX = 'lk_rt_';
const ID_BYTES = 16;
const GENERATION_BYTES = 6;
const MAC_BYTES = 32;

export type TokenPair = { accessToken: string; accessTokenHash: Buffer; refreshToken: string };

/** What one generation of a family is made of. */
export type Generation = { grantId: string; generation: number; accessTokenId: string };

/** The pair of a generation under the current secret. */
export function makeTokenPair(secrets: ServerSecrets, generation: Generation): TokenPair {
  return pairOf(
    generation,
    secrets.mac('refresh-token', ...refreshParts(generation)),
    secrets.mac('access-token', ...accessParts(generation)),
  );
}

/** The same pair under every secret still read, the current first: one of them is what was sent before. */
export function remakeTokenPairs(secrets: ServerSecrets, generation: Generation): TokenPair[] {
  const accessMacs = secrets.macs('access-token', ...accessParts(generation));
  const refreshMacs = secrets.macs('refresh-token', ...refreshParts(generation));
  return refreshMacs.map((refreshMac, i) => pairOf(generation, refreshMac, accessMacs[i] as Buffer));
}

/** The family and generation a refresh token names; undefined when this server never made it. */
export function readRefreshToken(
  secrets: ServerSecrets,
  token: string,
): { grantId: string; generation: number } | undefined {
  const bytes = readBytes(token, REFRESH_PREFIX, ID_BYTES + GENERATION_BYTES + MAC_BYTES);
  if (!bytes) return undefined;
  const grantId = bytes.toString('hex', 0, ID_BYTES);
  const generation = bytes.readUIntBE(ID_BYTES, GENERATION_BYTES);
  const mac = bytes.subarray(ID_BYTES + GENERATION_BYTES);
  return secrets.verify(mac, 'refresh-token', grantId, String(generation)) ? { grantId, generation } : undefined;
}

/** The row an access token names and the hash to compare with it; undefined when it cannot be one of ours. */
export function readAccessToken(token: string): { id: string; hash: Buffer } | undefined {
  const bytes = readBytes(token, ACCESS_PREFIX, ID_BYTES + MAC_BYTES);
  return bytes ? { id: bytes.toString('hex', 0, ID_BYTES), hash: hashSecret(token) } : undefined;
}

const refreshParts = (g: Generation) => [g.grantId, String(g.generation)] as const;
const accessParts = (g: Generation) => [g.grantId, String(g.generation), g.accessTokenId] as const;

function pairOf(g: Generation, refreshMac: Buffer, accessMac: Buffer): TokenPair {
  const generation = Buffer.alloc(GENERATION_BYTES);
  generation.writeUIntBE(g.generation, 0, GENERATION_BYTES);
  const accessToken = spell(ACCESS_PREFIX, Buffer.from(g.accessTokenId, 'hex'), accessMac);
  return {
    accessToken,
    accessTokenHash: hashSecret(accessToken),
    refreshToken: spell(REFRESH_PREFIX, Buffer.from(g.grantId, 'hex'), generation, refreshMac),
  };
}

const spell = (prefix: string, ...parts: Buffer[]): string => prefix + Buffer.concat(parts).toString('base64url');

/** Base64url has several spellings of the same bytes to a lenient reader; only the one we write is read (case C10). */
function readBytes(token: string, prefix: string, length: number): Buffer | undefined {
  if (!token.startsWith(prefix) || token.length > 200) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  return bytes.byteLength === length && spell(prefix, bytes) === token ? bytes : undefined;
}
