// What the forms of an API send, and what refuses them.
import type { ApiDraft } from '../../../core/applications/apis/check-api.ts';
import type { ApiNotStored } from '../../../core/applications/apis/manage-apis.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { typed } from '../frame/edit-in-console.ts';
import { type RetryForm, refused, refusedNow } from '../frame/outcome.ts';

export function settingsIn(form: Parameters): Omit<ApiDraft, 'scopes' | 'machineAccess'> {
  const applications = namesIn(form, 'applications');
  const ttl = typed(form, 'access_token_ttl_seconds');
  return {
    resource: typed(form, 'resource'),
    name: typed(form, 'name'),
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

/** With its scopes, one per line: those of people come first. */
export function newApiIn(form: Parameters): { draft: ApiDraft; at: FieldOf } {
  const byDefault = namesIn(form, 'default_scopes');
  const ofPeople = linesOf(form.get('people_scopes') ?? '');
  const scopes = [
    ...ofPeople.map(([name, label]) => ({ name, label, byDefault: byDefault.includes(name), machine: false })),
    ...linesOf(form.get('scopes') ?? '').map(([name, description]) => ({ name, description, machine: true })),
  ];
  const at: FieldOf = ({ path: [member, index] }) =>
    member === 'scopes' && Number(index) < ofPeople.length ? 'people_scopes' : member;
  return { draft: { ...settingsIn(form), scopes }, at };
}

export const namesIn = (form: Parameters, field: string): readonly string[] =>
  (typed(form, field) ?? '').split(/[\s,]+/).filter(Boolean);

/** The name of each scope, and what it is for. */
const linesOf = (text: string): readonly (readonly [name: string, description: string | undefined])[] =>
  text.split('\n').flatMap((line) => {
    const [name = '', ...words] = line.trim().split(/\s+/);
    return name === '' ? [] : [[name, words.length === 0 ? undefined : words.join(' ')] as const];
  });

/** The field of the form that a fault belongs to; undefined: all of it. */
export type FieldOf = (fault: Pick<Fault, 'path' | 'code'>) => Fault['path'][number] | undefined;

export const memberOf: FieldOf = ({ path: [member] }) => member;

const placed = (fault: Pick<Fault, 'path' | 'code'>, at: FieldOf): Fault['path'] => {
  const field = at(fault);
  return field === undefined ? [] : [field];
};

const DETAILS = {
  'api-resource-taken': 'Another API has this resource.',
  'api-scope-taken': 'Another API has a scope of one of these names.',
  'api-secrets-too-many': 'The API has two secrets.',
  'apis-full': 'There are as many APIs as there can be.',
} as const;

/** Conflicts with what is stored. */
export const conflictAt = (path: Fault['path'], code: keyof typeof DETAILS): RetryForm =>
  refusedNow([{ path, code, detail: DETAILS[code] }]);

export function notStored(result: ApiNotStored, at: FieldOf): RetryForm {
  switch (result.kind) {
    case 'refused':
      return refused(result.faults.map((fault) => ({ ...fault, path: placed(fault, at) })));
    case 'resource-taken':
      return conflictAt(['resource'], 'api-resource-taken');
    case 'scope-taken':
      return conflictAt(placed({ path: ['scopes'], code: 'api-scope-taken' }, at), 'api-scope-taken');
  }
}
