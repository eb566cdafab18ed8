// Fetches documents of clients within the limits. All who need one at the same time wait for one answer.
import type { Clock } from '../../ground/clock.ts';
import { hostOfDocument } from '../../server/policy/document-url.ts';
import type { DocumentSource, FetchedDocument } from './document-source.ts';
import { createFetchLimits } from './fetch-limits.ts';

export type Fetched = FetchedDocument | { kind: 'limited'; seconds: number };

/** @param network that asks for it */
export type DocumentFetcher = (url: string, network: string) => Promise<Fetched>;

export function createDocumentFetcher(deps: { source: DocumentSource; clock: Pick<Clock, 'now'> }): DocumentFetcher {
  const limits = createFetchLimits(deps.clock);
  const running = new Map<string, Promise<FetchedDocument>>();
  return async (url, network) => {
    const same = running.get(url);
    if (same) return same;
    const begun = limits.begin({ url, host: hostOfDocument(url), network });
    if (begun.kind === 'full') return { kind: 'limited', seconds: begun.seconds };
    const fetching = deps.source(url).finally(() => {
      running.delete(url);
      begun.end();
    });
    running.set(url, fetching);
    return fetching;
  };
}
