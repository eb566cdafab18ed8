// …/events: endpoints that receive events, their secrets, which are shown once, and deliveries (contract 60).
import { EVENT_TYPES } from '../../../core/applications/application-events/application-event.ts';
import { lastFailureOf, statusOf } from '../../../core/applications/application-events/event-endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  createEventSecret,
  listEndpoints,
  listEventSecrets,
  removeEndpoint,
  removeOlderEventSecrets,
  TOO_MANY_DETAILS,
} from '../../../core/applications/application-events/manage-endpoints.ts';
import { listDeliveries, sendEvent } from '../../../core/applications/application-events/read-events.ts';
import { applicationFault } from '../../../core/applications/applications/application-faults.ts';
import { ID } from '../../../core/ground/secrets.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { EventsProps } from '../../../views/console/parts/console-page.ts';
import { renderEvents } from '../../../views/console/watch/events.tsx';
import { httpError } from '../../errors/http-error.ts';
import { noteChange } from '../../log/logged-change.ts';
import type { Section, Work } from '../frame/console-section.ts';
import { findCreatedSecret, storeCreatedSecret } from '../frame/created-secret.ts';
import { type ActOutcome, changedMeanwhile, refused, refusedNow } from '../frame/outcome.ts';
import { readAfter } from '../frame/read-after.ts';

/** Deliveries of each endpoint on one page. */
const PAGE_SIZE = 10;

const applicationOf = ({ place }: Pick<Work, 'place'>) => ({
  caller: place.caller,
  applicationId: place.application.id,
});
const endpointOf = (work: Work) => ({ ...applicationOf(work), id: work.form.get('entry') ?? '' });

const tooMany = (code: keyof typeof TOO_MANY_DETAILS) =>
  refusedNow([{ path: [], code, detail: TOO_MANY_DETAILS[code] }]);

const draftOf = (form: Parameters) => ({
  url: form.get('url')?.trim(),
  types: EVENT_TYPES.filter((type) => form.has(`type-${type}`)),
});

async function create(work: Work): Promise<ActOutcome> {
  const { deps, request, place, form } = work;
  const newest = form.get('newest') ?? '';
  const creation = await createEndpoint(deps.ports, { ...applicationOf(work), draft: draftOf(form), newest });
  if (creation.kind === 'changed') return findCreatedSecret(deps, request, place, newest);
  if (creation.kind === 'refused') return refused(creation.faults);
  if (creation.kind === 'no-application') throw httpError(404);
  if (creation.kind === 'too-many') return tooMany('event-endpoints-too-many');
  noteChange(request, { entry: creation.endpoint.id });
  return storeCreatedSecret(deps, request, place, { secret: creation.secret, form: newest });
}

async function change(work: Work): Promise<ActOutcome> {
  const { deps, form } = work;
  const disabledAt = form.has('enabled') ? null : 'now';
  const changed = await changeEndpoint(deps.ports, {
    ...endpointOf(work),
    change: () => ({ draft: { ...draftOf(form), disabledAt } }),
  });
  if (changed.kind === 'refused') return refused(changed.faults);
  return changed.kind === 'gone' ? changedMeanwhile : { kind: 'done', notice: 'saved' };
}

async function addSecret(work: Work): Promise<ActOutcome> {
  const { deps, request, place, form } = work;
  const newest = form.get('newest') ?? '';
  const creation = await createEventSecret(deps.ports, { ...endpointOf(work), newest });
  if (creation.kind === 'changed') return findCreatedSecret(deps, request, place, newest);
  if (creation.kind === 'no-endpoint') return changedMeanwhile;
  if (creation.kind === 'too-many') return tooMany('event-secrets-too-many');
  return storeCreatedSecret(deps, request, place, { secret: creation.text, form: newest });
}

async function endSecret(work: Work): Promise<ActOutcome> {
  const ended = await removeOlderEventSecrets(work.deps.ports, endpointOf(work));
  return ended ? { kind: 'done', notice: 'removed' } : changedMeanwhile;
}

async function remove(work: Work): Promise<ActOutcome> {
  const removed = await removeEndpoint(work.deps.ports, endpointOf(work));
  return removed ? { kind: 'done', notice: 'removed' } : changedMeanwhile;
}

async function send(work: Work, eventId: string | undefined): Promise<ActOutcome> {
  const sending = await sendEvent(work.deps.ports, { ...endpointOf(work), eventId });
  if (sending.kind === 'queued') return { kind: 'done', notice: 'event-queued' };
  return sending.kind === 'no-event' ? refused([applicationFault([], 'event-unknown')]) : changedMeanwhile;
}

async function propsOf(work: Pick<Work, 'deps' | 'request' | 'place'>): Promise<EventsProps> {
  const { deps, request } = work;
  const beforeId = readAfter(request, ID);
  const endpoints = await listEndpoints(deps.ports, applicationOf(work));
  if (!endpoints) throw httpError(404);
  let nextAfter: string | undefined;
  const shown = await Promise.all(
    endpoints.map(async (endpoint) => {
      const at = { ...applicationOf(work), id: endpoint.id };
      const page = await listDeliveries(deps.ports, { ...at, beforeId, limit: PAGE_SIZE });
      const rows = page?.rows ?? [];
      const last = rows.at(-1)?.id;
      // One page goes on where the first of the lists ends, so that none skips a delivery.
      if (page?.more && last !== undefined && (nextAfter === undefined || last > nextAfter)) nextAfter = last;
      const secrets = ((await listEventSecrets(deps.ports, at)) ?? []).map(({ id }) => id);
      const deliveries = rows.map((delivery) => ({
        status: statusOf(delivery),
        lastFailure: lastFailureOf(delivery),
        ...delivery,
      }));
      return { ...endpoint, secrets, deliveries };
    }),
  );
  return { types: EVENT_TYPES, endpoints: shown, later: beforeId !== undefined, nextAfter };
}

export const eventsSection: Section<'events'> = {
  name: 'events',
  shows: 'made',
  audit: 'harmless: shows the application, no person',
  actions: {
    create: { need: 'change', confirm: 'required', act: create },
    change: { need: 'change', confirm: 'required', act: change },
    secret: { need: 'change', confirm: 'required', act: addSecret },
    'end-secret': { need: 'change', confirm: 'required', act: endSecret },
    remove: { need: 'change', confirm: 'required', act: remove },
    test: { need: 'change', confirm: 'harmless', act: (work) => send(work, undefined) },
    again: { need: 'change', confirm: 'harmless', act: (work) => send(work, work.form.get('event') ?? '') },
  },
  render: async (context, page, at) => renderEvents(context, page, await propsOf(at)),
};
