// The states of pages with documents of the service: forms that create an account, the page that asks again, and the
// account page.
import { renderAccount } from '../../../src/views/account/account.tsx';
import type { AccountDocument } from '../../../src/views/account/account-props.ts';
import { type DocumentsProps, renderDocuments } from '../../../src/views/documents/documents.tsx';
import type { BoxesProps, DocumentBox } from '../../../src/views/page/document-row.ts';
import type { Language, PageContext } from '../../../src/views/page/page.ts';
import { renderSetup } from '../../../src/views/pages/setup.tsx';
import { renderSignUp } from '../../../src/views/pages/sign-up.tsx';
import { contextIn } from './contexts.ts';
import { accountProps, application, fault, LONG_NAME } from './people.ts';

type State = (language: Language) => string;

const TITLES = {
  terms: { en: 'Terms of Service', ko: '서비스 이용약관' },
  data: { en: 'collection and use of personal data', ko: '개인정보 수집·이용' },
  news: { en: 'news and offers by email', ko: '이메일 소식과 혜택 수신' },
  privacy: { en: 'Privacy Policy', ko: '개인정보 처리방침' },
} as const;

const box = (id: keyof typeof TITLES, language: Language, over: Partial<DocumentBox> = {}): DocumentBox => ({
  box: `${id}:2026-01`,
  kind: 'agree',
  required: true,
  version: '2026-01',
  title: TITLES[id][language],
  titleLanguage: undefined,
  uri: `https://acme.example/${id}`,
  ticked: false,
  ...over,
});

const boxes = (language: Language, over: Partial<DocumentBox> = {}): BoxesProps => ({
  documents: [
    box('terms', language, over),
    box('data', language, { kind: 'consent', ...over }),
    box('news', language, { kind: 'consent', required: false }),
    box('privacy', language, { kind: 'notice', required: false }),
  ],
  age: { years: 14, ticked: false },
});

const someone = { email: 'mina.kim@example.com', nickname: 'Mina' };
const signedInAs = { ...someone, logoutCsrf: 'token', severalSignedIn: false };
const QUERY = '?client_id=0123456789abcdef0123456789abcdef';

const signUp =
  (made: (language: Language) => BoxesProps, codes: readonly (readonly [string, string])[] = []): State =>
  (language) =>
    renderSignUp(contextIn(language), {
      action: `/sign-up${QUERY}`,
      csrf: 'token',
      application: application(),
      signInHref: `/login${QUERY}`,
      values: codes.length === 0 ? { email: '', nickname: '' } : someone,
      boxes: made(language),
      faults: codes.map(([field, code]) => ({ ...fault(field, code), values: { years: 14 } })),
      limited: undefined,
    });

const documents =
  (over: (language: Language) => Partial<DocumentsProps> = () => ({}), context: Partial<PageContext> = {}): State =>
  (language) =>
    renderDocuments(contextIn(language, context), {
      action: `/documents${QUERY}`,
      csrf: 'token',
      application: application(),
      documents: [
        box('terms', language, { agreedBeforeAt: Date.UTC(2025, 2, 4) }),
        box('data', language, { kind: 'consent' }),
      ],
      signedIn: someone,
      otherAccountHref: `/login${QUERY}`,
      faults: [],
      ...over(language),
    });

const agreed = (version: string) => ({ version, at: Date.UTC(2025, 2, 4) });

const account = (language: Language): readonly AccountDocument[] => [
  { ...box('terms', language), agreed: agreed('2026-01') },
  { ...box('data', language, { kind: 'consent' }), agreed: agreed('2025-03') },
  { ...box('news', language, { kind: 'consent', required: false }), agreed: undefined },
  { ...box('privacy', language, { kind: 'notice', required: false }), agreed: undefined },
];

export const DOCUMENT_STATES: Readonly<Record<string, State>> = {
  'sign-up-documents': signUp(boxes),
  'sign-up-documents-faults': signUp(
    (language) => boxes(language, { ticked: true, required: true }),
    [['age', 'age-unconfirmed']],
  ),
  'sign-up-documents-missing': signUp(
    (language) => ({ ...boxes(language), age: { years: 14, ticked: true } }),
    [
      ['email', 'email-domain-refused'],
      ['documents', 'documents-unagreed'],
    ],
  ),
  'setup-documents': (language) =>
    renderSetup(contextIn(language), {
      action: '/setup?token=abc',
      csrf: 'token',
      values: { email: '', nickname: '' },
      boxes: boxes(language),
      faults: [],
    }),
  documents: documents(),
  'documents-alone': documents(
    () => ({ application: undefined, action: '/documents', otherAccountHref: '/select-account' }),
    { signedInAs },
  ),
  'documents-missing': documents((language) => ({
    documents: [box('terms', language, { ticked: true }), box('data', language, { kind: 'consent' })],
    faults: [fault('documents', 'documents-unagreed')],
  })),
  'documents-long': documents((language) => ({
    application: application(LONG_NAME),
    documents: [
      box('terms', language, { title: LONG_NAME.slice(0, 100), titleLanguage: language === 'en' ? 'ko' : 'en' }),
      box('data', language, { title: 'Datenschutzgrundverordnungseinwilligungserklärung'.repeat(2), kind: 'consent' }),
    ],
  })),
  'account-data-confirm': (language) =>
    renderAccount(
      contextIn(language, { signedInAs }),
      accountProps({ page: 'data', confirmHref: '/confirm?to=/account/data' }),
    ),
  'account-data': (language) => renderAccount(contextIn(language, { signedInAs }), accountProps({ page: 'data' })),
  'account-documents': (language) =>
    renderAccount(contextIn(language, { signedInAs }), accountProps({ page: 'data', documents: account(language) })),
};
