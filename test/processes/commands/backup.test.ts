// `latchkey backup` and `latchkey restore` on the command line: what they print, and what they refuse.
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { document, latchkey, makeFolder } from './latchkey.ts';

const SCHEMA = /^\d{4}_\w+$/;
let folder: string;
const created = async (email: string) => document(folder, ['accounts', 'create', '--email', email]);
const emails = async () =>
  (await document(folder, ['accounts', 'list'])).map(({ email }: { email: string }) => email).sort();

beforeAll(async () => {
  folder = makeFolder();
  await created('first@example.com');
});

describe('backup and restore', () => {
  it('backup: makes one file for its owner, and names the secret that goes with it without copying it', async () => {
    const made = await document(folder, ['backup', 'backup.db']);
    expect(made).toMatchObject({
      file: 'backup.db',
      bytes: statSync(join(folder, 'backup.db')).size,
      rows: { accounts: 1 },
      schema: expect.stringMatching(SCHEMA),
      secret: 'secret_file: data/secret.key',
    });
    expect(statSync(join(folder, 'backup.db')).mode & 0o777).toBe(0o600);
    const secret = readFileSync(join(folder, 'data', 'secret.key'), 'utf8').trim();
    expect(readFileSync(join(folder, 'backup.db')).includes(secret)).toBe(false);
  });

  it('backup: tells people the same, and where to keep the secret', async () => {
    const { status, stdout, stderr } = await latchkey(folder, ['backup', '--replace', 'backup.db']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Backed up \d+ rows of sqlite:data\/latchkey\.db to backup\.db \(\d+ bytes\)/);
    expect(stdout).toContain('does not contain the secret (secret_file: data/secret.key), and is useless without it');
  });

  it('backup: an older file is replaced only when that is said', async () => {
    const { status, stderr } = await latchkey(folder, ['backup', 'backup.db']);
    expect(status).toBe(1);
    expect(stderr).toBe('latchkey: backup.db: already exists; use --replace to replace it\n');
  });

  it('restore: refuses where a database stands, then puts the backup there and keeps what stood', async () => {
    await created('second@example.com');
    const refused = await latchkey(folder, ['restore', 'backup.db']);
    expect(refused.stderr).toMatch(
      /^latchkey: data\/latchkey\.db: a database already exists there; use --replace .*\n$/,
    );
    expect(await emails()).toEqual(['first@example.com', 'second@example.com']);
    const restored = await document(folder, ['restore', '--replace', 'backup.db']);
    expect(restored).toMatchObject({ rows: { accounts: 1 }, pending: [], secret: 'secret_file: data/secret.key' });
    expect(restored.kept).toMatch(/^data\/latchkey\.db\.replaced-\d{8}T\d{9}Z$/);
    expect(await emails()).toEqual(['first@example.com']);
    const back = await latchkey(folder, ['restore', '--replace', restored.kept]);
    expect([back.status, back.stderr]).toEqual([0, '']);
    expect(back.stdout).toMatch(/was kept as data\/latchkey\.db\.replaced-\S+\. Its tokens still work/);
    expect(await emails()).toEqual(['first@example.com', 'second@example.com']);
  });

  it('restore: on a machine that has neither database nor secret makes no other secret', async () => {
    const fresh = makeFolder();
    const { status, stdout } = await latchkey(fresh, ['restore', join(folder, 'backup.db')]);
    expect(status).toBe(0);
    expect(stdout).toContain('needs the secret it was created with (secret_file: data/secret.key)');
    expect(existsSync(join(fresh, 'data', 'secret.key'))).toBe(false);
    rmSync(fresh, { recursive: true });
  });

  it('M5: restore over a file too damaged to tell whether it is in use asks for a running server', async () => {
    const own = makeFolder();
    await document(own, ['migrate']);
    await document(own, ['backup', 'backup.db']);
    const path = join(own, 'data', 'latchkey.db');
    writeFileSync(path, 'no database at all\n'.repeat(999));
    const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { LATCHKEY_OPS_LISTEN: `127.0.0.1:${port}` };
    const refused = await latchkey(own, ['restore', '--replace', 'backup.db'], { env });
    expect(refused.stderr).toMatch(/a server is running at \S+: stop it before you restore/);
    expect(readFileSync(path, 'utf8')).toMatch(/^no database/);
    await new Promise((resolve) => server.close(resolve));
    expect((await latchkey(own, ['restore', '--replace', 'backup.db'], { env })).status).toBe(0);
    expect((await document(own, ['migrate'])).applied).toEqual([]);
  });

  it.each([
    ['backup', "pg_dump --format=custom --file='it'\\''s.db' 'postgres://latchkey@db.example/latchkey'"],
    ['restore', "pg_restore --clean --if-exists --dbname='postgres://latchkey@db.example/latchkey' 'it'\\''s.db'"],
  ])('%s: on PostgreSQL says what to run instead, without the password, and exits 1', async (command, line) => {
    const env = {
      LATCHKEY_DATABASE_URL: 'postgres://latchkey:hunter2@db.example/latchkey?password=hunter2',
      LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
    };
    const { status, stdout, stderr } = await latchkey(makeFolder(), [command, "it's.db"], { env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(line);
    expect(stderr).toContain('the setting secret');
    expect(stderr).not.toContain('hunter2');
  });
});

describe('the argument', () => {
  it('contract 1: is named when it is missing, together with every other fault', async () => {
    const { status, stderr } = await latchkey(folder, ['backup', '--replace', '--nonsense', 'value']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^latchkey: FILE is missing: the backup file to create\nlatchkey: --nonsense is not a flag/);
  });

  it('contract 1: is one word; a second is not expected', async () => {
    const { stderr } = await latchkey(folder, ['backup', 'one.db', 'two.db']);
    expect(stderr).toMatch(/^latchkey: "two\.db" is not expected here\n/);
    expect(existsSync(join(folder, 'one.db'))).toBe(false);
  });

  it('contract 1: stands in the help', async () => {
    const { stdout } = await latchkey(folder, ['restore', '--help']);
    expect(stdout).toMatch(/^Usage: latchkey restore \[options\] FILE\n/);
    expect(stdout).toContain('the backup file to restore');
  });
});
