// A host of clients that nobody registered, as JSON (contract 46), for the API and for `--json`.
import type { ClientHost } from '../core/applications/client-documents/client-document-store.ts';
import { timeOrNull } from './time.ts';

export const clientHostJson = ({ host, people, usedAt, blockedAt }: ClientHost) => ({
  host,
  people,
  blocked: blockedAt !== undefined,
  blocked_at: timeOrNull(blockedAt),
  last_used_at: timeOrNull(usedAt),
});
