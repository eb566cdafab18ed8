// A list that is at hand as a whole, sent page by page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../plugins/access.ts';
import { cutPage, readPage, sendPage } from './pages-of-lists.ts';
import type { RegistrationDeps } from './registration-deps.ts';

/**
 * @param list `path` as in the URL; `rows` in the order they are shown, each with the id that a cursor names it by
 * @throws 400 for a limit out of range or a cursor of another list
 */
export function sendList(
  { ports: { secrets }, apiUrl }: RegistrationDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, rows }: { path: string; rows: readonly { id: string; json: unknown }[] },
): FastifyReply {
  const list = { path, accountId: callerOf(request).accountId };
  const wanted = readPage(request, secrets, list);
  return sendPage(reply, { ...cutPage(rows, wanted), limit: wanted.limit }, { apiUrl, secrets, list });
}
