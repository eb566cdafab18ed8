// Fetches the document at the URL that a client has as its `client_id` (contract 46).
import type { LookupFunction } from 'node:net';
import type { DocumentSource } from '../core/applications/client-documents/document-source.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

export type DocumentSourceOptions = {
  /** Where anybody names the address, never. */
  allowInternal: boolean;
  /** From resolving the name to the end of the answer, in ms. Default 3000. */
  timeLimitMs?: number;
  /** Resolves names. Default: the system's resolver. */
  lookup?: LookupFunction;
  /** Certificates that are trusted besides the system's. */
  ca?: string;
};

const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.-]+\+)?json[ \t]*(?:;|$)/i;

export function createDocumentSource({ timeLimitMs = 3_000, ...options }: DocumentSourceOptions): DocumentSource {
  const fetchText = createGuardedFetch({ ...options, timeLimitMs, maxBytes: 5 * 1024, accept: 'application/json' });
  return async (url) => {
    const answer = await fetchText(url);
    if (answer.kind === 'failed') return answer;
    const { text, header } = answer;
    if (!JSON_TYPE.test(header('content-type') ?? '')) return { kind: 'failed', reason: 'content-type' };
    return {
      kind: 'fetched',
      text,
      cacheControl: header('cache-control'),
      age: header('age'),
      expires: header('expires'),
    };
  };
}
