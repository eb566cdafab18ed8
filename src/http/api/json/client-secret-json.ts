// Client secrets in requests and responses (contract 3). Only the response that creates a secret contains it (case N4).
import type { ClientSecret } from '../../../core/client-secrets/client-secret.ts';
import type { Fault } from '../../../core/fault.ts';
import { fromTimeText } from '../../../core/time-text.ts';
import { timeOrNull, timeText } from '../../../json/time.ts';
import { id, objectOf, readOnly, readShape, textOrNull, time, timeOrNever } from './shape.ts';

export const clientSecretShape = objectOf({
  id: id('ID of the client secret.'),
  created_at: time('When it was created.'),
  last_used_at: readOnly(timeOrNever('When it was last used, accurate to five minutes. null: never.')),
  expires_at: textOrNull(timeOrNever('When it expires. null: never.')),
});

/** @param body undefined if none was sent: the secret never expires */
export function readClientSecret(body: unknown): { expiresAt: number | undefined; faults: readonly Fault[] } {
  const { value, faults } = readShape(clientSecretShape, body === undefined ? {} : body);
  const text = value?.expires_at ?? undefined;
  if (text === undefined) return { expiresAt: undefined, faults };
  const expiresAt = fromTimeText(text);
  if (expiresAt !== undefined) return { expiresAt, faults };
  const detail = 'Write the time as in RFC 3339, for example 2031-01-31T12:00:00Z.';
  return { expiresAt, faults: [...faults, { path: ['expires_at'], code: 'time-malformed', detail }] };
}

/** The only response that contains the secret. */
export const toNewClientSecretJson = (entry: ClientSecret, secret: string) => ({
  id: entry.id,
  client_secret: secret,
  created_at: timeText(entry.createdAt),
  expires_at: timeOrNull(entry.expiresAt),
});
