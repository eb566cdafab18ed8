// Everything core asks of the world, as it really runs: SQLite on a file, Argon2id, and a clock that tests move.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { readEmailAddress } from '../../../../src/core/ground/accounts/email.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { makeAccount } from '../../../../src/core/people/accounts/new-account.ts';
import { createSigningKeys } from '../../../../src/core/server/keys/create-signing-keys.ts';
import type { Rules } from '../../../../src/core/server/policy/rules.ts';
import { beginEnrolment, enrolCodes } from '../../../../src/core/sign-in/factors/enrol-codes.ts';
import type { Visitor } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import type { SignInFrom } from '../../../../src/core/sign-in/sessions/notice-new-device.ts';
import type { SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { startSession } from '../../../../src/core/sign-in/sessions/start-session.ts';
import { createJwtCrypto } from '../../../../src/outside/jwt-crypto.ts';
import { createCodeGenerator } from '../../../../src/outside/one-time-codes.ts';
import { createPasskeyVerifier } from '../../../../src/outside/passkey-verifier.ts';
import { createPasswordHasher } from '../../../../src/outside/password-hasher.ts';
import { createPictureEncoder } from '../../../../src/outside/picture-encoder.ts';
import { openSqlite } from '../../../../src/store/sqlite/open.ts';
import { givenLivePolicy } from '../../../helpers/live-policy.ts';
import { placeMigratedFile } from '../../../helpers/migrated-file.ts';
import { PASSWORD_HASHING } from '../../../helpers/password-hashing.ts';
import { keepRsaKeys } from '../../../helpers/signing-keys.ts';

export const PASSWORD = 'correct horse battery staple';
export const START = Date.UTC(2026, 0, 2, 12);
const DAY = 86_400;

export const RULES: Rules = {
  codeTtlSeconds: 60,
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 60 * DAY,
  familyTtlSeconds: 365 * DAY,
  refreshRepeatSeconds: 30,
  idTokenTtlSeconds: 3600,
  dpopNonce: false,
  pushedRequests: false,
  clientDocuments: [],
  signingKeyDays: 90,
  sessionIdleSeconds: DAY,
  sessionTtlSeconds: 30 * DAY,
  persistentSessionIdleSeconds: 30 * DAY,
  persistentSessionTtlSeconds: 90 * DAY,
  passwordTriesPerAccount: 10,
  passwordTriesPerNetwork: 100,
  signUpsPerAddress: 20,
  signUpsPerNetwork: 200,
  mailsPerAddress: 20,
  mailsPerNetwork: 100,
  mail: 'off',
  openRegistration: true,
  requireVerifiedEmail: false,
  secondFactor: 'optional',
  openOwnership: false,
  passkeyRpId: 'localhost',
  allowedEmailDomains: [],
  refusedEmailDomains: [],
  reservedUsernames: [],
  documents: [],
  minimumAge: 0,
  withholdUnverifiedEmail: false,
  deletionDelayDays: 7,
  keptAgreementDays: 1095,
  serviceName: 'Latchkey',
};

/** No application publishes keys. */
const NO_KEY_SET = { find: async () => ({ keys: [], trouble: 'none' }) };
const NO_KEY_SETS: Ports['keySets'] = { registered: NO_KEY_SET, document: NO_KEY_SET };

export type TestPorts = Ports & { clock: { now(): number; advance(seconds: number): void } };

/** @returns ports on a fresh database, and what closes and removes it. */
export async function openTestPorts(
  rules: Partial<Rules> = {},
): Promise<{ ports: TestPorts; path: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-accounts-'));
  let now = START;
  const clock = {
    now: () => now,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
  };
  const path = join(folder, 'latchkey.db');
  await placeMigratedFile(path);
  const database = await openSqlite({ path, clock });
  const { stores } = database;
  const secrets = createServerSecrets(Buffer.alloc(32, 7));
  const livePolicy = givenLivePolicy(stores.policy);
  const allRules: Rules = {
    ...RULES,
    get reservedUsernames() {
      return livePolicy.values().reservedUsernames;
    },
    ...rules,
  };
  const jwtCrypto = keepRsaKeys(createJwtCrypto());
  const ports: TestPorts = {
    ...stores,
    recording: (act) => ({ ...ports, ...database.recording(act, clock) }),
    clock,
    publish: () => undefined,
    secrets,
    jwtCrypto,
    keySets: NO_KEY_SETS,
    fetchDocument: async () => ({ kind: 'failed', reason: 'none' }),
    signingKeys: createSigningKeys({ keys: stores.keys, clock, secrets, rules: allRules, jwtCrypto }),
    issuer: 'http://localhost:4000',
    apiUrl: 'http://localhost:4001',
    ownUrls: ['http://localhost:4000', 'http://localhost:4001'],
    serviceName: 'Latchkey',
    passwords: createPasswordHasher({ concurrency: 2, maxWaiting: 500, ...PASSWORD_HASHING }),
    oneTimeCodes: createCodeGenerator(),
    passkeyVerifier: createPasskeyVerifier(),
    pictureEncoder: createPictureEncoder(),
    rules: allRules,
    livePolicy,
  };
  const close = async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ports, path, close };
}

