// Every setting there is: its shape, default, description and what is allowed. The name in the YAML file and the
// variable of the environment follow from the key mechanically (contract 1); `config/latchkey.example.yaml` is held
// against this list by a test.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { parseUrl } from './core/parse-url.ts';
import {
  either,
  listOf,
  numberBetween,
  oneOf,
  optional,
  orElse,
  parsed,
  type Reader,
  text,
  trueOrFalse,
} from './setting-readers.ts';

/** An address to listen on. Port 0 lets the system choose. */
export type Listen = { host: string; port: number };

export type Definition<Value = unknown> = {
  read: Reader<Value>;
  /** As it would be written in the YAML file; undefined: not set. */
  fallback: string | number | boolean | readonly string[] | undefined;
  /** What may stand there, for the line that names a fault. */
  allowed: string;
  description: string;
  /** Its value is never shown. */
  secret: boolean;
};

const define = <Value>(
  read: Reader<Value>,
  allowed: string,
  fallback: Definition['fallback'],
  description: string,
): Definition<Value> => ({ read, fallback, allowed, description, secret: false });

const LONGEST_SECONDS = 10 * 365 * 86_400;

const wholeNumber = (from: number, to: number, fallback: number, description: string) =>
  define(numberBetween(from, to), `a whole number from ${from} to ${to}`, fallback, description);

const seconds = (fallback: number, description: string, longest = LONGEST_SECONDS) =>
  wholeNumber(1, longest, fallback, `${description}, in seconds.`);

const onOrOff = (fallback: boolean, description: string) => define(trueOrFalse, 'true or false', fallback, description);

/** One of the words; YAML reads a bare `off` as text (YAML 1.2), so that it may be a word here. */
const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
  description: string,
) => define(oneOf(words), words.join(', '), fallback, description);

const origin = (fallback: string, description: string) =>
  define(
    parsed((value) => (/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(value) ? parseUrl(value)?.origin : undefined)),
    'an origin such as https://login.example.com, without path, query, fragment or user',
    fallback,
    description,
  );

const LISTEN_ALLOWED = 'host:port or [IPv6 address]:port, such as 127.0.0.1:4000 or [::1]:4000';

const listenAddress = parsed(parseListen);

function parseListen(value: string): Listen | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)):(\d{1,5})$/i.exec(value);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || port > 65_535) return undefined;
  if (match?.[1] !== undefined && isIP(host) !== 6) return undefined;
  return { host, port };
}

