// A user in an export of Keycloak (contract 30). What Keycloak stores of a credential is JSON inside two texts.
import { base32Of } from './base32.ts';
import type { Members } from './read-members.ts';
import { membersOf, type Translated, textIn, timeIn } from './translated.ts';

/** Attributes that Keycloak's own mappers give as claims, by the claim. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  nickname: 'nickname',
  picture: 'picture',
  middle_name: 'middleName',
  gender: 'gender',
  birthdate: 'birthdate',
  website: 'website',
  profile: 'profile',
  locale: 'locale',
  zoneinfo: 'zoneinfo',
  phone_number: 'phoneNumber',
};
const ADDRESS_ATTRIBUTES: Readonly<Record<string, string>> = {
  street_address: 'street',
  locality: 'locality',
  region: 'region',
  postal_code: 'postal_code',
  country: 'country',
};

export function fromKeycloak(user: unknown): Translated {
  const members = membersOf(user);
  const [notes, faults]: [string[], string[]] = [[], []];
  const attributes = membersOf(members.attributes);
  const email = textIn(members, 'email');
  const username = textIn(members, 'username');
  const credentials = Array.isArray(members.credentials) ? members.credentials.map(membersOf) : [];
  const address = claimsOf(attributes, ADDRESS_ATTRIBUTES);
  const json = {
    email,
    email_verified: members.emailVerified === true,
    // Realms whose users sign in by address have it as their username.
    username: username?.toLowerCase() === email?.toLowerCase() ? undefined : username,
    disabled: members.enabled === false,
    created_at: timeIn(members.createdTimestamp),
    profile: {
      given_name: textIn(members, 'firstName'),
      family_name: textIn(members, 'lastName'),
      ...claimsOf(attributes, ATTRIBUTES),
      address: Object.keys(address).length > 0 ? address : undefined,
    },
    password: passwordIn(credentials, faults),
    totp: codesIn(credentials, notes, faults),
  };
  const brought = ['password', 'otp', 'password-history'];
  const others = credentials.map(({ type }) => String(type)).filter((type) => !brought.includes(type));
  for (const type of new Set(others)) notes.push(`credentials: one of the type ${type} is left out`);
  return { json, id: textIn(members, 'id'), notes, faults };
}

/** The values of attributes are lists. */
const claimsOf = (attributes: Members, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([claim, attribute]) => {
      const value = firstOf(attributes[attribute]);
      return value === undefined ? [] : [[claim, value]];
    }),
  );

function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** JSON inside a text. */
function parsed(text: unknown): Members {
  try {
    return membersOf(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

function passwordIn(credentials: readonly Members[], faults: string[]): string | undefined {
  const credential = credentials.find(({ type }) => type === 'password');
  if (!credential) return undefined;
  const [secret, data] = [parsed(credential.secretData), parsed(credential.credentialData)];
  const [hash, salt, iterations] = [bytesIn(secret, 'value'), bytesIn(secret, 'salt'), data.hashIterations];
  const algorithm = textIn(data, 'algorithm');
  if (!hash || !salt || typeof iterations !== 'number') {
    faults.push('credentials: the password has no value, salt or hashIterations');
    return undefined;
  }
  const tail = `$${salt.toString('base64')}$${hash.toString('base64')}`;
  if (algorithm === 'argon2') return `${argon2Head(membersOf(data.additionalParameters), iterations)}${tail}`;
  if (algorithm === 'pbkdf2' || algorithm === 'pbkdf2-sha256' || algorithm === 'pbkdf2-sha512') {
    return `$${algorithm}$i=${iterations}${tail}`;
  }
  faults.push(`credentials: passwords hashed by ${algorithm} cannot be checked here`);
  return undefined;
}

/** `hashIterations` is Argon2's t. The other parameters are lists of texts. */
function argon2Head(parameters: Members, iterations: number): string {
  const of = (name: string, otherwise: string) => firstOf(parameters[name]) ?? otherwise;
  const version = of('version', '1.3') === '1.0' ? 16 : 19;
  const costs = `m=${of('memory', '7168')},t=${iterations},p=${of('parallelism', '1')}`;
  return `$argon2${of('type', 'id')}$v=${version}$${costs}`;
}

function bytesIn(members: Members, name: string): Buffer | undefined {
  const text = textIn(members, name);
  return text !== undefined && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

const CODE_ALGORITHMS: Readonly<Record<string, string>> = {
  HmacSHA1: 'SHA1',
  HmacSHA256: 'SHA256',
  HmacSHA512: 'SHA512',
};

function codesIn(credentials: readonly Members[], notes: string[], faults: string[]): object | undefined {
  const [first, ...others] = credentials.filter(({ type }) => type === 'otp');
  if (!first) return undefined;
  if (others.length > 0) notes.push(`credentials: ${others.length} further authenticator apps are left out`);
  const data = parsed(first.credentialData);
  const secret = textIn(parsed(first.secretData), 'value');
  const algorithm = CODE_ALGORITHMS[textIn(data, 'algorithm') ?? 'HmacSHA1'];
  // Without its second factor, the account would be easier to take over than before.
  if ((textIn(data, 'subType') ?? 'totp') !== 'totp' || secret === undefined || algorithm === undefined) {
    faults.push('credentials: one-time codes that are not TOTP by SHA-1, SHA-256 or SHA-512 cannot be checked here');
    return undefined;
  }
  return {
    // A text whose bytes are the key, unless it says that it is Base32.
    secret: textIn(data, 'secretEncoding') === 'BASE32' ? secret : base32Of(Buffer.from(secret)),
    algorithm,
    digits: data.digits ?? 6,
    period: data.period ?? 30,
    created_at: timeIn(first.createdDate),
  };
}
