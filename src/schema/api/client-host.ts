// A host of clients that nobody registered (contract 46).
import * as z from 'zod/mini';
import { atFirstUse } from '../at-first-use.ts';
import { count, flag, text, timeOrNever } from './kinds.ts';

export const clientHostSchema = atFirstUse(() =>
  z.strictObject({
    host: z.readonly(text('Host of the documents, with the port if their URLs name one.')),
    people: z.readonly(count('How many people have connected a client of the host.')),
    blocked: flag('Whether documents of the host are refused, and its clients switched off.'),
    blocked_at: timeOrNever('When it was blocked; null: it is not.'),
    last_used_at: timeOrNever('Last fetch of a document, or last token, to the hour; null: there is no document.'),
  }),
);
