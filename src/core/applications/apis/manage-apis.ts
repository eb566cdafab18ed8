// Operators, tokens of the scope `apis` and the command line make, change and remove APIs, and say which applications
// have which scopes for themselves (contract 45). Each act is one statement that checks who acts (`acting.ts`).

import type { Actor } from '../../ground/acts/acting.ts';
import { type Fault, joinUnrelated } from '../../ground/fault.ts';
import { newId } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { Ports } from '../ports.ts';
import { type Api, MAX_APIS } from './api.ts';
import type { ApiRefused } from './api-store.ts';
import { type ApiDraft, apiFault, type CheckedApi, checkApi } from './check-api.ts';

/** `ownUrls`: public origins of this server. */
type Deps = Pick<Ports, 'apis' | 'clock' | 'ownUrls'>;

/** `faults`: the shape of what was sent. `caller`: absent where the command line acts. */
type Sent = { draft: ApiDraft; faults?: readonly Fault[]; caller?: Actor | undefined };

/** Nothing was changed. `scope-taken`: another API has scopes of these names. */
export type ApiNotStored =
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'resource-taken' }
  | { kind: 'scope-taken'; scopes: readonly string[] };

export type ApiMade = { kind: 'made'; api: Api } | ApiNotStored | { kind: 'too-many' };

/** @throws ActRefused, ConfirmationNeeded; the same holds for all acts */
export async function createApi(deps: Deps, { draft, faults = [], caller }: Sent): Promise<ApiMade> {
  const read = checkApi(draft, deps.ownUrls);
  const all = joinUnrelated(faults, read.faults);
  if (all.length > 0) return { kind: 'refused', faults: all };
  const now = deps.clock.now();
  const api = { ...read.checked, id: newId(deps.clock), createdAt: now, updatedAt: now, version: 1 };
  const stored = await deps.apis.insert(api, MAX_APIS, caller);
  switch (stored.kind) {
    case 'created':
      return { kind: 'made', api };
    case 'too-many':
      return { kind: 'too-many' };
    default:
      return notStored(stored, draft);
  }
}

export type ApiChanged = { kind: 'changed'; api: Api } | { kind: 'gone' } | ApiNotStored;

/** Changes that race with this one are met with the API as it is then. */
const MAX_TRIES = 5;

/**
 * @param input `change` makes the draft, anew for each version it meets; it may throw to refuse (a precondition)
 * @throws Unavailable; what `change` throws
 */
export async function changeApi(
  deps: Deps,
  { id, change, caller }: { id: string; change: (current: Api) => Omit<Sent, 'caller'>; caller?: Actor | undefined },
): Promise<ApiChanged> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await deps.apis.find(id);
    if (!current) return { kind: 'gone' };
    const { draft, faults = [] } = change(current);
    const read = checkApi(draft, deps.ownUrls);
    const all = joinUnrelated(faults, read.faults);
    if (all.length > 0) return { kind: 'refused', faults: all };
    const updatedAt = Math.max(deps.clock.now(), current.updatedAt + 1);
    const api = { ...current, ...read.checked, updatedAt, version: current.version + 1 };
    const stored = await deps.apis.replace(api, current.version, caller, changedOf(current, api));
    switch (stored.kind) {
      case 'stale':
        continue;
      case 'gone':
        return { kind: 'gone' };
      case 'stored':
        return { kind: 'changed', api };
      default:
        return notStored(stored, draft, current);
    }
  }
  throw new Unavailable('The API is being changed');
}

/**
 * @param input `precondition` may throw to refuse
 * @returns false: there is no such API @throws Unavailable
 */
export async function removeApi(
  deps: Deps,
  input: { id: string; caller?: Actor | undefined; precondition?: (current: Api) => void },
): Promise<boolean> {
  const { id, caller, precondition } = input;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await deps.apis.find(id);
    if (!current) return false;
    precondition?.(current);
    const removed = await deps.apis.remove(id, current.version, caller, deps.clock.now());
    if (removed !== 'stale') return removed === 'removed';
  }
  throw new Unavailable('The API is being changed');
}

/** Gives the application these scopes for itself instead of those that it has; none: it loses them. */
export const withAccess = (api: Api, application: string, scopes: readonly string[]): ApiDraft => ({
  ...api,
  machineAccess: [
    ...api.machineAccess.filter((one) => one.application !== application),
    ...(scopes.length === 0 ? [] : [{ application, scopes }]),
  ],
});

/** Lets the application ask people for scopes of the API, or every one (`any`). */
export const withAsking = (api: Api, application: string): ApiDraft => ({
  ...api,
  applications:
    api.applications === 'any' || application === 'any' ? 'any' : [...new Set([...api.applications, application])],
});

/** @returns undefined: it is not among those that may ask */
export const withoutAsking = (api: Api, application: string): ApiDraft | undefined => {
  const { applications } = api;
  if (applications === 'any') return application === 'any' ? { ...api, applications: [] } : undefined;
  if (!applications.includes(application)) return undefined;
  return { ...api, applications: applications.filter((id) => id !== application) };
};

function notStored(stored: ApiRefused, draft: ApiDraft, before?: Api): ApiNotStored {
  switch (stored.kind) {
    case 'resource-taken':
      return { kind: 'resource-taken' };
    case 'scope-taken':
      return stored;
    case 'application-unknown':
      return { kind: 'refused', faults: [apiFault([stored.member], 'api-application-unknown')] };
    case 'group-unknown':
      return { kind: 'refused', faults: [apiFault([stored.member], 'api-group-unknown')] };
    case 'application-strict':
      return { kind: 'refused', faults: strictFaults(stored.applications, draft, before) };
  }
}

/** At the algorithm, or, where that was RS256 before, at who shall have scopes: whoever asks is refused by itself. */
function strictFaults(applications: readonly string[], { machineAccess = [] }: ApiDraft, before?: Api): Fault[] {
  if (before?.accessTokenAlg !== 'RS256') return [apiFault(['access_token_signing_alg'], 'api-fapi-algorithm')];
  return machineAccess.flatMap((access, index) =>
    applications.includes(access?.application ?? '')
      ? [apiFault(['machine_access', index, 'application'], 'api-fapi-algorithm')]
      : [],
  );
}

/** Names of the members that differ, for the audit. */
const changedOf = (before: Api, after: Api): readonly string[] =>
  Object.entries(MEMBERS).flatMap(([name, wire]) => {
    const member = name as keyof typeof MEMBERS;
    return JSON.stringify(before[member]) === JSON.stringify(after[member]) ? [] : [wire];
  });

/** As the API and the audit name them. */
const MEMBERS = {
  resource: 'resource',
  name: 'name',
  scopes: 'scopes',
  machineAccess: 'machine_access',
  applications: 'applications',
  documents: 'documents',
  audience: 'audience',
  allowedGroups: 'allowed_groups',
  groups: 'groups',
  accessTokenFormat: 'access_token_format',
  accessTokenAlg: 'access_token_signing_alg',
  accessTokenTtlSeconds: 'access_token_ttl_seconds',
} as const satisfies Readonly<Record<keyof CheckedApi, string>>;
