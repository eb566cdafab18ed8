// Checks that accounts whose people deleted them end in time (contract 27).
import { type Finding, ok, warning } from './finding.ts';

/** `overdue`: their time was over an hour ago. Undefined: the schema is older than the program's. */
export function examineLeaving(counts: { leaving: number; overdue: number } | undefined): Finding[] {
  if (!counts) return [];
  const { leaving, overdue } = counts;
  if (overdue === 0) return [ok('deletion', `${leaving} deleted accounts can still be restored, and none is overdue`)];
  const found = `${overdue} deleted accounts should have been gone for an hour or more`;
  return [warning('deletion', found, 'start the server, which deletes them; if it runs, read its log')];
}
