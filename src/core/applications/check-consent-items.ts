// The rules of consent items (contract 3 "Consent item"): items of the catalogue, one entry each, required or optional.
import { isConsentItemName } from '../consent/catalogue.ts';
import type { Fault } from '../fault.ts';
import type { ConsentItem } from './application.ts';
import type { ConsentItemDraft } from './application-draft.ts';
import { applicationFault } from './application-faults.ts';
import { checkPurpose } from './check-texts.ts';

export type CheckedConsentItem = Omit<ConsentItem, 'createdAt'>;

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
  } else if (draft.verified === true) {
    faults.push(applicationFault([...path, 'verified'], 'verified-needs-mail'));
  }
  const purpose = checkPurpose(draft.purpose, [...path, 'purpose'], faults);
  return itemKnown && consentKnown ? [{ item, consent, purpose }] : [];
}
