// Fetches the JWK set that an application publishes at its `jwks_uri` (contract 40).
import type { LookupFunction } from 'node:net';
import type { KeySetSource } from '../core/applications/client-jwts/key-set-source.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

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

export function createKeySetSource({ timeLimitMs = 5_000, ...options }: KeySetSourceOptions): KeySetSource {
  const accept = 'application/jwk-set+json, application/json';
  const fetchText = createGuardedFetch({ ...options, timeLimitMs, maxBytes: 64 * 1024, accept });
  return async (uri) => {
    const answer = await fetchText(uri);
    return answer.kind === 'fetched' ? { kind: 'fetched', text: answer.text } : answer;
  };
}
