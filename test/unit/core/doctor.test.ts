// What `latchkey doctor` says of which facts: a row for every finding there is. Each tells in one line what is so, and
// each that is not fine how to fix it.
import { describe, expect, it } from 'vitest';
import { createServerSecrets } from '../../../src/core/ground/secrets.ts';
import { checkPublicAddress } from '../../../src/core/operating/doctor/check-public-address.ts';
import {
  examineAddress,
  examineListener,
  type HostFacts,
  type ProbeResult,
} from '../../../src/core/operating/doctor/examine-addresses.ts';
import {
  type DatabaseFacts,
  examineDatabase,
  type PostgresFacts,
  type SqliteFacts,
} from '../../../src/core/operating/doctor/examine-database.ts';
import { examineEmail } from '../../../src/core/operating/doctor/examine-email.ts';
import { examineFactors } from '../../../src/core/operating/doctor/examine-factors.ts';
import { examineFiles, type FileFacts } from '../../../src/core/operating/doctor/examine-files.ts';
import {
  examineKeys,
  examineSecrets,
  examineSignerKeys,
  type SecretFacts,
} from '../../../src/core/operating/doctor/examine-keys.ts';
import { examineLeaving } from '../../../src/core/operating/doctor/examine-leaving.ts';
import { examineClock, examineDisk } from '../../../src/core/operating/doctor/examine-machine.ts';
import { examineMail } from '../../../src/core/operating/doctor/examine-mail.ts';
import { examinePasskeys } from '../../../src/core/operating/doctor/examine-passkeys.ts';
import { examinePictures } from '../../../src/core/operating/doctor/examine-pictures.ts';
import { examinePolicy } from '../../../src/core/operating/doctor/examine-policy.ts';
import { examineProxy, type ProxyFacts } from '../../../src/core/operating/doctor/examine-proxy.ts';
import { examineCertificate, examineTls } from '../../../src/core/operating/doctor/examine-tls.ts';
import { examineTokens } from '../../../src/core/operating/doctor/examine-tokens.ts';
import { examineUsernames } from '../../../src/core/operating/doctor/examine-usernames.ts';
import type { Finding } from '../../../src/core/operating/doctor/finding.ts';
import type { SigningKey } from '../../../src/core/server/keys/signing-key.ts';

const NOW = Date.UTC(2026, 0, 2, 12);
const DAY = 86_400_000;
const MB = 1_000_000;

/** Exactly one finding, of this level, in these words; with a way to fix it unless all is well. */
function expectOnly(findings: readonly Finding[] | Finding, level: Finding['level'], words: RegExp): void {
  const all = [findings].flat();
  expect(all).toHaveLength(1);
  const [{ found, fix, level: told }] = all as [Finding];
  expect([told, found]).toEqual([level, expect.stringMatching(words)]);
  if (level === 'ok') expect(fix).toBeUndefined();
  else expect(fix).toMatch(/\S/);
  expect(`${found}${fix}`).not.toContain('\n');
}

const sqlite = (facts: Partial<DatabaseFacts & SqliteFacts> = {}): DatabaseFacts => ({
  kind: 'sqlite',
  where: 'data/latchkey.db',
  applied: ['0001_initial', '0002_more'],
  pending: [],
  bytes: 300 * MB,
  keys: [],
  secretCheck: undefined,
  signerKeys: undefined,
  collidingAddresses: [],
  unplainAddresses: [],
  unverified: undefined,
  mailsGivenUp: undefined,
  mailTroubles: undefined,
  usernames: undefined,
  leaving: undefined,
  passkeysElsewhere: undefined,
  operatorsWithoutFactor: undefined,
  neglectedTokens: undefined,
  storedPolicy: {},
  policyProcesses: [],
  damage: undefined,
  freeBytes: 0,
  walBytes: 0,
  newestAt: NOW - 1,
  ...facts,
});
const postgres = (facts: Partial<DatabaseFacts & PostgresFacts> = {}): DatabaseFacts => ({
  kind: 'postgres',
  where: 'database latchkey on db',
  applied: ['0001_initial'],
  pending: [],
  bytes: 300 * MB,
  keys: [],
  secretCheck: undefined,
  signerKeys: undefined,
  collidingAddresses: [],
  unplainAddresses: [],
  unverified: undefined,
  mailsGivenUp: undefined,
  mailTroubles: undefined,
  usernames: undefined,
  leaving: undefined,
  passkeysElsewhere: undefined,
  operatorsWithoutFactor: undefined,
  neglectedTokens: undefined,
  storedPolicy: {},
  policyProcesses: [],
  aheadMs: 3,
  connections: 10,
  maxConnections: 100,
  ...facts,
});
const ofDatabase = (facts: Parameters<typeof examineDatabase>[0]) =>
  examineDatabase(facts).filter(({ subject }) => subject === 'database');

