// Checks that accounts whose people deleted them end in time (contract 27).
import { type Finding, findingOf, ok, warning } from './finding.ts';

export const LEAVING_FINDINGS = {
  'deletion-in-time': ok('deletion', '{leaving} deleted accounts can still be restored, and none is overdue'),
  'deletion-overdue': warning(
    'deletion',
    '{overdue} deleted accounts should have been gone for an hour or more',
    'start the server, which deletes them; if it runs, read its log',
  ),
} as const;
const tell = findingOf(LEAVING_FINDINGS);

/** `overdue`: their time was over an hour ago. Undefined: the schema is older than the program's. */
export function examineLeaving(counts: { leaving: number; overdue: number } | undefined): Finding[] {
  if (!counts) return [];
  const { leaving, overdue } = counts;
  return [overdue === 0 ? tell('deletion-in-time', { leaving }) : tell('deletion-overdue', { overdue })];
}
