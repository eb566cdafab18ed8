// What the forms of an API send, and what refuses them.
import type { ApiScope } from '../../../core/applications/apis/api.ts';
import type { ApiDraft } from '../../../core/applications/apis/check-api.ts';
import type { ApiNotStored } from '../../../core/applications/apis/manage-apis.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { typed } from '../frame/edit-in-console.ts';
import { type RetryForm, refused } from '../frame/outcome.ts';

/** @param stored what the form does not show of them stays: descriptions and texts in other languages */
export function draftIn(form: Parameters, stored: readonly ApiScope[]): ApiDraft {
  const known = (name: string) => stored.find((scope) => scope.name === name);
  const byDefault = namesIn(form, 'default_scopes');
  const applications = namesIn(form, 'applications');
  const ttl = typed(form, 'access_token_ttl_seconds');
  return {
    resource: typed(form, 'resource'),
    name: typed(form, 'name'),
    scopes: [
      ...linesOf(form.get('people_scopes') ?? '').map(([name, label]) => ({
        ...known(name),
        ...{ name, label, byDefault: byDefault.includes(name), machine: false },
      })),
      ...linesOf(form.get('scopes') ?? '').map(([name, description]) => ({
        ...known(name),
        ...{ name, description, byDefault: false, machine: true },
      })),
    ],
    applications: String(applications) === 'any' ? 'any' : applications,
    documents: form.has('documents'),
    audience: typed(form, 'audience'),
    allowedGroups: namesIn(form, 'allowed_groups'),
    groups: namesIn(form, 'groups'),
    accessTokenFormat: typed(form, 'access_token_format'),
    accessTokenAlg: typed(form, 'access_token_signing_alg'),
    // What is no number is out of bounds.
    accessTokenTtlSeconds: ttl === undefined ? undefined : Number(/^\d{1,9}$/.test(ttl) ? ttl : Number.NaN),
  };
}

const namesIn = (form: Parameters, field: string): readonly string[] =>
  (typed(form, field) ?? '').split(/[\s,]+/).filter(Boolean);

/** The name of each scope, and what it is for. */
const linesOf = (text: string): readonly (readonly [name: string, description: string | undefined])[] =>
  text.split('\n').flatMap((line) => {
    const [name = '', ...words] = line.trim().split(/\s+/);
    return name === '' ? [] : [[name, words.length === 0 ? undefined : words.join(' ')] as const];
  });

/** Each at the field of its list. @param fields by the member of the API, where the form has another name for it */
const refusedFields = (faults: readonly Fault[], fields: Readonly<Record<string, string>>): RetryForm =>
  refused(
    faults.map((fault) => {
      const [member] = fault.path;
      const isOfApplication = fault.code === 'api-fapi-algorithm' || fault.code === 'api-application-unknown';
      if (isOfApplication && member === 'machine_access') return { ...fault, path: ['application'] };
      return member === undefined ? fault : { ...fault, path: [fields[member] ?? member] };
    }),
  );

const DETAILS = {
  'api-resource-taken': 'Another API has this resource.',
  'api-scope-taken': 'Another API has a scope of one of these names.',
  'api-secrets-too-many': 'The API has two secrets.',
  'apis-full': 'There are as many APIs as there can be.',
} as const;

/** Conflicts with what is stored. */
export const conflictAt = (path: Fault['path'], code: keyof typeof DETAILS): RetryForm => ({
  ...refused([{ path, code, detail: DETAILS[code] }]),
  status: 409,
});

export function notStored(result: ApiNotStored, fields: Readonly<Record<string, string>>): RetryForm {
  switch (result.kind) {
    case 'refused':
      return refusedFields(result.faults, fields);
    case 'resource-taken':
      return conflictAt(['resource'], 'api-resource-taken');
    case 'scope-taken':
      return conflictAt(['scopes'], 'api-scope-taken');
  }
}

/** A scope that an application has cannot be taken off the list. */
export const SETTINGS_FIELDS = { machine_access: 'scopes' };
