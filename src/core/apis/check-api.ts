// The rules of an API itself (contract 45). One pass finds every input error.
import { KNOWN_SCOPES } from '../consent/named-items.ts';
import type { Fault } from '../fault.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../profile/plain-text.ts';
import {
  ACCESS_TOKEN_ALGORITHMS,
  ACCESS_TOKEN_FORMATS,
  type Api,
  type ApiScope,
  DEFAULT_TTL_SECONDS,
  MAX_MACHINE_APPLICATIONS,
  MAX_SCOPES,
  MAX_TTL_SECONDS,
  type MachineAccess,
  MIN_TTL_SECONDS,
  SCOPE_NAME,
} from './api.ts';
import { isSafeResource, resourceKey } from './resource.ts';

export const MAX_NAME_LENGTH = 60;
export const MAX_DESCRIPTION_LENGTH = 200;

/** As sent, before any rule is applied; undefined: absent, or unreadable and already reported. */
export type ApiDraft = {
  resource?: string | undefined;
  name?: string | undefined;
  scopes?: readonly (ScopeDraft | undefined)[] | undefined;
  machineAccess?: readonly (AccessDraft | undefined)[] | undefined;
  accessTokenFormat?: string | undefined;
  accessTokenAlg?: string | undefined;
  accessTokenTtlSeconds?: number | undefined;
};
type ScopeDraft = { name?: string | undefined; description?: string | undefined; machine?: boolean | undefined };
type AccessDraft = { application?: string | undefined; scopes?: readonly (string | undefined)[] | undefined };

export type CheckedApi = Omit<Api, 'id' | 'createdAt' | 'updatedAt' | 'version'>;

const DETAILS = {
  'api-resource-malformed':
    'Use an absolute https URI without fragment, user and letters beyond ASCII. On loopback, http is accepted too.',
  'api-resource-own': 'This is an address of the server itself, whose tokens are for user-info.',
  'api-text': 'The text is empty, too long, or has control, zero-width or bidirectional characters.',
  'api-scope-malformed': 'Use 1 to 100 letters, digits and : . _ / -, and begin with a letter or digit.',
  'api-scope-reserved': 'openid, offline_access and the scopes of consent items have a meaning of their own.',
  'api-scope-twice': 'The scope is in the list twice.',
  'api-scopes-too-many': `An API has at most ${MAX_SCOPES} scopes.`,
  'api-machine-scope': 'The API has no scope of this name with machine: true.',
  'api-machine-access': `Name each application once, each with one scope at least; at most ${MAX_MACHINE_APPLICATIONS}.`,
  'api-application-unknown': 'There is no application with this id.',
  'api-fapi-algorithm': 'FAPI 2.0 does not allow RS256, and an application that follows it has scopes of this API.',
  'api-choice': 'The value is none of those that there are.',
  'api-ttl': `Use ${MIN_TTL_SECONDS} to ${MAX_TTL_SECONDS} seconds.`,
} as const;

export type ApiFaultCode = keyof typeof DETAILS;

export const apiFault = (path: Fault['path'], code: ApiFaultCode): Fault => ({ path, code, detail: DETAILS[code] });

/**
 * @param own public origins of this server, which are no API
 * @returns `checked` is meaningful only when `faults` is empty
 */
export function checkApi(draft: ApiDraft, own: readonly string[]): { checked: CheckedApi; faults: Fault[] } {
  const faults: Fault[] = [];
  const scopes = checkScopes(draft.scopes ?? [], faults);
  const accessTokenFormat = checkChoice(draft.accessTokenFormat, ACCESS_TOKEN_FORMATS, 'access_token_format', faults);
  const checked: CheckedApi = {
    resource: checkResource(draft.resource ?? '', own, faults),
    name: checkText(draft.name ?? '', MAX_NAME_LENGTH, ['name'], faults),
    scopes,
    machineAccess: checkAccess(draft.machineAccess ?? [], scopes, faults),
    accessTokenFormat,
    accessTokenAlg: checkChoice(draft.accessTokenAlg, ACCESS_TOKEN_ALGORITHMS, 'access_token_signing_alg', faults),
    accessTokenTtlSeconds: draft.accessTokenTtlSeconds ?? DEFAULT_TTL_SECONDS[accessTokenFormat],
  };
  const ttl = checked.accessTokenTtlSeconds;
  if (!Number.isInteger(ttl) || ttl < MIN_TTL_SECONDS || ttl > MAX_TTL_SECONDS)
    faults.push(apiFault(['access_token_ttl_seconds'], 'api-ttl'));
  return { checked, faults };
}

