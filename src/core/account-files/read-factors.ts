// The second factors and passkeys in a line of an account file (contract 30).
import { type FactorAge, SET_UP_BEHIND } from '../factors/factor-age.ts';
import type { CodeKind } from '../factors/one-time-code.ts';
import { MAX_PASSKEY_NAME, MAX_PASSKEYS, MAX_USER_HANDLE, type Passkey } from '../passkeys/passkey.ts';
import { readBase32 } from './base32.ts';
import {
  FLAG,
  memberOf,
  oneOf,
  type Reading,
  readBytes,
  readList,
  readMember,
  readObject,
  readTime,
  requireMember,
  TEXT,
  textOf,
  wholeNumber,
} from './read-members.ts';

export type BroughtCodes = Pick<FactorAge, 'knownSince' | 'setUpBehind'> & {
  secret: Buffer;
  kind: CodeKind;
  /** Undefined: no code was accepted yet. */
  lastStep: number | undefined;
  createdAt: number | undefined;
  lastUsedAt: number | undefined;
  recoveryCodes: readonly { codeHash: Buffer; usedAt: number | undefined; createdAt: number | undefined }[];
};

export type BroughtPasskey = Omit<Passkey, 'id' | 'accountId' | 'createdAt'> & { createdAt: number | undefined };

/** Shorter secrets can be guessed from a few codes (RFC 4226 4 asks for 128 bits; some systems use 80). */
const MIN_SECRET_BYTES = 10;
const MAX_SECRET_BYTES = 128;
const MAX_RECOVERY_CODES = 100;
/** A step in the year 2200, at the shortest period. */
const MAX_STEP = 1_000_000_000;

export function readTotp(line: Reading): BroughtCodes | undefined {
  const value = memberOf(line, 'totp');
  if (value === undefined) return undefined;
  const { faults } = line;
  const known = [
    'secret',
    'algorithm',
    'digits',
    'period',
    'last_step',
    'created_at',
    'known_since',
    'set_up_behind',
    'last_used_at',
    'recovery_codes',
  ];
  const reading = readObject(value, { path: '/totp', faults }, known);
  const text = requireMember(reading, 'secret', TEXT);
  const secret = text === undefined ? undefined : readBase32(text);
  const isSecret = secret && secret.length >= MIN_SECRET_BYTES && secret.length <= MAX_SECRET_BYTES;
  if (text !== undefined && !isSecret) {
    faults.push(`/totp/secret: must be ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in Base32`);
  }
  const codes = {
    kind: {
      algorithm: readMember(reading, 'algorithm', oneOf('SHA1', 'SHA256', 'SHA512')) ?? 'SHA1',
      digits: readMember(reading, 'digits', oneOf<6 | 8>(6, 8)) ?? 6,
      period: readMember(reading, 'period', wholeNumber(10, 120)) ?? 30,
    },
    lastStep: readMember(reading, 'last_step', wholeNumber(0, MAX_STEP)),
    createdAt: readTime(reading, 'created_at'),
    ...readAge(reading),
    lastUsedAt: readTime(reading, 'last_used_at'),
    recoveryCodes: readRecoveryCodes(reading),
  };
  return secret && { secret, ...codes };
}

/** What an export of this server says (contract 24). */
const readAge = (reading: Reading) => ({
  knownSince: readTime(reading, 'known_since'),
  setUpBehind: readMember(reading, 'set_up_behind', oneOf(...SET_UP_BEHIND)),
});

function readRecoveryCodes(totp: Reading): BroughtCodes['recoveryCodes'] {
  const codes = readList(totp, 'recovery_codes', MAX_RECOVERY_CODES).flatMap(({ value, path }) => {
    const reading = readObject(value, { path, faults: totp.faults }, ['hash', 'used_at', 'created_at']);
    const codeHash = readBytes(reading, 'hash', 32);
    if (codeHash && codeHash.length !== 32)
      totp.faults.push(`${path}/hash: must be a SHA-256 hash, 32 bytes in base64`);
    const [usedAt, createdAt] = [readTime(reading, 'used_at'), readTime(reading, 'created_at')];
    return codeHash ? [{ codeHash, usedAt, createdAt }] : [];
  });
  const hashes = new Set(codes.map(({ codeHash }) => codeHash.toString('hex')));
  if (hashes.size < codes.length) totp.faults.push(`${totp.path}/recovery_codes: has one code twice`);
  return codes;
}

const PASSKEY_MEMBERS = [
  ...[
    'credential_id',
    'user_handle',
    'public_key',
    'sign_count',
    'rp_id',
    'name',
    'aaguid',
    'transports',
    'backup_eligible',
  ],
  ...['backed_up', 'created_at', 'known_since', 'set_up_behind', 'last_used_at', 'counter_fell_at'],
];
const NO_AAGUID = '00000000-0000-0000-0000-000000000000';
const MAX_COUNT = 2 ** 32 - 1;

export function readPasskeys(line: Reading): BroughtPasskey[] {
  const passkeys = readList(line, 'passkeys', MAX_PASSKEYS).flatMap(({ value, path }) => {
    const reading = readObject(value, { path, faults: line.faults }, PASSKEY_MEMBERS);
    const credentialId = readBytes(reading, 'credential_id', 1023);
    const publicKey = readBytes(reading, 'public_key', 2048);
    const userHandle = readBytes(reading, 'user_handle', MAX_USER_HANDLE, false);
    const rpId = requireMember(reading, 'rp_id', textOf(253));
    const transports = readList(reading, 'transports', 10).map((entry) => entry.value);
    if (!transports.every((transport) => textOf(50).test(transport))) {
      line.faults.push(`${path}/transports: must be a list of texts`);
    }
    const passkey = {
      signCount: readMember(reading, 'sign_count', wholeNumber(0, MAX_COUNT)) ?? 0,
      name: readMember(reading, 'name', textOf(MAX_PASSKEY_NAME * 2)) ?? 'Passkey',
      aaguid: readMember(reading, 'aaguid', textOf(36)) ?? NO_AAGUID,
      transports: transports.filter((transport) => typeof transport === 'string'),
      backupEligible: readMember(reading, 'backup_eligible', FLAG) ?? false,
      backedUp: readMember(reading, 'backed_up', FLAG) ?? false,
      createdAt: readTime(reading, 'created_at'),
      ...readAge(reading),
      lastUsedAt: readTime(reading, 'last_used_at'),
      counterFellAt: readTime(reading, 'counter_fell_at'),
    };
    return credentialId && publicKey && rpId !== undefined
      ? [{ credentialId, userHandle, publicKey, rpId, ...passkey }]
      : [];
  });
  const ids = new Set(passkeys.map(({ credentialId }) => credentialId.toString('hex')));
  if (ids.size < passkeys.length) line.faults.push('/passkeys: has one credential twice');
  return passkeys;
}
