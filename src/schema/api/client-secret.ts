// Client secrets (contract 3).
import * as z from 'zod/mini';
import { atFirstUse } from '../at-first-use.ts';
import { id, sentTime, time, timeOrNever } from './kinds.ts';

export const clientSecretSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the client secret.'),
    created_at: time('When it was created.'),
    last_used_at: timeOrNever('When it was last used, accurate to five minutes. null: never.'),
    expires_at: sentTime(
      'When it expires. null: never.',
      'Write the time as in RFC 3339, for example 2031-01-31T12:00:00Z.',
    ),
  }),
);
