// Lists come in pages (contract 3): `limit`, and a `cursor` that names the last row of the page before. A cursor is
// bound by HMAC to the list and to the account it was made for, so a forged or foreign one is refused and never reaches
// the database (case N5).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSecrets } from '../../core/secrets.ts';
import { httpError } from '../errors/http-error.ts';
import { queryOf } from '../wire/request-parts.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const MAC_DIGITS = 64;

/** Whose list it is: `path` as in the URL, `accountId` of the caller. */
export type ListName = { path: string; accountId: string };
export type PageWanted = {
  /** Id of the last row of the page before; undefined: from the start. */
  afterId: string | undefined;
  limit: number;
};

/** @throws 400 for a limit out of range, a cursor that is not ours, or either of them twice. */
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

/** Lower-case hexadecimal digits: the id, then the HMAC. */
const toCursor = (id: string, secrets: ServerSecrets, { path, accountId }: ListName): string =>
  Buffer.from(id).toString('hex') + secrets.mac('cursor', path, accountId, id).toString('hex');

function readCursor(cursor: string, secrets: ServerSecrets, { path, accountId }: ListName): string {
  if (/^(?:[0-9a-f]{2}){33,128}$/.test(cursor)) {
    const id = Buffer.from(cursor.slice(0, -MAC_DIGITS), 'hex').toString();
    const mac = Buffer.from(cursor.slice(-MAC_DIGITS), 'hex');
    if (secrets.verify(mac, 'cursor', path, accountId, id)) return id;
  }
  throw httpError(400, 'The cursor is not valid for this list. Take it from the Link header.', {
    code: 'cursor-unknown',
  });
}

/**
 * The page as JSON, with `Link: rel="next"` (RFC 8288) when more rows follow. `rows` carry the id the next page starts
 * after.
 */
export function sendPage(
  reply: FastifyReply,
  page: { rows: readonly { id: string; json: unknown }[]; more: boolean; limit: number },
  context: { apiUrl: string; secrets: ServerSecrets; list: ListName },
): FastifyReply {
  const last = page.rows.at(-1);
  if (page.more && last) {
    const cursor = toCursor(last.id, context.secrets, context.list);
    const next = `${context.apiUrl}${context.list.path}?limit=${page.limit}&cursor=${cursor}`;
    reply.header('link', `<${next}>; rel="next"`);
  }
  return reply.send(page.rows.map(({ json }) => json));
}
