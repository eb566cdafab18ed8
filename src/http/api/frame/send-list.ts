// Pages of lists that are in memory as a whole.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../../core/operating/ports.ts';
import { type PageWanted, readPage, sendPage } from './pages-of-lists.ts';

/** Ids are in the order of the list, so that a cursor works after its row was deleted. */
type Row = { id: string; json: unknown };

/** The id of a row in a list in order of creation. `name` alone has no such order. */
export const rowId = ({ createdAt }: { createdAt: number }, name: string): string =>
  `${String(createdAt).padStart(15, '0')}-${name}`;

/**
 * @param list `path` as in the URL
 * @throws 400 for a limit out of range or a cursor of another list
 */
export function sendList(
  { ports: { secrets }, apiUrl }: { ports: Pick<Ports, 'secrets'>; apiUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
  { path, rows }: { path: string; rows: readonly Row[] },
): FastifyReply {
  const list = { path };
  const { after, limit } = readPage(request, secrets, list);
  const rest = rowsAfter(rows, after);
  const page = rest.slice(0, limit);
  const next = rest.length > limit ? page.at(-1)?.id : undefined;
  return sendPage(reply, { rows: page.map(({ json }) => json), next, limit }, { apiUrl, secrets, list });
}

function rowsAfter(rows: readonly Row[], after: PageWanted['after']): readonly Row[] {
  if (after === undefined) return rows;
  const place = rows.findIndex(({ id }) => id === after);
  return place < 0 ? rows.filter(({ id }) => id > after) : rows.slice(place + 1);
}
