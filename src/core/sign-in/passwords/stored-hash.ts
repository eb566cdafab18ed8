// How a password hash is written: PHC strings, and modular-crypt strings of bcrypt. Latchkey makes Argon2id itself;
// the others come with imported accounts (contract 30) and are replaced at the first sign-in.

/** Digests of PBKDF2, by the name that the string has. */
const DIGESTS = {
  pbkdf2: 'sha1',
  'pbkdf2-sha1': 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
} as const;
export type Pbkdf2Digest = (typeof DIGESTS)[keyof typeof DIGESTS];

export type HashWork =
  | { scheme: 'argon2'; memoryKib: number; passes: number; lanes: number }
  | { scheme: 'bcrypt'; cost: number }
  | { scheme: 'scrypt'; logN: number; blockSize: number; lanes: number; salt: Buffer; hash: Buffer }
  | { scheme: 'pbkdf2'; digest: Pbkdf2Digest; iterations: number; salt: Buffer; hash: Buffer }
  /**
   * Firebase's variant of scrypt: the derived key encrypts a signer key. `key`: names a stored signer key, or is the
   * key itself where the string travels between systems. The salt includes Firebase's separator.
   */
  | { scheme: 'firebase-scrypt'; logN: number; blockSize: number; key: string; salt: Buffer; hash: Buffer };

export type StoredHash = HashWork & {
  /** In the one spelling that is stored. */
  text: string;
  /** What the time of a check depends on: the text without salt and hash. */
  kind: string;
  /** Length of the derived key. */
  bytes: number;
};

const BCRYPT = /^(\$2[aby]\$(\d\d))\$[./A-Za-z0-9]{53}$/;
const PHC = /^\$([a-z0-9-]+)\$(?:v=(\d+)\$)?([^$]*)\$([A-Za-z0-9+/=._-]+)\$([A-Za-z0-9+/=._-]+)$/;
const SALT_BYTES = 64;
const HASH_BYTES = 128;
/** A shorter derived key matches passwords that somebody guesses: one byte matches one in 256. */
const MIN_HASH_BYTES = 10;
const BCRYPT_BYTES = 23;

/** @returns undefined when the text is a hash of no kind that can be checked */
export function readStoredHash(text: string): StoredHash | undefined {
  const [, kind, cost] = BCRYPT.exec(text) ?? [];
  if (kind !== undefined) return { scheme: 'bcrypt', cost: Number(cost), kind, text, bytes: BCRYPT_BYTES };
  const [, name = '', version, parameters = '', saltText = '', hashText = ''] = PHC.exec(text) ?? [];
  const values = readParameters(parameters);
  const [salt, hash] = [decode(saltText), decode(hashText)];
  const isShort = hash.length < MIN_HASH_BYTES;
  if (!values || salt.length > SALT_BYTES || isShort || hash.length > HASH_BYTES) return undefined;
  const made = (work: HashWork, head: string): StoredHash => ({
    ...work,
    kind: head,
    bytes: hash.length,
    text: `${head}$${encode(salt)}$${encode(hash)}`,
  });
  const number = (key: string): number => Number(values.get(key) ?? Number.NaN);
  if (/^argon2(id|i|d)$/.test(name)) {
    const [memoryKib, passes, lanes] = [number('m'), number('t'), number('p')];
    const isArgon2 = (version === '16' || version === '19') && salt.length >= 8 && hash.length <= 64;
    if (!isArgon2 || !areCounts(memoryKib, passes, lanes) || values.size !== 3) return undefined;
    // RFC 9106 3.1.
    if (memoryKib < 8 * lanes) return undefined;
    const head = `$${name}$v=${version}$m=${memoryKib},t=${passes},p=${lanes}`;
    return made({ scheme: 'argon2', memoryKib, passes, lanes }, head);
  }
  if (version !== undefined) return undefined;
  const [logN, blockSize] = [number('ln'), number('r')];
  if (name === 'scrypt') {
    const lanes = number('p');
    if (!isScrypt(logN, blockSize) || !areCounts(lanes)) return undefined;
    return made({ scheme: name, logN, blockSize, lanes, salt, hash }, `$scrypt$ln=${logN},r=${blockSize},p=${lanes}`);
  }
  if (name === 'firebase-scrypt') {
    const key = values.get('k');
    if (!isScrypt(logN, blockSize) || !key) return undefined;
    return made({ scheme: name, logN, blockSize, key, salt, hash }, `$${name}$ln=${logN},r=${blockSize},k=${key}`);
  }
  const digest = name in DIGESTS ? DIGESTS[name as keyof typeof DIGESTS] : undefined;
  const iterations = number('i');
  if (!digest || !areCounts(iterations)) return undefined;
  if (values.has('l') && number('l') !== hash.length) return undefined;
  const head = `$${digest === 'sha1' ? 'pbkdf2' : `pbkdf2-${digest}`}$i=${iterations},l=${hash.length}`;
  return made({ scheme: 'pbkdf2', digest, iterations, salt, hash }, head);
}

