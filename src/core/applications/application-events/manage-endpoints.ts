// Owners and editors manage where their application receives events (contract 60). For API and console alike.

import type { Fault } from '../../ground/fault.ts';
import { newId } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { Application } from '../applications/application.ts';
import { joinFaults } from '../applications/application-faults.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import { MAX_ENDPOINTS, MAX_EVENT_SECRETS } from './application-event.ts';
import { checkEndpoint, type EndpointDraft } from './check-endpoint.ts';
import type { EventEndpoint, EventSecret } from './event-endpoint.ts';
import { newEventSecret } from './event-secrets.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'events' | 'secrets' | 'clock'>;
type Target = { caller: Caller; applicationId: string };
type EndpointTarget = Target & { id: string };
/** `faults`: of what could not be read. */
type Draft = { draft: EndpointDraft; faults?: readonly Fault[] };

const changeable = (deps: Deps, { caller, applicationId }: Target): Promise<Application | undefined> =>
  findApplication(deps, { caller, id: applicationId, need: 'change' });

/** In order of creation; undefined when the application does not exist or is not the caller's. */
export async function listEndpoints(deps: Deps, target: Target): Promise<EventEndpoint[] | undefined> {
  const application = await findApplication(deps, { caller: target.caller, id: target.applicationId });
  return application && deps.events.listEndpoints(application.id);
}

export async function findEndpoint(deps: Deps, target: EndpointTarget): Promise<EventEndpoint | undefined> {
  return (await listEndpoints(deps, target))?.find(({ id }) => id === target.id);
}

/** Another one was created since the form was shown. */
export type EventsChanged = { kind: 'changed' };

/** What `too-many` means, by the code of its refusal. */
export const TOO_MANY_DETAILS = {
  'event-endpoints-too-many': 'The application already has three event endpoints. Delete one first.',
  'event-secrets-too-many': 'The endpoint already has two secrets. Delete the older one first.',
} as const;

export type EndpointCreation =
  /** `secret`: shown once. */
  | { kind: 'created'; endpoint: EventEndpoint; secret: string }
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'too-many' }
  | { kind: 'no-application' };

/**
 * @param input `newest`: id of the newest endpoint that the form showed, so that a form that is sent twice creates one
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createEndpoint(
  deps: Deps,
  input: Target & Draft & { newest: string },
): Promise<EndpointCreation | EventsChanged>;
export async function createEndpoint(deps: Deps, input: Target & Draft): Promise<EndpointCreation>;
export async function createEndpoint(
  deps: Deps,
  input: Target & Draft & { newest?: string },
): Promise<EndpointCreation | EventsChanged> {
  const application = await changeable(deps, input);
  if (!application) return { kind: 'no-application' };
  const { checked, faults } = checkEndpoint(input.draft, application);
  const all = joinFaults(input.faults ?? [], faults);
  if (all.length > 0) return { kind: 'refused', faults: all };
  const now = deps.clock.now();
  const endpoint: EventEndpoint = {
    id: newId(deps.clock),
    applicationId: application.id,
    url: checked.url,
    types: checked.types,
    createdAt: now,
    disabledAt: checked.disabled ? now : undefined,
    missedFrom: undefined,
    failingSince: undefined,
  };
  const { secret, text } = newEventSecret(deps, endpoint.id);
  const { caller, newest } = input;
  const kind = await deps.events.insertEndpoint(endpoint, secret, MAX_ENDPOINTS, caller.proof, newest);
  return kind === 'created' ? { kind, endpoint, secret: text } : { kind };
}

export type EndpointChange =
  | { kind: 'changed'; endpoint: EventEndpoint }
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'gone' };

/**
 * Of simultaneous changes of one endpoint, one succeeds in each round. A change tries this often before it gives up.
 */
const MAX_TRIES = 50;

/**
 * Replaces `url`, `types` and whether it is disabled, over the state that was read: simultaneous changes, and a
 * delivery that disables the endpoint, are never undone unseen (case N9).
 * @param input `change` is called anew for each state it meets; it may throw to refuse (a precondition that failed)
 * @throws Unavailable; ConfirmationNeeded; what `change` throws
 */
export async function changeEndpoint(
  deps: Deps,
  input: EndpointTarget & { change: (current: EventEndpoint) => Draft },
): Promise<EndpointChange> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const application = await changeable(deps, input);
    const stored = application && (await findEndpoint(deps, input));
    if (!stored) return { kind: 'gone' };
    const { draft, faults: reading = [] } = input.change(stored);
    const { checked, faults } = checkEndpoint(draft, application, stored);
    const all = joinFaults(reading, faults);
    if (all.length > 0) return { kind: 'refused', faults: all };
    const { url, types, disabled } = checked;
    const disabledAt = disabled ? (stored.disabledAt ?? deps.clock.now()) : undefined;
    const endpoint = { ...stored, url, types, disabledAt };
    if (await deps.events.updateEndpoint(endpoint, stored, input.caller.proof)) {
      return { kind: 'changed', endpoint: (await findEndpoint(deps, input)) ?? endpoint };
    }
  }
  throw new Unavailable('Too many changes of one event endpoint at once');
}

/** What waits for it is given up. @returns false when there is none @throws ConfirmationNeeded */
export async function removeEndpoint(deps: Deps, input: EndpointTarget): Promise<boolean> {
  const application = await changeable(deps, input);
  return application ? deps.events.removeEndpoint(application.id, input.id, input.caller.proof) : false;
}

/** Undefined when the endpoint does not exist or is not the caller's. */
export async function listEventSecrets(deps: Deps, input: EndpointTarget): Promise<EventSecret[] | undefined> {
  const endpoint = await findEndpoint(deps, input);
  return endpoint && deps.events.listSecrets(endpoint.id);
}

export type SecretCreation =
  | { kind: 'created'; secret: EventSecret; text: string }
  | { kind: 'too-many' }
  | { kind: 'no-endpoint' };

/**
 * Messages are then signed with both secrets.
 * @param input `newest`: id of the newest secret that the form knew, so that a form that is sent twice creates one
 * @throws ConfirmationNeeded
 */
export async function createEventSecret(
  deps: Deps,
  input: EndpointTarget & { newest: string },
): Promise<SecretCreation | EventsChanged>;
export async function createEventSecret(deps: Deps, input: EndpointTarget): Promise<SecretCreation>;
export async function createEventSecret(
  deps: Deps,
  input: EndpointTarget & { newest?: string },
): Promise<SecretCreation | EventsChanged> {
  const endpoint = (await changeable(deps, input)) && (await findEndpoint(deps, input));
  if (!endpoint) return { kind: 'no-endpoint' };
  const { secret, text } = newEventSecret(deps, endpoint.id);
  const { caller, newest } = input;
  const kind = await deps.events.insertSecret(secret, MAX_EVENT_SECRETS, caller.proof, newest);
  return kind === 'created' ? { kind, secret, text } : { kind };
}

/** Ends all secrets but the newest. @returns false when there is no such endpoint @throws ConfirmationNeeded */
export async function removeOlderEventSecrets(deps: Deps, input: EndpointTarget): Promise<boolean> {
  const endpoint = (await changeable(deps, input)) && (await findEndpoint(deps, input));
  if (!endpoint) return false;
  await deps.events.removeOlderSecrets(endpoint.id, input.caller.proof);
  return true;
}
