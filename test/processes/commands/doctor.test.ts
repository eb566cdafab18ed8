// `latchkey doctor` on an SQLite installation that is not running: what it finds in the files, and that it leaves them
// alone.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releasedDatabases, unpack } from '../../fixtures/databases/released.ts';
import { openFile } from '../../helpers/open-file.ts';
import { runProgram, startServer } from '../../helpers/program.ts';
import { freePorts, type TestServer } from '../../helpers/server.ts';
import { latchkey, makeFolder } from './latchkey.ts';

type Finding = { subject: string; level: string; found: string; fix: string | null };

const released = releasedDatabases();
const [oldest, newest] = [released[0], released.at(-1)] as const;
if (!oldest || !newest) throw new Error('There are no released databases');

/** As the settings name it. */
const RELATIVE = 'data/latchkey.db:';

let folder: string;
let path: string;
beforeEach(() => {
  folder = makeFolder();
  path = join(folder, 'data', 'latchkey.db');
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  unpack(newest, path);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function doctor(env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = await latchkey(folder, ['doctor', '--json'], {
    // Ports where nobody listens.
    env: {
      LATCHKEY_AUTH_URL: 'http://localhost:1',
      LATCHKEY_API_URL: 'http://localhost:2',
      LATCHKEY_AUTH_LISTEN: '127.0.0.1:1',
      LATCHKEY_API_LISTEN: '127.0.0.1:2',
      LATCHKEY_OPS_LISTEN: '127.0.0.1:3',
      LATCHKEY_SECRET: newest?.secret ?? '',
      ...env,
    },
  });
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const of = (subject: string, level: string) =>
    findings.filter((finding) => finding.subject === subject && finding.level === level).map(({ found }) => found);
  return { status, findings, of };
}

/** What it looks at in keys and rows it finds in this program's own schema only. */
const migrate = () => latchkey(folder, ['migrate'], { env: { LATCHKEY_SECRET: newest.secret } });

describe('doctor', () => {
  it('reads the settings first; every fault of theirs is a finding', async () => {
    const { status, findings } = await doctor({ LATCHKEY_AUTH_URL: 'nonsense', LATCHKEY_LOG_LEVEL: 'loud' });
    expect(status).toBe(1);
    expect(findings).toMatchObject([
      { subject: 'settings', level: 'fault', found: 'LATCHKEY_AUTH_URL: "nonsense"' },
      {
        subject: 'settings',
        level: 'fault',
        found: 'LATCHKEY_LOG_LEVEL: "loud"',
        fix: expect.stringMatching(/^allowed: trace/),
      },
    ]);
  });

  it('a folder without anything is only told that the first start makes it', async () => {
    const { status, of } = await latchkeyInEmptyFolder();
    expect(status).toBe(0);
    expect(of('database')).toEqual(['warning']);
    expect(of('secrets')).toEqual(['warning']);
  });

  it('P3, M5, contract 1: whatever is wrong with files, addresses and the secret is told at once', async () => {
    const settings = join(folder, 'config', 'latchkey.yaml');
    mkdirSync(join(folder, 'config'));
    writeFileSync(settings, 'service_name: Acme');
    const old = new Date(Date.now() - 40 * 86_400_000);
    for (const name of ['latchkey.db.0123.part', 'latchkey.db.before-0002']) {
      writeFileSync(join(folder, 'data', name), 'x', { mode: 0o600 });
      utimesSync(join(folder, 'data', name), old, old);
    }
    chmodSync(path, 0o644);
    chmodSync(join(folder, 'data'), 0o777);
    chmodSync(settings, 0o666);
    const other = createServer((_, answer) => answer.end('hello')).listen(0, '127.0.0.1');
    const mute = createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1');
    await Promise.all([once(other, 'listening'), once(mute, 'listening')]);
    const [first, second] = [other, mute].map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { status, findings, of } = await doctor({
      LATCHKEY_AUTH_LISTEN: first ?? '',
      LATCHKEY_OPS_LISTEN: second ?? '',
      LATCHKEY_AUTH_URL: 'http://login.invalid',
      LATCHKEY_INSECURE_HTTP: 'true',
    });
    other.close();
    mute.close();
    expect(status).toBe(1);
    // Files that others can read or change, with the command that mends it.
    expect(of('files', 'fault').sort()).toEqual([
      'other users can change config/latchkey.yaml (mode 0666)',
      'other users can create files in data (mode 0777)',
      'other users can read data/latchkey.db (mode 0644)',
    ]);
    expect(findings.find(({ subject }) => subject === 'database')).toMatchObject({
      level: 'fault',
      fix: 'chmod 600 data/latchkey.db',
    });
    // What a killed backup left, and an old copy.
    expect(of('files', 'warning').sort()).toEqual([
      expect.stringMatching(/0123\.part was left by an interrupted backup or restore/),
      expect.stringMatching(/before-0002 is 40 days old/),
    ]);
    // Ports that another program has, a name that leads nowhere, and a public URL without TLS.
    expect(of('addresses', 'fault')).toEqual([
      expect.stringMatching(new RegExp(`^${first}: another program is listening there \\(status 200\\)`)),
      expect.stringMatching(new RegExp(`^${second}: another program is listening there`)),
      expect.stringMatching(/login\.invalid: the host name cannot be resolved/),
    ]);
    expect(of('tls', 'fault')).toEqual([
      expect.stringMatching(/login\.invalid: passwords and tokens are sent unencrypted/),
    ]);
    // A secret that can be guessed, which is not shown.
    expect(of('secrets', 'fault')).toEqual(['the secret (the setting secret) can be guessed']);
    expect(JSON.stringify(findings)).not.toContain(newest.secret);
  });

  it('P3: a secret that other users may read is a fault', async () => {
    writeFileSync(join(folder, 'data', 'secret.key'), newest.secret);
    chmodSync(join(folder, 'data', 'secret.key'), 0o644);
    const { findings } = await doctor({ LATCHKEY_SECRET: '' });
    expect(findings).toMatchObject([
      { subject: 'settings', fix: expect.stringMatching(/chmod 600 data\/secret\.key/) },
    ]);
  });

  it('M13, contract 29: a clock far ahead is a warning, as long as nobody used the server since; factors are judged by the policy that operators have set', async () => {
    rmSync(path);
    const input = 'a quiet harbour at dawn';
    const env = { LATCHKEY_SECRET: newest.secret };
    await latchkey(folder, ['accounts', 'create', '--email', 'last@example.com', '--password-stdin'], { env, input });
    const policy = await latchkey(folder, ['policy', 'set', '--second-factor', 'everyone'], { env });
    expect([policy.status, policy.stderr]).toEqual([0, '']);
    const now = await doctor();
    expect(now.of('clock', 'warning')).toEqual([]);
    expect(now.of('factors', 'ok')).toEqual([expect.stringMatching(/^second_factor is everyone/)]);
    const file = openFile(path);
    const id = `${(Date.now() - 40 * 86_400_000).toString(16).padStart(12, '0')}7${'0'.repeat(19)}`;
    // The activities of the account go with it.
    file.exec(`begin; pragma defer_foreign_keys = on; update accounts set id = '${id}';
      update activities set account_id = '${id}'; commit`);
    file.close();
    const later = await doctor({ LATCHKEY_SECOND_FACTOR: 'optional' });
    expect(later.of('clock', 'warning')).toEqual([expect.stringMatching(/40 days after the newest row/)]);
    expect(later.of('factors', 'ok')).toEqual([expect.stringMatching(/^second_factor is optional/)]);
  });

  it('M5: a damaged database is a fault', async () => {
    const file = openFile(path);
    const root =
      file.prepare<[], number>("select rootpage from sqlite_schema where name = 'accounts'").pluck().get() ?? 0;
    file.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, (root - 1) * 4096, root * 4096);
    writeFileSync(path, bytes);
    const { status, of } = await doctor();
    expect(status).toBe(1);
    expect(of('database', 'fault')).toEqual([expect.stringMatching(/is damaged/)]);
  });

  it('M5: a row whose account is missing is a fault', async () => {
    await migrate();
    const file = openFile(path);
    file.exec('pragma foreign_keys = off; delete from accounts');
    file.close();
    expect((await doctor()).of('database', 'fault')).toEqual([
      expect.stringMatching(/is damaged: rows of \w+ miss theirs of accounts/),
    ]);
  });

  it('M5: a link that leads nowhere is a fault, for the database and for the secret', async () => {
    const [elsewhere, secret] = [join(folder, 'unmounted.db'), join(folder, 'data', 'secret.key')];
    rmSync(path);
    symlinkSync(elsewhere, path);
    const { status, of } = await doctor();
    expect(status).toBe(1);
    expect(of('database', 'fault')).toEqual([`${RELATIVE} is a link to ${elsewhere}, which does not exist`]);
    symlinkSync(elsewhere, secret);
    const { findings } = await doctor({ LATCHKEY_SECRET: '' });
    expect(findings).toMatchObject([{ subject: 'settings', fix: expect.stringMatching(/link that leads nowhere/) }]);
  });

  it('M11: a newer schema is a fault, an older one a warning; both files stay as they are', async () => {
    unpack(oldest, path);
    const before = readFileSync(path);
    expect((await doctor()).of('schema', 'warning')).toEqual([expect.stringMatching(/older than this program/)]);
    expect(readFileSync(path).equals(before)).toBe(true);
    unpack(newest, path);
    const file = openFile(path);
    file.exec("insert into schema_migrations values (9999, '9999_future', 'x', 1)");
    file.close();
    expect((await doctor()).of('database', 'fault')).toEqual([expect.stringMatching(/schema is newer/)]);
  });

  it('P7, M13: another secret than that of the database and its keys is a fault, the previous one a warning; rows from the future tell that the clock was set back', async () => {
    await migrate();
    const file = openFile(path);
    const id = `${(Date.now() + 3_600_000).toString(16).padStart(12, '0')}7${'0'.repeat(19)}`;
    file.exec(`pragma foreign_keys = off; update sessions set id = '${id}' where id = (select min(id) from sessions)`);
    file.close();
    const LATCHKEY_SECRET = 'q9Z0tYxL3mVbN7cRkP2wUe8sHfGjD5aT';
    const alone = await doctor({ LATCHKEY_SECRET });
    expect(alone.of('keys', 'fault')).not.toEqual([]);
    expect(alone.of('secrets', 'fault')).toEqual(['the secret (the setting secret) is not the one of this database']);
    expect(alone.of('clock', 'fault')).toEqual([expect.stringMatching(/newest row is 3\d\d\d s in the future/)]);
    const after = await doctor({ LATCHKEY_SECRET, LATCHKEY_SECRET_PREVIOUS: newest.secret });
    expect(after.of('keys', 'fault')).toEqual([]);
    expect(after.of('keys', 'warning')).not.toEqual([]);
    expect(after.of('secrets', 'warning')).toEqual(['the database still uses the previous secret']);
    expect(after.of('secrets', 'fault')).toEqual([]);
  });

  it('M6, K16: a PostgreSQL that cannot be reached is a fault; https without a certificate here means a proxy, and that needs trust_proxy', async () => {
    const { status, of } = await doctor({
      LATCHKEY_DATABASE_URL: 'postgres://latchkey:hunter2@127.0.0.1:1/latchkey',
      LATCHKEY_AUTH_URL: 'https://localhost:1',
    });
    expect(status).toBe(1);
    expect(of('database', 'fault')).toEqual([expect.stringMatching(/cannot be reached/)]);
    expect(of('database', 'fault').join()).not.toContain('hunter2');
    expect(of('proxy', 'fault')).toHaveLength(1);
    expect(of('tls', 'warning')).toEqual([expect.stringMatching(/certificate could not be checked/)]);
  });
});

describe("doctor, of the server's own certificate", () => {
  it('contract 1: one that nobody believes is a fault; one near its end a warning', async () => {
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 -subj /CN=localhost';
    const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate];
    execFileSync('openssl', [...words.split(' '), ...files], { stdio: 'ignore' });
    const ports = await freePorts(2);
    const server: TestServer = await startServer({
      LATCHKEY_AUTH_LISTEN: `127.0.0.1:${ports[0]}`,
      LATCHKEY_API_LISTEN: `127.0.0.1:${ports[1]}`,
      LATCHKEY_AUTH_URL: `https://localhost:${ports[0]}`,
      LATCHKEY_API_URL: `https://localhost:${ports[1]}`,
      LATCHKEY_TLS_CERTIFICATE_FILE: certificate,
      LATCHKEY_TLS_KEY_FILE: key,
    });
    const ofTls = ({ stdout }: { stdout: string }) => {
      const all = (JSON.parse(stdout) as { findings: Finding[] }).findings;
      return all.filter(({ subject }) => subject === 'tls').map(({ level, found }) => `${level} ${found}`);
    };
    const findings = async (more?: Readonly<Record<string, string>>) =>
      ofTls(await server.command(['doctor', '--json'], '', more));
    try {
      expect(await findings()).toEqual([
        expect.stringMatching(/^warning .*certificate\.pem: the certificate expires in 2 days/),
        expect.stringMatching(
          /^fault https:\S+: browsers do not trust the certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
        ),
        expect.stringMatching(/^fault https:/),
      ]);
      // Node reads it when a process starts.
      const believing = { ...server.environment, NODE_EXTRA_CA_CERTS: certificate };
      expect(ofTls(await runProgram(['doctor', '--json'], server.folder, believing))).toEqual([
        expect.stringMatching(/^warning/),
        expect.stringMatching(/^warning https:\S+: the certificate expires in 2 days/),
        expect.stringMatching(/^warning https:/),
      ]);
      expect(await findings({ LATCHKEY_AUTH_URL: 'https://login.invalid' })).toContainEqual(
        expect.stringMatching(
          /^fault .*certificate\.pem: browsers do not trust the certificate \(it is not valid for login/,
        ),
      );
    } finally {
      await server.stop();
    }
  });
});

async function latchkeyInEmptyFolder() {
  const empty = makeFolder();
  const { status, stdout } = await latchkey(empty, ['doctor', '--json'], { env: { LATCHKEY_OPS_LISTEN: 'off' } });
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  expect(existsSync(join(empty, 'data'))).toBe(false);
  rmSync(empty, { recursive: true });
  return {
    status,
    of: (subject: string) => findings.filter((one) => one.subject === subject).map(({ level }) => level),
  };
}
