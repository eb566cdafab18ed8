// A client secret on the wire (contract 3): the secret itself only in the answer that made it (case N4).
import type { ClientSecret } from '../../../core/client-secrets/client-secret.ts';
import type { Fault } from '../../../core/fault.ts';
import { timeOrNull, timeText } from '../../../json/time.ts';
import { objectOf, readOnlyMember, readShape, textOrNull } from './read-shape.ts';
import { fromTimeText } from './time-text.ts';

export const clientSecretShape = objectOf({
  id: readOnlyMember,
  created_at: readOnlyMember,
  last_used_at: readOnlyMember,
  expires_at: textOrNull,
});

/** @param body undefined: none was sent, which asks for a secret that never expires. */
export function readClientSecret(body: unknown): { expiresAt: number | undefined; faults: readonly Fault[] } {
  const { value, faults } = readShape(clientSecretShape, body === undefined ? {} : body);
  const text = value?.expires_at ?? undefined;
  if (text === undefined) return { expiresAt: undefined, faults };
  const expiresAt = fromTimeText(text);
  if (expiresAt !== undefined) return { expiresAt, faults };
  const detail = 'Write the time as in RFC 3339, for example 2031-01-31T12:00:00Z.';
  return { expiresAt, faults: [...faults, { path: ['expires_at'], code: 'time-malformed', detail }] };
}

/** The one answer that shows the secret. */
export const toNewClientSecretJson = (entry: ClientSecret, secret: string) => ({
  id: entry.id,
  client_secret: secret,
  created_at: timeText(entry.createdAt),
  expires_at: timeOrNull(entry.expiresAt),
});