/** The same for a whole test file. Read `world.ports` inside tests only. */
export function givenPorts(): { readonly ports: TestPorts } {
  let opened: Awaited<ReturnType<typeof openTestPorts>> | undefined;
  beforeAll(async () => {
    opened = await openTestPorts();
  });
  afterAll(() => opened?.close());
  return {
    get ports() {
      if (!opened) throw new Error('The database opens before the first test.');
      return opened.ports;
    },
  };
}

let made = 0;

/** An account that nothing else in the file uses; its password is `PASSWORD`. */
export async function givenPerson(ports: Ports, change: Partial<Account> = {}): Promise<Account> {
  made += 1;
  const address = readEmailAddress(change.email ?? `person-${made}@example.com`);
  if (!address) throw new Error(`No address: ${change.email}`);
  const passwordHash = await ports.passwords.hash(PASSWORD);
  const account = makeAccount(ports, {
    address,
    passwordHash,
    nickname: 'Mina',
    role: 'user',
    origin: 'sign-up',
    now: ports.clock.now(),
  });
  const person = { ...account, ...change, ...address };
  if ((await ports.accounts.insert(person)) !== 'created') throw new Error(`${address.email} is taken.`);
  return person;
}

/** A browser that nobody has signed in on, each in a network of its own. */
export function givenVisitor(change: Partial<Visitor> = {}): Visitor {
  made += 1;
  return {
    address: `address-${made}`,
    network: `network-${made}`,
    site: `site-${made}`,
    whole: `whole-${made}`,
    isLocal: false,
    deviceId: `device-${made}`,
    knowsAccount: () => false,
    ...change,
  };
}

/** A browser that no account has used. */
export const signInFrom = (values: Partial<SignInFrom> = {}): SignInFrom => ({
  ...{ userAgent: '', site: '192.0.2.0/24', language: 'en', deviceId: 'device', knowsAccount: () => false, ...values },
});

/** Signs the account in, on a browser that holds `held`. */
export async function givenSession(
  ports: Pick<Ports, 'sessions' | 'secrets' | 'clock' | 'rules' | 'publish'>,
  {
    userAgent = '',
    ...input
  }: {
    account: Account;
    amr?: readonly string[];
    persistent?: boolean;
    userAgent?: string;
    network?: string;
    held?: readonly SignedIn[];
  },
) {
  const signedIn = await startSession(ports, {
    amr: ['pwd'],
    persistent: false,
    network: '',
    from: signInFrom({ userAgent }),
    held: [],
    ...input,
  });
  if (!signedIn) throw new Error('The account cannot sign in.');
  return signedIn;
}

/**
 * One-time codes for whoever is signed in, `opened` afterwards. `code` makes the one of the moment, which works from the
 * next step of the codes on.
 */
export async function givenCodes(ports: TestPorts, signedIn: SignedIn) {
  const { sealed, secretText } = beginEnrolment(ports, signedIn);
  const codes = new TOTP({ secret: Secret.fromBase32(secretText.replaceAll(' ', '')) });
  const code = () => codes.generate({ timestamp: ports.clock.now() });
  const enrolled = await enrolCodes(ports, { signedIn, sealed, code: code(), from: signInFrom() });
  if (enrolled.kind !== 'enrolled') throw new Error(enrolled.kind);
  return { code, recoveryCodes: enrolled.recoveryCodes, opened: enrolled.opened };
}
