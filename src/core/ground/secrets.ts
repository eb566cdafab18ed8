// Randomness, hashes and keyed derivation: the only file that creates or compares secrets. A raw secret is never
// stored, logged or compared with `===`.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { V7Generator } from 'uuidv7';
import type { Clock } from './clock.ts';

/** 256 random bits in `A–Z a–z 0–9 - _` (43 characters). */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

const CHUNKS_AT_ONCE = 256;

/**
 * Returns random bytes, `size` at a time, generated in bulk: for values that every request needs and that are not
 * secret.
 */
export function randomChunks(size: number): () => Buffer {
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === drawn.length) {
      drawn = randomBytes(size * CHUNKS_AT_ONCE);
      at = 0;
    }
    at += size;
    return drawn.subarray(at - size, at);
  };
}

/** 256 random bits for one family of tokens, stored in its row. */
export const newFamilySeed = (): Buffer => randomBytes(32);

/** Keeps two challenges of one moment apart: 128 random bits. */
export const newChallengeNonce = (): Buffer => randomBytes(16);

/** The secret of an account's one-time codes: 160 random bits (RFC 4226 4). */
export const newOneTimeCodeSecret = (): Buffer => randomBytes(20);

/** What signs messages to an event endpoint: 256 random bits (Standard Webhooks: 24 to 64 bytes). */
export const newEventKey = (): Buffer => randomBytes(32);

/** Random characters of the alphabet. Bytes past its last whole multiple are dropped to avoid bias. */
function randomText(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 16)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** 50 random bits in 10 characters, without letters that look like a digit. */
export const newRecoveryCodeText = (): string => randomText('0123456789abcdefghjkmnpqrstvwxyz', 10);

/** 20 consonants (RFC 8628 6.1). */
export const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** The code that a person types from a device's screen. */
export const newUserCodeText = (length: number): string => randomText(USER_CODE_ALPHABET, length);

/** A pairwise subject: 32 random characters `a-z0-9` (contract 6). */
export const newSub = (): string => randomText('abcdefghijklmnopqrstuvwxyz0123456789', 32);

/** Each clock has its generator, so that ids are in order of creation also while the clock stands or is corrected. */
const generators = new WeakMap<Clock, V7Generator>();

/** A row's id: UUIDv7 as 32 lower-case hexadecimal digits without hyphens, in order of creation in this process. */
export function newId(clock: Clock): string {
  const generator = generators.get(clock) ?? new V7Generator();
  generators.set(clock, generator);
  return generator.generateOrResetWithTs(clock.now()).toHex();
}

/** What `newId` makes. */
export const ID = /^[0-9a-f]{32}$/;

/** When `newId` made the id, by the clock of that process: the first 48 bits of a UUIDv7 (RFC 9562 5.7). */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 12), 16);

/** Before every id that was made at that time or later. @param at in ms; a monotonic counter gives fractions */
export const idOfTime = (at: number): string => Math.max(0, Math.floor(at)).toString(16).padStart(12, '0');

/** An API key (`client_id`): 32 hexadecimal digits, all 128 bits random (contract 3). */
export const newApiKey = (): string => randomBytes(16).toString('hex');

