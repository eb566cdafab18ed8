// Changes an application (contract 3). Whatever part changes, the rules apply to the whole result, and it is stored
// only over the version that was read: simultaneous edits never overwrite each other (cases N9, N11).

import type { Clock } from '../../ground/clock.ts';
import type { Fault } from '../../ground/fault.ts';
import { newApiKey, newId } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import { ALL_GROUP_LISTS } from '../../people/groups/group-lists.ts';
import type { Rules } from '../../server/policy/rules.ts';
import { askableIn } from '../apis/askable-scopes.ts';
import { nameableIn, orNamesChanged } from '../groups/nameable-groups.ts';
import type { Ports } from '../ports.ts';
import type { Application } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { joinFaults } from './application-faults.ts';
import { changedMembers } from './changed-members.ts';
import { type CheckedApplication, checkApplication } from './check-application.ts';
import { isDangerousChange } from './dangerous-change.ts';
import { type Caller, findApplication } from './find-application.ts';

/** What an application should become. */
export type WantedChange = {
  draft: ApplicationDraft;
  /** Known errors of the input, with its own paths: values that could not be read, for example. */
  faults?: readonly Fault[];
  /**
   * Translates a path in the draft to the path in the input. Undefined: the input does not have it, and an error there
   * is a conflict with stored values. Absent: the draft is the input.
   */
  toSentPath?: (path: Fault['path']) => Fault['path'] | undefined;
  /** What is stored and sent again; reported only when the input is valid otherwise. */
  conflict?: StoredConflict | undefined;
  /**
   * The application whose entries the draft's are matched with, for an entry whose value changes. Absent: the stored
   * one.
   */
  mergeInto?: Application;
};

/** A rule that the input and what is stored break together. */
export type StoredConflict = {
  fault: Fault;
  /** What is stored: URIs, or the names of platforms, consent items, groups or scopes. */
  stored: readonly string[];
};

export type ApplicationEdit =
  | { kind: 'edited'; application: Application }
  /** Does not exist (any more), or is not the caller's to change. */
  | { kind: 'gone' }
  /** Paths lead into the input. */
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'conflict'; conflicts: readonly StoredConflict[] };

/**
 * Of simultaneous edits of one application, one succeeds in each round. An edit tries this often before it gives up.
 */
export const MAX_TRIES = 200;

/**
 * @param input `change` is called anew for each version it meets; it may throw to refuse (a precondition that failed)
 * @throws Unavailable; ConfirmationNeeded for a dangerous change; what `change` throws
 */
export async function editApplication(
  deps: Pick<Ports, 'applications' | 'members' | 'groups' | 'apis' | 'clock' | 'serviceName'> & {
    rules: Pick<Rules, 'pushedRequests'>;
  },
  input: { caller: Caller; id: string; change: (current: Application) => WantedChange },
): Promise<ApplicationEdit> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findApplication(deps, { ...input, need: 'change' });
    if (!current) return { kind: 'gone' };
    const wanted = input.change(current);
    const nameable = await nameableIn(deps, wanted.draft, current.id);
    const askable = await askableIn(deps, wanted.draft, current.id);
    const { pushedRequests } = deps.rules;
    const hasRs256Api = wanted.draft.securityProfile !== undefined && (await signsWithRs256(deps, current));
    const against = { serviceName: deps.serviceName, pushedRequests, hasRs256Api, stored: current, nameable, askable };
    const { checked, faults } = checkApplication(wanted.draft, against);
    const refusal = refusalOf(wanted, faults);
    if (refusal) return refusal;
    const application = merge(wanted.mergeInto ?? current, checked, deps.clock);
    const proof = isDangerousChange(current, application) ? input.caller.proof : undefined;
    const changed = changedMembers(current, application);
    const replaced = deps.applications.replace(application, current.version, proof, changed);
    if (await orNamesChanged(replaced)) return { kind: 'edited', application };
  }
  throw new Unavailable('Too many edits of one application at once');
}

