// The rules of a group itself (contract 31). One pass finds every input error.

import type { Fault } from '../../ground/fault.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../../ground/texts/plain-text.ts';
import { checkTranslations, type TranslationsDraft } from '../../ground/texts/translations.ts';
import { GROUP_NAME, type Group } from './group.ts';

export const MAX_LABEL_LENGTH = 60;
export const MAX_DESCRIPTION_LENGTH = 200;
export const MAX_NAMING_APPLICATIONS = 1000;

/** As sent, before any rule is applied; undefined: absent, or unreadable and already reported. */
export type GroupDraft = {
  name?: string | undefined;
  label?: string | undefined;
  description?: string | undefined;
  translations?: TranslationsDraft<'label' | 'description'>;
  /** `any`, or ids. */
  applications?: string | readonly (string | undefined)[] | undefined;
};

export type CheckedGroup = Pick<Group, 'name' | 'label' | 'description' | 'translations' | 'applications'>;

const DETAILS = {
  'group-name-malformed':
    'A name has 2 to 40 characters: lower-case letters a to z, digits and hyphens, and begins with a letter.',
  'group-text': 'The text is empty, too long, or has control, zero-width or bidirectional characters.',
  'group-applications': `Use any, or a list of at most ${MAX_NAMING_APPLICATIONS} ids of applications, each once.`,
  'group-application-unknown': 'There is no application with this id.',
  'group-account-unknown': 'There is no account with this id.',
} as const;

export type GroupFaultCode = keyof typeof DETAILS;

export const groupFault = (path: Fault['path'], code: GroupFaultCode): Fault => ({ path, code, detail: DETAILS[code] });

/** @returns `checked` is meaningful only when `faults` is empty */
export function checkGroup(draft: GroupDraft): { checked: CheckedGroup; faults: Fault[] } {
  const faults: Fault[] = [];
  const name = draft.name ?? '';
  if (!GROUP_NAME.test(name)) faults.push(groupFault(['name'], 'group-name-malformed'));
  const text = (sent: string | undefined, most: number, path: Fault['path']): string | undefined => {
    if (sent === undefined) return undefined;
    const plain = toPlainText(sent);
    const isGood = plain !== '' && !hasForbiddenCharacters(plain) && countCharacters(plain) <= most;
    if (!isGood) faults.push(groupFault(path, 'group-text'));
    return plain;
  };
  const checked: CheckedGroup = {
    name,
    label: text(draft.label, MAX_LABEL_LENGTH, ['label']),
    description: text(draft.description, MAX_DESCRIPTION_LENGTH, ['description']),
    translations: checkTranslations(draft.translations, {
      label: (sent, place) => text(sent, MAX_LABEL_LENGTH, ['translations', ...place]),
      description: (sent, place) => text(sent, MAX_DESCRIPTION_LENGTH, ['translations', ...place]),
    }),
    applications: checkApplications(draft.applications ?? [], faults),
  };
  return { checked, faults };
}

function checkApplications(sent: NonNullable<GroupDraft['applications']>, faults: Fault[]): Group['applications'] {
  if (sent === 'any') return sent;
  const ids = typeof sent === 'string' ? undefined : sent.filter((id) => id !== undefined);
  if (!ids || ids.length > MAX_NAMING_APPLICATIONS || new Set(ids).size < ids.length) {
    faults.push(groupFault(['applications'], 'group-applications'));
  }
  return [...(ids ?? [])].sort();
}
