// Kinds of password hashes. Two processes may count at once: one waits for the other at an advisory lock.
import type { PasswordKindCount, PasswordKindStore } from '../../core/sign-in/passwords/password-kind-store.ts';
import { type Base, count } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { PASSWORD_KINDS_LOCK } from './locks.ts';

export const PASSWORD_KINDS = table('password_kinds', 'kind', { text: 'kind', integer: 'accounts' });

const LIST = statement('select kind, accounts from password_kinds order by kind');
const HAS_IMPORTED = statement("select 1 from accounts where origin = 'import' limit 1");
const LIST_HASHES = statement('select id, password_hash from accounts where id > $afterId order by id limit $limit');
const CLEAR = statement('delete from password_kinds');
const INSERT = statement({
  postgres: `
    insert into password_kinds (kind, accounts)
    select kind, accounts from json_to_recordset($counts::json) as x(kind text, accounts bigint)`,
  sqlite: `
    insert into password_kinds (kind, accounts)
    select value ->> 'kind', value ->> 'accounts' from json_each($counts)`,
});

export const createPasswordKindStore = ({ row, rows, write }: Base): PasswordKindStore => ({
  list: () => rows<PasswordKindCount>(LIST),
  replace: (counts) =>
    write(
      function* () {
        yield* count(CLEAR);
        yield* count(INSERT, { counts });
      },
      [PASSWORD_KINDS_LOCK],
    ),
  hasImported: async () => (await row(HAS_IMPORTED)) !== undefined,
  listHashes: (page) => rows<{ id: string; passwordHash: string | undefined }>(LIST_HASHES, page),
});
