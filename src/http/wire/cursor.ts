// Where the next page of a list begins, as its URL says it. The place is what the list is ordered by, so that paging
// continues after that row was deleted. It may be an address, or an id that the caller must not learn: it is encrypted.
// That also binds it to the list, so that a forged cursor or one of another list never reaches the database (N5). It is
// nobody's: whoever reads the same list goes on with it, also with another token. What a caller sees of the list, the
// statement decides for each page.
import type { ServerSecrets } from '../../core/ground/secrets.ts';

/** `path` as in the URL, `query`: its filters, `ownerId`: whose list it is, where people have different ones there. */
export type ListName = { path: string; query?: string | undefined; ownerId?: string | undefined };

const labelOf = ({ path, query = '', ownerId = '' }: ListName): string => JSON.stringify([path, query, ownerId]);

/** @param place at most 1000 bytes, so that the cursor fits in a URL @returns lower-case hexadecimal digits */
export const toCursor = (place: string, secrets: ServerSecrets, list: ListName): string =>
  secrets.seal('cursor', labelOf(list), Buffer.from(place)).toString('hex');

/** @returns the place; undefined when it is no cursor of this list */
export const readCursor = (cursor: string, secrets: ServerSecrets, list: ListName): string | undefined =>
  /^(?:[0-9a-f]{2}){28,1028}$/.test(cursor)
    ? secrets.open('cursor', labelOf(list), Buffer.from(cursor, 'hex'))?.plain.toString()
    : undefined;
