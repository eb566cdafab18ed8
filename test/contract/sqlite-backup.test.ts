// Backups of an SQLite file and their way back: what is in them, what refuses them, and that nothing is left half done.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/core/operating/ports.ts';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { backUpSqlite } from '../../src/store/sqlite/files/back-up.ts';
import { deleteListed } from '../../src/store/sqlite/files/deletion-list.ts';
import { type Restored, restoreSqlite } from '../../src/store/sqlite/files/restore.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { releasedDatabases, unpack } from '../fixtures/databases/released.ts';
import { openFile } from '../helpers/open-file.ts';
import { contentsOf, givenEveryTable } from './given-every-table.ts';
import { NOW, someAccount } from './stores/given.ts';

let template: string;
beforeAll(async () => {
  template = join(mkdtempSync(join(tmpdir(), 'latchkey-backup-')), 'every-table.db');
  await givenEveryTable(template);
});
afterAll(() => rmSync(dirname(template), { recursive: true }));

let folder: string;
let path: string;
let backup: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'));
  path = join(folder, 'data', 'latchkey.db');
  backup = join(folder, 'backup.db');
  mkdirSync(join(folder, 'data'));
  copyFileSync(template, path);
  chmodSync(path, 0o600);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (file = path): Promise<Database> => openSqlite({ path: file, clock: { now: () => NOW } });
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const keepAt = () => `${path}.replaced-now`;
const restore = (replace = true, requireStopped: () => Promise<void> = async () => {}): Promise<Restored> =>
  restoreSqlite({ backup, path, replace, keepAt: keepAt(), requireStopped });

function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 8192);
  writeFileSync(file, bytes);
}

