// Where a page of a list in the console begins.
import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../wire/request-parts.ts';

/** The row after which a page of a list begins. Without a valid one the list begins at its start. */
export function readAfter(request: FastifyRequest, pattern: RegExp): string | undefined {
  const after = queryOf(request).get('after');
  return after !== undefined && pattern.test(after) ? after : undefined;
}