function checkResource(resource: string, own: readonly string[], faults: Fault[]): string {
  const key = resourceKey(resource);
  if (key === undefined || !isSafeResource(key)) faults.push(apiFault(['resource'], 'api-resource-malformed'));
  else if (own.some((origin) => resourceKey(origin) === key)) faults.push(apiFault(['resource'], 'api-resource-own'));
  return resource;
}

/** @param values the default first */
function checkChoice<Value extends string>(
  sent: string | undefined,
  values: readonly [Value, ...Value[]],
  member: string,
  faults: Fault[],
): Value {
  const [standard] = values;
  const known = sent === undefined ? standard : values.find((value) => value === sent);
  if (known === undefined) faults.push({ ...apiFault([member], 'api-choice'), detail: `Use ${values.join(' or ')}.` });
  return known ?? standard;
}

function checkText(sent: string, most: number, path: Fault['path'], faults: Fault[]): string {
  const plain = toPlainText(sent);
  const isGood = plain !== '' && !hasForbiddenCharacters(plain) && countCharacters(plain) <= most;
  if (!isGood) faults.push(apiFault(path, 'api-text'));
  return plain;
}

function checkScopes(sent: readonly (ScopeDraft | undefined)[], faults: Fault[]): readonly ApiScope[] {
  if (sent.length > MAX_SCOPES) faults.push(apiFault(['scopes'], 'api-scopes-too-many'));
  const seen = new Set<string>();
  return sent.flatMap((scope, index) => {
    if (!scope) return [];
    const { name = '', description, machine = false } = scope;
    const at = ['scopes', index, 'name'];
    if (!SCOPE_NAME.test(name)) faults.push(apiFault(at, 'api-scope-malformed'));
    else if (KNOWN_SCOPES.includes(name)) faults.push(apiFault(at, 'api-scope-reserved'));
    else if (seen.has(name)) faults.push(apiFault(at, 'api-scope-twice'));
    seen.add(name);
    const text =
      description === undefined
        ? undefined
        : checkText(description, MAX_DESCRIPTION_LENGTH, ['scopes', index, 'description'], faults);
    return [{ name, description: text, machine }];
  });
}

/** None has another. */
const APPLICATION_ID = /^[0-9a-f]{32}$/;

function checkAccess(
  sent: readonly (AccessDraft | undefined)[],
  scopes: readonly ApiScope[],
  faults: Fault[],
): readonly MachineAccess[] {
  const forPrograms = new Set(scopes.filter(({ machine }) => machine).map(({ name }) => name));
  const access = sent.flatMap((entry, index) => {
    if (!entry) return [];
    const { application = '', scopes: named = [] } = entry;
    if (!APPLICATION_ID.test(application))
      faults.push(apiFault(['machine_access', index, 'application'], 'api-application-unknown'));
    for (const [at, name] of named.entries()) {
      if (name === undefined || !forPrograms.has(name))
        faults.push(apiFault(['machine_access', index, 'scopes', at], 'api-machine-scope'));
    }
    return [{ application, scopes: [...new Set(named.filter((name) => name !== undefined))].sort() }];
  });
  const applications = new Set(access.map(({ application }) => application));
  const isList = applications.size === access.length && access.every((one) => one.scopes.length > 0);
  if (!isList || access.length > MAX_MACHINE_APPLICATIONS)
    faults.push(apiFault(['machine_access'], 'api-machine-access'));
  return access.toSorted((a, b) => (a.application < b.application ? -1 : 1));
}