/** An address or a CIDR range. A range of everything would let any client name its own address. */
function isProxyRange(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

const isDatabaseUrl = (value: string) =>
  isPostgresUrl(value)
    ? (parseUrl(value)?.pathname.length ?? 0) > 1
    : /^sqlite:./.test(value) && !/^sqlite:(\/\/|:|file:)/.test(value);

/** Whether the database is PostgreSQL. */
export const isPostgresUrl = (databaseUrl: string): boolean => /^postgres(ql)?:\/\//.test(databaseUrl);

const isSupportContact = (value: string) =>
  /^[^\s@<>]+@[^\s@<>]+$/.test(value) || (value.startsWith('https://') && parseUrl(value) !== undefined);

/** Control characters, and those that turn or hide text (contract 3's rule for texts). */
const isPlainText = (value: string) =>
  !/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(value) && value.trim() === value;

const filePath = (description: string) =>
  define(optional(text((value) => value !== '')), 'the path of a file', undefined, description);

const secretText = (description: string): Definition<string | undefined> => ({
  ...define(
    optional(text((value) => Buffer.byteLength(value) >= 32)),
    'a text of at least 32 bytes; `openssl rand -base64 32` makes one',
    undefined,
    description,
  ),
  secret: true,
});

/** One core is left to requests: with all of them hashing, p99 of other answers was ten times what it is (performance.md). */
const defaultHashConcurrency = () => Math.max(1, Math.min(3, availableParallelism() - 1));

export const SETTINGS = {
  authUrl: origin('http://localhost:4000', 'Public URL of the auth host: pages and /oauth. Also the issuer.'),
  apiUrl: origin('http://localhost:4001', 'Public URL of the API host: user information and registration.'),
  authListen: define(listenAddress, LISTEN_ALLOWED, '127.0.0.1:4000', 'Where the auth host listens.'),
  apiListen: define(listenAddress, LISTEN_ALLOWED, '127.0.0.1:4001', 'Where the API host listens.'),
  opsListen: define(
    either(oneOf(['off']), listenAddress),
    `${LISTEN_ALLOWED}; off switches it off`,
    '127.0.0.1:4009',
    'Where health and metrics are served, for operators only.',
  ),
  databaseUrl: define(
    text(isDatabaseUrl),
    'sqlite: and the path of a file, such as sqlite:data/latchkey.db; or postgres://user@host/database',
    'sqlite:data/latchkey.db',
    'The database: a file, its folder made when missing, or PostgreSQL 15 or newer (postgres://user@host/database).',
  ),
  databasePoolSize: wholeNumber(1, 1000, 10, 'Most connections of one process to PostgreSQL.'),
  databaseTimeoutMs: wholeNumber(
    100,
    60_000,
    5_000,
    'How long PostgreSQL may take over one step, in milliseconds; past it the answer is 503.',
  ),
  secret: secretText('The server secret: signs cookies and stamps, derives refresh tokens. Instead of secret_file.'),
  secretFile: {
    ...filePath('File with the server secret, readable by its owner only; made at the first start on SQLite.'),
    fallback: 'data/secret.key',
  },
  secretPrevious: secretText('The server secret before the last change: still read while sessions move over.'),
  secretPreviousFile: filePath('File with the previous server secret. Instead of secret_previous.'),
  trustProxy: define(
    listOf(isProxyRange),
    'a list of IP addresses and CIDR ranges, such as 10.0.0.0/8',
    [],
    'Proxies whose X-Forwarded-For names the client. Only counts tries; never changes a link.',
  ),
  insecureHttp: onOrOff(false, 'Accepts public URLs that are not https on hosts that are not loopback.'),
  tlsCertificateFile: filePath('PEM file with the certificate chain. With tls_key_file the listeners speak HTTPS.'),
  tlsKeyFile: filePath('PEM file with the private key of the certificate.'),
  logLevel: word(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info', 'The least that is logged.'),
  serviceName: define(
    text((value) => isPlainText(value) && value.length >= 1 && [...value].length <= 60),
    '1 to 60 characters without control, direction or zero-width characters',
    'Latchkey',
    'The name people see on the pages.',
  ),
  accentColor: define(
    parsed((value) => (/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined)),
    'a colour as #rrggbb, in quotes in the YAML file',
    '#2456c7',
    'Colour of buttons and links on the pages.',
  ),
  supportContact: define(
    optional(text(isSupportContact)),
    'an address of mail or an https URL',
    undefined,
    'Whom people are told to ask for help, for example when they forgot their password.',
  ),
  openRegistration: onOrOff(true, 'Lets anyone sign up.'),
  unverifiedEmail: define(
    optional(oneOf(['withhold', 'release'])),
    'withhold, release',
    undefined,
    'Whether applications get an e-mail address that nobody has verified; not set: release on loopback URLs, else withhold.',
  ),
  openOwnership: onOrOff(false, 'Lets any user become an owner of applications in the console.'),
  codeTtlSeconds: seconds(60, 'How long an authorization code lives', 600),
  accessTokenTtlSeconds: seconds(3600, 'How long an access token lives'),
  refreshTokenTtlSeconds: seconds(5_184_000, 'How long a refresh token lives from its issue'),
  familyTtlSeconds: seconds(31_536_000, 'How long one sign-in may be refreshed in all'),
  refreshRepeatSeconds: wholeNumber(
    0,
    300,
    30,
    'How long a used refresh token gets the same answer again, in seconds: a lost response logs nobody out.',
  ),
  idTokenTtlSeconds: seconds(3600, 'How long an ID token lives', 86_400),
  signingKeyDays: wholeNumber(1, 3650, 90, 'How long a key signs before the next one does, in days.'),
  sessionIdleSeconds: seconds(86_400, 'How long a sign-in at this server lives without use'),
  sessionTtlSeconds: seconds(2_592_000, 'How long a sign-in at this server lives in all'),
  persistentSessionIdleSeconds: seconds(2_592_000, 'The same with "keep me signed in", without use'),
  persistentSessionTtlSeconds: seconds(7_776_000, 'The same with "keep me signed in", in all'),
  passwordTriesPerAccount: wholeNumber(1, 1000, 10, 'Wrong passwords for one account in 15 minutes.'),
  passwordTriesPerNetwork: wholeNumber(1, 100_000, 100, 'Wrong passwords from one network in 15 minutes.'),
  signUpsPerAddress: wholeNumber(1, 100_000, 20, 'Sign-ups from one IPv4 address or IPv6 /64 in an hour.'),
  signUpsPerNetwork: wholeNumber(1, 100_000, 200, 'Sign-ups from one IPv4 /24 or IPv6 /48 in an hour.'),
  requestsPerSecond: wholeNumber(
    1,
    1_000_000,
    100,
    'Requests a second at token, revocation, introspection and registration routes; bursts of five times as many.',
  ),
  passwordHashConcurrency: {
    ...define(
      orElse(numberBetween(1, 64), defaultHashConcurrency),
      'a whole number from 1 to 64',
      undefined,
      'Password hashes computed at once, 19 MiB each; not set: one for each core but one, three at most.',
    ),
  },
  internalDeliveries: onOrOff(
    false,
    'Lets sign-out messages to applications (backchannel_logout_uri) go to internal and loopback addresses.',
  ),
  shutdownSeconds: seconds(10, 'How long a stopping server waits for requests under way', 300),
} as const satisfies Record<string, Definition>;

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<One> = One extends { read: Reader<infer Value> } ? Value : never;

/** Every setting after reading, before secrets were fetched from their files. */
export type SettingValues = { [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** `authUrl` → `auth_url`: the name in the YAML file. */
export const yamlName = (key: SettingKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `authUrl` → `LATCHKEY_AUTH_URL`: the name in the environment. */
export const variableName = (key: SettingKey): string => `LATCHKEY_${yamlName(key).toUpperCase()}`;
