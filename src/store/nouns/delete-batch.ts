// The statement that deletes a batch of rows. On PostgreSQL those that another transaction has locked are left to it.
import { statement } from '../statement.ts';

/**
 * On PostgreSQL. Deletes at most `$limit` of the rows that `from` selects. They are selected once, before the first is
 * deleted: a plan may run a subquery after `in` again for each row, and its limit would start over each time.
 * @param key the columns of the primary key, with a comma and a space between them
 */
export function deleteBatch(table: string, key: string, from: string): string {
  const same = key.split(', ').map((column) => `t.${column} = p.${column}`);
  return `
  with picked as materialized (select ${key} ${from} limit $limit for update skip locked)
  delete from ${table} t using picked p where ${same.join(' and ')}`;
}

/** The same, on both. SQLite has no other transactions, whose rows it would leave to them. */
export const removeBatch = (table: string, key: string, from: string) =>
  statement({ postgres: deleteBatch(table, key, from), sqlite: `delete ${from} limit $limit` });
