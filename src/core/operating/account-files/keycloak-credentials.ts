// The credentials of a user in an export of Keycloak (contract 30). Since version 8, what Keycloak stores of one is
// JSON inside two texts; before, its members are those of the credential.
import { base32Of } from './base32.ts';
import {
  bytesIn,
  type ForeignUser,
  type Members,
  membersOf,
  numberOf,
  shownName,
  textIn,
  timeOf,
} from './foreign-user.ts';

export type KeycloakCredential = {
  type: string;
  /** `value` and `salt`. */
  secret: Members;
  /** How it was made. */
  data: Members;
  createdAt: string | undefined;
  /** The person is to replace it. */
  temporary: boolean;
};

/** Both shapes as the newer one. */
export function credentialOf(credential: Members): KeycloakCredential {
  const type = textIn(credential, 'type') ?? 'without a name';
  const isOlder = textIn(credential, 'secretData') === undefined && textIn(credential, 'credentialData') === undefined;
  const older = { value: credential.hashedSaltedValue, salt: credential.salt };
  const common = {
    createdAt: timeOf(credential.createdDate),
    temporary: credential.temporary === true || credential.temporary === 'true',
  };
  if (!isOlder) {
    return { ...common, type, secret: parsed(credential.secretData), data: parsed(credential.credentialData) };
  }
  // There, the type says which kind of one-time codes it is.
  const isCodes = type === 'totp' || type === 'hotp';
  const data = isCodes ? { ...credential, subType: type } : credential;
  return { ...common, type: isCodes ? 'otp' : type, secret: older, data };
}

/** JSON inside a text. */
function parsed(text: unknown): Members {
  try {
    return membersOf(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

/** Of a list, its first entry, as Keycloak has most values. */
export function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  return typeof first === 'string' && first !== '' ? first : undefined;
}

const HASHES = ['pbkdf2', 'pbkdf2-sha256', 'pbkdf2-sha512'];

export function passwordIn(user: ForeignUser, credentials: readonly KeycloakCredential[]): string | undefined {
  const [credential, ...others] = credentials.filter(({ type }) => type === 'password');
  if (!credential) return undefined;
  if (others.length > 0) user.note('credentials: a further password is left out');
  const { secret, data } = credential;
  const [hash, salt, iterations] = [bytesIn(secret, 'value'), bytesIn(secret, 'salt'), numberOf(data.hashIterations)];
  if (!hash || !salt || iterations === undefined) {
    user.fault('credentials: the password has no value, salt or hashIterations');
    return undefined;
  }
  // Before version 2 there was one way to hash, and no name of it.
  const algorithm = textIn(data, 'algorithm') ?? 'pbkdf2';
  const tail = `$${salt.toString('base64')}$${hash.toString('base64')}`;
  if (algorithm === 'argon2') return `${argon2Head(membersOf(data.additionalParameters), iterations)}${tail}`;
  if (HASHES.includes(algorithm)) return `$${algorithm}$i=${iterations}${tail}`;
  user.fault(`credentials: passwords hashed by ${shownName(algorithm)} cannot be checked here`);
  return undefined;
}

const ARGON2_VERSIONS: Readonly<Record<string, number>> = { '1.0': 16, '1.3': 19 };

/** `hashIterations` is Argon2's t. The other parameters are lists of texts. */
function argon2Head(parameters: Members, iterations: number): string {
  const of = (name: string, otherwise: string) => firstOf(parameters[name]) ?? otherwise;
  // Another version is refused with the whole hash: the defaults of a guess would open to nobody.
  const version = ARGON2_VERSIONS[of('version', '1.3')] ?? 0;
  const costs = `m=${of('memory', '7168')},t=${iterations},p=${of('parallelism', '1')}`;
  return `$argon2${of('type', 'id')}$v=${version}$${costs}`;
}

const CODE_ALGORITHMS: Readonly<Record<string, string>> = {
  HmacSHA1: 'SHA1',
  HmacSHA256: 'SHA256',
  HmacSHA512: 'SHA512',
};

/** The first authenticator app; credentials of other kinds are told here. */
export function codesIn(user: ForeignUser, credentials: readonly KeycloakCredential[]): object | undefined {
  for (const { type } of credentials) {
    if (!['password', 'otp', 'password-history'].includes(type)) {
      user.note(`credentials: one of the type ${shownName(type)} is left out`);
    }
  }
  const [first, ...others] = credentials.filter(({ type }) => type === 'otp');
  if (!first) return undefined;
  if (others.length > 0) user.note('credentials: a further authenticator app is left out');
  const { data } = first;
  const secret = textIn(first.secret, 'value');
  const algorithm = CODE_ALGORITHMS[textIn(data, 'algorithm') ?? 'HmacSHA1'];
  // Without its second factor, the account would be easier to take over than before.
  if ((textIn(data, 'subType') ?? 'totp') !== 'totp' || secret === undefined || algorithm === undefined) {
    user.fault('credentials: one-time codes that are not TOTP by SHA-1, SHA-256 or SHA-512 cannot be checked here');
    return undefined;
  }
  return {
    // A text whose bytes are the key, unless it says that it is Base32.
    secret: textIn(data, 'secretEncoding') === 'BASE32' ? secret : base32Of(Buffer.from(secret)),
    algorithm,
    digits: numberOf(data.digits) ?? 6,
    period: numberOf(data.period) ?? 30,
    created_at: first.createdAt,
  };
}
