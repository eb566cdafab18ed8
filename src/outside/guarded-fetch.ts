// Fetches a text from an address that somebody else chose. The guard against internal addresses is that of deliveries
// (case N7): the address that is connected to is the one that was checked. Redirects are not followed, and only 200 is
// an answer. Such fetches are rare, so no connection is kept.
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { whyNoAnswer } from './delivery-answers.ts';
import { InternalAddress, publicOnly, refuseInternalLiteral } from './public-hosts.ts';

export type GuardedFetchOptions = {
  /** Whether addresses that only this machine or its network reaches are taken. */
  allowInternal: boolean;
  /** From resolving the name to the end of the answer, in ms. */
  timeLimitMs: number;
  /** A longer answer is none, in bytes. */
  maxBytes: number;
  /** The header `accept`. */
  accept: string;
  /** Resolves names. Default: the system's resolver. */
  lookup?: LookupFunction | undefined;
  /** Certificates that are trusted besides the system's. */
  ca?: string | undefined;
};

/** `header`: a field of the answer; of one that was sent twice, nothing. `reason`: a word for the log. */
export type GuardedAnswer =
  | { kind: 'fetched'; text: string; header(name: string): string | undefined }
  | { kind: 'failed'; reason: string };

/** @returns never fails */
export function createGuardedFetch(options: GuardedFetchOptions): (uri: string) => Promise<GuardedAnswer> {
  const { allowInternal, timeLimitMs, maxBytes, accept, lookup = systemLookup as LookupFunction, ca } = options;
  const connect = { timeout: timeLimitMs, lookup: allowInternal ? lookup : publicOnly(lookup), ...(ca && { ca }) };
  const headers = { accept, 'user-agent': 'Latchkey' };
  return async (uri) => {
    // The time limit does not include loading the library.
    const { Agent, request } = await import('undici');
    const dispatcher = new Agent({ connect, maxResponseSize: maxBytes });
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      if (!allowInternal) refuseInternalLiteral(uri);
      const answer = await request(uri, { headers, dispatcher, signal });
      if (answer.statusCode !== 200) return { kind: 'failed', reason: `answered ${answer.statusCode}` };
      const header = (name: string) => {
        const value = answer.headers[name];
        return typeof value === 'string' ? value : undefined;
      };
      return { kind: 'fetched', text: await answer.body.text(), header };
    } catch (error) {
      return { kind: 'failed', reason: signal.aborted ? 'timeout' : reasonOf(error) };
    } finally {
      await dispatcher.destroy();
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof InternalAddress) return 'refused-address';
  if ((error as { code?: unknown }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too-large';
  const { reason, detail } = whyNoAnswer(error);
  return detail === undefined ? reason : `${reason} ${detail}`;
}
