// Stores refused post-logout redirect URIs. Anybody can cause a refusal, so each is written once a minute, and few in a
// minute: what is left out is written when it is sent again.
import type { Clock } from '../../ground/clock.ts';
import type { EventListener } from '../../ground/events/publisher.ts';
import { fireAndForget } from '../../ground/fire-and-forget.ts';
import { MAX_REFUSED_URIS } from './refused-uri.ts';
import type { RefusedUriStore } from './refused-uri-store.ts';

const INTERVAL_MS = 60_000;
/** Writes of this process in one interval, for all applications. */
const MAX_WRITES = 100;
/** Printable ASCII, as in a URI. Longer ones contain tokens rather than an address. */
const STORABLE = /^[\x21-\x7e]{1,500}$/;

export function refusedUriListener(deps: { refusedUris: Pick<RefusedUriStore, 'add'>; clock: Clock }): EventListener {
  let startedAt = 0;
  const written = new Map<string, Set<string>>();
  let writes = 0;

  const mayWrite = (applicationId: string, uri: string): boolean => {
    const ofApplication = written.get(applicationId) ?? new Set();
    if (writes >= MAX_WRITES || ofApplication.size >= MAX_REFUSED_URIS || ofApplication.has(uri)) return false;
    written.set(applicationId, ofApplication.add(uri));
    writes += 1;
    return true;
  };
  return (event) => {
    if (event.kind !== 'request-refused' || event.postLogoutRedirectUri === undefined) return;
    const { applicationId, postLogoutRedirectUri: uri } = event;
    const now = deps.clock.now();
    // A clock that was set back begins an interval too.
    if (now - startedAt >= INTERVAL_MS || now < startedAt) {
      startedAt = now;
      writes = 0;
      written.clear();
    }
    if (!STORABLE.test(uri) || !mayWrite(applicationId, uri)) return;
    fireAndForget(deps.refusedUris.add({ applicationId, uri, refusedAt: now }, MAX_REFUSED_URIS));
  };
}
