// Where an application receives events, and what became of each delivery.
import { failureByStatus, type NoAnswer, type TryFailure } from '../../sign-in/sessions/form-delivery.ts';
import type { ApplicationEvent, EventType } from './application-event.ts';

export type EventEndpoint = {
  id: string;
  applicationId: string;
  url: string;
  /** In the order of `EVENT_TYPES`. */
  types: readonly EventType[];
  createdAt: number;
  /** Undefined: events are sent to it. */
  disabledAt: number | undefined;
  /** Id of the first event that it did not get because it was disabled. */
  missedFrom: string | undefined;
  /** When the first of the tries failed that followed each other without one that succeeded. */
  failingSince: number | undefined;
};

export type EventSecret = {
  id: string;
  endpointId: string;
  /** `whsec_…`, encrypted with the server's secret. */
  sealed: Buffer;
  createdAt: number;
};

/** One event on its way to one endpoint, as the owner sees it. */
export type EventDelivery = {
  id: string;
  eventId: string;
  type: ApplicationEvent['type'];
  createdAt: number;
  /** Tries so far. */
  tries: number;
  /** HTTP status of the last answer; undefined: none yet, or no answer. */
  lastStatus: number | undefined;
  /** Why there was no answer to the last try; undefined: there was one, or none yet. */
  noAnswer: NoAnswer | undefined;
  lastTriedAt: number | undefined;
  /** No sooner than its endpoint asked for. Undefined: it was delivered or given up. */
  nextTryAt: number | undefined;
  endedAt: number | undefined;
  /** Why it was given up. */
  failure: string | undefined;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export const statusOf = ({ endedAt, failure }: Pick<EventDelivery, 'endedAt' | 'failure'>): DeliveryStatus =>
  endedAt === undefined ? 'pending' : failure === undefined ? 'delivered' : 'failed';

/** Why the last try did not succeed. Undefined: it did, or there was none yet. */
export const lastFailureOf = ({
  lastStatus,
  noAnswer,
}: Pick<EventDelivery, 'lastStatus' | 'noAnswer'>): TryFailure | undefined =>
  lastStatus === undefined ? noAnswer : failureByStatus(lastStatus);