describe('a backup', () => {
  it('M12: holds every row of the database, those in the log too, while the server has it open', async () => {
    const server = await open();
    await server.stores.accounts.insert(someAccount());
    const made = backUpSqlite(path, backup, { replace: false });
    expect(made.rows.get('accounts')).toBe(3);
    await server.close();
    expect(contentsOf(backup)).toEqual(contentsOf(path));
  });

  it('P3: is for its owner alone, whatever the umask, and stands there alone', async () => {
    const umask = process.umask(0);
    try {
      backUpSqlite(path, backup, { replace: false });
    } finally {
      process.umask(umask);
    }
    expect(modeOf(backup)).toBe('600');
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data']);
  });

  it('M15: gives pages back after a purge as the database does', async () => {
    backUpSqlite(path, backup, { replace: false });
    const file = openFile(backup, { readonly: true });
    expect(file.pragma('auto_vacuum', { simple: true })).toBe(2);
    file.close();
  });

  it('is made while another process holds the write lock, of what was committed', async () => {
    const writer = openFile(path);
    writer.exec("begin immediate; insert into ended_sessions values ('uncommitted', 1)");
    const { rows } = backUpSqlite(path, backup, { replace: false });
    writer.exec('rollback');
    writer.close();
    expect(rows.get('ended_sessions')).toBe(1);
  });

  it('never replaces a file, unless told to; then at once', async () => {
    writeFileSync(backup, 'something else');
    expect(() => backUpSqlite(path, backup, { replace: false })).toThrow(`${backup}: already exists`);
    expect(readFileSync(backup, 'utf8')).toBe('something else');
    backUpSqlite(path, backup, { replace: true });
    expect(contentsOf(backup)).toEqual(contentsOf(path));
  });

  it.each(['', '-wal', '-shm'])('is never the database itself (latchkey.db%s), by whatever path', async (part) => {
    symlinkSync(join(folder, 'data'), join(folder, 'link'));
    const target = join(folder, 'link', `latchkey.db${part}`);
    expect(() => backUpSqlite(path, target, { replace: true })).toThrow(/is the database itself/);
  });

  it('of a damaged database is refused, and nothing is left', async () => {
    damage(path);
    const attempt = () => backUpSqlite(path, backup, { replace: false });
    expect(attempt).toThrow(DatabaseRefused);
    // The database is to blame, not the disk of the backup.
    expect(attempt).toThrow(/data\/latchkey\.db: is damaged \(.*; stop the server and restore a backup/);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  it('of a row whose parent is missing is refused: it could not be restored', async () => {
    const file = openFile(path);
    file.exec("pragma foreign_keys = off; delete from accounts where id = 'a1'");
    file.close();
    expect(() => backUpSqlite(path, backup, { replace: false })).toThrow(
      /data\/latchkey\.db: is damaged \(rows of \w+ miss theirs of accounts\)/,
    );
    expect(existsSync(backup)).toBe(false);
  });

  it('that would not fit is refused before anything is written', async () => {
    // As long as a disk, without taking room on one.
    truncateSync(path, 8 * 2 ** 40);
    expect(() => backUpSqlite(path, backup, { replace: false })).toThrow(
      /has no room there \(\d+ MB needed, \d+ MB free\)/,
    );
    expect(readdirSync(folder)).toEqual(['data']);
  });

  it('into a folder that is not there is refused: it may be a disk that is not mounted', async () => {
    expect(() => backUpSqlite(path, join(folder, 'none', 'b.db'), { replace: false })).toThrow(
      /there is no such folder/,
    );
  });
});

describe('a restore', () => {
  beforeEach(() => {
    backUpSqlite(path, backup, { replace: false });
  });

  async function changeDatabase(): Promise<void> {
    const database = await open();
    await database.stores.accounts.insert(someAccount());
    await database.close();
  }

  it('M12: puts every row of the backup in place, for the owner alone, and keeps what stood there', async () => {
    await changeDatabase();
    chmodSync(backup, 0o644);
    const [before, saved] = [contentsOf(path), contentsOf(backup)];
    const { kept } = await restore();
    expect(contentsOf(path)).toEqual(saved);
    expect(kept).toBe(keepAt());
    expect(contentsOf(keepAt())).toEqual(before);
    expect([modeOf(path), modeOf(keepAt())]).toEqual(['600', '600']);
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(['latchkey.db', 'latchkey.db.replaced-now']);
    await (await open()).close();
  });

  it('M1: what a killed server left in its log is in what is kept, and not in what is restored', async () => {
    const server = await open();
    await server.stores.accounts.insert(someAccount());
    for (const part of ['', '-wal']) copyFileSync(path + part, join(folder, `killed.db${part}`));
    await server.close();
    rmSync(path);
    for (const part of ['', '-wal']) copyFileSync(join(folder, `killed.db${part}`), path + part);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    await restore();
    expect(contentsOf(path).accounts).toHaveLength(2);
    expect(contentsOf(keepAt()).accounts).toHaveLength(3);
  });

  it('works where no database stands, also beside a log that belongs to none', async () => {
    rmSync(path);
    writeFileSync(`${path}-wal`, 'the log of a database that is gone');
    const { kept } = await restore(false);
    expect(kept).toBeUndefined();
    expect(contentsOf(path)).toEqual(contentsOf(backup));
    expect(readFileSync(`${keepAt()}-wal`, 'utf8')).toMatch(/^the log/);
  });

  it('is refused where a database stands, unless told to replace it', async () => {
    const before = readFileSync(path);
    await expect(restore(false)).rejects.toThrow(/a database already exists there; use --replace/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('M12: is refused while a server has the database open, idle or not', async () => {
    const server = await open();
    await expect(restore()).rejects.toThrow(/latchkey\.db: is in use; stop the server/);
    await server.check();
    await server.close();
    expect(existsSync(keepAt())).toBe(false);
  });

  it('M5: of a file that is damaged, cut short or no database is refused, the database untouched', async () => {
    const [before, whole] = [readFileSync(path), readFileSync(backup)];
    const spoil = [
      () => damage(backup),
      () => writeFileSync(backup, whole.subarray(0, whole.length / 2)),
      () => writeFileSync(backup, 'no database at all, whatever its name says\n'.repeat(99)),
      () => writeFileSync(backup, ''),
    ];
    for (const one of spoil) {
      one();
      await expect(restore()).rejects.toThrow(/^\S+backup\.db: (is damaged|cannot be used|contains no database)/);
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(join(folder, 'data')).filter((name) => !name.endsWith('-shm'))).toEqual(['latchkey.db']);
    }
  });

  it('M11: of a newer schema is refused, the database untouched', async () => {
    const file = openFile(backup);
    file.exec("insert into schema_migrations values (9999, '9999_future', 'x', 1)");
    file.close();
    const before = readFileSync(path);
    await expect(restore()).rejects.toThrow(/backup\.db: the schema is newer than this program/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('of a database that was not closed is refused: part of it is in its log', async () => {
    writeFileSync(`${backup}-wal`, 'frames');
    await expect(restore()).rejects.toThrow(/is incomplete without/);
  });

  it('of the database onto itself is refused', async () => {
    await expect(
      restoreSqlite({ backup: path, path, replace: true, keepAt: keepAt(), requireStopped: async () => {} }),
    ).rejects.toThrow(/is the database itself/);
  });

  it('M5: replaces a database that cannot be read, after asking whether a server runs', async () => {
    writeFileSync(path, 'no database at all\n'.repeat(999));
    const running = vi.fn(async () => Promise.reject(new Error('a server runs')));
    await expect(restore(true, running)).rejects.toThrow('a server runs');
    expect(readFileSync(path, 'utf8')).toMatch(/^no database/);
    const stopped = vi.fn(async () => {});
    await restore(true, stopped);
    expect(stopped).toHaveBeenCalledOnce();
    expect(contentsOf(path)).toEqual(contentsOf(backup));
    expect(readFileSync(keepAt(), 'utf8')).toMatch(/^no database/);
  });
});

it.each(releasedDatabases().map(({ schema }) => schema))(
  'contract 27: where an owner is deleted again in a backup of schema %i, an operator has the application',
  (schema) => {
    unpack({ schema }, backup);
    const before = openFile(backup);
    const { owner_id: owner } = before.prepare('select owner_id from applications').get() as { owner_id: string };
    const columns = (before.pragma('table_info(accounts)') as { name: string }[]).map(({ name }) => name);
    const own: Readonly<Record<string, string>> = { id: "'op'", email: "'op'", email_key: "'op'", username: 'null' };
    const values = columns.map((name) => own[name] ?? (name === 'role' ? "'operator'" : name));
    before.exec(`insert into accounts (${columns}) select ${values} from accounts where id = '${owner}'`);
    before.close();
    expect(deleteListed(backup, [{ id: owner, deleted_at: NOW, logged: 0 }])).toMatchObject({ count: 1 });
    const after = openFile(backup);
    expect(after.prepare('select distinct owner_id from applications').all()).toEqual([{ owner_id: 'op' }]);
    expect(after.pragma('foreign_key_check')).toEqual([]);
    after.close();
  },
);
