// Entries of the audit as the commands print them.
import type { AuditEntry } from '../../core/server/audit/act.ts';
import { auditEntryJson } from '../../json/audit-entry.ts';
import { timeText } from '../../json/time.ts';
import type { ListEntry } from '../frame/print-list.ts';

export const ENTRY_HEADING = [
  'ID',
  'AT',
  'WHO',
  'FROM',
  'ACTION',
  'APPLICATION',
  'ACCOUNT',
  'ENTRY',
  'FIELDS',
  'RESULT',
];

const whoOf = ({ role, accountId, tokenId, command }: AuditEntry): string =>
  [role, accountId, tokenId && `token ${tokenId}`, command && 'command line'].filter(Boolean).join(' ');

export const entryRow = (entry: AuditEntry): ListEntry => ({
  json: auditEntryJson(entry),
  cells: [
    String(entry.id),
    timeText(entry.at),
    whoOf(entry),
    entry.address ?? null,
    entry.action,
    entry.applicationId ?? null,
    entry.subjectId ?? null,
    entry.entry ?? null,
    entry.fields.join(' ') || null,
    entry.refusal ? `refused: ${entry.refusal}` : entry.result,
  ],
});
