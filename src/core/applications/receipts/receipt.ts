// A receipt says what a person agreed to, as the page showed it, whatever the owner writes later (contract 27). The
// statement that agrees writes it (decision 57).

import type { Clock } from '../../ground/clock.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { newId } from '../../ground/secrets.ts';
import { inLanguage, type TranslationLanguage } from '../../ground/texts/translations.ts';
import type { ApplicationScope } from '../apis/application-scope.ts';
import type { Application } from '../applications/application.ts';

export type ReceiptItem = {
  item: ConsentItemName;
  consent: 'required' | 'optional';
  agreed: boolean;
  purpose?: string | undefined;
  retention?: string | undefined;
};

/** A scope of an API, in the words that were read. */
export type ReceiptScope = {
  scope: string;
  consent: 'required' | 'optional';
  agreed: boolean;
  /** Name of the API. */
  api: string;
  label?: string | undefined;
  description?: string | undefined;
  purpose?: string | undefined;
};

/** In the language of the page. No value of the person is in it. */
export type ReceiptTexts = {
  application: {
    name: string;
    homepageUri?: string | undefined;
    privacyPolicyUri?: string | undefined;
    termsUri?: string | undefined;
    /** Who receives the data. */
    companyName?: string | undefined;
    /** ISO 3166-1 alpha-2. */
    companyCountry?: string | undefined;
  };
  items: readonly ReceiptItem[];
  /** Absent where the application asks for none. */
  scopes?: readonly ReceiptScope[] | undefined;
};

/** `consent`: the consent page. `change`: the person changed optional items on the account's page. */
export type ReceiptKind = 'consent' | 'change';

/** What a store adds the account, the application, the `sub` and the time to. */
export type NewReceipt = { id: string; kind: ReceiptKind; language: TranslationLanguage; texts: ReceiptTexts };

export type Receipt = NewReceipt & { applicationId: string; sub: string; at: number };

/** What stays of a deleted account as proof. Names nobody: only the application knows the `sub`. */
export type KeptReceipt = Receipt & { accountDeletedAt: number };

type ShownScope = Pick<
  ApplicationScope,
  'item' | 'consent' | 'purpose' | 'translations' | 'apiName' | 'label' | 'description' | 'texts'
>;

type Shown = Pick<Application['consentItems'][number], 'item' | 'consent' | 'purpose' | 'retention' | 'translations'>;

/** @param input `items`: what the page showed, each with the answer */
export function newReceipt(
  { clock }: { clock: Clock },
  input: {
    kind: ReceiptKind;
    language: TranslationLanguage;
    application: Application;
    items: readonly { entry: Shown; agreed: boolean }[];
    scopes?: readonly { entry: ShownScope; agreed: boolean }[];
  },
): NewReceipt {
  const { kind, language, application, items, scopes = [] } = input;
  const { name, homepageUri, privacyPolicyUri, termsUri, companyName, companyCountry } = inLanguage(
    application,
    language,
  );
  return {
    id: newId(clock),
    kind,
    language,
    texts: {
      application: { name, homepageUri, privacyPolicyUri, termsUri, companyName, companyCountry },
      items: items.map(({ entry, agreed }) => {
        const { item, consent, purpose, retention } = inLanguage(entry, language);
        return { item, consent, agreed, purpose, retention };
      }),
      scopes:
        scopes.length === 0 ? undefined : scopes.map(({ entry, agreed }) => receiptScope(entry, agreed, language)),
    },
  };
}

function receiptScope(entry: ShownScope, agreed: boolean, language: TranslationLanguage): ReceiptScope {
  const { item, consent, apiName, purpose } = inLanguage(entry, language);
  const { label, description } = inLanguage({ ...entry, translations: entry.texts }, language);
  return { scope: item, consent, agreed, api: apiName, label, description, purpose };
}
