// What the consent page shows for a request: the named items with the person's own values, and earlier answers as
// presets. And the scopes of APIs that it names.
import type { ApplicationScope } from '../../applications/apis/application-scope.ts';
import { nameScopes } from '../../applications/apis/application-scope.ts';
import type { ConsentItem } from '../../applications/applications/application.ts';
import type { Connection } from '../../applications/connections/connection.ts';
import { nameItems } from '../../applications/connections/named-items.ts';
import type { AuthorizationRequest } from '../authorize/authorization-request.ts';
import { hasValue, type PersonSource } from './profile-claims.ts';
import { answerTo, isAnswered, isConnected } from './what-to-ask.ts';

export type ConsentFormItem = Pick<
  ConsentItem,
  'item' | 'consent' | 'purpose' | 'retention' | 'translations' | 'verified'
> & {
  /** False: the page asks for the value. */
  hasValue: boolean;
  /** Required items are always ticked. Optional ones show the earlier answer, and are unticked at first. */
  agreed: boolean;
  /** The person is connected to the application and has not answered this item yet. */
  isNew: boolean;
};

/** A scope of an API. It has no value of the person's. */
export type ConsentFormScope = Pick<
  ApplicationScope,
  'item' | 'consent' | 'purpose' | 'translations' | 'apiName' | 'resource' | 'label' | 'description' | 'texts'
> &
  Pick<ConsentFormItem, 'agreed' | 'isNew'>;

export const consentScopes = (
  request: AuthorizationRequest,
  connection: Connection | undefined,
): readonly ConsentFormScope[] =>
  nameScopes(request.application.apiScopes, request).map((entry) => ({
    item: entry.item,
    consent: entry.consent,
    purpose: entry.purpose,
    translations: entry.translations,
    apiName: entry.apiName,
    resource: entry.resource,
    label: entry.label,
    description: entry.description,
    texts: entry.texts,
    agreed: entry.consent === 'required' || (answerTo(entry, connection)?.agreed ?? false),
    isNew: isConnected(connection) && !isAnswered(entry, connection),
  }));

export function consentForm(
  request: AuthorizationRequest,
  connection: Connection | undefined,
  person: PersonSource,
): ConsentFormItem[] {
  return nameItems(request.application.consentItems, request).map((entry) => ({
    item: entry.item,
    consent: entry.consent,
    purpose: entry.purpose,
    retention: entry.retention,
    translations: entry.translations,
    verified: entry.verified,
    hasValue: hasValue(entry.item, person),
    agreed: entry.consent === 'required' || (answerTo(entry, connection)?.agreed ?? false),
    isNew: isConnected(connection) && !isAnswered(entry, connection),
  }));
}

/**
 * The items and scopes that "agree to all" ticks: optional ones with a value. Where something is new, only the new
 * ones, because the page folds earlier answers away.
 */
export function itemsOfAgreeAll(items: readonly ConsentFormItem[], scopes: readonly ConsentFormScope[]): string[] {
  const all = [...items, ...scopes.map((scope) => ({ ...scope, hasValue: true }))];
  const isAdded = all.some(({ isNew }) => isNew);
  return all
    .filter((entry) => entry.consent === 'optional' && entry.hasValue && (entry.isNew || !isAdded))
    .map(({ item }) => item);
}

/**
 * What the form's token is bound to, besides session and parameters. When the owner changes an item while the page is
 * open, the answer to the old page does not count for the new one (case K3).
 */
export const describeShownItems = (items: readonly ConsentFormItem[], scopes: readonly ConsentFormScope[]): string =>
  JSON.stringify(
    items.map((entry) => [
      ...[entry.item, entry.consent, entry.purpose, entry.retention, entry.hasValue],
      ...[entry.translations, entry.isNew],
    ]),
  ) + (scopes.length === 0 ? '' : JSON.stringify(scopes.map(({ agreed, ...shown }) => shown)));
