// Hashes that other systems made (contract 30), by their published vectors where there are some, and as each system writes
// them.
import { pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  decoyOfKind,
  readImportedHash,
  readStoredHash,
  weaknessOf,
} from '../../../src/core/sign-in/passwords/stored-hash.ts';
import { createHashingThreads } from '../../../src/outside/hashing-threads.ts';
import { argon2id, createPasswordHasher } from '../../../src/outside/password-hasher.ts';

const hasher = createPasswordHasher({ concurrency: 2, maxWaitMs: 60_000 });
const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const hex = (text: string) => b64(Buffer.from(text, 'hex'));
const text = (plain: string) => b64(Buffer.from(plain));

const SIGNER_KEY = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
/** The vector that Firebase published with its variant of scrypt. Its salt, then its separator. */
const FIREBASE_SALT = b64(Buffer.concat([Buffer.from('42xEC+ixf3L2lw==', 'base64'), Buffer.from('Bw==', 'base64')]));
const FIREBASE_HASH = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ';

const keycloak = (name: string, digest: string, iterations: number, length: number) => {
  const salt = Buffer.from('0123456789abcdef');
  return `$${name}$i=${iterations}$${b64(salt)}$${b64(pbkdf2Sync('s3cret, said Alice', salt, iterations, length, digest))}`;
};

