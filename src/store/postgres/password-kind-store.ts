// Kinds of password hashes on PostgreSQL.
import type { PasswordKindCount, PasswordKindStore } from '../../core/passwords/password-kind-store.ts';
import { PASSWORD_KINDS_LOCK } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const LIST = statement('select kind, accounts from password_kinds order by kind');
const HAS_IMPORTED = statement("select 1 from accounts where origin = 'import' limit 1");
const LIST_HASHES = statement('select id, password_hash from accounts where id > $afterId order by id limit $limit');
const CLEAR = statement('delete from password_kinds');
const INSERT = statement(`
  insert into password_kinds (kind, accounts)
  select kind, accounts from json_to_recordset($counts::json) as x(kind text, accounts bigint)`);

export const createPasswordKindStore = ({ read, transaction }: Postgres): PasswordKindStore => ({
  list: () => read<PasswordKindCount>(LIST),
  // Two processes may count at once.
  replace: (counts) =>
    transaction(
      async (run) => {
        await run(CLEAR);
        await run(INSERT, { counts });
      },
      [PASSWORD_KINDS_LOCK],
    ),
  hasImported: async () => (await read(HAS_IMPORTED)).length > 0,
  listHashes: (page) => read<{ id: string; passwordHash: string | undefined }>(LIST_HASHES, page),
});
