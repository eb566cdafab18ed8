// The rows of the consent page: each item with the user's own value as text, and what was typed in an earlier try.

import type { ConsentFormItem, ConsentFormScope } from '../../core/grants/consent/consent-form.ts';
import {
  claimsOfItem,
  isEmailWithheld,
  nicknameAsNameOf,
  type WithholdingRules,
  withholdingFor,
} from '../../core/grants/consent/profile-claims.ts';
import type { Account, Address } from '../../core/ground/accounts/account.ts';
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import { inLanguage, type TranslationLanguage } from '../../core/ground/texts/translations.ts';
import type { ShownGroup } from '../../core/people/groups/group.ts';
import { uploadedPictureId } from '../../core/people/pictures/picture.ts';
import { FIELDS_OF_ITEM } from '../../core/people/profile/profile-fields.ts';
import { USERNAME_FIELD } from '../../core/people/usernames/username-field.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { labelOf } from '../../views/groups/group-name.tsx';
import { PICTURE_PATH } from '../../views/page/account-pages.ts';
import type { ConsentItemRow, ConsentScopeRow } from '../../views/page/page.ts';

export const consentRows = (
  items: readonly ConsentFormItem[],
  account: Account,
  form: Parameters | undefined,
  { rules, received }: { rules: WithholdingRules; received: readonly ShownGroup[] },
): ConsentItemRow[] =>
  items.map((entry) => ({
    item: entry.item,
    consent: entry.consent,
    purpose: entry.purpose,
    retention: entry.retention,
    value: valueAsText(entry.item, account, received),
    picture: entry.item === 'profile_image' ? ownPicturePath(account) : undefined,
    withheld: isWithheld(entry.item, account, withholdingFor(rules, items)),
    asName: entry.item === 'nickname' ? nicknameAsNameOf(items) : undefined,
    isNew: entry.isNew,
    // A form that is shown again keeps its own ticks, not the earlier answers.
    agreed: entry.consent === 'required' || (form ? form.all('item').includes(entry.item) : entry.agreed),
    typed: Object.fromEntries(fieldsOf(entry.item).map((field) => [field, form?.get(field) ?? ''])),
  }));

export const scopeRows = (
  scopes: readonly ConsentFormScope[],
  language: TranslationLanguage,
  form: Parameters | undefined,
): ConsentScopeRow[] =>
  scopes.map((entry) => ({
    ...shownScope(entry, language),
    isNew: entry.isNew,
    agreed: entry.consent === 'required' || (form ? form.all('item').includes(entry.item) : entry.agreed),
  }));

/** A scope as people read it. */
export const shownScope = (
  entry: Omit<ConsentFormScope, 'agreed' | 'isNew'>,
  language: TranslationLanguage,
): Omit<ConsentScopeRow, 'agreed' | 'isNew'> => {
  const { label, description } = inLanguage({ ...entry, translations: entry.texts }, language);
  const { item, consent, apiName, purpose } = inLanguage(entry, language);
  return { item, consent, api: apiName, label: label ?? item, description, purpose };
};

/** An uploaded picture is shown. One from elsewhere is not: its host would learn who is about to agree. */
export const ownPicturePath = ({ profile }: Pick<Account, 'profile'>): string | undefined =>
  uploadedPictureId(profile.picture) === undefined ? undefined : PICTURE_PATH;

const fieldsOf = (item: ConsentItemName): readonly string[] =>
  item === 'username' ? [USERNAME_FIELD] : FIELDS_OF_ITEM[item];

/**
 * The user's own value in one line, or the path of an uploaded picture; undefined when there is none.
 * @param received the groups of theirs that the application receives, in the page's language
 */
export function valueAsText(
  item: ConsentItemName,
  account: Account,
  received: readonly ShownGroup[],
): string | undefined {
  if (item === 'groups') return received.map(labelOf).join(', ');
  const ownPicture = item === 'profile_image' ? ownPicturePath(account) : undefined;
  if (ownPicture !== undefined) return ownPicture;
  const shown = Object.entries(claimsOfItem(item, account)).filter(([claim]) => !claim.endsWith('_verified'));
  const texts = shown.flatMap(([, value]) => (typeof value === 'string' ? [value] : Object.values(value as Address)));
  return texts.length > 0 ? texts.join(', ') : undefined;
}

/** Whether the value is withheld from the application until it is verified. */
export const isWithheld = (item: ConsentItemName, account: Account, rules: WithholdingRules): boolean =>
  item === 'email' && isEmailWithheld(account, rules);
