// The settings of hosts, database, mail and people.
import * as z from 'zod/mini';
import { readEmailAddress } from '../../core/ground/accounts/email.ts';
import { parseUrl } from '../../core/ground/parse-url.ts';
import { isServicePage } from '../policy/contact-points.ts';
import { listOf, parsed, text, writtenOneOf } from '../written.ts';
import { isDatabaseUrl } from './database-url.ts';
import { LISTEN_ALLOWED, parseListen } from './listen.ts';
import { isPasskeyDomain } from './passkey-domain.ts';
import { isProxyRange } from './proxy-range.ts';
import { filePath, number, onOrOff, secretText, setting, UP_TO_100000 } from './setting.ts';
import { isSmtpUrl } from './smtp-url.ts';

const origin = parsed(
  (value) => (/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(value) ? parseUrl(value)?.origin : undefined),
  'an origin such as https://login.example.com, without path, query, fragment or credentials',
);
const listen = parsed(parseListen, LISTEN_ALLOWED);
const servicePage = z.optional(
  text(isServicePage, 'an https URL of at most 2000 characters without credentials (http on loopback hosts)'),
);
export const HOSTS = {
  authUrl: setting(
    origin,
    'http://localhost:4000',
    'Public URL of the auth host, which serves pages and /oauth, and the issuer.',
    'It must be https, except on localhost.',
  ),
  apiUrl: setting(
    origin,
    'http://localhost:4001',
    'Public URL of the API host, which serves user-info and the registration API.',
    'Behind a proxy, it can be the same origin.',
  ),
  authListen: setting(
    listen,
    '127.0.0.1:4000',
    'Address the auth host listens on.',
    'Keep the default behind a reverse proxy.',
  ),
  apiListen: setting(listen, '127.0.0.1:4001', 'Address the API host listens on.'),
  opsListen: setting(
    z.union([z.literal('off'), listen], `${LISTEN_ALLOWED}; or off`),
    '127.0.0.1:4009',
    'Address for health checks and metrics, for operators only.',
    'They are /health/live, /health/ready and /metrics.',
  ),
  trustProxy: setting(
    listOf(isProxyRange, 'a list of IP addresses and CIDR ranges, such as 10.0.0.0/8'),
    [],
    'Proxies whose X-Forwarded-For is trusted, for rate limits only and never for links.',
  ),
  insecureHttp: onOrOff(
    false,
    'Allows http public URLs on hosts other than loopback.',
    'Passwords are then sent unencrypted.',
  ),
  tlsCertificateFile: filePath(
    'PEM file with the certificate chain, which together with tls_key_file enables HTTPS.',
    'It speaks HTTP/2 and HTTP/1.1.',
  ),
  tlsKeyFile: filePath('PEM file with the private key of the certificate.'),
};

export const DATA = {
  databaseUrl: setting(
    text(
      isDatabaseUrl,
      'sqlite: and the path of a file, such as sqlite:data/latchkey.db; or postgres://user@host/database',
    ),
    'sqlite:data/latchkey.db',
    'The database: an SQLite file, whose folder is created, or PostgreSQL 15 or newer (postgres://user@host/database).',
    'Several processes can share PostgreSQL: postgres://user:password@host:5432/database?sslmode=verify-full. The database must exist with the encoding UTF8, and the user must own it. Without a password in the URL, PGPASSWORD or the file PGPASSFILE (~/.pgpass) is used.',
  ),
  databasePoolSize: number(
    1,
    1000,
    10,
    'Maximum number of PostgreSQL connections per process.',
    'All processes together must stay below max_connections of the server or of the pooler. PgBouncer can use transaction pooling.',
  ),
  databaseTimeoutMs: number(
    100,
    60_000,
    5_000,
    'Timeout for one PostgreSQL operation, in milliseconds, after which the response is 503.',
  ),
  secret: secretText(
    'The server secret, which signs cookies and stamps and derives refresh tokens, instead of secret_file.',
  ),
  secretFile: filePath(
    'File with the server secret, readable only by its owner, and created at the first start on SQLite.',
    'It must have at least 32 bytes and be unguessable. On PostgreSQL, use the same secret for every process. A server with a different secret than its database does not start. Keep a copy of the secret, separate from the database backups.',
    'data/secret.key',
  ),
  secretPrevious: secretText('The previous server secret, still accepted after a change.'),
  secretPreviousFile: filePath(
    'File with the previous server secret, instead of secret_previous.',
    'It is still accepted, so that nobody is signed out. Keep it for as long as sessions and refresh tokens live (see the lifetimes below).',
  ),
};

export const LOGS = {
  logLevel: setting(
    writtenOneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'Minimum log level.',
  ),
};

export const MAIL = {
  smtpUrl: setting(
    z.optional(
      text(
        isSmtpUrl,
        'smtp://host:port or smtps://host:port, with user:password@ if the server needs it; ?tls=optional for one without TLS',
      ),
    ),
    undefined,
    'The mail server, instead of smtp_url_file; without one, nothing that needs mail is offered.',
    'smtp:// begins with STARTTLS. TLS and a valid certificate are required, except on loopback.',
  ),
  smtpUrlFile: filePath('File with the URL of the mail server, readable only by its owner.'),
  mailFrom: setting(
    z.optional(
      text((value) => readEmailAddress(value)?.email === value, 'an email address, such as login@example.com'),
    ),
    undefined,
    'Sender of every mail, required with smtp_url.',
  ),
  mailsPerAddress: setting(
    UP_TO_100000,
    20,
    'Maximum number of requested mails per client address in an hour.',
    'People can request some mails, such as invitations. An address is one IPv4 address or IPv6 /64.',
  ),
  mailsPerNetwork: setting(
    UP_TO_100000,
    100,
    'Maximum number of requested mails per client network in an hour.',
    'A network is an IPv4 /24 or IPv6 /48.',
  ),
};

/** Besides the keys of the policy. */
export const POLICY_LOCK = {
  policyLocked: onOrOff(false, 'Locks the policy: operators cannot change it while the server runs (docs/policy.md).'),
};

export const PEOPLE = {
  termsUrl: setting(servicePage, undefined, 'Terms of the service, linked at the foot of every page.'),
  privacyUrl: setting(servicePage, undefined, 'Privacy policy of the service, linked at the foot of every page.'),
  passkeyRpId: setting(
    z.optional(
      text(isPasskeyDomain, 'a domain name of at least two parts that is no public suffix, such as example.com'),
    ),
    undefined,
    'Domain that passkeys belong to, and whose change ends them: the host of auth_url (the default), or a domain above it.',
    'Passkeys work for no other one, so choose it before people add theirs.',
  ),
  unverifiedEmail: setting(
    z.optional(writtenOneOf(['withhold', 'release'])),
    undefined,
    'Whether applications receive unverified email addresses (default: release on loopback URLs, otherwise withhold).',
    "Many applications identify users by their address, so anyone who signs up with somebody else's address could take over that person's accounts there.",
  ),
};
