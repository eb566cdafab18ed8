// The rules of the scopes of APIs that an application asks people for (contract 45). A scope that does not exist and
// one that this application may not ask for are refused alike, so that nobody learns which APIs there are.

import type { Fault } from '../../ground/fault.ts';
import { checkTranslations } from '../../ground/texts/translations.ts';
import type { Application } from '../applications/application.ts';
import type { ApplicationDraft } from '../applications/application-draft.ts';
import { applicationFault, MAX_PURPOSE_LENGTH } from '../applications/application-faults.ts';
import { checkSentence } from '../applications/check-texts.ts';
import type { Ports } from '../ports.ts';
import type { ApplicationScope, AskableScope } from './application-scope.ts';
import { MAX_ASKED_SCOPES } from './asked-scope-faults.ts';

/** A scope may not be asked for any more: operators changed its API since it was read. */
export class ScopesChanged extends Error {
  override readonly name = 'ScopesChanged';
}

export type CheckedScope = Omit<ApplicationScope, 'createdAt'>;

const NONE: readonly AskableScope[] = [];

/** Asks nothing where the draft names no scope. @param applicationId undefined: it is being registered */
export async function askableIn(
  { apis }: Pick<Ports, 'apis'>,
  draft: ApplicationDraft,
  applicationId: string | undefined,
): Promise<readonly AskableScope[]> {
  const names = (draft.apiScopes ?? []).flatMap((scope) => scope?.item ?? []);
  return names.length === 0 ? NONE : apis.listAskable([...new Set(names)], applicationId);
}

const PURPOSE = { maxLength: MAX_PURPOSE_LENGTH, tooLong: 'purpose-too-long' } as const;

/** @param askable undefined: nobody has looked, and what is stored counts */
export function checkAskedScopes(
  drafts: NonNullable<ApplicationDraft['apiScopes']>,
  { askable, stored }: { askable: readonly AskableScope[] | undefined; stored: Application['apiScopes'] },
  faults: Fault[],
): CheckedScope[] {
  const list = 'api_scopes';
  if (drafts.length > MAX_ASKED_SCOPES) faults.push(applicationFault([list], 'api-scopes-asked-too-many'));
  const seen = new Set<string>();
  return drafts.flatMap((draft, index) => {
    if (!draft) return [];
    const path = [list, index];
    const { item = '', consent } = draft;
    const known = (askable ?? stored).find((scope) => scope.item === item);
    if (seen.has(item)) faults.push(applicationFault([...path, 'scope'], 'api-scope-asked-twice'));
    else if (!known) faults.push(applicationFault([...path, 'scope'], 'api-scope-unknown'));
    seen.add(item);
    const isConsent = consent === 'required' || consent === 'optional';
    if (!isConsent)
      faults.push(
        applicationFault([...path, 'consent'], consent === undefined ? 'consent-missing' : 'consent-unknown'),
      );
    const purpose = checkSentence(draft.purpose, PURPOSE, [...path, 'purpose'], faults);
    const translations = checkTranslations(draft.translations, {
      purpose: (text, place) => checkSentence(text, PURPOSE, [...path, 'translations', ...place], faults),
    });
    return known && isConsent ? [{ ...known, consent, purpose, translations }] : [];
  });
}
