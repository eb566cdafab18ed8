// Counts events for operators.
import type { EventListener } from '../events/publisher.ts';
import type { Tally } from './tally.ts';

export const metricsListener =
  (tally: Pick<Tally, 'count'>): EventListener =>
  (event) => {
    switch (event.kind) {
      case 'request-pushed':
        return tally.count('pushedRequests', 'pushed');
      case 'code-issued':
        return tally.count('codes', 'issued');
      case 'code-redeemed':
        return tally.count('codes', 'redeemed');
      case 'code-replayed':
        return tally.count('codes', 'replayed');
      case 'device-code-issued':
        return tally.count('deviceCodes', 'issued');
      case 'device-code-answered':
      case 'device-code-used':
        return tally.count('deviceCodes', event.result);
      case 'user-code-refused':
        return tally.count('userCodes', event.result);
      case 'refresh-token-used':
        return tally.count('refreshes', event.result);
      case 'key-set-asked':
        return tally.count('keySets', event.result);
      case 'request-refused':
        if (event.refusal === 'not-in-team') return tally.count('notAdmitted', 'team');
        return event.refusal === 'not-in-groups' ? tally.count('notAdmitted', 'groups') : undefined;
      case 'email-withheld':
        return tally.count('withheldAddresses', event.answer);
      case 'sign-in-attempted':
        if (event.result === 'second-factor' || event.result === 'leaving') return undefined;
        if (event.by !== 'password' && event.by !== 'code') return undefined;
        return tally.count('signIns', event.result);
      case 'deletion-changed':
        return tally.count('deletions', event.result);
      case 'account-deleted':
        return tally.count('deletions', 'deleted');
      case 'username-requested':
        return tally.count('usernames', event.result);
      case 'logout-delivery-attempted':
        return tally.count('sessionEndMessages', event.result);
      case 'event-delivery-attempted':
        return tally.count('eventDeliveries', event.result);
      case 'mail-attempted':
        return tally.count('mails', event.result);
      case 'rows-purged':
        return tally.count('purgedRows', 'removed', event.rows);
    }
  };
