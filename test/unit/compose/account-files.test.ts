// Files of Keycloak, Auth0 and Firebase (contract 30), as those systems write them: who is imported, and that their passwords
// and codes are right.
import { pbkdf2Sync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountFilesInput, openAccountFiles } from '../../../src/compose/account-files/import-files.ts';
import { openAccountReports } from '../../../src/compose/account-files/reports.ts';
import { StartRefused } from '../../../src/compose/start-refused.ts';
import { readAuth0Password } from '../../../src/core/operating/account-files/from-auth0.ts';
import type { SourcePlace } from '../../../src/core/operating/account-files/tell-results.ts';
import { openSecret } from '../../../src/core/sign-in/factors/sealed-secret.ts';
import { verifyPassword } from '../../../src/core/sign-in/passwords/verify-password.ts';
import { joinById } from '../../../src/outside/account-files/passwords-by-id.ts';
import { someApplication } from '../../contract/stores/given.ts';
import { importLines } from '../../helpers/import-lines.ts';
import { givenPerson, givenPorts, givenVisitor } from '../core/accounts/open-ports.ts';

const world = givenPorts();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;
function write(content: string, name = 'users'): string {
  written += 1;
  const file = join(folder, `${name}-${written}.json`);
  writeFileSync(file, content);
  return file;
}

type Input = Partial<AccountFilesInput> & Pick<AccountFilesInput, 'file' | 'format'>;
async function importFile(input: Input, options: { update?: boolean; dryRun?: boolean } = {}) {
  const { lines, lenient, warnings } = openAccountFiles({
    ...{ subjectFor: [], passwords: undefined, hashConfig: undefined, realm: undefined },
    standardInput: () => Readable.from([]),
    ...input,
  });
  const [refused, notes]: [[SourcePlace, readonly string[]][], [SourcePlace, readonly string[]][]] = [[], []];
  const counts = await importLines(world.ports, lines, {
    ...{ lenient, ...options },
    onRefused: (...what) => void refused.push(what),
    onNote: (...what) => void notes.push(what),
  });
  return { counts, refused, notes, warnings };
}

const account = async (email: string) => {
  const found = await world.ports.accounts.findByEmailKey(email);
  if (!found) throw new Error(`${email} was not imported`);
  return found;
};
const signsIn = async (email: string, password: string) =>
  (await verifyPassword(world.ports, { email, password, visitor: givenVisitor() })).kind;

async function givenApplication(): Promise<string> {
  const owner = await givenPerson(world.ports, { role: 'owner' });
  const application = someApplication(owner.id);
  await world.ports.applications.insert(application, 20);
  return application.id;
}

