// What the forms of a group send, and what refuses them.
import type { Fault } from '../../../core/fault.ts';
import type { GroupDraft } from '../../../core/groups/check-group.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { ANY_APPLICATION } from '../../../views/groups/group-fields.tsx';
import { atField, typed, typedTranslations } from '../edit-in-console.ts';
import { type Again, refused } from '../outcome.ts';

/** @param named the applications that may name it, unless all may */
export const draftIn = (form: Parameters, named: readonly string[]): GroupDraft => ({
  name: typed(form, 'name'),
  label: typed(form, 'label'),
  description: typed(form, 'description'),
  translations: typedTranslations(form, ['label', 'description']),
  applications: form.has(ANY_APPLICATION) ? 'any' : named,
});

export const refusedFields = (faults: readonly Fault[]): Again => refused(faults.map((fault) => atField(fault, {})));

/** The page shows its own text for each. */
const DETAILS = {
  'group-name-taken': 'Another group has this name.',
  'groups-full': 'There are as many groups as there can be.',
  'group-named': 'Applications name the group.',
  'group-empties': 'Nobody could sign in to some applications any more.',
  'group-account-unknown': 'There is no such account.',
  'group-unknown-here': 'There is no group of this name.',
  'group-has-member': 'The account is in the group already.',
  'groups-of-person': 'The account is in as many groups as it can be in.',
} as const;

/** Conflicts with what is stored. */
export const conflictAt = (path: Fault['path'], code: keyof typeof DETAILS): Again => ({
  ...refused([{ path, code, detail: DETAILS[code] }]),
  status: 409,
});