describe('database', () => {
  it.each([
    ['ok', sqlite(), /is intact: 300 MB, WAL 0 MB/],
    ['ok', postgres(), /responds: 300 MB, 10 of 100 connections/],
    ['warning', { missing: 'data/latchkey.db' }, /does not exist yet/],
    [
      'fault',
      { refused: 'data/latchkey.db: other users may open it (mode 0644); chmod 600 data/latchkey.db' },
      /mode 0644\)$/,
    ],
    ['fault', { refused: 'database x on y: cannot be reached (ECONNREFUSED)' }, /cannot be reached/],
    ['fault', sqlite({ damage: 'Page 7: never used' }), /is damaged: Page 7/],
    ['warning', sqlite({ walBytes: 129 * MB }), /the WAL of data\/latchkey\.db has grown to 129 MB/],
    ['ok', sqlite({ walBytes: 65 * MB }), /is intact/],
    ['warning', sqlite({ freeBytes: 200 * MB }), /200 MB of the 300 MB .* are empty/],
    ['ok', sqlite({ bytes: 10 * MB, freeBytes: 9 * MB }), /is intact/],
    ['warning', postgres({ connections: 90 }), /90 of 100 connections are in use/],
    ['ok', postgres({ connections: 89 }), /responds/],
  ] as const)('M5: %s: %j', (level, facts, words) => {
    expectOnly(ofDatabase(facts), level, words);
  });

  it('what to do about a refusal is its own advice', () => {
    const [finding] = ofDatabase({ refused: 'x.db: is read-only; chmod 600 x.db' });
    expect(finding).toMatchObject({ found: 'x.db: is read-only', fix: 'chmod 600 x.db' });
  });

  it('M11: an older schema is a warning that says what comes', () => {
    const schema = (facts: DatabaseFacts) => examineDatabase(facts).filter(({ subject }) => subject === 'schema');
    expectOnly(schema(sqlite()), 'ok', /up to date \(0002_more\)/);
    expectOnly(schema(sqlite({ pending: ['0003_later'] })), 'warning', /older .* 0003_later will be applied/);
  });
});

describe('disk', () => {
  it.each([
    ['ok', 5000, sqlite(), /5000 MB free in data/],
    ['fault', 199, sqlite(), /199 MB free/],
    ['warning', 650, sqlite({ walBytes: 30 * MB }), /650 MB free in data, but a backup needs 660 MB/],
    ['ok', 650, { missing: 'data/latchkey.db' }, /650 MB free/],
  ] as const)('M3: %s with %d MB', (level, free, database, words) => {
    expectOnly(examineDisk({ folder: 'data', freeBytes: free * MB }, database), level, words);
  });
});