/** Whether an API does whose scopes the application has for itself. */
const signsWithRs256 = async ({ apis }: Pick<Ports, 'apis'>, { id }: Application): Promise<boolean> =>
  (await apis.listOffers(id)).some(({ accessTokenAlg }) => accessTokenAlg === 'RS256');

/** All errors of the input; without any, the conflicts with stored values. */
function refusalOf(wanted: WantedChange, ruleFaults: readonly Fault[]): ApplicationEdit | undefined {
  const { draft, faults = [], toSentPath = (path) => path, conflict } = wanted;
  const located = ruleFaults.map((fault) => ({ fault, path: toSentPath(fault.path) }));
  const sentFaults = located.flatMap(({ fault, path }) => (path ? [{ ...fault, path }] : []));
  const all = joinFaults(faults, sentFaults);
  if (all.length > 0) return { kind: 'refused', faults: all };
  if (conflict !== undefined) return { kind: 'conflict', conflicts: [conflict] };
  const broken = located.filter(({ path }) => !path).map(({ fault }) => fault);
  return broken.length === 0 ? undefined : { kind: 'conflict', conflicts: conflictsOf(draft, broken) };
}

/** Each broken rule once, with all stored values that break it. */
function conflictsOf(draft: ApplicationDraft, faults: readonly Fault[]): StoredConflict[] {
  const rules = new Map(faults.map((fault) => [fault.detail, fault]));
  return [...rules.values()].map((fault) => {
    const values = faults.filter(({ detail }) => detail === fault.detail).map(({ path }) => valueAt(draft, path));
    return { fault, stored: [...new Set(values)].filter((value) => value !== undefined) };
  });
}

/** The stored URI, or name of a group or scope, at the path of an error. */
function valueAt(draft: ApplicationDraft, [member, index]: Fault['path']): string | undefined {
  if (member === 'backchannel_logout_uri') return draft.backchannelLogoutUri;
  const groups = ALL_GROUP_LISTS.find(([, { wire }]) => wire === member)?.[0];
  if (groups) return draft[groups]?.[Number(index)];
  if (member === 'api_scopes') return draft.apiScopes?.[Number(index)]?.item;
  const uris = { redirect_uris: draft.redirectUris, post_logout_redirect_uris: draft.postLogoutRedirectUris };
  return Object.hasOwn(uris, String(member)) ? uris[member as keyof typeof uris]?.[Number(index)] : undefined;
}

/** Matches entries by platform, by value and by item. A matched entry keeps its id, key and time of creation. */
function merge(current: Application, checked: CheckedApplication, clock: Clock): Application {
  const now = clock.now();
  const platformOf = new Map(current.platforms.map((entry) => [entry.platform, entry]));
  const uriOf = new Map(current.redirectUris.map((entry) => [entry.redirectUri, entry]));
  const itemOf = new Map(current.consentItems.map((entry) => [entry.item, entry]));
  const scopeOf = new Map(current.apiScopes.map((entry) => [entry.item, entry]));
  return {
    ...current,
    ...checked,
    platforms: checked.platforms.map((entry) => {
      const known = platformOf.get(entry.platform) ?? { id: newId(clock), apiKey: newApiKey(), createdAt: now };
      return { ...entry, id: known.id, apiKey: known.apiKey, createdAt: known.createdAt };
    }),
    redirectUris: checked.redirectUris.map(
      (redirectUri) => uriOf.get(redirectUri) ?? { id: newId(clock), redirectUri, createdAt: now },
    ),
    consentItems: checked.consentItems.map((entry) => ({
      ...entry,
      createdAt: itemOf.get(entry.item)?.createdAt ?? now,
    })),
    apiScopes: checked.apiScopes.map((entry) => ({ ...entry, createdAt: scopeOf.get(entry.item)?.createdAt ?? now })),
    // Advances even when two edits share a millisecond, so that each version has its own ETag.
    updatedAt: Math.max(now, current.updatedAt + 1),
    version: current.version + 1,
  };
}
