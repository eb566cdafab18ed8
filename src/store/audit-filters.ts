// What a list of the audit can be narrowed to. Every combination has a statement of its own, so that each reads by an
// index.
import { AUDIT_FILTERS, type AuditFilter } from '../core/server/audit/audit-store.ts';

type Name = (typeof AUDIT_FILTERS)[number];

const COLUMNS: Readonly<Record<Name, string>> = {
  applicationId: 'application_id',
  accountId: 'account_id',
  subjectId: 'subject_id',
  action: 'action',
};

const combinations: (readonly Name[])[] = [[]];
for (const name of AUDIT_FILTERS) combinations.push(...combinations.map((names) => [...names, name]));

/** @param prepare makes the statement with the condition @returns the statement for a filter */
export function statementsByFilter<Statement>(
  prepare: (where: string) => Statement,
): (filter: AuditFilter) => Statement {
  const made = new Map(
    combinations.map((names) => [
      names.join(),
      prepare(['true', ...names.map((name) => `${COLUMNS[name]} = $${name}`)].join(' and ')),
    ]),
  );
  return (filter) => made.get(AUDIT_FILTERS.filter((name) => filter[name] !== undefined).join()) as Statement;
}
