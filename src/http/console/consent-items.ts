// …/consent-items: what the application asks people for and why, with a preview of the consent page.
import type { AskableScope } from '../../core/applications/apis/application-scope.ts';
import type { Application, ConsentItem } from '../../core/applications/applications/application.ts';
import { draftOf, type ScopeDraft } from '../../core/applications/applications/application-draft.ts';
import { consentItemList } from '../../core/applications/applications/change-parts.ts';
import { receivedGroupsIn } from '../../core/applications/groups/received-groups.ts';
import { nicknameAsNameOf } from '../../core/grants/consent/profile-claims.ts';
import { CONSENT_ITEMS } from '../../core/ground/consent-items.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { inLanguage, TRANSLATION_LANGUAGES, type TranslationLanguage } from '../../core/ground/texts/translations.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { redirectDestination } from '../../protocol/redirect-uri.ts';
import { apiScopeField } from '../../views/apis/api-scope-field.ts';
import { renderConsentItems } from '../../views/console/consent-items.tsx';
import type { OwnValues } from '../../views/console/parts/console-page.ts';
import { translationField } from '../../views/console/parts/translated-texts.tsx';
import { ownPicturePath, valueAsText } from '../flow/consent-rows.ts';
import type { Section } from './frame/console-section.ts';
import { editInConsole, typed, typedTranslations } from './frame/edit-in-console.ts';

const entryOf = (current: Application, form: Parameters): ConsentItem | undefined =>
  current.consentItems.find(({ item }) => item === form.get('entry'));

const sentEntry = (form: Parameters, item: string | undefined) => ({
  draft: {
    item,
    consent: form.get('consent'),
    purpose: typed(form, 'purpose'),
    retention: typed(form, 'retention'),
    translations: typedTranslations(form, ['purpose', 'retention']),
    // A box that is not ticked is not sent.
    verified: item === 'email' ? form.has('verified') : undefined,
  },
  faults: [],
});

/** A purpose of a scope that is not asked for is not lost in silence, unless the application asked for it until now. */
const scopesIn = (form: Parameters, askable: readonly AskableScope[], { apiScopes }: Application): ScopeDraft[] =>
  askable.flatMap(({ item }) => {
    const consent = typed(form, apiScopeField('consent', item));
    const member = apiScopeField('purpose', item);
    const translations = Object.fromEntries(
      TRANSLATION_LANGUAGES.map((language) => [language, { purpose: typed(form, translationField(member, language)) }]),
    );
    const purpose = typed(form, member);
    const isLeftOut =
      consent === undefined && (purpose === undefined || apiScopes.some((asked) => asked.item === item));
    return isLeftOut ? [] : [{ item, consent, purpose, translations }];
  });

/** The form has the fields of each scope. */
const atScope =
  (sent: readonly ScopeDraft[]) =>
  (fault: Fault): Fault => {
    const [, index, part] = fault.path;
    const item = sent[Number(index)]?.item;
    if (item === undefined) return { ...fault, path: [] };
    const own = part === 'purpose' || part === 'translations' ? 'purpose' : 'consent';
    const field = apiScopeField(own, item);
    const language = part === 'translations' ? fault.path[3] : undefined;
    const isKnown = TRANSLATION_LANGUAGES.find((one) => one === language);
    return { ...fault, path: [isKnown ? translationField(field, isKnown) : field] };
  };

const applicationIn = (application: Application, language: TranslationLanguage): Application => ({
  ...inLanguage(application, language),
  consentItems: application.consentItems.map((entry) => inLanguage(entry, language)),
});

export const consentItemsSection: Section<'consent-items'> = {
  name: 'consent-items',
  audit: 'harmless: shows the application',
  actions: {
    'add-item': {
      need: 'change',
      confirm: 'harmless',
      act: (work) =>
        editInConsole(work, {
          change: (current) => consentItemList.add(current, sentEntry(work.form, work.form.get('item'))),
          notice: 'added',
        }),
    },
    'change-item': {
      need: 'change',
      confirm: 'by-change',
      act: (work) =>
        editInConsole(work, {
          change: (current) => {
            const entry = entryOf(current, work.form);
            return entry && consentItemList.replace(current, entry, sentEntry(work.form, entry.item));
          },
          notice: 'saved',
        }),
    },
    'save-api-scopes': {
      need: 'change',
      confirm: 'by-change',
      act: async (work) => {
        const askable = await work.deps.ports.apis.listAllAskable(work.place.application.id);
        const apiScopes = scopesIn(work.form, askable, work.place.application);
        return editInConsole(work, {
          change: (current) => ({ draft: { ...draftOf(current), apiScopes } }),
          at: atScope(apiScopes),
          notice: 'saved',
        });
      },
    },
    'remove-item': {
      need: 'change',
      confirm: 'by-change',
      act: (work) =>
        editInConsole(work, {
          change: (current) => {
            const entry = entryOf(current, work.form);
            return (
              entry &&
              consentItemList.keep(
                current,
                current.consentItems.filter((one) => one !== entry),
              )
            );
          },
          notice: 'removed',
        }),
    },
  },
  render: async (context, page, { place, deps }) => {
    const { rules } = deps.ports;
    const { account } = place.signedIn;
    const received = await receivedGroupsIn(context.language, deps.ports, page.application, account.id);
    const values = Object.fromEntries(
      CONSENT_ITEMS.map((item) => [item, valueAsText(item, account, received)]),
    ) as OwnValues;
    const [first] = page.application.redirectUris;
    return renderConsentItems(context, page, {
      shown: applicationIn(page.application, context.language),
      values,
      picture: ownPicturePath(account),
      email: { needsProof: rules.withholdUnverifiedEmail, isVerified: account.emailVerified },
      asName: nicknameAsNameOf(page.application.consentItems),
      person: { email: account.email, nickname: account.profile.nickname },
      askable: (await deps.ports.apis.listAllAskable(page.application.id)).map((scope) =>
        inLanguage({ ...scope, translations: scope.texts }, context.language),
      ),
      redirectHost: first ? redirectDestination(first.redirectUri) : '…',
    });
  },
};
