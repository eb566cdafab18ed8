// Whether an act follows the policy of now, on SQLite (contract 29): processes read it four times a second.
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/** The function is false when the policy has changed since this revision. */
export function prepareFollowsPolicy(connection: Sqlite['writer']['connection']): (revision: number) => boolean {
  const newer = prepare(connection, 'select 1 from policy where revision > $revision limit 1');
  return (revision) => newer.get({ revision }) === undefined;
}
