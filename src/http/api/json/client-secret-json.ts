// Client secrets in requests and responses (contract 3). Only the response that creates a secret contains it (case N4).
import type { ClientSecret } from '../../../core/applications/client-secrets/client-secret.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { fromTimeText } from '../../../core/ground/time-text.ts';
import { timeOrNull, timeText } from '../../../json/time.ts';
import { clientSecretSchema } from '../../../schema/api/client-secret.ts';
import { readWith } from '../../../schema/read.ts';

/** @param body undefined if none was sent: the secret never expires */
export function readClientSecret(body: unknown): { expiresAt: number | undefined; faults: readonly Fault[] } {
  const { value, faults } = readWith(clientSecretSchema(), body === undefined ? {} : body);
  return { expiresAt: fromTimeText(value?.expires_at ?? ''), faults };
}

/** The only response that contains the secret. */
export const toNewClientSecretJson = (entry: ClientSecret, secret: string) => ({
  id: entry.id,
  client_secret: secret,
  created_at: timeText(entry.createdAt),
  expires_at: timeOrNull(entry.expiresAt),
});
