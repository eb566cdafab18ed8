// Counts events for the owners of an application.
import type { DomainEvent } from '../../ground/events/domain-event.ts';
import type { EventListener } from '../../ground/events/publisher.ts';
import { tryItRedirectUri } from '../try-it/run.ts';
import type { Counters } from './counters.ts';

/** @param issuer identifies the redirect URI of "try it" */
export function statisticsListener(counters: Pick<Counters, 'count'>, issuer: string): EventListener {
  return (event) => {
    if (isTryIt(event, issuer)) return;
    switch (event.kind) {
      case 'authorization-started':
        return counters.count(event.applicationId, 'started');
      case 'device-code-issued':
        return counters.count(event.applicationId, 'started');
      case 'device-code-answered':
        return counters.count(event.applicationId, event.result === 'confirmed' ? 'completed' : 'cancelled');
      case 'code-issued':
        return counters.count(event.applicationId, 'completed');
      case 'request-refused': {
        const { refusal } = event;
        return counters.count(event.applicationId, refusal === 'user-cancelled' ? 'cancelled' : `refused:${refusal}`);
      }
      case 'consent-given':
        for (const item of event.agreed) counters.count(event.applicationId, `agreed:${item}`);
        for (const item of event.declined) counters.count(event.applicationId, `declined:${item}`);
    }
  };
}

/** A run of "try it" does not count as a sign-in of a user. */
const isTryIt = (event: DomainEvent, issuer: string): boolean =>
  'redirectUri' in event && event.redirectUri === tryItRedirectUri(issuer, event.applicationId);
