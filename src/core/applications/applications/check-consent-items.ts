// The rules of consent items (contract 3 "Consent item"): items of the catalogue, one entry each, required or optional.
import { isConsentItemName } from '../../ground/consent-items.ts';
import type { Fault } from '../../ground/fault.ts';
import { checkTranslations } from '../../ground/texts/translations.ts';
import type { ConsentItem } from './application.ts';
import type { ConsentItemDraft } from './application-draft.ts';
import { applicationFault, MAX_PURPOSE_LENGTH, MAX_RETENTION_LENGTH } from './application-faults.ts';
import { checkSentence } from './check-texts.ts';

export type CheckedConsentItem = Omit<ConsentItem, 'createdAt'>;

const PURPOSE = { maxLength: MAX_PURPOSE_LENGTH, tooLong: 'purpose-too-long' } as const;
const RETENTION = { maxLength: MAX_RETENTION_LENGTH, tooLong: 'retention-too-long' } as const;

export function checkConsentItems(
  drafts: readonly (ConsentItemDraft | undefined)[],
  path: Fault['path'],
  faults: Fault[],
): CheckedConsentItem[] {
  const seen = new Set<string>();
  return drafts.flatMap((draft, index) => {
    if (!draft) return [];
    const { item } = draft;
    if (item !== undefined && seen.has(item)) faults.push(applicationFault([...path, index, 'item'], 'item-twice'));
    if (item !== undefined) seen.add(item);
    return checkConsentItem(draft, [...path, index], faults);
  });
}

function checkConsentItem(draft: ConsentItemDraft, path: Fault['path'], faults: Fault[]): CheckedConsentItem[] {
  const { item, consent } = draft;
  const itemKnown = item !== undefined && isConsentItemName(item);
  if (!itemKnown) {
    faults.push(applicationFault([...path, 'item'], item === undefined ? 'item-missing' : 'item-unknown'));
  }
  const consentKnown = consent === 'required' || consent === 'optional';
  if (!consentKnown) {
    faults.push(applicationFault([...path, 'consent'], consent === undefined ? 'consent-missing' : 'consent-unknown'));
  }
  if (draft.verified !== undefined && item !== 'email') {
    faults.push(applicationFault([...path, 'verified'], 'verified-not-email'));
  }
  const verified = draft.verified === true ? true : undefined;
  const purpose = checkSentence(draft.purpose, PURPOSE, [...path, 'purpose'], faults);
  const retention = checkSentence(draft.retention, RETENTION, [...path, 'retention'], faults);
  const translations = checkTranslations(draft.translations, {
    purpose: (text, place) => checkSentence(text, PURPOSE, [...path, 'translations', ...place], faults),
    retention: (text, place) => checkSentence(text, RETENTION, [...path, 'translations', ...place], faults),
  });
  return itemKnown && consentKnown ? [{ item, consent, purpose, retention, translations, verified }] : [];
}
