// Kinds of password hashes on SQLite.
import type { PasswordKindCount, PasswordKindStore } from '../../core/passwords/password-kind-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createPasswordKindStore({ writer, reader }: Sqlite): PasswordKindStore {
  const list = prepare<PasswordKindCount>(reader.connection, 'select kind, accounts from password_kinds order by kind');
  const imported = prepare(reader.connection, "select 1 from accounts where origin = 'import' limit 1");
  const hashes = prepare<{ id: string; passwordHash: string | undefined }>(
    reader.connection,
    'select id, password_hash from accounts where id > $afterId order by id limit $limit',
  );
  const clear = prepare(writer.connection, 'delete from password_kinds');
  const insert = prepare(writer.connection, 'insert into password_kinds (kind, accounts) values ($kind, $accounts)');
  return {
    list: () => reader.read(() => list.all()),
    replace: async (counts) => {
      await writer.write(() => {
        clear.run();
        for (const count of counts) insert.run(count);
      });
    },
    hasImported: () => reader.read(() => imported.get() !== undefined),
    listHashes: (page) => reader.read(() => hashes.all(page)),
  };
}
