// Counts failed sign-ins of an account, one row an hour, so that people see when somebody tries (contract 27).
import type { DomainEvent } from '../events/domain-event.ts';
import { fireAndForget } from '../fire-and-forget.ts';
import type { Ports } from '../ports.ts';
import { idOfTime } from '../secrets.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Limits hold the writes down: an account has ten wrong passwords in fifteen minutes, and as many wrong codes. */
export const failureListener =
  ({ activities, clock }: Pick<Ports, 'activities' | 'clock'>) =>
  (event: DomainEvent): void => {
    if (event.kind !== 'sign-in-attempted' || event.result !== 'wrong' || event.accountId === undefined) return;
    const now = clock.now();
    const id = idOfTime(now - (now % HOUR_MS));
    fireAndForget(activities.countFailure({ id, accountId: event.accountId, now }));
  };