/** SHA-256 of a secret of at least 256 random bits: the form that is stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Some milliseconds and 2 MiB: scrypt, of a secret that has fewer bits (decision 78). 32 bytes. */
export const hashSlowly = (secret: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N: 2 ** 11, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** A key for `keyedHash`: 256 random bits. */
export const newHashKey = (): Buffer => randomBytes(32);

/**
 * HMAC-SHA-256 under a stored key. Without the key nobody can tell what was hashed, however few candidates there are.
 */
export const keyedHash = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature of a message to an event endpoint: HMAC-SHA-256 in base64 (Standard Webhooks). */
export const signEvent = (key: Uint8Array, text: string): string => keyedHash(key, text).toString('base64');

/** Identifies public data by its contents. */
export const hashContents = (contents: Uint8Array): Buffer => hash('sha256', contents, 'buffer');

/** SHA-256 of texts that need not be secret; their lengths keep them apart. */
export const hashParts = (parts: readonly string[]): Buffer => hash('sha256', joinParts(parts), 'buffer');

/** Compares two hashes in constant time. */
export const equalHashes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.byteLength === b.byteLength && timingSafeEqual(a, b);

/** What a key is derived for. A key for one purpose never produces the value of another. */
export type Purpose =
  | 'stamp'
  | 'csrf'
  | 'device'
  | 'told-device'
  | 'limit'
  | 'refresh-token'
  | 'access-token'
  | 'cursor'
  | 'sid'
  | 'signing-key'
  | 'secret-check'
  | 'username-key'
  | 'audit-key'
  | 'recorded-settings'
  | 'shown-once'
  | 'one-time-codes'
  | 'enrolment'
  | 'half-signed-in'
  | 'after-reset'
  | 'restoration'
  | 'passkey-challenge'
  | 'mail'
  | 'email-proof'
  | 'reset-request'
  | 'event-secret'
  | 'try-it'
  | 'decoy'
  | 'picture'
  | 'signer-keys'
  | 'dpop-nonce'
  | 'user-code'
  | 'user-code-seen';

/**
 * Keyed values derived from the server's secret. While the secret is being changed, the previous one is accepted for
 * reading.
 */
export interface ServerSecrets {
  /** HMAC-SHA-256 (32 bytes) of `parts` under the current secret. Length prefixes keep the parts apart. */
  mac(purpose: Purpose, ...parts: readonly string[]): Buffer;
  /** Whether `mac` belongs to `parts` under the current or the previous secret, in constant time. */
  verify(mac: Uint8Array, purpose: Purpose, ...parts: readonly string[]): boolean;
  /** `mac` under every accepted secret, the current one first. */
  macs(purpose: Purpose, ...parts: readonly string[]): Buffer[];
  /** Encrypts for storage (AES-256-GCM) under the current secret. `open` needs the same `label`. */
  seal(purpose: Purpose, label: string, plain: Uint8Array): Buffer;
  /**
   * The same with an empty label, and the same result for the same `plain`, for what is given out again and again. It
   * tells nothing but that two plain texts are equal: the nonce is a MAC of the plain text (as in SIV, RFC 5297).
   */
  sealAlike(purpose: Purpose, plain: Uint8Array): Buffer;
  /**
   * Decrypts what `seal` encrypted; undefined if neither the current nor the previous secret opens it. `isCurrent`: the
   * current one did.
   */
  open(purpose: Purpose, label: string, sealed: Uint8Array): { plain: Buffer; isCurrent: boolean } | undefined;
}

/** @param secrets the current secret and, while it is being changed, the previous one; at least 32 bytes each. */
export function createServerSecrets(...secrets: readonly [Uint8Array, ...Uint8Array[]]): ServerSecrets {
  const keys = secrets.map((secret) => {
    const byPurpose = new Map<Purpose | `${Purpose}/nonce`, Buffer>();
    return (purpose: Purpose | `${Purpose}/nonce`): Buffer => {
      const known = byPurpose.get(purpose);
      if (known) return known;
      const key = Buffer.from(hkdfSync('sha256', secret, '', `latchkey/${purpose}`, 32));
      byPurpose.set(purpose, key);
      return key;
    };
  });
  const macs: ServerSecrets['macs'] = (purpose, ...parts) => keys.map((key) => macOf(key(purpose), parts));
  const [first] = keys as [(typeof keys)[number]];
  return {
    mac: (purpose, ...parts) => macOf(first(purpose), parts),
    macs,
    verify: (mac, purpose, ...parts) => macs(purpose, ...parts).some((candidate) => equalHashes(candidate, mac)),
    seal: (purpose, label, plain) => encrypt(first(purpose), label, plain, randomBytes(NONCE_BYTES)),
    sealAlike: (purpose, plain) => {
      const nonce = createHmac('sha256', first(`${purpose}/nonce`))
        .update(plain)
        .digest()
        .subarray(0, NONCE_BYTES);
      return encrypt(first(purpose), '', plain, nonce);
    },
    open: (purpose, label, sealed) => {
      for (const [index, key] of keys.entries()) {
        const plain = decrypt(key(purpose), label, sealed);
        if (plain) return { plain, isCurrent: index === 0 };
      }
      return undefined;
    },
  };
}

function macOf(key: Buffer, parts: readonly string[]): Buffer {
  // One string, because each call into Node's crypto costs as much as hashing its input.
  return createHmac('sha256', key).update(joinParts(parts)).digest();
}

const joinParts = (parts: readonly string[]): string =>
  parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @returns nonce, ciphertext, tag */
function encrypt(key: Buffer, label: string, plain: Uint8Array, nonce: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, label: string, sealed: Uint8Array): Buffer | undefined {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return undefined;
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), options);
  decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
