// The deletion list outlives a restore (contract 27): whoever was deleted after the backup was made is deleted again,
// before the backup takes the database's place.
import type { Database as Connection } from 'better-sqlite3';
import type { DeletedAgain } from '../../../core/operating/leaving/leaving-store.ts';
import { openConnection } from '../connection.ts';
import { tablesIn } from './verify-file.ts';

/** A row of the table, as it is stored. */
export type ListedDeletion = { id: string; deleted_at: number; logged: number };

/** Empty where the schema has no list. */
export const readDeletions = (connection: Connection): readonly ListedDeletion[] =>
  tablesIn(connection).includes('deleted_accounts')
    ? connection.prepare<[], ListedDeletion>('select id, deleted_at, logged from deleted_accounts').all()
    : [];

/** What the address of an account identifies, in tables that older schemas lack. */
const BY_ADDRESS = { invitations: 'email_key', pending_sign_ups: 'email_key', mails: 'email' };

/**
 * Adds `listed` to the list of the database at `path`, which no other process has open, and deletes their accounts.
 * What they own goes to an operator, as `LeavingStore.deleteAgain` says.
 * Leaves no log beside the file.
 */
export function deleteListed(path: string, listed: readonly ListedDeletion[]): DeletedAgain {
  if (listed.length === 0) return { count: 0, keptOperator: undefined };
  const connection = openConnection(path, { fileMustExist: true });
  try {
    connection.exec(
      'pragma journal_mode = delete; pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on',
    );
    const tables = tablesIn(connection);
    const byAddress = Object.entries(BY_ADDRESS)
      .filter(([table]) => tables.includes(table))
      .map(([table, column]) =>
        connection.prepare(`delete from ${table} where ${column} in (
          select ${column} from accounts where id = @id
          ${tables.includes('former_emails') ? `union all select ${column} from former_emails where account_id = @id` : ''})`),
      );
    const remove = connection.prepare('delete from accounts where id = ?');
    const list = tables.includes('deleted_accounts')
      ? connection.prepare(
          'insert into deleted_accounts (id, deleted_at, logged) values (?, ?, ?) on conflict do nothing',
        )
      : undefined;
    return connection.transaction(() => {
      let count = 0;
      const heir = heirOf(connection, tables, listed);
      const going = listed.filter(({ id }) => id !== heir);
      for (const { id, deleted_at, logged } of going) list?.run(id, deleted_at, logged);
      if (heir !== undefined) bequeath(connection, tables, going, heir);
      for (const { id } of going) {
        for (const statement of byAddress) statement.run({ id });
        count += remove.run(id).changes;
      }
      return { count, keptOperator: going.length < listed.length ? heir : undefined };
    })();
  } finally {
    connection.close();
  }
}

const idsIn = (listed: readonly ListedDeletion[]): string => JSON.stringify(listed.map(({ id }) => id));

/** An older schema has nobody who is leaving. */
const heirOf = (connection: Connection, tables: readonly string[], listed: readonly ListedDeletion[]) =>
  connection
    .prepare<[string], { id: string }>(
      `select id from accounts
       where role = 'operator' and disabled_at is null
         and not (${tables.includes('deleted_accounts') ? 'leaving_since is not null' : 'false'})
       order by id in (select value from json_each(?)), created_at, id limit 1`,
    )
    .get(idsIn(listed))?.id;

/** An older schema has no members. */
function bequeath(
  connection: Connection,
  tables: readonly string[],
  listed: readonly ListedDeletion[],
  heir: string,
): void {
  connection
    .prepare('update applications set owner_id = ? where owner_id in (select value from json_each(?))')
    .run(heir, idsIn(listed));
  if (!tables.includes('application_members')) return;
  connection
    .prepare(
      `delete from application_members
       where account_id = ? and application_id in (select id from applications where owner_id = account_id)`,
    )
    .run(heir);
}