describe('contract 30: Keycloak', () => {
  const SALT = Buffer.from('0123456789abcdef');
  const hashed = (algorithm: string, digest: string, length: number) => ({
    type: 'password',
    secretData: JSON.stringify({
      ...{
        value: pbkdf2Sync('s3cret words', SALT, 1000, length, digest).toString('base64'),
        salt: SALT.toString('base64'),
      },
      additionalParameters: {},
    }),
    credentialData: JSON.stringify({ hashIterations: 1000, algorithm, additionalParameters: {} }),
  });
  const ARGON2 = {
    type: 'password',
    secretData: JSON.stringify({
      value: 'fez5IBYx2WJ6/bTAfNChNgPe/yrBhNMPXaV8VOEEeUQ=',
      salt: 'AQEBAQEBAQEBAQEBAQEBAQ==',
    }),
    credentialData: JSON.stringify({
      ...{ hashIterations: 5, algorithm: 'argon2' },
      additionalParameters: {
        hashLength: ['32'],
        memory: ['7168'],
        type: ['id'],
        version: ['1.3'],
        parallelism: ['1'],
      },
    }),
  };
  const otp = (value: string, more: object = {}) => ({
    type: 'otp',
    secretData: JSON.stringify({ value }),
    credentialData: JSON.stringify({
      subType: 'totp',
      digits: 6,
      counter: 0,
      period: 30,
      algorithm: 'HmacSHA1',
      ...more,
    }),
  });
  let made = 0;
  const user = (more: object = {}) => {
    made += 1;
    return {
      ...{ id: `4d2f-${made}`, createdTimestamp: 1_588_000_000_123, username: `kc.user${made}`, enabled: true },
      ...{
        emailVerified: true,
        email: `kc-${made}@example.com`,
        firstName: 'Mina',
        lastName: 'Kim',
        realmRoles: ['default-roles-shop'],
      },
      ...more,
    };
  };
  const realm = (users: readonly object[]) =>
    JSON.stringify({ id: 'r', realm: 'shop', clients: [{ users: [1] }], users, keys: {} });

  test.each([
    ['pbkdf2', hashed('pbkdf2', 'sha1', 64)],
    ['pbkdf2-sha256', hashed('pbkdf2-sha256', 'sha256', 64)],
    ['pbkdf2-sha512', hashed('pbkdf2-sha512', 'sha512', 64)],
  ])('%s of a realm file signs in; the length of the key is that of the value', async (_algorithm, credential) => {
    const alice = user({ credentials: [credential] });
    const { counts, notes } = await importFile({ file: write(realm([alice])), format: 'keycloak' });
    expect([counts, notes]).toMatchObject([{ created: 1, refused: 0, withoutPassword: 0 }, []]);
    expect(await account(alice.email)).toMatchObject({
      ...{ emailVerified: true, username: alice.username, createdAt: 1_588_000_000_123, origin: 'import' },
      profile: { given_name: 'Mina', family_name: 'Kim' },
    });
    expect(await signsIn(alice.email, 's3cret words')).toBe('verified');
    expect(await signsIn(alice.email, 's3cret word')).toBe('wrong');
  });

  test('argon2, whose parameters are lists of texts, signs in', async () => {
    const alice = user({ credentials: [ARGON2] });
    await importFile({ file: write(realm([alice])), format: 'keycloak' });
    expect((await account(alice.email)).passwordHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(await signsIn(alice.email, 'pw')).toBe('verified');
  });

  test('the files *-users-N.json of a directory are read in their order, and no others', async () => {
    const directory = join(folder, 'export');
    mkdirSync(directory);
    const users = [user(), user(), user()];
    const put = (name: string, content: string) => writeFileSync(join(directory, name), content);
    put('shop-realm.json', realm([]));
    put('shop-users-0.json', JSON.stringify({ realm: 'shop', users: [users[0]] }));
    put('shop-users-10.json', JSON.stringify({ realm: 'shop', users: [users[2], user({ email: undefined })] }));
    put('shop-users-2.json', JSON.stringify({ realm: 'shop', users: [users[1]] }));
    put('shop-federated-users-0.json', JSON.stringify({ users: [user()] }));
    const { counts, refused } = await importFile({ file: directory, format: 'keycloak' });
    expect(counts).toMatchObject({ read: 4, created: 3, refused: 1, withoutPassword: 3 });
    expect(refused).toEqual([[{ file: 'shop-users-10.json', line: 2 }, ['/email: is missing']]]);
    const ids = await Promise.all(users.map(async ({ email }) => (await account(email)).id));
    expect(ids.toSorted()).toEqual(ids);
  });

  test('a secret of one-time codes is a text whose bytes are the key, or Base32 where it says so, with its own parameters', async () => {
    const [raw, base32] = [
      user({ credentials: [otp('0123456789abcdefghij'), otp('further-app-secret-1')] }),
      user({
        credentials: [
          otp('JBSWY3DPEHPK3PXPJBSWY3DP', { secretEncoding: 'BASE32', digits: 8, period: 60, algorithm: 'HmacSHA512' }),
        ],
      }),
    ];
    const { notes } = await importFile({ file: write(realm([raw, base32])), format: 'keycloak' });
    expect(notes).toEqual([[{ line: 1 }, ['credentials: a further authenticator app is left out']]]);
    const codesOf = async (email: string) => {
      const codes = await world.ports.factors.find((await account(email)).id);
      if (!codes) throw new Error('no codes');
      const secret = openSecret(world.ports, codes) as Buffer;
      const now = world.ports.clock.now();
      return (kind: ConstructorParameters<typeof TOTP>[0]) =>
        world.ports.oneTimeCodes.findStep(secret, new TOTP(kind).generate({ timestamp: now }), now, codes);
    };
    expect((await codesOf(raw.email))({ secret: Secret.fromUTF8('0123456789abcdefghij') })).toBeDefined();
    const kind = { digits: 8, period: 60, algorithm: 'SHA512' };
    expect(
      (await codesOf(base32.email))({ ...kind, secret: Secret.fromBase32('JBSWY3DPEHPK3PXPJBSWY3DP') }),
    ).toBeDefined();
    expect((await codesOf(base32.email))({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXPJBSWY3DP') })).toBeUndefined();
  });

  test('what cannot be checked here refuses the user; what is left out is noted', async () => {
    const users = [
      user({ credentials: [hashed('pbkdf2-md5', 'md5', 16)] }),
      user({ credentials: [otp('0123456789abcdefghij', { subType: 'hotp' })] }),
      user({
        enabled: false,
        credentials: [{ type: 'webauthn' }],
        attributes: { locale: ['ko'], website: ['nowhere'] },
      }),
      user({ email: 'kc.name@example.com', username: 'KC.name@example.com' }),
    ];
    const { counts, refused, notes } = await importFile({ file: write(realm(users)), format: 'keycloak' });
    expect(counts).toMatchObject({ created: 2, refused: 2, withoutUsername: 0 });
    expect(refused.map(([, reasons]) => reasons[0])).toEqual([
      expect.stringContaining('pbkdf2-md5'),
      expect.stringContaining('one-time codes that are not TOTP'),
    ]);
    expect(notes).toEqual([
      [{ line: 3 }, [expect.stringContaining('webauthn'), expect.stringContaining('/profile/website')]],
    ]);
    expect(await account(users[2]?.email ?? '')).toMatchObject({
      profile: { locale: 'ko' },
      disabledAt: expect.any(Number),
    });
  });

  test('--subject-for: the application knows everybody by the id of Keycloak', async () => {
    const applicationId = await givenApplication();
    const alice = user();
    await importFile({ file: write(realm([alice])), format: 'keycloak', subjectFor: [applicationId] });
    const agreed = { applicationId, accountId: (await account(alice.email)).id, sub: 'another', answers: {}, now: 1 };
    expect((await world.ports.connections.agree(agreed)).sub).toBe(alice.id);
  });

  test.each(['{"users": [', '{"users": [}', 'users'])(
    'a file that is no JSON (%s) is told, not half imported in silence',
    async (text) => {
      await expect(importFile({ file: write(text), format: 'keycloak' })).rejects.toThrow(/JSON/);
    },
  );

  test('a user who is too long or broken is refused with the number of the entry, and the others are imported', async () => {
    const [first, long, last] = [user(), user({ attributes: { note: ['x'.repeat(1024 * 1024)] } }), user()];
    const entries = [JSON.stringify(first), JSON.stringify(long), '{"email":}', JSON.stringify(last)];
    const file = write(`{"realm":"shop","users":[${entries.join(',')}]}`);
    const { counts, refused } = await importFile({ file, format: 'keycloak' });
    expect(counts).toMatchObject({ read: 4, created: 2, refused: 2 });
    expect(refused).toEqual([
      [{ line: 2 }, [expect.stringMatching(/^is longer than 1048576 bytes: shorten/)]],
      [{ line: 3 }, ['is not JSON']],
    ]);
  });

  test('a file without users is refused, and the message says which export has them', async () => {
    const realm = importFile({ file: write('{"realm":"shop","clients":[]}'), format: 'keycloak' });
    await expect(realm).rejects.toThrow(StartRefused);
    await expect(realm).rejects.toThrow(/has no list "users": .*kc\.sh export .*--users different_files/);
    expect((await importFile({ file: write('{"users":[]}'), format: 'keycloak' })).counts).toMatchObject({ read: 0 });
  });

  test('a directory without such files, and a file that does not exist, are told', async () => {
    await expect(importFile({ file: join(folder, 'nowhere'), format: 'keycloak' })).rejects.toThrow(
      /nowhere: there is no such file/,
    );
    mkdirSync(join(folder, 'empty'));
    await expect(importFile({ file: join(folder, 'empty'), format: 'keycloak' })).rejects.toThrow(
      /users-N.*kc\.sh export/,
    );
  });
});

test('contract 30: a report that cannot be written is told in one line', async () => {
  const { refused } = openAccountReports(join(folder, 'users.jsonl'), undefined);
  // Its place was taken since.
  mkdirSync(refused.path);
  await refused.write({ line: 1 });
  await expect(refused.close()).rejects.toThrow(StartRefused);
});

describe('contract 30: Auth0', () => {
  /** bcrypt of `abc`. */
  const BCRYPT = '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';
  const user = (id: string, more: object = {}) => ({
    ...{
      user_id: `auth0|${id}`,
      email: `${id}@example.com`,
      email_verified: true,
      nickname: id,
      name: `${id}@example.com`,
    },
    ...{ created_at: '2020-02-03T04:05:06.789Z', identities: [{ provider: 'auth0' }], blocked: false },
    ...more,
  });
  const lines = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n');

  test('users and passwords are joined by id, in whichever member it is', async () => {
    const users = [
      user('aa01', { username: 'ada.auth' }),
      user('aa02', { blocked: true }),
      user('aa03'),
      user('aa04', { user_id: 'google-oauth2|aa01', email: 'google@example.com' }),
    ];
    const passwords = lines(
      { _id: { $oid: 'aa01' }, email: 'x', passwordHash: BCRYPT, connection: 'Username-Password-Authentication' },
      { alt_id: 'auth0|aa02', passwordHash: BCRYPT },
      { _id: { $oid: 'gone' }, passwordHash: BCRYPT },
    );
    const { counts } = await importFile({ file: write(lines(...users)), format: 'auth0', passwords: write(passwords) });
    expect(counts).toMatchObject({ read: 4, created: 4, refused: 0, withoutPassword: 2 });
    const ada = await account('aa01@example.com');
    expect(ada).toMatchObject({ username: 'ada.auth', emailVerified: true, profile: { nickname: 'aa01' } });
    expect([ada.createdAt, ada.profile.name]).toEqual([Date.parse('2020-02-03T04:05:06.789Z'), undefined]);
    expect(await signsIn('aa01@example.com', 'abc')).toBe('verified');
    expect((await account('aa02@example.com')).disabledAt).toBeDefined();
    expect((await account('google@example.com')).passwordHash).toBeUndefined();
  });

  test('a line of the passwords that is of no use is told with its number, whatever makes it so', async () => {
    const users = [user('pp01'), user('pp02'), user('pp03', { blocked: 'true' })];
    const other = BCRYPT.replace('$06', '$10');
    const passwords = [
      '{"_id":{"$oid":"pp01"},"passwordHash":',
      JSON.stringify({ alt_id: 'auth0|pp02', passwordHash: BCRYPT }),
      '{"_id":{"$oid":"pp03"}}',
      '',
      JSON.stringify({ _id: { $oid: 'pp02' }, passwordHash: other }),
      `{"alt_id":"pp03","alt_id":"pp01","passwordHash":"${BCRYPT}"}`,
      JSON.stringify({ alt_id: 'gone', passwordHash: BCRYPT }),
    ];
    const hashes = write(passwords.join('\n'), 'hashes');
    const { counts, refused, notes } = await importFile({
      file: write(lines(...users)),
      format: 'auth0',
      passwords: hashes,
    });
    const at = (line: number) => ({ file: basename(hashes), line });
    expect(counts).toMatchObject({ read: 3, created: 3, refused: 0, withoutPassword: 2, refusedPasswords: 4 });
    expect(refused).toEqual([
      [at(1), ['is not JSON']],
      [at(3), ['has no id of a user, or no hash']],
      [at(5), ['is of the same user as line 2, which is used']],
      [at(6), ['/alt_id: is there more than once']],
    ]);
    expect(notes[0]).toEqual([at(7), ['passwords: a line is of no user in the file']]);
    expect(await signsIn('pp02@example.com', 'abc')).toBe('verified');
    expect((await account('pp03@example.com')).disabledAt).toBeDefined();
  });

  test('without the file of passwords, everybody is imported without one', async () => {
    const { counts, refused } = await importFile({ file: write(`${lines(user('bb01'))}\nnot json`), format: 'auth0' });
    expect(counts).toMatchObject({ created: 1, withoutPassword: 1, refused: 1 });
    expect(refused).toEqual([[{ line: 2 }, ['is not JSON']]]);
  });

  test('files too large for one part are joined in several, each user once', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `cc${index}`);
    const usersFile = write(`${lines(...ids.map((id) => user(id)))}\nbroken`);
    const hashes = [...ids, 'gone', 'cc7'].map((id) => ({ _id: { $oid: id }, passwordHash: `hash of ${id}` }));
    const valuesFile = write(`${lines(...hashes)}\nbroken`);
    const idOf = (one: unknown) => (one as { nickname: string }).nickname;
    const joined: unknown[] = [];
    for await (const line of joinById({ usersFile, valuesFile, idOf, readValue: readAuth0Password }, 2000)) {
      if ('told' in line) joined.push(line);
      else joined.push('json' in line.content ? [idOf(line.content.json), line.value] : line.line);
    }
    const told = [
      { line: 301, told: { notes: ['passwords: a line is of no user in the file'] } },
      { line: 302, told: { faults: ['is of the same user as line 8, which is used'] } },
      { line: 303, told: { faults: ['is not JSON'] } },
    ];
    expect(joined).toHaveLength(304);
    expect(new Set(joined.map((one) => JSON.stringify(one)))).toEqual(
      new Set([...ids.map((id) => [id, `hash of ${id}`]), 301, ...told].map((one) => JSON.stringify(one))),
    );
  });
});

describe('contract 30: Firebase', () => {
  const CONFIG = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;
  const HASH = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
  const webSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
  const user = (localId: string, more: object = {}) => ({
    ...{
      localId,
      email: `${localId}@example.com`,
      emailVerified: true,
      displayName: 'Mina Kim',
      createdAt: '1588000000123',
    },
    ...{ salt: '42xEC+ixf3L2lw==', passwordHash: HASH, lastSignedInAt: '1588000000124', providerUserInfo: [] },
    ...more,
  });

  test('the published hash signs in, in both alphabets of base64; an empty one is no password', async () => {
    const users = [
      user('fb1'),
      user('fb2', { passwordHash: webSafe(HASH), salt: webSafe('42xEC+ixf3L2lw==') }),
      user('fb3', { passwordHash: '', salt: '', disabled: true, photoUrl: 'https://x.example/p.png' }),
      user('fb4', { email: undefined, phoneNumber: '+821012345678' }),
    ];
    const file = write(JSON.stringify({ users }));
    const { counts, refused } = await importFile({ file, format: 'firebase', hashConfig: write(CONFIG) });
    expect(counts).toMatchObject({ read: 4, created: 3, refused: 1, withoutPassword: 1 });
    expect(refused).toEqual([[{ line: 4 }, ['/email: is missing']]]);
    for (const email of ['fb1@example.com', 'fb2@example.com']) {
      expect((await account(email)).passwordHash).not.toContain('jxspr8');
      expect(await signsIn(email, 'user1password')).toBe('verified');
      expect(await signsIn(email, 'user2password')).toBe('wrong');
    }
    expect(await account('fb3@example.com')).toMatchObject({
      profile: { name: 'Mina Kim', picture: 'https://x.example/p.png' },
      createdAt: 1_588_000_000_123,
      disabledAt: expect.any(Number),
    });
  });

  test('a file without users is refused, and the message says which export has them', async () => {
    const input = { format: 'firebase' as const, hashConfig: write(CONFIG) };
    const lines = importFile({ ...input, file: write(JSON.stringify([user('fb9')])) });
    await expect(lines).rejects.toThrow(StartRefused);
    await expect(lines).rejects.toThrow(/has no list "users": .*firebase auth:export users\.json --format=json/);
    expect((await importFile({ ...input, file: write('{"users": [\n]}') })).counts).toMatchObject({ read: 0 });
  });

  test.each(['base64_signer_key', 'base64_salt_separator', 'rounds', 'mem_cost'])(
    'a file of parameters that lacks %s is told: no password would be right',
    async (name) => {
      const lacking = CONFIG.split('\n').filter((line) => !line.includes(name));
      const input = { file: write('{"users":[]}'), format: 'firebase' as const, hashConfig: write(lacking.join('\n')) };
      await expect(importFile(input)).rejects.toThrow(/base64_signer_key/);
    },
  );
});
