// A public key of an application (contract 40): which keys and algorithms are taken, and the reading of one.

/**
 * RFC 7518 3.1, RFC 8037: what an application may sign with. Never `none`, and nothing with a shared secret.
 * `EdDSA` and `Ed25519` (RFC 9864) are two names of one.
 */
export const CLIENT_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519', 'RS256'] as const;
export type ClientAlgorithm = (typeof CLIENT_ALGORITHMS)[number];

/** A JWK (RFC 7517) of an elliptic curve (`crv`, `x`, `y`), of RSA (`n`, `e`) or of Ed25519 (`crv`, `x`). */
export type ClientKey = Readonly<Record<string, string>>;

/** A JWK set with at most this many keys: room for the old and the new ones of a few machines. */
export const MAX_CLIENT_KEYS = 20;
const MAX_KEY_ID_LENGTH = 200;

/** In bytes. The upper bound keeps a check of a signature from costing milliseconds. */
const RSA_BYTES = { min: 256, max: 1024 };

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
  RSA: ['n', 'e'],
};

/** Parameters that only a private or symmetric key has (RFC 7518 6.2.2, 6.3.2, 6.4.1; RFC 8037 2). */
const SECRET_PARAMETERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

export type KeyReading =
  | { kind: 'key'; key: ClientKey }
  /** `private`: it holds what must never leave its owner; `unusable`: no key that signatures are checked with here. */
  | { kind: 'fault'; fault: 'private' | 'unusable' };

/** @returns the key with the members that matter here, without certificates and others */
export function readClientKey(value: unknown): KeyReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNUSABLE;
  const jwk = value as Readonly<Record<string, unknown>>;
  if (SECRET_PARAMETERS.some((name) => Object.hasOwn(jwk, name))) return { kind: 'fault', fault: 'private' };
  const names = Object.hasOwn(PARAMETERS, String(jwk.kty)) ? (PARAMETERS[String(jwk.kty)] ?? []) : [];
  const key = textsOf(jwk, ['kty', ...names]);
  if (!key || names.length === 0 || !isOfKnownKind(key) || !maySign(jwk)) return UNUSABLE;
  const more = textsOf(
    jwk,
    ['kid', 'alg', 'use'].filter((name) => jwk[name] !== undefined),
  );
  if (!more || (more.kid?.length ?? 0) > MAX_KEY_ID_LENGTH) return UNUSABLE;
  const complete = { ...key, ...more };
  const isForOne = CLIENT_ALGORITHMS.some(
    (algorithm) => fits(complete, algorithm) && (more.alg ?? algorithm) === algorithm,
  );
  return isForOne ? { kind: 'key', key: complete } : UNUSABLE;
}

const UNUSABLE = { kind: 'fault', fault: 'unusable' } as const;

/** Whether the key makes signatures of the algorithm, and none other was said of it. */
export const fits = ({ kty, alg }: ClientKey, algorithm: ClientAlgorithm): boolean =>
  KEY_TYPES[algorithm] === kty && (alg === undefined || alg === algorithm || kty === 'OKP');

const KEY_TYPES: Readonly<Record<ClientAlgorithm, string>> = {
  ES256: 'EC',
  PS256: 'RSA',
  RS256: 'RSA',
  EdDSA: 'OKP',
  Ed25519: 'OKP',
};

/** The texts of these members; undefined when one is no text or empty. */
function textsOf(jwk: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> | undefined {
  const entries = names.map((name) => [name, Object.hasOwn(jwk, name) ? jwk[name] : undefined] as const);
  return entries.every(([, text]) => typeof text === 'string' && text !== '')
    ? (Object.fromEntries(entries) as Record<string, string>)
    : undefined;
}

function isOfKnownKind(key: Readonly<Record<string, string>>): boolean {
  const { kty, crv, x = '', y = '', n = '', e = '' } = key;
  if (kty === 'EC') return crv === 'P-256' && sizeOf(x) === 32 && sizeOf(y) === 32;
  if (kty === 'OKP') return crv === 'Ed25519' && sizeOf(x) === 32;
  const size = sizeOf(n);
  // The first bit is set, so that the bytes count the bits; a leading zero is against RFC 7518 6.3.1.1.
  const isFull = ((Buffer.from(n, 'base64url')[0] ?? 0) & 0x80) !== 0;
  return isFull && size >= RSA_BYTES.min && size <= RSA_BYTES.max && isExponent(e);
}

/** Odd, more than 1, at most 32 bits: with 1 anybody signs, and a long one makes each check of a signature dearer. */
function isExponent(e: string): boolean {
  const size = sizeOf(e);
  if (size === 0 || size > 4) return false;
  const value = Buffer.from(e, 'base64url').readUIntBE(0, size);
  return value > 1 && value % 2 === 1;
}

const sizeOf = (text: string): number => (/^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url').length : 0);

/** `use` and `key_ops` (RFC 7517 4.2, 4.3): a key for encryption checks no signature. */
const maySign = ({ use, key_ops: operations }: Readonly<Record<string, unknown>>): boolean =>
  (use === undefined || use === 'sig') &&
  (operations === undefined || (Array.isArray(operations) && operations.includes('verify')));
