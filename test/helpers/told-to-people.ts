// Which actions in the audit were told to the person they were done to, on the page of activity (contract 27). The rule
// is that of the trigger `activities_operator_acted`.
import type { auditEntryJson } from '../../src/json/audit-entry.ts';

type Told = Pick<ReturnType<typeof auditEntryJson>, 'role' | 'account' | 'subject' | 'action' | 'result'>;

/** What deletes the account deletes its activities too. */
const DELETES: readonly string[] = ['accounts delete', 'DELETE /accounts/:id'];

/** @param entries of the audit, as the command line prints them */
export const toldToPeople = (entries: readonly Told[]): ReadonlySet<string> =>
  new Set(
    entries
      .filter(({ role, result }) => result === 'done' && role !== 'server')
      .filter(({ account, subject }) => subject !== null && subject !== account)
      .map(({ action }) => action)
      .filter((action) => !DELETES.includes(action)),
  );
