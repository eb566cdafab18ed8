// What the forms of a group send, and what refuses them.
import { ID } from '../../../core/ground/secrets.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { accountNameIn, findAccount } from '../../../core/people/accounts/administer-accounts.ts';
import type { GroupDraft } from '../../../core/people/groups/check-group.ts';
import type { GroupRefused } from '../../../core/people/groups/manage-groups.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { ANY_APPLICATION } from '../../../views/groups/group-fields.tsx';
import { httpError } from '../../errors/http-error.ts';
import { atField, typed, typedTranslations } from '../frame/edit-in-console.ts';
import { changedMeanwhile, type RetryForm, refused, refusedNow } from '../frame/outcome.ts';

/** @param named the applications that may name it, unless all may */
export const draftIn = (form: Parameters, named: readonly string[]): GroupDraft => ({
  name: typed(form, 'name'),
  label: typed(form, 'label'),
  description: typed(form, 'description'),
  translations: typedTranslations(form, ['label', 'description']),
  applications: form.has(ANY_APPLICATION) ? 'any' : named,
});

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

/** A conflict with what is stored. @param field undefined: the whole form */
export const conflictAt = (field: string | undefined, code: keyof typeof DETAILS): RetryForm =>
  refusedNow([{ path: field === undefined ? [] : [field], code, detail: DETAILS[code] }]);

/** @param fields of the form, at which a refusal is shown; absent: at all of it. @throws 404 where the group is gone */
export function refusedAt(why: GroupRefused, fields: { readonly [Kind in GroupRefused['kind']]?: string }): RetryForm {
  switch (why.kind) {
    case 'refused':
      return refused(why.faults.map((fault) => atField(fault, {})));
    case 'gone':
      if (fields.gone === undefined) throw httpError(404);
      return conflictAt(fields.gone, 'group-unknown-here');
    case 'no-member':
      return changedMeanwhile;
    default: {
      const again = conflictAt(fields[why.kind], why.kind);
      return 'applications' in why ? { ...again, blocked: why } : again;
    }
  }
}

/** Where the form names an account or a group. */
export const atMember = (field: string) => ({
  'group-account-unknown': field,
  'group-has-member': field,
  'groups-of-person': field,
});

/** The account that the form names: one of the list by its id, or another one that was typed. */
export async function accountIn(ports: Ports, form: Parameters): Promise<string | undefined> {
  const [entry = '', typed = ''] = [form.get('entry'), form.get('who')?.trim()];
  if (typed === '') return ID.test(entry) ? entry : undefined;
  return (await findAccount(ports, accountNameIn(typed)))?.id;
}
