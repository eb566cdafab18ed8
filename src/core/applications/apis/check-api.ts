// The rules of an API itself (contract 45). One pass finds every input error.
import type { Fault } from '../../ground/fault.ts';
import { ID } from '../../ground/secrets.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../../ground/texts/plain-text.ts';
import { checkTranslations, type TranslationsDraft } from '../../ground/texts/translations.ts';
import { MAX_NAMED_GROUPS } from '../../people/groups/group.ts';
import { KNOWN_SCOPES } from '../connections/named-items.ts';
import {
  ACCESS_TOKEN_ALGORITHMS,
  ACCESS_TOKEN_FORMATS,
  API_AUDIENCES,
  type Api,
  type ApiScope,
  type AskingApplications,
  DEFAULT_TTL_SECONDS,
  MAX_ASKING_APPLICATIONS,
  MAX_MACHINE_APPLICATIONS,
  MAX_SCOPES,
  MAX_TTL_SECONDS,
  type MachineAccess,
  MIN_TTL_SECONDS,
  SCOPE_NAME,
} from './api.ts';
import { isSafeResource, resourceKey } from './resource.ts';

export const MAX_NAME_LENGTH = 60;
export const MAX_LABEL_LENGTH = 60;
export const MAX_DESCRIPTION_LENGTH = 200;

/** As sent, before any rule is applied; undefined: absent, or unreadable and already reported. */
export type ApiDraft = {
  resource?: string | undefined;
  name?: string | undefined;
  scopes?: readonly (ScopeDraft | undefined)[] | undefined;
  machineAccess?: readonly (AccessDraft | undefined)[] | undefined;
  /** `any`, or ids. */
  applications?: string | readonly (string | undefined)[] | undefined;
  documents?: boolean | undefined;
  audience?: string | undefined;
  allowedGroups?: readonly (string | undefined)[] | undefined;
  groups?: readonly (string | undefined)[] | undefined;
  accessTokenFormat?: string | undefined;
  accessTokenAlg?: string | undefined;
  accessTokenTtlSeconds?: number | undefined;
};
type ScopeDraft = {
  name?: string | undefined;
  label?: string | undefined;
  description?: string | undefined;
  translations?: TranslationsDraft<'label' | 'description'>;
  byDefault?: boolean | undefined;
  machine?: boolean | undefined;
};
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
  'api-fapi-algorithm':
    'FAPI 2.0 does not allow RS256, and an application that follows it has scopes of this API or asks people for some.',
  'api-machine-default': 'A scope is for programs alone, or given to people by default: not both.',
  'api-applications': `Use any, or a list of at most ${MAX_ASKING_APPLICATIONS} ids of applications, each once.`,
  'api-groups': `Use at most ${MAX_NAMED_GROUPS} names of groups, each once.`,
  'api-group-unknown': 'There is no group with this name.',
  'api-allowed-groups': 'allowed_groups names at least one group with the audience groups, and none otherwise.',
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
    applications: checkApplications(draft.applications ?? [], faults),
    documents: draft.documents ?? false,
    audience: checkChoice(draft.audience, API_AUDIENCES, 'audience', faults),
    allowedGroups: checkGroups(draft.allowedGroups ?? [], 'allowed_groups', faults),
    groups: checkGroups(draft.groups ?? [], 'groups', faults),
    accessTokenFormat,
    accessTokenAlg: checkChoice(draft.accessTokenAlg, ACCESS_TOKEN_ALGORITHMS, 'access_token_signing_alg', faults),
    accessTokenTtlSeconds: draft.accessTokenTtlSeconds ?? DEFAULT_TTL_SECONDS[accessTokenFormat],
  };
  if ((checked.audience === 'groups') !== checked.allowedGroups.length > 0)
    faults.push(apiFault(['allowed_groups'], 'api-allowed-groups'));
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
    const { name = '', label, description, translations, byDefault = false, machine = false } = scope;
    const at = ['scopes', index, 'name'];
    if (!SCOPE_NAME.test(name)) faults.push(apiFault(at, 'api-scope-malformed'));
    else if (KNOWN_SCOPES.includes(name)) faults.push(apiFault(at, 'api-scope-reserved'));
    else if (seen.has(name)) faults.push(apiFault(at, 'api-scope-twice'));
    seen.add(name);
    if (machine && byDefault) faults.push(apiFault(['scopes', index, 'default'], 'api-machine-default'));
    const text = (sent: string | undefined, most: number, ...place: readonly string[]) =>
      sent === undefined ? undefined : checkText(sent, most, ['scopes', index, ...place], faults);
    return [
      {
        name,
        label: text(label, MAX_LABEL_LENGTH, 'label'),
        description: text(description, MAX_DESCRIPTION_LENGTH, 'description'),
        translations: checkTranslations(translations, {
          label: (sent, place) => text(sent, MAX_LABEL_LENGTH, 'translations', ...place),
          description: (sent, place) => text(sent, MAX_DESCRIPTION_LENGTH, 'translations', ...place),
        }),
        byDefault,
        machine,
      },
    ];
  });
}

function checkApplications(sent: NonNullable<ApiDraft['applications']>, faults: Fault[]): AskingApplications {
  if (sent === 'any') return sent;
  const ids = typeof sent === 'string' ? undefined : sent.filter((id) => id !== undefined);
  if (!ids || ids.length > MAX_ASKING_APPLICATIONS || new Set(ids).size < ids.length)
    faults.push(apiFault(['applications'], 'api-applications'));
  for (const [index, id] of (ids ?? []).entries())
    if (!ID.test(id)) faults.push(apiFault(['applications', index], 'api-application-unknown'));
  return [...(ids ?? [])].sort();
}

function checkGroups(sent: readonly (string | undefined)[], member: string, faults: Fault[]): readonly string[] {
  const names = sent.filter((name) => name !== undefined);
  if (names.length > MAX_NAMED_GROUPS || new Set(names).size < names.length)
    faults.push(apiFault([member], 'api-groups'));
  return [...new Set(names)].sort();
}

function checkAccess(
  sent: readonly (AccessDraft | undefined)[],
  scopes: readonly ApiScope[],
  faults: Fault[],
): readonly MachineAccess[] {
  const forPrograms = new Set(scopes.filter(({ machine }) => machine).map(({ name }) => name));
  const access = sent.flatMap((entry, index) => {
    if (!entry) return [];
    const { application = '', scopes: named = [] } = entry;
    if (!ID.test(application))
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
