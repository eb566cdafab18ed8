// What the consent page shows for a request: the named items, the person's own values, earlier answers preset.
import type { AuthorizationRequest } from '../authorize/authorization-request.ts';
import type { ConsentItemName } from './catalogue.ts';
import type { Connection } from './connection.ts';
import { nameItems } from './named-items.ts';
import { type ClaimSource, hasValue } from './profile-claims.ts';
import { answerTo } from './what-to-ask.ts';

export type ConsentFormItem = {
  item: ConsentItemName;
  consent: 'required' | 'optional';
  purpose: string | undefined;
  /** False: the value is asked for on the page. */
  hasValue: boolean;
  /** Required items are always ticked; optional ones as answered before, unticked at first. */
  agreed: boolean;
};

export function consentForm(
  request: AuthorizationRequest,
  connection: Connection | undefined,
  person: ClaimSource,
): ConsentFormItem[] {
  return nameItems(request.application.consentItems, request).map((entry) => ({
    item: entry.item,
    consent: entry.consent,
    purpose: entry.purpose,
    hasValue: hasValue(entry.item, person),
    agreed: entry.consent === 'required' || (answerTo(entry, connection)?.agreed ?? false),
  }));
}

/**
 * What the form's token is bound to, besides session and parameters: when the owner changes an item while the page is
 * open, the answer to the old page is no answer to the new one (case K3).
 */
export const describeShownItems = (items: readonly ConsentFormItem[]): string =>
  JSON.stringify(items.map((entry) => [entry.item, entry.consent, entry.purpose ?? '', entry.hasValue]));
