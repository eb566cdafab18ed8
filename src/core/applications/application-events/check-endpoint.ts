// Applies all rules of an event endpoint (contract 60). One pass finds every input error.
import { findBackchannelUriFault } from '../../../protocol/redirect-uri-registration.ts';
import type { Fault } from '../../ground/fault.ts';
import type { Application } from '../applications/application.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { redirectUriContext } from '../applications/check-redirect-uris.ts';
import { EVENT_TYPES, type EventType } from './application-event.ts';
import type { EventEndpoint } from './event-endpoint.ts';

/** What a request sends. Holes are values that could not be read. */
export type EndpointDraft = {
  url?: string | undefined;
  /** Absent: all types that there are now. */
  types?: readonly (string | undefined)[] | undefined;
  /** A time: it is disabled, now if it was not before. Absent or null: it is enabled. */
  disabledAt?: string | null | undefined;
};

export type CheckedEndpoint = Pick<EventEndpoint, 'url' | 'types'> & { disabled: boolean };

/**
 * @param stored the endpoint as stored: its URL stays valid, even where a rule is newer than it is
 * @returns `checked` is meaningful only when `faults` is empty
 */
export function checkEndpoint(
  draft: EndpointDraft,
  { platforms }: Pick<Application, 'platforms'>,
  stored?: Pick<EventEndpoint, 'url'>,
): { checked: CheckedEndpoint; faults: Fault[] } {
  const faults: Fault[] = [];
  const url = draft.url ?? '';
  if (url === '') faults.push(applicationFault(['url'], 'event-url-missing'));
  else if (url !== stored?.url) {
    const code = findBackchannelUriFault(url, redirectUriContext(platforms));
    if (code) faults.push(applicationFault(['url'], code));
  }
  const types = checkTypes(draft.types ?? EVENT_TYPES, faults);
  return { checked: { url, types, disabled: typeof draft.disabledAt === 'string' }, faults };
}

function checkTypes(types: readonly (string | undefined)[], faults: Fault[]): EventType[] {
  if (types.length === 0) faults.push(applicationFault(['types'], 'event-types-missing'));
  types.forEach((type, index) => {
    if (type === undefined) return;
    if (!(EVENT_TYPES as readonly string[]).includes(type)) {
      faults.push(applicationFault(['types', index], 'event-type-unknown'));
    } else if (types.indexOf(type) < index) faults.push(applicationFault(['types', index], 'event-type-twice'));
  });
  return EVENT_TYPES.filter((type) => types.includes(type));
}