describe('clock', () => {
  it.each([
    ['ok', sqlite(), 0, /^2026-01-02T12:00/],
    ['ok', sqlite({ newestAt: undefined }), undefined, /^2026/],
    ['ok', sqlite({ newestAt: NOW + 29_000 }), -29_000, /^2026/],
    ['fault', sqlite({ newestAt: NOW + 31_000 }), 0, /newest row is 31 s in the future: the clock was set back/],
    ['ok', sqlite({ newestAt: NOW - 29 * DAY }), 0, /^2026/],
    [
      'warning',
      sqlite({ newestAt: NOW - 400 * DAY }),
      0,
      /^this machine's clock says 2026-01-02T12:00:00\.000Z, 400 days after the newest row: .*, or the clock is ahead/,
    ],
    ['warning', postgres({ aheadMs: -45_000 }), 0, /database's clock is 45 s behind this machine's clock/],
    ['warning', sqlite(), 61_000, /clock of the public URL's server is 61 s ahead of/],
  ] as const)('M13: %s: %j, the public URL %s ms ahead', (level, database, publicAhead, words) => {
    expectOnly(examineClock(database, NOW, publicAhead), level, words);
  });
});

const GOOD = Buffer.from('q9Z0tYxL3mVbN7cRkP2wUe8sHfGjD5aT');
const OTHER = Buffer.from('Zx8KpL0vQ4nRtY6uW1eS3dF9gHjC7bMa');
const checkOf = (secret: Buffer) => ({
  name: 'secret-check',
  sealed: createServerSecrets(secret).seal('secret-check', 'secret-check', Buffer.from('x')),
  createdAt: NOW,
});
const secretFacts = (facts: Partial<SecretFacts> = {}): SecretFacts => ({
  secret: GOOD,
  previous: undefined,
  check: undefined,
  where: 'secret_file: data/secret.key',
  ...facts,
});

describe('secrets', () => {
  it.each([
    ['ok', /32 bytes \(secret_file: data\/secret\.key\)/, {}],
    ['warning', /there is no secret yet/, { secret: undefined }],
    ['fault', /can be guessed/, { secret: Buffer.from('change-me-change-me-change-me-change') }],
    ['fault', /can be guessed/, { secret: Buffer.from('an example of a text of 32 bytes!!') }],
    ['fault', /can be guessed/, { secret: Buffer.from('0a'.repeat(32)) }],
    ['warning', /secret_previous is the same as the secret/, { previous: GOOD }],
    ['fault', /\(secret_file: data\/secret\.key\) is not the one of this database/, { check: checkOf(OTHER) }],
    ['warning', /the database still uses the previous secret/, { check: checkOf(OTHER), previous: OTHER }],
    ['ok', /32 bytes/, { check: checkOf(GOOD), previous: OTHER }],
    ['ok', /32 bytes/, { previous: OTHER }],
  ] as const)('P7: %s: %s', (level, words, facts) => {
    expectOnly(examineSecrets(secretFacts(facts)), level, words);
  });
});

describe('keys', () => {
  const keyFor = (secret: Buffer, signsFrom: number, more: Partial<SigningKey> = {}): SigningKey => ({
    id: 'kid',
    algorithm: 'ES256',
    number: 1,
    publicJwk: {},
    sealedPrivateKey: createServerSecrets(secret).seal('signing-key', more.id ?? 'kid', Buffer.from('the private key')),
    createdAt: signsFrom,
    signsFrom,
    revokedAt: undefined,
    ...more,
  });
  const examine = (keys: readonly SigningKey[], secrets = secretFacts()) => examineKeys({ keys, secrets, now: NOW });

  it('none yet is fine', () => expectOnly(examine([]), 'ok', /none yet/));

  it('the age and the next change are told', () => {
    expectOnly(examine([keyFor(GOOD, NOW - 30 * DAY)]), 'ok', /ES256: in use for 30 days, the next key in 60 days/);
    const next = keyFor(GOOD, NOW + 2 * DAY, { id: 'next', number: 2 });
    expectOnly(examine([keyFor(GOOD, NOW - 88 * DAY), next]), 'ok', /in use for 88 days, the next key in 2 days/);
  });

  it('one that should have changed is a fault', () => {
    expectOnly(
      examine([keyFor(GOOD, NOW - 92 * DAY)]),
      'fault',
      /in use for 92 days, although keys are rotated every 90 days/,
    );
  });

  it('one that no secret opens is a fault', () => {
    expectOnly(examine([keyFor(OTHER, NOW)]), 'fault', /ES256: a key was encrypted with another secret/);
    expectOnly(examine([keyFor(OTHER, NOW)], secretFacts({ secret: undefined })), 'fault', /another secret/);
  });

  it('one that only the previous secret opens is a warning', () => {
    const [finding, age, ...more] = examine([keyFor(OTHER, NOW)], secretFacts({ previous: OTHER }));
    expectOnly(finding as Finding, 'warning', /still encrypted with the previous secret/);
    expect([age?.level, more]).toEqual(['ok', []]);
  });
});

describe('contract 30: the signer keys of Firebase', () => {
  const sealedWith = (secret: Buffer) => ({
    name: 'signer-keys',
    sealed: createServerSecrets(secret).seal('signer-keys', 'signer-keys', Buffer.from('{}')),
    createdAt: NOW,
  });

  it('are of no concern where nobody was imported from there', () => {
    expect(examineSignerKeys(undefined, secretFacts())).toEqual([]);
  });

  it.each([
    ['ok', GOOD, {}, /imported from Firebase can be checked/],
    ['warning', OTHER, { previous: OTHER }, /still encrypted with the previous secret/],
    ['fault', OTHER, {}, /nobody can sign in with a password imported from Firebase/],
    ['fault', GOOD, { secret: undefined }, /encrypted with another secret/],
  ] as const)('%s', (level, sealedBy, facts, words) => {
    expectOnly(examineSignerKeys(sealedWith(sealedBy), secretFacts(facts)), level, words);
  });
});

describe('files', () => {
  const file = (facts: Partial<FileFacts>): FileFacts => ({
    path: 'data/latchkey.db',
    kind: 'private',
    mode: 0o600,
    bytes: 3 * MB,
    changedAt: NOW,
    ...facts,
  });
  it.each([
    ['ok', {}, /1 files checked/],
    ['fault', { mode: 0o640 }, /other users can read data\/latchkey\.db \(mode 0640\)/],
    ['ok', { kind: 'settings', mode: 0o644 }, /files checked/],
    ['fault', { kind: 'settings', mode: 0o664, path: 'x.yaml' }, /other users can change x\.yaml \(mode 0664\)/],
    ['ok', { kind: 'folder', mode: 0o755 }, /files checked/],
    ['fault', { kind: 'folder', mode: 0o775, path: 'data' }, /other users can create files in data \(mode 0775\)/],
    ['ok', { kind: 'folder', mode: 0o1777 }, /files checked/],
    [
      'warning',
      { kind: 'leftover', path: 'x.db.1.part', changedAt: NOW - 2 * DAY },
      /x\.db\.1\.part was left by an interrupted backup/,
    ],
    ['ok', { kind: 'leftover', path: 'x.db.1.part', changedAt: NOW }, /files checked/],
    [
      'warning',
      { kind: 'leftover', path: 'x.db.before-0002', changedAt: NOW - 31 * DAY },
      /31 days old, and its tokens still work/,
    ],
    ['ok', { kind: 'leftover', path: 'x.db.replaced-1', changedAt: NOW - 29 * DAY }, /files checked/],
    [
      'fault',
      { path: 'x.key', danglingTarget: '/mnt/x', mode: 0 },
      /^x\.key is a link to \/mnt\/x, which does not exist/,
    ],
    ['fault', { kind: 'leftover', path: 'x.db.before-0002', mode: 0o644 }, /other users can read x\.db\.before-0002/],
  ] as const)('P3: %s: %j', (level, facts, words) => {
    expectOnly(examineFiles([file(facts)], NOW), level, words);
  });
});

const AUTH = 'https://login.example.com';
const reached = (facts: Partial<ProbeResult & { reached: true }> = {}): ProbeResult => ({
  reached: true,
  status: 200,
  issuer: AUTH,
  isLatchkey: true,
  asksForToken: false,
  aheadMs: 0,
  certificate: { expiresAt: NOW + 60 * DAY, distrust: undefined },
  ...facts,
});
const gone = (reason = 'ECONNREFUSED'): ProbeResult => ({ reached: false, reason });
const host = (facts: Partial<HostFacts> = {}): HostFacts => ({
  name: 'auth',
  url: AUTH,
  listen: '127.0.0.1:4000',
  public: reached(),
  listener: reached(),
  ...facts,
});

describe('addresses', () => {
  it.each([
    ['ok', {}, /leads to this server$/],
    [
      'ok',
      { url: 'http://localhost:4000', public: reached({ issuer: AUTH }) },
      /leads to this server, but only from this machine/,
    ],
    ['fault', { public: gone('ENOTFOUND') }, /the host name cannot be resolved/],
    ['warning', { public: gone(), listener: gone() }, /no server responds \(ECONNREFUSED\)/],
    ['fault', { public: gone('ETIMEDOUT') }, /no response \(ETIMEDOUT\), although the server is listening on 127/],
    ['fault', { public: reached({ issuer: 'https://other.example' }) }, /has the issuer https:\/\/other\.example, not/],
    [
      'fault',
      { public: reached({ status: 502, issuer: undefined }) },
      /responds with 502 and without a discovery document/,
    ],
    [
      'fault',
      { public: reached({ issuer: 'https://old.example' }), listener: reached({ issuer: 'https://old.example' }) },
      /has the issuer https:\/\/old\.example, not .*, and so does 127\.0\.0\.1:4000/,
    ],
    [
      'ok',
      { name: 'api', public: reached({ status: 401, asksForToken: true, issuer: undefined }) },
      /leads to this server/,
    ],
    ['fault', { name: 'api', public: reached({ status: 200 }) }, /responds with 200, unlike Latchkey's API host/],
  ] as const)('contract 1: %s: %j', (level, facts, words) => {
    expectOnly(examineAddress(host(facts), AUTH), level, words);
  });
});

describe('ports', () => {
  const other = (facts: Partial<ProbeResult & { reached: true }> = {}) =>
    reached({ isLatchkey: false, status: 404, issuer: undefined, ...facts });
  it.each([
    ['auth', '127.0.0.1:4000', other(), /^127\.0\.0\.1:4000: another program is listening there \(status 404\)/],
    [
      'api',
      '127.0.0.1:4001',
      gone('HPE_INVALID_CONSTANT'),
      /another program is listening there \(HPE_INVALID_CONSTANT\)/,
    ],
    [
      'ops',
      '127.0.0.1:4009',
      gone('no response within 5 s'),
      /another program is listening there \(no response within 5 s\)/,
    ],
  ] as const)('contract 1: one that another program has is a fault: %s', (name, listen, listener, words) => {
    const findings = examineListener({ name, listen, listener });
    expectOnly(findings, 'fault', words);
    expect(findings[0]?.fix).toContain(`${name}_listen`);
  });

  it.each([reached(), reached({ status: 503, issuer: undefined }), gone(), gone('EHOSTUNREACH')])(
    'contract 1: nothing is said of one that is free, or this program has: %j',
    (listener) => {
      expect(examineListener({ name: 'auth', listen: '127.0.0.1:4000', listener })).toEqual([]);
    },
  );

  it('contract 1: what is wrong with the port is not told as settings of a running server', () => {
    const facts = host({ public: other(), listener: other() });
    expectOnly(examineAddress(facts, AUTH), 'warning', /this server does not respond$/);
  });
});

describe('tls', () => {
  const certificate = (left: number, distrust?: string) =>
    reached({ certificate: { expiresAt: NOW + left * DAY, distrust } });
  it.each([
    ['ok', {}, /valid for 60 days/],
    ['ok', { url: 'http://127.0.0.1:4000' }, /loopback and does not need TLS/],
    ['fault', { url: 'http://login.example.com' }, /are sent unencrypted/],
    ['warning', { public: gone() }, /certificate could not be checked/],
    ['fault', { public: certificate(-3) }, /expired 3 days ago/],
    ['fault', { public: certificate(60, 'DEPTH_ZERO_SELF_SIGNED_CERT') }, /do not trust the certificate \(DEPTH_ZERO/],
    ['warning', { public: certificate(13) }, /expires in 13 days/],
  ] as const)('contract 1: %s: %j', (level, facts, words) => {
    expectOnly(examineTls(host(facts), NOW), level, words);
  });

  it('contract 1: a connection without a certificate is a fault', () => {
    expectOnly(examineCertificate(AUTH, undefined, NOW), 'fault', /the server sent no certificate/);
  });
});

describe('the public address, as a request over it shows it', () => {
  const facts = (over: Partial<ProxyFacts> = {}): ProxyFacts => ({
    trustProxy: [],
    arrival: 'direct',
    isProxied: false,
    ...over,
  });
  it.each([
    ['https://login.example', facts(), 'everybody', undefined],
    ['http://localhost:4000', facts(), 'this-machine', undefined],
    ['http://[::1]:4000', facts(), 'this-machine', undefined],
    ['http://login.example', facts(), 'everybody', 'unencrypted'],
    ['http://login.example', facts({ arrival: 'unbelieved' }), 'everybody', 'unencrypted'],
    ['https://login.example', facts({ isProxied: true }), 'everybody', 'not-trusted'],
    ['http://localhost:4000', facts({ arrival: 'unbelieved' }), 'this-machine', 'not-trusted'],
    ['https://login.example', facts({ isProxied: true, trustProxy: ['10.0.0.7'] }), 'everybody', 'no-client-address'],
    ['https://login.example', facts({ trustProxy: ['10.0.0.7'] }), 'everybody', 'no-proxy'],
    ['https://login.example', facts({ trustProxy: ['10.0.0.7'], arrival: 'unknown' }), 'everybody', 'unchecked'],
    [
      'https://login.example',
      facts({ trustProxy: ['0.0.0.0/0'], arrival: 'forwarded' }),
      'everybody',
      'range-too-wide',
    ],
  ] as const)('K16: %s: %j is for %s, trouble: %s', (url, proxy, reach, trouble) => {
    expect(checkPublicAddress(url, proxy)).toEqual({ url, reach, trouble });
  });
});

describe('proxy', () => {
  const proxy = (facts: Partial<ProxyFacts>): ProxyFacts => ({
    trustProxy: [],
    arrival: 'direct',
    isProxied: false,
    ...facts,
  });
  it.each([
    ['ok', {}, /^no proxy, and none is trusted/],
    ['ok', { trustProxy: ['10.0.0.7'], arrival: 'forwarded', isProxied: true }, /trusted: 10\.0\.0\.7/],
    ['fault', { arrival: 'unbelieved' }, /is behind a proxy that is not in trust_proxy \(empty\)/],
    ['fault', { trustProxy: ['10.0.0.7'], arrival: 'unbelieved' }, /not in trust_proxy \(10\.0\.0\.7\)/],
    ['fault', { arrival: 'unknown', isProxied: true }, /all clients count as one network/],
    ['fault', { trustProxy: ['10.0.0.7'], arrival: 'direct', isProxied: true }, /does not send the client address/],
    ['warning', { trustProxy: ['10.0.0.7'] }, /leads directly to the server/],
    ['warning', { trustProxy: ['10.0.0.7'], arrival: 'unknown' }, /could not be checked/],
    ['fault', { trustProxy: ['0.0.0.0/1'], arrival: 'forwarded' }, /choose the address they are counted under/],
    ['fault', { trustProxy: ['2000::/3'], arrival: 'forwarded' }, /trust_proxy contains 2000::\/3/],
    ['ok', { trustProxy: ['10.0.0.0/8', 'fd00::/16'], arrival: 'forwarded' }, /trusted/],
  ] as const)('K16: %s: %j', (level, facts, words) => {
    expectOnly(examineProxy(proxy(facts)), level, words);
  });
});

describe('unverified addresses', () => {
  const unverified = new Map([
    ['sign-up', 5],
    ['command', 2],
  ] as const);
  const facts = { isWithheld: true, isOnLoopback: false, unverified };

  it('are counted, with the statement for those that operators typed alone', () => {
    const finding = examineEmail(facts);
    expectOnly(finding, 'warning', /^7 addresses are not verified, so applications do not receive them \(2 of them /);
    expect(finding.fix).toContain('set-email-verified --all');
    expect(finding.fix).not.toContain('sign-ups');
  });

  it('none: fine, also where the database cannot be asked', () => {
    expectOnly(examineEmail({ ...facts, unverified: new Map() }), 'ok', /only verified addresses/);
    expectOnly(examineEmail({ ...facts, unverified: undefined }), 'ok', /only verified addresses/);
  });

  it('released on a public URL: a warning; on loopback: fine', () => {
    expectOnly(examineEmail({ ...facts, isWithheld: false }), 'warning', /^unverified_email is release/);
    expectOnly(examineEmail({ ...facts, isWithheld: false, isOnLoopback: true }), 'ok', /loopback/);
  });
});

describe('mail', () => {
  const facts = {
    delivery: 'smtp',
    server: 'smtp://mail.example.com:587',
    from: 'login@example.com',
    asked: { answer: '250 2.1.0 Ok' },
    troubles: [],
    givenUp: 0,
    isOnLoopback: false,
  } as const;
  it('is fine while the mail server takes it', () =>
    expectOnly(examineMail(facts), 'ok', /takes mail from login@example.com: 250 2.1.0 Ok$/));
  it('contract 20: tells how many were given up, and where the reasons are', () => {
    const finding = examineMail({ ...facts, givenUp: 12 });
    expectOnly(finding, 'warning', /12 mails were given up within a week$/);
    expect(finding.fix).toMatch(/latchkey messages list.*\/console\/messages/);
  });
  it('a server that does not answer comes first', () =>
    expectOnly(examineMail({ ...facts, givenUp: 12, asked: { trouble: 'ECONNREFUSED' } }), 'fault', /ECONNREFUSED$/));
  it('contract 20: tells that everybody’s mail is refused, with which answer and since when', () => {
    const troubles = [{ reason: 'RCPT TO 550 5.7.1', since: NOW, lastAt: NOW }];
    const words = /refuses mail of this server, whoever it goes to, since 2026-01-02T12:00:00.000Z: RCPT TO 550 5.7.1$/;
    expectOnly(examineMail({ ...facts, troubles, givenUp: 12 }), 'fault', words);
    expectOnly(examineMail({ ...facts, troubles, asked: { trouble: 'AUTH 535' } }), 'fault', /AUTH 535$/);
  });
});

describe('usernames', () => {
  const none = { dropped: 0, unsettled: 0, nicknameOnly: 0 };
  it('are looked at once the schema is the one of this program', () => {
    expect(examineUsernames(undefined)).toEqual([]);
    expectOnly(examineUsernames(none), 'ok', /also has the item username/);
  });
  it('tells who lost theirs, what is not settled, and which applications get none', () => {
    const findings = examineUsernames({ dropped: 3, unsettled: 2, nicknameOnly: 4 });
    expectOnly(findings[0] as Finding, 'warning', /^2 usernames from before/);
    expectOnly(findings[1] as Finding, 'warning', /^3 accounts lost their username/);
    expectOnly(findings[2] as Finding, 'ok', /^4 applications have the item nickname but not username/);
  });
});

describe('deletion', () => {
  it('contract 27: warns of deleted accounts whose time was over an hour ago', () => {
    expect(examineLeaving(undefined)).toEqual([]);
    expectOnly(examineLeaving({ leaving: 2, overdue: 0 }), 'ok', /^2 deleted accounts can still be restored/);
    expectOnly(examineLeaving({ leaving: 9, overdue: 4 }), 'warning', /^4 deleted accounts should have been gone/);
  });
});

describe('pictures', () => {
  it('decision 61: warns in one line where the decoder is not installed', () => {
    expectOnly([examinePictures(undefined)], 'ok', /^people can upload pictures$/);
    const trouble = 'Could not load the "sharp" module using the linux-x64 runtime\nPossible solutions:\n- …';
    expectOnly([examinePictures(trouble)], 'warning', /^nobody can upload a picture: .*linux-x64 runtime$/);
  });
});

describe('passkeys', () => {
  it('contract 23: those of another domain are a fault, with their number', () => {
    expect(examinePasskeys(undefined, 'id.example')).toEqual([]);
    expectOnly(examinePasskeys(0, 'id.example'), 'ok', /^offered for id\.example$/);
    expectOnly(examinePasskeys(0, undefined), 'ok', /^not offered/);
    expectOnly(examinePasskeys(3, 'id.example'), 'fault', /^3 passkeys belong to another domain/);
    expectOnly(examinePasskeys(3, undefined), 'fault', /^3 passkeys belong to another domain/);
  });
});

it('contract 29: machine tokens whose maker is gone, and those that nobody uses, are named', () => {
  const named = (neglected: Parameters<typeof examineTokens>[0]) =>
    examineTokens(neglected).map(({ code, level, found }) => [code, level, found.includes('deploy (t1)')]);
  expect(named(undefined)).toEqual([]);
  expect(named({ withoutMaker: [], unused: [] })).toEqual([['tokens-used', 'ok', false]]);
  const both = { withoutMaker: ['deploy (t1)'], unused: ['deploy (t1)', 'x (t2)'] };
  expect(named(both)).toEqual([
    ['tokens-without-maker', 'warning', true],
    ['tokens-unused', 'warning', true],
  ]);
});

describe('second factors', () => {
  const many = Array.from({ length: 12 }, (_, at) => `operator-${at}@example.com`);

  it('contract 24: operators who have none where it is demanded are named', () => {
    expect(examineFactors(undefined, 'staff')).toEqual([]);
    expectOnly(examineFactors([], 'staff'), 'ok', /^second_factor is staff: every operator/);
    expectOnly(examineFactors(['mina@example.com'], 'optional'), 'ok', /^second_factor is optional: nobody must/);
    for (const policy of ['staff', 'owners', 'everyone'] as const) {
      expectOnly(
        examineFactors(['mina@example.com', 'jun@example.com'], policy),
        'warning',
        /2 operators .*: mina@example\.com, jun@example\.com$/,
      );
    }
    expectOnly(examineFactors(many, 'staff'), 'warning', /12 operators .*, operator-9@example\.com and 2 more$/);
  });
});

describe('policy', () => {
  const processOf = (locks: Record<string, string>, seenAt = NOW) => ({ processId: String(seenAt), locks, seenAt });
  it.each([
    ['ok', [], {}, /nothing of it is locked/],
    ['ok', [processOf({ service_name: 'a' })], { service_name: 'a' }, /locked by the settings: service_name/],
    ['warning', [processOf({ service_name: 'a' })], { service_name: 'b' }, /lock service_name to different/],
    ['warning', [processOf({}), processOf({ minimum_age: 'a' }, NOW - 1)], {}, /lock minimum_age to different/],
    ['ok', [processOf({ minimum_age: 'a' }, NOW - 60_000)], {}, /nothing of it is locked/],
  ] as const)('contract 29: %s where processes lock %j, and these settings %j', (level, processes, here, words) => {
    expectOnly([examinePolicy(processes, here, NOW)], level, words);
  });
});