const VECTORS: readonly [what: string, password: string, hash: string][] = [
  [
    'Argon2id, of the reference',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'Argon2i, of the reference',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG',
  ],
  [
    'Argon2id of Keycloak',
    'pw',
    '$argon2id$v=19$m=7168,t=5,p=1$AQEBAQEBAQEBAQEBAQEBAQ$fez5IBYx2WJ6/bTAfNChNgPe/yrBhNMPXaV8VOEEeUQ',
  ],
  ['bcrypt, of jBCrypt', 'a', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'],
  ['bcrypt as Auth0 has it', 'abc', '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'],
  ['bcrypt of PHP', 'abc', '$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'],
  [
    'scrypt (RFC 7914 12)',
    'password',
    `$scrypt$ln=10,r=8,p=16$${text('NaCl')}$${hex('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640')}`,
  ],
  [
    'PBKDF2 with SHA-1 (RFC 6070 2)',
    'password',
    `$pbkdf2$i=4096$${text('salt')}$${hex('4b007901b765489abead49d926f721d065a429c1')}`,
  ],
  [
    'PBKDF2 with SHA-256 (RFC 7914 11)',
    'passwd',
    `$pbkdf2-sha256$1$${text('salt')}$${hex('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbcac9ccc1f113b645664fed8e31c2bb6dc'.slice(0, 64))}`,
  ],
  ['pbkdf2 of Keycloak, with 64 bytes', 's3cret, said Alice', keycloak('pbkdf2', 'sha1', 20_000, 64)],
  ['pbkdf2-sha256 of Keycloak', 's3cret, said Alice', keycloak('pbkdf2-sha256', 'sha256', 27_500, 64)],
  ['pbkdf2-sha512 of Keycloak', 's3cret, said Alice', keycloak('pbkdf2-sha512', 'sha512', 210_000, 64)],
];

describe('contract 30: a hash of another kind', () => {
  it.each(VECTORS)('%s: the right password is right, another one wrong', async (_what, password, hash) => {
    expect(await hasher.verify(password, hash)).toBe(true);
    expect(await hasher.verify(`${password}.`, hash)).toBe(false);
    // Argon2id at a higher cost than today's may stay.
    expect(hasher.isOutdated(hash)).toBe(!hash.includes('m=65536,t=2,p=1'));
  });

  it.each(VECTORS)('%s: its one spelling is as good, and stays as it is', async (_what, password, hash) => {
    const once = readStoredHash(hash);
    expect(once?.text).toBe(readStoredHash(once?.text ?? '')?.text);
    // Where it is spelled so already, the test above computed it.
    if (once?.text !== hash) expect(await hasher.verify(password, once?.text)).toBe(true);
  });

  it.each(VECTORS)('%s: the decoy of its kind costs the same and is nobody’s', async (_what, password, hash) => {
    const kind = readStoredHash(hash)?.kind as string;
    expect(readStoredHash(decoyOfKind(kind))?.kind).toBe(kind);
    expect(await hasher.verify(password, decoyOfKind(kind))).toBe(false);
  });

  it('Firebase: is checked with its signer key, and with no other', async () => {
    const hash = `$firebase-scrypt$ln=14,r=8,k=0123456789abcdef$${FIREBASE_SALT}$${FIREBASE_HASH}`;
    const signerKey = Buffer.from(SIGNER_KEY, 'base64');
    expect(await hasher.verify('user1password', hash, { signerKey })).toBe(true);
    expect(await hasher.verify('user2password', hash, { signerKey })).toBe(false);
    expect(await hasher.verify('user1password', hash, { signerKey: Buffer.alloc(64) })).toBe(false);
    expect(await hasher.verify('user1password', hash)).toBe(false);
  });
});

describe('contract 30: what a hash may cost', () => {
  const [salt, hash] = [b64(Buffer.alloc(16, 1)), b64(Buffer.alloc(32, 1))];
  const argon2 = (parameters: string) => `$argon2id$v=19$${parameters}$${salt}$${hash}`;
  const bcrypt = (cost: string) => `$2b$${cost}$${'a'.repeat(53)}`;
  const scrypt = (parameters: string) => `$scrypt$${parameters}$${salt}$${hash}`;
  const pbkdf2 = (iterations: number) => `$pbkdf2-sha512$i=${iterations}$${salt}$${hash}`;

  it.each([
    argon2('m=65536,t=5,p=4'),
    bcrypt('14'),
    bcrypt('04'),
    scrypt('ln=17,r=8,p=1'),
    scrypt('ln=13,r=8,p=10'),
    pbkdf2(2_000_000),
  ])('is accepted: %s', (accepted) => expect(readImportedHash(accepted)).toHaveProperty('hash'));

  it.each([
    argon2('m=65537,t=1,p=1'),
    argon2('m=1024,t=6,p=1'),
    argon2('m=1024,t=1,p=17'),
    bcrypt('15'),
    bcrypt('03'),
    scrypt('ln=18,r=8,p=1'),
    scrypt('ln=17,r=8,p=2'),
    scrypt('ln=10,r=1025,p=1'),
    pbkdf2(2_000_001),
  ])('is refused: %s', (refused) => {
    expect(readStoredHash(refused)).toBeDefined();
    expect(readImportedHash(refused)).toHaveProperty('refused');
  });

  it.each([
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8',
    '{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
    '$1$xyz$BtXA.ksUsBfFZk9RrTQlz1',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1',
    '$2x$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i',
    '$pbkdf2-md5$1000$c2FsdA$c2FsdA',
    '$scrypt$ln=99,r=8,p=1$c2FsdA$c2FsdA',
    '$scrypt$ln=0,r=8,p=1$c2FsdA$c2FsdA',
    '$argon2id$v=19$m=64,t=1,p=1,keyid=x$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0',
    // RFC 9106 3.1: at least 8 KiB a lane.
    '$argon2id$v=19$m=7,t=1,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0',
    '$argon2id$v=19$m=127,t=1,p=16$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0',
    // RFC 7914 2: N is less than 2^(128 × r / 8).
    '$scrypt$ln=16,r=1,p=1$c2FsdA$c2FsdA',
    '$firebase-scrypt$ln=16,r=1,k=c2FsdA==$c2FsdA$c2FsdA',
    '$scrypt$ln=1,r=65537,p=1$c2FsdA$c2FsdA',
    'plain password',
    '',
  ])('is none: %s', (text_) => expect(readImportedHash(text_)).toHaveProperty('refused'));

  it('is refused with a derived key below 16 bytes, of every kind; what is cut further is no hash at all', async () => {
    const heads = [
      '$argon2id$v=19$m=65536,t=2,p=1',
      '$scrypt$ln=14,r=8,p=1',
      '$firebase-scrypt$ln=14,r=8,k=c2FsdA==',
      '$pbkdf2$i=2000',
      '$pbkdf2-sha256$i=2000',
      '$pbkdf2-sha512$2000',
    ];
    for (const head of heads) {
      const cut = (bytes: number) => `${head}$${salt}$${b64(Buffer.alloc(bytes, 1))}`;
      expect([head, 'hash' in readImportedHash(cut(16))]).toEqual([head, true]);
      for (const bytes of [1, 9, 10, 15]) {
        expect([head, bytes, readImportedHash(cut(bytes))]).toEqual([head, bytes, { refused: expect.any(String) }]);
      }
      // One that an older version took opens to nobody.
      expect([head, readStoredHash(cut(9))]).toEqual([head, undefined]);
      expect(readStoredHash(cut(10))).toBeDefined();
    }
    const whole = pbkdf2Sync('right', Buffer.alloc(16, 1), 2000, 32, 'sha256');
    const stored = (bytes: number) => `$pbkdf2-sha256$i=2000$${salt}$${b64(whole.subarray(0, bytes))}`;
    expect([await hasher.verify('right', stored(32)), await hasher.verify('right', stored(1))]).toEqual([true, false]);
  });

  it.each([
    [bcrypt('09'), 'bcrypt of a cost below 10'],
    [bcrypt('10'), undefined],
    [pbkdf2(999), 'PBKDF2 of fewer than 1,000 iterations'],
    [pbkdf2(1000), undefined],
    [scrypt('ln=13,r=8,p=2'), 'scrypt of less than 16 MiB'],
    [scrypt('ln=14,r=8,p=1'), undefined],
    ['$firebase-scrypt$ln=13,r=8,k=c2FsdA==', 'scrypt of less than 16 MiB'],
    ['$firebase-scrypt$ln=14,r=8,k=c2FsdA==', undefined],
    [argon2('m=8,t=1,p=1'), undefined],
  ])('%s is taken, with a note where it is weak: %s', (accepted, weakness) => {
    const read = readImportedHash(accepted.startsWith('$fire') ? `${accepted}$${salt}$${hash}` : accepted);
    expect('hash' in read && weaknessOf(read.hash)).toBe(weakness);
  });

  it('is not asked of hashes that this server makes itself', () => {
    const dear = createPasswordHasher({ concurrency: 1, cost: argon2id({ memoryKib: 262_144, passes: 9 }) });
    expect(readImportedHash(argon2('m=262144,t=9,p=1'), dear.ownKind)).toHaveProperty('hash');
    expect(readImportedHash(argon2('m=262144,t=10,p=1'), dear.ownKind)).toHaveProperty('refused');
  });

  it.each([
    '$argon2id$v=19$m=8,t=1,p=1',
    '$argon2id$v=19$m=128,t=5,p=16',
    '$argon2d$v=16$m=65536,t=1,p=16',
    '$scrypt$ln=15,r=1,p=32',
    '$pbkdf2$i=1',
  ])('what is accepted can be computed: %s', async (head) => {
    const accepted = readImportedHash(`${head}$${salt}$${hash}`);
    if (!('hash' in accepted)) throw new Error(accepted.refused);
    // A hash that cannot be computed is wrong for every password, and throws here.
    await expect(createHashingThreads().verify('pw', accepted.hash)).resolves.toBe(false);
  });

  it('scrypt of 128 MiB is computed', async () => {
    const made = 'aYiWvRCBDhGKtN8p4Z3+Pj/Ag9VL+Y1mI6Lql7QfWxg';
    expect(await hasher.verify('pw', `$scrypt$ln=17,r=8,p=1$${salt}$${made}`)).toBe(true);
  });
});
