// The second factors and passkeys in a line of an account file (contract 30).
import * as z from 'zod/mini';
import type { BroughtCodes, BroughtPasskey } from '../../core/operating/account-files/account-line.ts';
import { readBase32 } from '../../core/operating/account-files/base32.ts';
import { SET_UP_BEHIND, type SetUpBehind } from '../../core/sign-in/factors/factor-age.ts';
import { MAX_PASSKEY_NAME, MAX_PASSKEYS, MAX_USER_HANDLE } from '../../core/sign-in/passkeys/passkey.ts';
import {
  bytesIn,
  bytesOf,
  eachOnce,
  FLAG,
  listOf,
  memberOneOf,
  objectOf,
  parsedText,
  TIME,
  textOf,
  wholeNumber,
} from './members.ts';

/** Shorter secrets can be guessed from a few codes (RFC 4226 4 asks for 128 bits; some systems use 80). */
const MIN_SECRET_BYTES = 10;
const MAX_SECRET_BYTES = 128;
const MAX_RECOVERY_CODES = 100;
/** A step in the year 2200, at the shortest period. */
const MAX_STEP = 1_000_000_000;
const MAX_COUNT = 2 ** 32 - 1;
const NO_AAGUID = '00000000-0000-0000-0000-000000000000';

/** What an export of this server says (contract 24). */
const age = { known_since: TIME, set_up_behind: memberOneOf(...SET_UP_BEHIND) };

const secret = parsedText((text) => {
  const bytes = readBase32(text);
  const isSecret = bytes && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES;
  return isSecret ? bytes : `must be ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in Base32`;
});

const isHash = z.refine<Buffer>((hash) => hash.length === 32, 'must be a SHA-256 hash, 32 bytes in base64');

const recoveryCode = objectOf({ hash: bytesOf(32).check(isHash), used_at: TIME, created_at: TIME });

const totp = objectOf({
  secret,
  algorithm: memberOneOf('SHA1', 'SHA256', 'SHA512'),
  digits: memberOneOf(6, 8),
  period: wholeNumber(10, 120),
  last_step: wholeNumber(0, MAX_STEP),
  created_at: TIME,
  ...age,
  last_used_at: TIME,
  recovery_codes: z.nullish(
    listOf(recoveryCode, MAX_RECOVERY_CODES).check(eachOnce(({ hash }) => bytesIn(hash), 'has one code twice')),
  ),
});

/** Of a passkey: `usb`, `internal`, and what the future brings. */
const isTransport = (value: unknown): boolean => textOf50.safeParse(value).success;
const textOf50 = textOf(50);

const passkey = objectOf({
  credential_id: bytesOf(1023),
  public_key: bytesOf(2048),
  user_handle: z.nullish(bytesOf(MAX_USER_HANDLE)),
  rp_id: textOf(253),
  transports: z.nullish(
    listOf(z.unknown(), 10).check(z.refine((all) => all.every(isTransport), 'must be a list of texts')),
  ),
  sign_count: wholeNumber(0, MAX_COUNT),
  name: z.nullish(textOf(MAX_PASSKEY_NAME * 2)),
  aaguid: z.nullish(textOf(36)),
  backup_eligible: FLAG,
  backed_up: FLAG,
  created_at: TIME,
  ...age,
  last_used_at: TIME,
  counter_fell_at: TIME,
});

export const factors = {
  totp: z.nullish(totp),
  passkeys: z.nullish(
    listOf(passkey, MAX_PASSKEYS).check(eachOnce(({ credential_id: id }) => bytesIn(id), 'has one credential twice')),
  ),
};

const ageOf = ({
  known_since,
  set_up_behind,
}: {
  known_since?: Maybe<number>;
  set_up_behind?: Maybe<SetUpBehind>;
}) => ({
  knownSince: known_since ?? undefined,
  setUpBehind: set_up_behind ?? undefined,
});

type Maybe<Value> = Value | null | undefined;

export const codesIn = (read: z.output<typeof totp>): BroughtCodes => ({
  secret: read.secret,
  kind: { algorithm: read.algorithm ?? 'SHA1', digits: read.digits ?? 6, period: read.period ?? 30 },
  lastStep: read.last_step ?? undefined,
  createdAt: read.created_at ?? undefined,
  ...ageOf(read),
  lastUsedAt: read.last_used_at ?? undefined,
  recoveryCodes: (read.recovery_codes ?? []).map(({ hash, used_at, created_at }) => ({
    codeHash: hash,
    usedAt: used_at ?? undefined,
    createdAt: created_at ?? undefined,
  })),
});

export const passkeyIn = (read: z.output<typeof passkey>): BroughtPasskey => ({
  credentialId: read.credential_id,
  userHandle: read.user_handle ?? undefined,
  publicKey: read.public_key,
  rpId: read.rp_id,
  signCount: read.sign_count ?? 0,
  name: read.name ?? 'Passkey',
  aaguid: read.aaguid ?? NO_AAGUID,
  transports: (read.transports ?? []) as string[],
  backupEligible: read.backup_eligible ?? false,
  backedUp: read.backed_up ?? false,
  createdAt: read.created_at ?? undefined,
  ...ageOf(read),
  lastUsedAt: read.last_used_at ?? undefined,
  counterFellAt: read.counter_fell_at ?? undefined,
});
