// The groups of a batch of an import. On PostgreSQL they stay until the end of the transaction.
import type { AccountToInsert } from '../../core/operating/account-files/account-file-store.ts';
import { count, type Intent } from '../intent.ts';
import { ListOf, statement } from '../statement.ts';

const GROUPS = statement('select id from user_groups where name = any($names) order by id for key share');

/** @returns whether each group that the batch names is there */
export function* areGroups(batch: readonly Pick<AccountToInsert, 'groups'>[]): Intent<boolean> {
  const names = [...new Set(batch.flatMap(({ groups }) => groups))];
  return names.length === 0 || (yield* count(GROUPS, { names: new ListOf(names) })) === names.length;
}
