// An edit from a form of the console. It is saved only if the application still has the version that the form was made
// from, so that two people who edit at once never undo each other's changes unseen (case N9).
import type { Application } from '../../../core/applications/applications/application.ts';
import { type ApplicationDraft, draftOf } from '../../../core/applications/applications/application-draft.ts';
import { FIELDS, type FieldName } from '../../../core/applications/applications/application-fields.ts';
import { editApplication, type WantedChange } from '../../../core/applications/applications/edit-application.ts';
import type { MemberField } from '../../../core/applications/applications/field.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { TRANSLATION_LANGUAGES, type TranslationsDraft } from '../../../core/ground/texts/translations.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ConsoleNotice } from '../../../views/console/parts/console-page.ts';
import { translationField } from '../../../views/console/parts/translated-texts.tsx';
import { httpError } from '../../errors/http-error.ts';
import type { Work } from './console-section.ts';
import { type ActOutcome, ChangedMeanwhile, conflicting, refused } from './outcome.ts';

/** @throws ChangedMeanwhile */
export function requireVersion(form: Parameters, current: Pick<Application, 'version'>): void {
  if (form.get('version') !== String(current.version)) throw new ChangedMeanwhile('Somebody else edited it');
}

/**
 * @param edit `change` returns undefined when its entry is gone; `fields`: form fields by their names in faults' paths
 */
export async function editInConsole(
  { deps, place, form }: Work,
  edit: {
    change: (current: Application) => WantedChange | undefined;
    notice: ConsoleNotice;
    fields?: Readonly<Record<string, string>>;
    /** The field of a fault, where `fields` does not tell: the form has several entries. */
    at?: (fault: Fault) => Fault;
  },
): Promise<ActOutcome> {
  const { caller, application } = place;
  const change = (current: Application): WantedChange => {
    requireVersion(form, current);
    const wanted = edit.change(current);
    if (!wanted) throw new ChangedMeanwhile('The entry is gone');
    return wanted;
  };
  const edited = await editApplication(deps.ports, { caller, id: application.id, change });
  switch (edited.kind) {
    case 'edited':
      return { kind: 'done', notice: edit.notice };
    case 'gone':
      throw httpError(404);
    case 'refused':
      return refused(edited.faults.map(edit.at ?? ((fault) => atField(fault, edit.fields ?? {}))));
    case 'conflict':
      return conflicting(edited.conflicts);
  }
}

/** A change of the application's own members to what was sent. */
export const withMembers = (
  current: Application,
  members: Partial<WantedChange['draft']>,
  sent: readonly string[],
): WantedChange => ({
  draft: { ...draftOf(current), ...members },
  toSentPath: (path) => (sent.includes(String(path[0])) ? path : undefined),
});

export const wireNamesOf = (names: readonly FieldName[]): string[] => names.map((name) => FIELDS[name].wire);

/** Plain values of an application: an unticked box is off, an emptied field has no value. */
export const fieldsIn = (form: Parameters, names: readonly FieldName[]): Partial<ApplicationDraft> =>
  Object.fromEntries(names.map((name) => [name, valueIn(form, FIELDS[name])]));

function valueIn(form: Parameters, { kind, wire }: MemberField): string | boolean | readonly string[] | undefined {
  if (kind === 'flag') return form.has(wire);
  if (kind === 'list') return form.all(wire);
  return kind === 'choice' ? form.get(wire) : typed(form, wire);
}

/**
 * The same fault at the form's own field: `['site_domains', 3]` becomes `site_domain`, and
 * `['translations', 'ko', 'name']` becomes `name_ko`.
 */
export function atField(fault: Fault, fields: Readonly<Record<string, string>>): Fault {
  const language = TRANSLATION_LANGUAGES.find((one) => one === fault.path.at(-2));
  if (fault.path.at(-3) === 'translations' && language) {
    return { ...fault, path: [translationField(String(fault.path.at(-1)), language)] };
  }
  const name = fault.path.findLast((step) => typeof step === 'string');
  if (name === undefined) return fault;
  return { ...fault, path: [fields[name] ?? name] };
}

/** The text of a field, without the white space that often comes with pasted text. */
export const typed = (form: Parameters, name: string): string | undefined => form.get(name)?.trim() || undefined;

/** The texts in each language, from the fields of `TranslatedTexts`. */
export const typedTranslations = <Member extends string>(
  form: Parameters,
  members: readonly Member[],
): TranslationsDraft<Member> =>
  Object.fromEntries(
    TRANSLATION_LANGUAGES.map((language) => [
      language,
      Object.fromEntries(members.map((member) => [member, typed(form, translationField(member, language))])),
    ]),
  ) as TranslationsDraft<Member>;
