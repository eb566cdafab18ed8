// Entries of the audit as `--json` prints them (contract 61).
import { type AuditEntry, placeOf } from '../core/server/audit/act.ts';
import { timeText } from './time.ts';

export const auditEntryJson = (entry: AuditEntry) => ({
  id: entry.id,
  at: timeText(entry.at),
  role: entry.role,
  account: entry.accountId ?? null,
  api_token: entry.tokenId ?? null,
  command: entry.command ?? null,
  machine_user: placeOf(entry).machineUser ?? null,
  address: placeOf(entry).address ?? null,
  request_id: entry.requestId ?? null,
  action: entry.action,
  application: entry.applicationId ?? null,
  subject: entry.subjectId ?? null,
  entry: entry.entry ?? null,
  fields: entry.fields,
  reason: entry.reason ?? null,
  result: entry.result,
  refusal: entry.refusal ?? null,
});
