// Fetches the JWK set that an application publishes at its `jwks_uri` (contract 40). The guard against internal
// addresses is that of deliveries (case N7). Fetches are rare, so no connection is kept.
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { KeySetSource } from '../core/client-jwts/key-set-source.ts';
import { whyNoAnswer } from './delivery-answers.ts';
import { InternalAddress, publicOnly, refuseInternalLiteral } from './public-hosts.ts';

export type KeySetSourceOptions = {
  /** The setting `internal_deliveries`. */
  allowInternal: boolean;
  /** From resolving the name to the end of the answer, in ms. Default 5000. */
  timeLimitMs?: number;
  /** Resolves names. Default: the system's resolver. */
  lookup?: LookupFunction;
  /** Certificates that are trusted besides the system's. */
  ca?: string;
};

/** A longer answer is none, in bytes. */
const MAX_BYTES = 64 * 1024;

const HEADERS = { accept: 'application/jwk-set+json, application/json', 'user-agent': 'Latchkey' };

/** Redirects are not followed, and only 200 is an answer. */
export function createKeySetSource(options: KeySetSourceOptions): KeySetSource {
  const { allowInternal, timeLimitMs = 5_000, lookup = systemLookup as LookupFunction, ca } = options;
  const connect = { timeout: timeLimitMs, lookup: allowInternal ? lookup : publicOnly(lookup), ...(ca && { ca }) };
  return async (uri) => {
    // The time limit does not include loading the library.
    const { Agent, request } = await import('undici');
    const dispatcher = new Agent({ connect, maxResponseSize: MAX_BYTES });
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      if (!allowInternal) refuseInternalLiteral(uri);
      const answer = await request(uri, { headers: HEADERS, dispatcher, signal });
      if (answer.statusCode !== 200) return { kind: 'failed', reason: `answered ${answer.statusCode}` };
      return { kind: 'fetched', text: await answer.body.text() };
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
