// An owner registers an application with everything inside it in one request (contract 3). Each platform entry gets its
// API key here.
import type { Clock } from '../clock.ts';
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import { newApiKey, newId } from '../secrets.ts';
import type { Application } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { joinFaults } from './application-faults.ts';
import { type CheckedApplication, checkApplication } from './check-application.ts';

export type Registration =
  | { kind: 'registered'; application: Application }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** The owner has the maximum number of applications. */
  | { kind: 'too-many'; ownerId: string };

/** A bound against mistakes and abuse, far above real use. */
export const MAX_APPLICATIONS_PER_OWNER = 500;

/**
 * @param input `readingFaults`: errors of what could not be read (wrong types, unknown members). With any, nothing is
 *   registered, and the errors of the rules are reported together with them
 * @throws Unavailable
 */
export async function registerApplication(
  deps: Pick<Ports, 'applications' | 'clock' | 'serviceName'>,
  input: { ownerId: string; draft: ApplicationDraft; readingFaults?: readonly Fault[] },
): Promise<Registration> {
  const { checked, faults } = checkApplication(input.draft, deps);
  const all = joinFaults(input.readingFaults ?? [], faults);
  if (all.length > 0) return { kind: 'refused', faults: all };
  const application = toApplication(checked, input.ownerId, deps.clock);
  const { ownerId } = input;
  const inserted = await deps.applications.insert(application, MAX_APPLICATIONS_PER_OWNER);
  return inserted ? { kind: 'registered', application } : { kind: 'too-many', ownerId };
}

function toApplication(checked: CheckedApplication, ownerId: string, clock: Clock): Application {
  const now = clock.now();
  return {
    ...checked,
    id: newId(clock),
    ownerId,
    platforms: checked.platforms.map((entry) => ({ ...entry, id: newId(clock), apiKey: newApiKey(), createdAt: now })),
    redirectUris: checked.redirectUris.map((redirectUri) => ({ id: newId(clock), redirectUri, createdAt: now })),
    consentItems: checked.consentItems.map((entry) => ({ ...entry, createdAt: now })),
    logoHash: undefined,
    recordsEvents: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
