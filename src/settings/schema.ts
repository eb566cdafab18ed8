// Defines every setting: its type, default, description, and what is allowed. Its name in the YAML file and its
// environment variable follow from the key (contract 1). A test compares `config/latchkey.example.yaml` with this list.

import { readEmailAddress } from '../core/accounts/email.ts';
import { SECOND_FACTOR_POLICIES } from '../core/factors/factor-policy.ts';
import { parseUrl } from '../core/parse-url.ts';
import { isServicePage, isSupportContact } from './contact-points.ts';
import { isDatabaseUrl } from './database-url.ts';
import { type Definition, define, onOrOff, onOrOffOrUnset, seconds, wholeNumber, word } from './define.ts';
import { documentFaults, documentList } from './documents.ts';
import { emailDomainList, MAX_EMAIL_DOMAINS } from './email-domains.ts';
import { HASH_COST_ALLOWED, parseHashCost } from './hash-cost.ts';
import { LISTEN_ALLOWED, parseListen } from './listen.ts';
import { isPasskeyDomain } from './passkey-domain.ts';
import { isProxyRange } from './proxy-range.ts';
import { either, listOf, oneOf, optional, parsed, type Reader, text } from './readers.ts';
import { isSmtpUrl } from './smtp-url.ts';

const origin = (fallback: string, description: string) =>
  define(
    parsed((value) => (/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(value) ? parseUrl(value)?.origin : undefined)),
    'an origin such as https://login.example.com, without path, query, fragment or credentials',
    fallback,
    description,
  );

const listenAddress = parsed(parseListen);

const servicePage = (description: string) =>
  define(
    optional(text(isServicePage)),
    'an https URL of at most 2000 characters without credentials (http on loopback hosts)',
    undefined,
    description,
  );

const emailDomains = (description: string) =>
  define(emailDomainList, `a list of domain names, such as example.com; at most ${MAX_EMAIL_DOMAINS}`, [], description);

/** Rejects control characters, and those that reverse or hide text (contract 3's rule for texts). */
const isPlainText = (value: string) =>
  !/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(value) && value.trim() === value;

const filePath = (description: string) =>
  define(optional(text((value) => value !== '')), 'the path of a file', undefined, description);

const secretText = (description: string): Definition<string | undefined> => ({
  ...define(
    optional(text((value) => Buffer.byteLength(value) >= 32)),
    'a text of at least 32 bytes; create one with `openssl rand -base64 32`',
    undefined,
    description,
  ),
  secret: true,
});