/** `m=1,t=2`. A number alone, as other programs write it, is the iterations. */
function readParameters(text: string): Map<string, string> | undefined {
  if (/^\d+$/.test(text)) return new Map([['i', text]]);
  const pairs = text.split(',').map((pair) => /^([a-z]+)=([A-Za-z0-9+/_=-]+)$/.exec(pair));
  if (pairs.some((pair) => !pair)) return undefined;
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

const areCounts = (...values: readonly number[]): boolean =>
  values.every((value) => Number.isSafeInteger(value) && value > 0);

/** Larger blocks take more memory to check than `MAX_SCRYPT_BYTES` counts. Systems use 8, some 32. */
const MAX_BLOCK_SIZE = 65_536;

/** N is less than 2^(128 × r / 8) (RFC 7914 2): nothing computes other hashes. */
const isScrypt = (logN: number, blockSize: number): boolean =>
  areCounts(logN, blockSize) && logN <= 30 && logN < 16 * blockSize && blockSize <= MAX_BLOCK_SIZE;

/** Base64 of any alphabet, also with the `.` that some programs write instead of `+`. */
const decode = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');
const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const MAX_ARGON2_KIB = 64 * 1024;
const MAX_ARGON2_PASSES = 5;
const MAX_ARGON2_LANES = 16;
const MAX_BCRYPT_COST = 14;
const MIN_BCRYPT_COST = 4;
const MAX_SCRYPT_BYTES = 128 * 1024 * 1024;
const MAX_PBKDF2_ITERATIONS = 2_000_000;
const MAX_PBKDF2_BYTES = 64;
const KINDS = 'Argon2, bcrypt, scrypt or PBKDF2';
/** Of an imported derived key. */
const MIN_IMPORTED_BYTES = 16;
const WEAK_PBKDF2_ITERATIONS = 1000;
const WEAK_BCRYPT_COST = 10;
/** RFC 7914 2 recommends N = 16,384 and r = 8 for sign-ins. */
const WEAK_SCRYPT_BYTES = 16 * 1024 * 1024;

/** Of an imported hash: what a check may cost (contract 30). @returns why it is too much; undefined: it is not */
export function costFault(hash: StoredHash): string | undefined {
  switch (hash.scheme) {
    case 'argon2':
      return hash.memoryKib <= MAX_ARGON2_KIB && hash.passes <= MAX_ARGON2_PASSES && hash.lanes <= MAX_ARGON2_LANES
        ? undefined
        : 'Argon2 is accepted up to 64 MiB, 5 passes and 16 lanes';
    case 'bcrypt':
      return hash.cost >= MIN_BCRYPT_COST && hash.cost <= MAX_BCRYPT_COST
        ? undefined
        : 'bcrypt is accepted at a cost of 4 to 14';
    case 'pbkdf2':
      return hash.iterations <= MAX_PBKDF2_ITERATIONS && hash.hash.length <= MAX_PBKDF2_BYTES
        ? undefined
        : 'PBKDF2 is accepted up to 2,000,000 iterations and 64 bytes';
    default: {
      // With the lanes, because they are computed one after the other: this bounds the time as well as the memory.
      const bytes = 128 * 2 ** hash.logN * hash.blockSize * (hash.scheme === 'scrypt' ? hash.lanes : 1);
      return bytes <= MAX_SCRYPT_BYTES ? undefined : 'scrypt is accepted up to 128 MiB (128 × N × r × p bytes)';
    }
  }
}

/**
 * Of an imported hash that is quickly guessed from a stolen file: why. Its password is as strong as it ever was, and
 * the next sign-in makes it Argon2id, so it is imported.
 */
export function weaknessOf(hash: StoredHash): string | undefined {
  switch (hash.scheme) {
    case 'argon2':
      return undefined;
    case 'bcrypt':
      return hash.cost < WEAK_BCRYPT_COST ? `bcrypt of a cost below ${WEAK_BCRYPT_COST}` : undefined;
    case 'pbkdf2':
      return hash.iterations < WEAK_PBKDF2_ITERATIONS ? 'PBKDF2 of fewer than 1,000 iterations' : undefined;
    default:
      return 128 * 2 ** hash.logN * hash.blockSize < WEAK_SCRYPT_BYTES ? 'scrypt of less than 16 MiB' : undefined;
  }
}

/**
 * Reads the hash of an imported account.
 * @param ownKind the kind of this server's own hashes, which have no limit
 * @returns its one spelling, or why it is refused
 */
export function readImportedHash(text: string, ownKind?: string): { hash: StoredHash } | { refused: string } {
  const hash = readStoredHash(text);
  if (!hash) return { refused: `is no hash of ${KINDS} as a PHC or modular-crypt string, or its derived key is cut` };
  if (hash.bytes < MIN_IMPORTED_BYTES) {
    return { refused: `has a derived key of ${hash.bytes} bytes; from ${MIN_IMPORTED_BYTES} on it is accepted` };
  }
  const refused = hash.kind === ownKind ? undefined : costFault(hash);
  return refused === undefined ? { hash } : { refused };
}

/** A hash of the kind that no password has: a check of it takes the time of a check. */
export function decoyOfKind(kind: string): string {
  if (/^\$2[aby]\$\d\d$/.test(kind)) return `${kind}$${'.'.repeat(53)}`;
  const length = Number(/[,$]l=(\d+)/.exec(kind)?.[1] ?? 32);
  return `${kind}$${encode(Buffer.from('latchkey-nobody!'))}$${encode(Buffer.alloc(length))}`;
}
