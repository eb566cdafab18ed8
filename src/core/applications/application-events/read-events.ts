// What owners see of events and their deliveries, and how they send one again (contract 60).

import { idOfTime, newId } from '../../ground/secrets.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import type { ApplicationEvent } from './application-event.ts';
import type { EventDelivery } from './event-endpoint.ts';
import { findEndpoint } from './manage-endpoints.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'events' | 'secrets' | 'clock' | 'publish'>;
type Target = { caller: Caller; applicationId: string };
type EndpointTarget = Target & { id: string };
type Page<Row> = { rows: Row[]; more: boolean };

/**
 * An event is listed once it is so old, in ms. Transactions commit in another order than that of their ids, and a
 * reader that continues after the last id must not miss one.
 */
export const LISTED_AFTER_MS = 3_000;

const cut = <Row>(rows: readonly Row[], limit: number): Page<Row> => ({
  rows: rows.slice(0, limit),
  more: rows.length > limit,
});

/** The oldest first. @returns undefined when the application does not exist or is not the caller's */
export async function listEvents(
  deps: Deps,
  input: Target & { afterId: string | undefined; limit: number },
): Promise<Page<ApplicationEvent> | undefined> {
  const { caller, applicationId, afterId = '', limit } = input;
  const application = await findApplication(deps, { caller, id: applicationId });
  if (!application) return undefined;
  const untilId = idOfTime(deps.clock.now() - LISTED_AFTER_MS);
  return cut(await deps.events.listEvents({ applicationId, afterId, untilId, limit: limit + 1 }), limit);
}

/** The newest first. @returns undefined when the endpoint does not exist or is not the caller's */
export async function listDeliveries(
  deps: Deps,
  input: EndpointTarget & { beforeId: string | undefined; limit: number },
): Promise<Page<EventDelivery> | undefined> {
  const endpoint = await findEndpoint(deps, input);
  if (!endpoint) return undefined;
  const { beforeId, limit } = input;
  return cut(await deps.events.listDeliveries({ endpointId: endpoint.id, beforeId, limit: limit + 1 }), limit);
}

export type Sending = { kind: 'queued' | 'no-endpoint' | 'disabled' | 'no-event' };

/** @param input `eventId` undefined: an event of type `test` is sent */
export async function sendEvent(deps: Deps, input: EndpointTarget & { eventId: string | undefined }): Promise<Sending> {
  const { caller, applicationId, eventId } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'change' });
  const endpoint = application && (await findEndpoint(deps, input));
  if (!endpoint) return { kind: 'no-endpoint' };
  const sending = { id: newId(deps.clock), applicationId, endpointId: endpoint.id, now: deps.clock.now() };
  const kind =
    eventId === undefined
      ? await deps.events.sendTest({ ...sending, eventId: newId(deps.clock) })
      : await deps.events.sendAgain({ ...sending, eventId });
  if (kind === 'queued') deps.publish({ kind: 'application-events-due' });
  return { kind };
}
