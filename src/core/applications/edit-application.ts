// Changes an application (contract 3). Whatever part of it is changed, the rules of the whole are applied to what would
// come of it, and it is kept only on top of what was read: two edits at once never lose one another (cases N9, N11).
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import { newApiKey, newId } from '../secrets.ts';
import { Unavailable } from '../unavailable.ts';
import type { Application } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { joinFaults } from './application-faults.ts';
import { type CheckedApplication, checkApplication } from './check-application.ts';
import { isDangerousChange } from './dangerous-change.ts';
import { type Caller, findApplication } from './find-application.ts';

/** What somebody wants an application to become. */
export type WantedChange = {
  draft: ApplicationDraft;
  /** What is known to be wrong with what was sent, in its own paths: what of it could not be read, for example. */
  faults?: readonly Fault[];
  /**
   * Where in what was sent stands what stands there in the draft; undefined: nowhere, and a fault there is a conflict
   * with what is stored. Absent: the draft is what was sent.
   */
  sentAt?: (path: Fault['path']) => Fault['path'] | undefined;
  /** What was sent conflicts with what is stored; told when nothing is wrong with it otherwise. */
  conflict?: string | undefined;
  /** Whose entries the draft's are matched with; absent: those that are stored. For an entry whose value changes. */
  onto?: Application;
};

export type ApplicationEdit =
  | { kind: 'edited'; application: Application }
  /** Not there (any more), or not the caller's to change. */
  | { kind: 'gone' }
  /** Paths lead into what was sent. */
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'conflict'; detail: string };

/** Edits of one application at the same moment each win once; so many others may win before one gives up. */
export const MAX_TRIES = 200;

/**
 * @param input `change` is asked anew for each state it meets; it may throw to refuse (a precondition that failed).
 * @throws Unavailable; ConfirmationNeeded for a dangerous change; what `change` throws
 */
export async function editApplication(
  deps: Pick<Ports, 'applications' | 'members' | 'clock' | 'serviceName'>,
  input: { caller: Caller; id: string; change: (current: Application) => WantedChange },
): Promise<ApplicationEdit> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findApplication(deps, { ...input, need: 'change' });
    if (!current) return { kind: 'gone' };
    const wanted = input.change(current);
    const { checked, faults } = checkApplication(wanted.draft, { serviceName: deps.serviceName, kept: current });
    const refusal = refusalOf(wanted, faults);
    if (refusal) return refusal;
    const application = merge(wanted.onto ?? current, checked, deps.clock.now());
    const proof = isDangerousChange(current, application) ? input.caller.proof : undefined;
    if (await deps.applications.replace(application, current.version, proof)) return { kind: 'edited', application };
  }
  throw new Unavailable('Too many edits of one application at once');
}

/** Everything wrong with what was sent, else what is in its way. */
function refusalOf(wanted: WantedChange, rules: readonly Fault[]): ApplicationEdit | undefined {
  const { draft, faults = [], sentAt = (path) => path, conflict } = wanted;
  const placed = rules.map((fault) => ({ fault, path: sentAt(fault.path) }));
  const ofSent = placed.flatMap(({ fault, path }) => (path ? [{ ...fault, path }] : []));
  const all = joinFaults(faults, ofSent);
  if (all.length > 0) return { kind: 'refused', faults: all };
  if (conflict !== undefined) return { kind: 'conflict', detail: conflict };
  const inTheWay = placed.filter(({ path }) => !path).map(({ fault }) => fault);
  return inTheWay.length === 0 ? undefined : { kind: 'conflict', detail: tellConflict(draft, inTheWay) };
}

/** Names what the application has that is in the way, and why it is. */
function tellConflict(draft: ApplicationDraft, faults: readonly Fault[]): string {
  const reasons = [...new Set(faults.map(({ detail }) => detail))];
  const told = reasons.map((reason) => {
    const values = faults.filter(({ detail }) => detail === reason).map(({ path }) => valueAt(draft, path));
    const names = [...new Set(values)].filter((value) => value !== undefined);
    return names.length === 0 ? reason : `Still registered: ${names.join(', ')}. ${reason}`;
  });
  return told.join(' ');
}

/** A redirect URI or the like that the stored application has at the place of a fault. */
function valueAt(draft: ApplicationDraft, [member, index]: Fault['path']): string | undefined {
  const list = { redirect_uris: draft.redirectUris, post_logout_redirect_uris: draft.postLogoutRedirectUris }[
    String(member)
  ];
  return member === 'backchannel_logout_uri' ? draft.backchannelLogoutUri : list?.[Number(index)];
}

/** Entries are matched by platform, by value and by item; a matched one keeps its id, key and time of creation. */
function merge(current: Application, checked: CheckedApplication, now: number): Application {
  const platformOf = new Map(current.platforms.map((entry) => [entry.platform, entry]));
  const uriOf = new Map(current.redirectUris.map((entry) => [entry.redirectUri, entry]));
  const itemOf = new Map(current.consentItems.map((entry) => [entry.item, entry]));
  return {
    ...current,
    ...checked,
    platforms: checked.platforms.map((entry) => {
      const known = platformOf.get(entry.platform) ?? { id: newId(), apiKey: newApiKey(), createdAt: now };
      return { ...entry, id: known.id, apiKey: known.apiKey, createdAt: known.createdAt };
    }),
    redirectUris: checked.redirectUris.map(
      (redirectUri) => uriOf.get(redirectUri) ?? { id: newId(), redirectUri, createdAt: now },
    ),
    consentItems: checked.consentItems.map((entry) => ({
      ...entry,
      createdAt: itemOf.get(entry.item)?.createdAt ?? now,
    })),
    // Moves on even where two edits share a millisecond: the ETag of each state is its own.
    updatedAt: Math.max(now, current.updatedAt + 1),
    version: current.version + 1,
  };
}
