// An owner registers an application with everything inside it in one request (contract 3). Each platform entry gets its
// API key here.

import type { Clock } from '../../ground/clock.ts';
import type { Fault } from '../../ground/fault.ts';
import { newApiKey, newId } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { Rules } from '../../server/policy/rules.ts';
import { askableIn } from '../apis/askable-scopes.ts';
import { nameableIn, orNamesChanged } from '../groups/nameable-groups.ts';
import type { Ports } from '../ports.ts';
import type { Application, RegisteredApplication } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { joinFaults } from './application-faults.ts';
import { type CheckedApplication, checkApplication } from './check-application.ts';

export type Registration =
  | { kind: 'registered'; application: Application }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** The owner has the maximum number of applications. */
  | { kind: 'too-many'; ownerId: string };

/** Each try that fails met an operator's change of a group or an API that the application names. */
const MAX_TRIES = 5;

/** A bound against mistakes and abuse, far above real use. */
export const MAX_APPLICATIONS_PER_OWNER = 500;

/**
 * @param input `readingFaults`: errors of what could not be read (wrong types, unknown members). With any, nothing is
 *   registered, and the errors of the rules are reported together with them
 * @throws Unavailable
 */
export async function registerApplication(
  deps: Pick<Ports, 'applications' | 'groups' | 'apis' | 'clock' | 'serviceName'> & {
    rules: Pick<Rules, 'pushedRequests'>;
  },
  input: { ownerId: string; draft: ApplicationDraft; readingFaults?: readonly Fault[] },
): Promise<Registration> {
  const { ownerId } = input;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const nameable = await nameableIn(deps, input.draft, undefined);
    const askable = await askableIn(deps, input.draft, undefined);
    const { checked, faults } = checkApplication(input.draft, {
      serviceName: deps.serviceName,
      pushedRequests: deps.rules.pushedRequests,
      nameable,
      askable,
    });
    const all = joinFaults(input.readingFaults ?? [], faults);
    if (all.length > 0) return { kind: 'refused', faults: all };
    const application = toApplication(checked, ownerId, deps.clock);
    const inserted = await orNamesChanged(deps.applications.insert(application, MAX_APPLICATIONS_PER_OWNER));
    if (inserted) return { kind: 'registered', application };
    if (inserted === false) return { kind: 'too-many', ownerId };
  }
  throw new Unavailable('The groups or APIs that the application names are being changed');
}

function toApplication(checked: CheckedApplication, ownerId: string, clock: Clock): RegisteredApplication {
  const now = clock.now();
  return {
    ...checked,
    id: newId(clock),
    ownerId,
    documentUrl: undefined,
    platforms: checked.platforms.map((entry) => ({ ...entry, id: newId(clock), apiKey: newApiKey(), createdAt: now })),
    redirectUris: checked.redirectUris.map((redirectUri) => ({ id: newId(clock), redirectUri, createdAt: now })),
    consentItems: checked.consentItems.map((entry) => ({ ...entry, createdAt: now })),
    apiScopes: checked.apiScopes.map((entry) => ({ ...entry, createdAt: now })),
    logoHash: undefined,
    recordsEvents: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
