// Port: fetches the document of a client.
import type { CacheHeaders } from './kept-for.ts';

/** `reason` is a word for the log and the page: it has no text of the client's server. */
export type FetchedDocument = ({ kind: 'fetched'; text: string } & CacheHeaders) | { kind: 'failed'; reason: string };

/** Never fails. Anybody names the address, so internal ones are refused (case N7), and size and time are bounded. */
export type DocumentSource = (url: string) => Promise<FetchedDocument>;
