// The audit as a file of JSON lines, one for each entry that the page's filter has (contract 61). It is an entry
// itself, with its reason, before anything is sent.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasForbiddenCharacters } from '../../../core/ground/texts/plain-text.ts';
import { queryOf } from '../../wire/request-parts.ts';

/** One line of text that says something. */
export const isReason = (text: string): boolean => text !== '' && !hasForbiddenCharacters(text);

const NO_REASON = 'no-reason';

/** Back to the page with the same filters, which asks for the reason. */
export function withoutReason(request: FastifyRequest, page: string): string {
  const [, query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('reason');
  parameters.set(NO_REASON, '1');
  return `${page}?${parameters}`;
}

export const lacksReason = (request: FastifyRequest): boolean => queryOf(request).has(NO_REASON);

/** Entries are read while they are sent: whoever stops reading stops the reading of the database. */
export const sendLines = (reply: FastifyReply, entries: AsyncIterable<object> | readonly []) =>
  reply
    .header('content-disposition', 'attachment; filename="audit.jsonl"')
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(linesOf(entries)));

async function* linesOf(entries: AsyncIterable<object> | readonly []): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}
