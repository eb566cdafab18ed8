// Port: recorded events and the outbox of their deliveries. Triggers write the events, in the transaction of their
// cause (decision 50).

import type { DueMessage, OutboxStore } from '../../ground/outbox/outbox-store.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { NoAnswer } from '../../sign-in/sessions/form-delivery.ts';
import type { ApplicationEvent } from './application-event.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { EventDelivery } from './event-endpoint.ts';

/** A delivery in the hands of one process. `type` undefined: the event is gone with its application. */
export type DueEvent = DueMessage &
  Omit<ApplicationEvent, 'id' | 'applicationId' | 'type'> & {
    id: string;
    eventId: string;
    endpointId: string;
    type: ApplicationEvent['type'] | undefined;
  };

/** An answer to a try, or its absence. */
export type EventTry = {
  id: string;
  endpointId: string;
  status: number | undefined;
  /** Why there was no answer. */
  noAnswer: NoAnswer | undefined;
  at: number;
  /** Until then the endpoint asked to be left alone, whoever an event is about. */
  restsUntil: number | undefined;
  /** `final`: no other try is due after it. */
  result: 'succeeded' | 'failed' | 'final';
};

export interface EventStore extends OutboxStore<DueEvent>, EndpointStore {
  /**
   * CLAIMS IN ORDER: of the deliveries of one `sub` at an endpoint, only the one with the lowest number. Hands out at
   * most one delivery of an endpoint whose last try failed, and none while that one is under way, so that an endpoint
   * that hangs takes one place, and nothing of one that rests.
   */
  claim: OutboxStore<DueEvent>['claim'];
  /**
   * At endpoints that fail: makes deliveries that wait for one that is tried again later due with that one, so that no
   * claim passes over them. Looks at `limit` due deliveries of each.
   * @returns how many it changed
   */
  deferBlocked(now: number, limit: number): Promise<number>;
  /** Counts a try, and starts or ends the time for which the endpoint has been failing. @returns since when it fails */
  noteTry(attempt: EventTry): Promise<number | undefined>;
  /**
   * One intent: disables the endpoint and queues the mail, unless it was disabled already.
   * @returns whether this call disabled it
   */
  disable(endpointId: string, now: number, mail: NewMail | undefined): Promise<boolean>;
  /** The newest first, without tests. Only those with an id before `beforeId`. */
  listDeliveries(page: { endpointId: string; beforeId: string | undefined; limit: number }): Promise<EventDelivery[]>;
  /** The oldest first, without tests. `untilId`: no event whose id is not before it. */
  listEvents(page: {
    applicationId: string;
    afterId: string;
    untilId: string;
    limit: number;
  }): Promise<ApplicationEvent[]>;
  /**
   * Queues a delivery of a recorded event. OF ONE EVENT AN ENDPOINT HAS AT MOST ONE DELIVERY THAT IS NOT DONE, however
   * many ask at once: one that waits is due at once instead, with those that wait for it, and one that is being tried
   * is left as it is.
   */
  sendAgain(input: {
    id: string;
    applicationId: string;
    endpointId: string;
    eventId: string;
    now: number;
  }): Promise<'queued' | 'no-event' | 'disabled' | 'no-endpoint'>;
  /** Stores an event of type `test`, and queues it for this endpoint alone. */
  sendTest(input: {
    id: string;
    eventId: string;
    applicationId: string;
    endpointId: string;
    now: number;
  }): Promise<'queued' | 'disabled' | 'no-endpoint'>;
  /**
   * Ends at most `limit` connections that `unlinkAll` of `ConnectionStore` ended together, which makes their events.
   * @returns how many
   */
  endUnlinked(limit: number): Promise<number>;
  /** Tells the triggers whether applications read unverified addresses, a setting. */
  setEmailReleased(released: boolean): Promise<void>;
}