export const SETTINGS = {
  authUrl: origin(
    'http://localhost:4000',
    'Public URL of the auth host, which serves pages and /oauth, and the issuer.',
  ),
  apiUrl: origin(
    'http://localhost:4001',
    'Public URL of the API host, which serves user-info and the registration API.',
  ),
  authListen: define(listenAddress, LISTEN_ALLOWED, '127.0.0.1:4000', 'Address the auth host listens on.'),
  apiListen: define(listenAddress, LISTEN_ALLOWED, '127.0.0.1:4001', 'Address the API host listens on.'),
  opsListen: define(
    either(oneOf(['off']), listenAddress),
    `${LISTEN_ALLOWED}; or off`,
    '127.0.0.1:4009',
    'Address for health checks and metrics, for operators only.',
  ),
  databaseUrl: define(
    text(isDatabaseUrl),
    'sqlite: and the path of a file, such as sqlite:data/latchkey.db; or postgres://user@host/database',
    'sqlite:data/latchkey.db',
    'The database: an SQLite file, whose folder is created, or PostgreSQL 15 or newer (postgres://user@host/database).',
  ),
  databasePoolSize: wholeNumber(1, 1000, 10, 'Maximum number of PostgreSQL connections per process.'),
  databaseTimeoutMs: wholeNumber(
    100,
    60_000,
    5_000,
    'Timeout for one PostgreSQL operation, in milliseconds, after which the response is 503.',
  ),
  secret: secretText(
    'The server secret, which signs cookies and stamps and derives refresh tokens, instead of secret_file.',
  ),
  secretFile: {
    ...filePath('File with the server secret, readable only by its owner, and created at the first start on SQLite.'),
    fallback: 'data/secret.key',
  },
  secretPrevious: secretText('The previous server secret, still accepted after a change.'),
  secretPreviousFile: filePath('File with the previous server secret, instead of secret_previous.'),
  trustProxy: define(
    listOf(isProxyRange),
    'a list of IP addresses and CIDR ranges, such as 10.0.0.0/8',
    [],
    'Proxies whose X-Forwarded-For is trusted, for rate limits only and never for links.',
  ),
  insecureHttp: onOrOff(false, 'Allows http public URLs on hosts other than loopback.'),
  tlsCertificateFile: filePath('PEM file with the certificate chain, which together with tls_key_file enables HTTPS.'),
  tlsKeyFile: filePath('PEM file with the private key of the certificate.'),
  logLevel: word(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info', 'Minimum log level.'),
  serviceName: define(
    text((value) => isPlainText(value) && value.length >= 1 && [...value].length <= 60),
    '1 to 60 characters without control, bidirectional or zero-width characters',
    'Latchkey',
    'Name of the service, shown on the pages.',
  ),
  accentColor: define(
    parsed((value) => (/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined)),
    'a color as #rrggbb, in quotes in the YAML file',
    '#2456c7',
    'Color of buttons and links on the pages.',
  ),
  supportContact: define(
    optional(text(isSupportContact)),
    'an email address or an https URL',
    undefined,
    'Support contact, shown to users who need help, for example after forgetting their password.',
  ),
  termsUrl: servicePage('Terms of the service, linked at the foot of every page.'),
  privacyUrl: servicePage('Privacy policy of the service, linked at the foot of every page.'),
  smtpUrl: define(
    optional(text(isSmtpUrl)),
    'smtp://host:port or smtps://host:port, with user:password@ if the server needs it; ?tls=optional for one without TLS',
    undefined,
    'The mail server, instead of smtp_url_file; without one, nothing that needs mail is offered.',
  ),
  smtpUrlFile: filePath('File with the URL of the mail server, readable only by its owner.'),
  mailFrom: define(
    optional(text((value) => readEmailAddress(value)?.email === value)),
    'an email address, such as login@example.com',
    undefined,
    'Sender of every mail, required with smtp_url.',
  ),
  mailsPerAddress: wholeNumber(1, 100_000, 20, 'Maximum number of requested mails per client address in an hour.'),
  mailsPerNetwork: wholeNumber(1, 100_000, 100, 'Maximum number of requested mails per client network in an hour.'),
  requireVerifiedEmail: onOrOffOrUnset('Sign-up requires a verified email address (default: true with a mail server).'),
  secondFactor: define(
    optional(oneOf(SECOND_FACTOR_POLICIES)),
    SECOND_FACTOR_POLICIES.join(', '),
    undefined,
    'Who must have a second factor, such as a passkey, to use the console; `everyone`: and all else (default: staff with https).',
  ),
  passkeyRpId: define(
    optional(text(isPasskeyDomain)),
    'a domain name of at least two parts that is no public suffix, such as example.com',
    undefined,
    'Domain that passkeys belong to, and whose change ends them: the host of auth_url (the default), or a domain above it.',
  ),
  openRegistration: onOrOff(true, 'Lets anyone create an account.'),
  allowedEmailDomains: emailDomains(
    'The only email domains with which people can sign up, without their subdomains; needs verified addresses.',
  ),
  refusedEmailDomains: emailDomains('Email domains with which nobody can sign up, with their subdomains.'),
  documents: {
    ...define(
      documentList,
      'a list of documents with id, kind, required, version, title and uri',
      [],
      'Documents that people agree to when they create an account, as JSON (docs/documents.md).',
    ),
    explain: documentFaults,
  },
  minimumAge: wholeNumber(
    0,
    120,
    0,
    'Age in years that people must confirm to create an account; with 0 they are not asked.',
  ),
  unverifiedEmail: define(
    optional(oneOf(['withhold', 'release'])),
    'withhold, release',
    undefined,
    'Whether applications receive unverified email addresses (default: release on loopback URLs, otherwise withhold).',
  ),
  openOwnership: onOrOff(false, 'Lets any user become an application owner in the console.'),
  policyLocked: onOrOff(false, 'Locks the policy: operators cannot change it while the server runs (docs/policy.md).'),
  codeTtlSeconds: seconds(60, 'Lifetime of an authorization code', 600),
  accessTokenTtlSeconds: seconds(3600, 'Lifetime of an access token'),
  refreshTokenTtlSeconds: seconds(5_184_000, 'Lifetime of a refresh token'),
  familyTtlSeconds: seconds(31_536_000, 'Maximum total lifetime of a token family, however often it is refreshed'),
  refreshRepeatSeconds: wholeNumber(
    0,
    300,
    30,
    'How long a used refresh token returns the same response again, in seconds, so that a lost response signs nobody out.',
  ),
  auditDays: wholeNumber(1, 3650, 400, 'How long entries of the audit are kept, in days (docs/audit.md).'),
  deletionDelayDays: wholeNumber(0, 30, 7, 'How long people can restore an account that they deleted, in days.'),
  keptAgreementDays: wholeNumber(1, 3650, 1095, 'How long agreements of deleted accounts are kept as proof, in days.'),
  sessionIdleSeconds: seconds(86_400, 'Idle timeout of a session'),
  sessionTtlSeconds: seconds(2_592_000, 'Maximum lifetime of a session'),
  persistentSessionIdleSeconds: seconds(2_592_000, 'Idle timeout of a session with “Keep me signed in”'),
  persistentSessionTtlSeconds: seconds(7_776_000, 'Maximum lifetime of a session with “Keep me signed in”'),
  passwordTriesPerAccount: wholeNumber(1, 1000, 10, 'Maximum number of wrong passwords per account in 15 minutes.'),
  passwordTriesPerNetwork: wholeNumber(1, 100_000, 100, 'Maximum number of wrong passwords per network in 15 minutes.'),
  signUpsPerAddress: wholeNumber(1, 100_000, 20, 'Maximum number of sign-ups per IPv4 address or IPv6 /64 in an hour.'),
  signUpsPerNetwork: wholeNumber(1, 100_000, 200, 'Maximum number of sign-ups per IPv4 /24 or IPv6 /48 in an hour.'),
  requestsPerSecond: wholeNumber(
    1,
    1_000_000,
    100,
    'Rate limit of the token, revocation, introspection and registration routes, in requests per second; bursts may be five times as high.',
  ),
  passwordHashCost: define(
    parsed(parseHashCost),
    HASH_COST_ALLOWED,
    'm=19456,t=2',
    'Cost of one password hash (Argon2id): memory in KiB and passes; cheaper hashes are renewed at the next sign-in.',
  ),
  internalDeliveries: onOrOff(false, 'Allows back-channel logout and events to internal and loopback addresses.'),
} as const satisfies Record<string, Definition>;

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<One> = One extends { read: Reader<infer Value> } ? Value : never;

/** Every setting after reading, without the secrets that are in files. */
export type SettingValues = { [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** `authUrl` → `auth_url`: the name in the YAML file. */
export const yamlName = (key: SettingKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `authUrl` → `LATCHKEY_AUTH_URL`: the name in the environment. */
export const variableName = (key: SettingKey): string => `LATCHKEY_${yamlName(key).toUpperCase()}`;
