// Pagination of lists (contract 3): `limit`, and a `cursor` with the place at which the previous page ended.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSecrets } from '../../../core/ground/secrets.ts';
import { httpError } from '../../errors/http-error.ts';
import type { QueryName } from '../../routes/query-parameters.ts';
import { type ListName, readCursor, toCursor } from '../../wire/cursor.ts';
import { queryOf } from '../../wire/request-parts.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export type PageWanted = {
  /** Where the previous page ended. Undefined for the first page. */
  after: string | undefined;
  limit: number;
};

/**
 * A query parameter that the route declares; undefined when it is absent.
 * @throws 400 when it was sent more than once
 */
export function parameterOf(request: FastifyRequest, name: QueryName): string | undefined {
  const query = queryOf(request);
  if (query.isDoubled(name))
    throw httpError(400, `The query parameter ${name} was sent more than once.`, { code: 'query-parameter-doubled' });
  return query.get(name);
}

/** @throws 400 for a limit out of range, an invalid cursor, or a repeated parameter */
export function readPage(request: FastifyRequest, secrets: ServerSecrets, list: ListName): PageWanted {
  const [limit, cursor] = [parameterOf(request, 'limit'), parameterOf(request, 'cursor')];
  return { limit: readLimit(limit), after: cursor && placeIn(cursor, secrets, list) };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT)
    throw httpError(400, `limit must be a number from 1 to ${MAX_LIMIT}.`, { code: 'limit-malformed' });
  return limit;
}

function placeIn(cursor: string, secrets: ServerSecrets, list: ListName): string {
  const place = readCursor(cursor, secrets, list);
  if (place !== undefined) return place;
  throw httpError(
    400,
    'The cursor is not one of this list with these filters. Take the URL of the next page from the Link header.',
    {
      code: 'cursor-unknown',
    },
  );
}

/**
 * Sends a page of what the store finds: it is asked for one row more, which says whether there are others.
 * @param rows `place`: of a row in the list; `json`: as it is shown
 */
export async function sendFound<Row>(
  { ports, apiUrl, request, reply }: ListCall,
  list: ListName,
  rows: {
    find(page: { after: string; limit: number }): Promise<readonly Row[]>;
    place(row: Row): string;
    json(row: Row): unknown;
  },
): Promise<FastifyReply> {
  const { secrets } = ports;
  const { after = '', limit } = readPage(request, secrets, list);
  const found = await rows.find({ after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const page = { rows: shown.map(rows.json), next: last && rows.place(last), limit };
  return sendPage(reply, page, { apiUrl, secrets, list });
}

type ListCall = { ports: { secrets: ServerSecrets }; apiUrl: string; request: FastifyRequest; reply: FastifyReply };

/**
 * Sends the page as JSON, with `Link: rel="next"` (RFC 8288) if there are more rows.
 * @param page.next the place of the last row; undefined: the list ends with it
 */
export function sendPage(
  reply: FastifyReply,
  page: { rows: readonly unknown[]; next: string | undefined; limit: number },
  { apiUrl, secrets, list }: { apiUrl: string; secrets: ServerSecrets; list: ListName },
): FastifyReply {
  if (page.next !== undefined) {
    const { path, query } = list;
    const filters = query ? `${query}&` : '';
    const next = `${apiUrl}${path}?${filters}limit=${page.limit}&cursor=${toCursor(page.next, secrets, list)}`;
    reply.header('link', `<${next}>; rel="next"`);
  }
  return reply.send(page.rows);
}
