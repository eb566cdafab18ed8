// The forms of an API's scopes, one by one: all that the registration API sets of a scope (contract 45). A scope's name
// stays, because another name is another scope: applications and people would lose it.
import type { Api } from '../../../core/applications/apis/api.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { atField, requireVersion, typed, typedTranslations } from '../frame/edit-in-console.ts';
import { type ActOutcome, ChangedMeanwhile } from '../frame/outcome.ts';
import type { FieldOf } from './api-form.ts';
import { type ApiWork, changeInConsole } from './change-in-console.ts';

const scopeIn = (form: Parameters, name: string | undefined) => ({
  name,
  label: typed(form, 'label'),
  description: typed(form, 'description'),
  translations: typedTranslations(form, ['label', 'description']),
  byDefault: form.has('default'),
  machine: form.get('machine') === 'on',
});

/** Of a text in another language its own. @param ofList where the form says what the list of scopes refuses */
const fieldOf =
  (ofList: string): FieldOf =>
  (fault) =>
    fault.path[0] === 'scopes' && fault.path.length > 1 ? atField({ ...fault, detail: '' }, {}).path[0] : ofList;

/** @throws ChangedMeanwhile */
function entryOf(form: Parameters, current: Api): string {
  requireVersion(form, current);
  const name = form.get('entry') ?? '';
  if (current.scopes.every((scope) => scope.name !== name)) throw new ChangedMeanwhile('The scope is gone');
  return name;
}

export const addScope = (work: ApiWork): Promise<ActOutcome> =>
  changeInConsole(work, {
    draft: (current) => {
      requireVersion(work.form, current);
      return { ...current, scopes: [...current.scopes, scopeIn(work.form, typed(work.form, 'name'))] };
    },
    at: fieldOf('name'),
    notice: 'added',
  });

export const saveScope = (work: ApiWork): Promise<ActOutcome> =>
  changeInConsole(work, {
    draft: (current) => {
      const name = entryOf(work.form, current);
      return { ...current, scopes: current.scopes.map((one) => (one.name === name ? scopeIn(work.form, name) : one)) };
    },
    // An application has it for itself.
    at: fieldOf('machine'),
    notice: 'saved',
  });

export const removeScope = (work: ApiWork): Promise<ActOutcome> =>
  changeInConsole(work, {
    draft: (current) => {
      const name = entryOf(work.form, current);
      return { ...current, scopes: current.scopes.filter((one) => one.name !== name) };
    },
    at: () => undefined,
    notice: 'removed',
  });
