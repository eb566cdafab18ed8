// Pagination of lists (contract 3): `limit`, and a `cursor` with the id of the previous page's last row. An HMAC binds
// the cursor to the list and the account, so that a forged or foreign cursor never reaches the database (case N5).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSecrets } from '../../core/secrets.ts';
import { httpError } from '../errors/http-error.ts';
import { queryOf } from '../wire/request-parts.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const MAC_DIGITS = 64;

/** `path` as in the URL, `query`: its filters, `accountId` of the caller: all machine tokens see the same lists. */
export type ListName = { path: string; query?: string; accountId: string | undefined };
export type PageWanted = {
  /** Of the previous page's last row. Undefined for the first page. */
  afterId: string | undefined;
  limit: number;
};

/** @throws 400 for a limit out of range, an invalid cursor, or a repeated parameter */
export function readPage(request: FastifyRequest, secrets: ServerSecrets, list: ListName): PageWanted {
  const query = queryOf(request);
  for (const name of ['limit', 'cursor']) {
    if (query.isDoubled(name))
      throw httpError(400, `The query parameter ${name} was sent more than once.`, { code: 'query-parameter-doubled' });
  }
  const cursor = query.get('cursor');
  return { limit: readLimit(query.get('limit')), afterId: cursor && readCursor(cursor, secrets, list) };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT)
    throw httpError(400, `limit must be a number from 1 to ${MAX_LIMIT}.`, { code: 'limit-malformed' });
  return limit;
}

/** The id (at most 255 bytes), then the HMAC, in lower-case hexadecimal digits. */
const toCursor = (id: string, secrets: ServerSecrets, list: ListName): string =>
  Buffer.from(id).toString('hex') + secrets.mac(...partsOf(list), id).toString('hex');

const partsOf = ({ path, query, accountId }: ListName) =>
  ['cursor', query ? `${path}?${query}` : path, accountId ?? ''] as const;

function readCursor(cursor: string, secrets: ServerSecrets, list: ListName): string {
  if (/^(?:[0-9a-f]{2}){33,287}$/.test(cursor)) {
    const id = Buffer.from(cursor.slice(0, -MAC_DIGITS), 'hex').toString();
    const mac = Buffer.from(cursor.slice(-MAC_DIGITS), 'hex');
    if (secrets.verify(mac, ...partsOf(list), id)) return id;
  }
  throw httpError(400, 'The cursor is not valid for this list. Take it from the Link header.', {
    code: 'cursor-unknown',
  });
}

/** Sends the page as JSON, with `Link: rel="next"` (RFC 8288) if there are more rows. */
export function sendPage(
  reply: FastifyReply,
  page: { rows: readonly { id: string; json: unknown }[]; more: boolean; limit: number },
  context: { apiUrl: string; secrets: ServerSecrets; list: ListName },
): FastifyReply {
  const last = page.rows.at(-1);
  if (page.more && last) {
    const cursor = toCursor(last.id, context.secrets, context.list);
    const { path, query } = context.list;
    const filters = query ? `${query}&` : '';
    const next = `${context.apiUrl}${path}?${filters}limit=${page.limit}&cursor=${cursor}`;
    reply.header('link', `<${next}>; rel="next"`);
  }
  return reply.send(page.rows.map(({ json }) => json));
}
