// The states of the page of the policy.
import type { Document } from '../../../src/core/ground/document.ts';
import type { PolicyValues } from '../../../src/core/server/policy/policy.ts';
import { POLICY_FIELDS } from '../../../src/schema/policy/policy-keys.ts';
import type { SentForm } from '../../../src/views/console/parts/console-page.ts';
import { type MailPreviewsProps, renderMailPreviews } from '../../../src/views/operators/mail-previews.tsx';
import { type DocumentsProps, renderDocuments } from '../../../src/views/policy/documents.tsx';
import { renderPolicy } from '../../../src/views/policy/policy.tsx';
import type { PolicyProps } from '../../../src/views/policy/policy-props.ts';
import { consolePage, operatorContext, type State } from './console-states.ts';
import { ARABIC_NAME } from './people.ts';

const VALUES: PolicyValues = {
  serviceName: 'Acme Login',
  accentColor: '#0a7d32',
  logo: undefined,
  logoDark: undefined,
  supportContact: undefined,
  openRegistration: true,
  requireVerifiedEmail: false,
  allowedEmailDomains: [],
  refusedEmailDomains: ['mail.example', 'trash.example'],
  reservedUsernames: ['ada', 'grace.hopper'],
  openOwnership: false,
  secondFactor: 'staff',
  minimumAge: 14,
  deletionDelayDays: 7,
  documents: [
    {
      ...{ id: 'terms', kind: 'agree', required: true, version: '2026-01' },
      ...{ title: { en: 'Terms of Service', ko: '서비스 이용약관' }, uri: { en: 'https://acme.example/terms' } },
    },
  ],
};

export const policyProps = (over: Partial<PolicyProps> = {}): PolicyProps => ({
  ...consolePage(),
  values: VALUES,
  logos: { light: undefined, dark: undefined },
  fields: POLICY_FIELDS,
  locked: {},
  revision: 3,
  mailIsOff: false,
  lacksFactor: false,
  ...over,
});

const policy =
  (over: Partial<PolicyProps> = {}): State =>
  (language) =>
    renderPolicy(operatorContext(language), policyProps(over));

const mails =
  (over: Partial<MailPreviewsProps> = {}): State =>
  (language) =>
    renderMailPreviews(operatorContext(language), {
      ...{ ...consolePage(), shown: 'verify-email', authUrl: 'https://login.acme.example' },
      ...{ email: 'ada@acme.example', noTest: undefined, ...over },
    });

const fault = (path: string, code: string) => ({ path: [path], code, detail: '' });
const typed: Readonly<Record<string, string>> = { service_name: '', accent_color: 'green' };

/** What operators of other days, or of another service, may have left: long, turned and full of markup. */
const HOSTILE: PolicyValues = {
  ...VALUES,
  serviceName: ARABIC_NAME,
  supportContact: `https://help.example/${'a'.repeat(300)}`,
  refusedEmailDomains: Array.from({ length: 60 }, (_, at) => `${'very-'.repeat(8)}long-${at}.example`),
  reservedUsernames: Array.from({ length: 60 }, (_, at) => `${'very-'.repeat(5)}long${at}`),
  documents: VALUES.documents.map((one) => ({ ...one, title: { en: '<b>Terms</b>', ko: 'x'.repeat(120) } })),
};
const hostileTyped: Readonly<Record<string, string>> = {
  ...{ service_name: '"><script>alert(1)</script>', accent_color: 'a\u202eder', support_contact: 'x'.repeat(400) },
  refused_email_domains: 'x'.repeat(300),
};

const DOCUMENTS: readonly Document[] = [
  ...VALUES.documents,
  {
    ...{ id: 'marketing', kind: 'consent', required: false, version: '1' },
    title: { en: 'news and offers by email', ko: '이메일 소식과 혜택 수신' },
    uri: { en: 'https://acme.example/marketing', ko: 'https://acme.example/ko/marketing' },
  },
  {
    ...{ id: 'privacy', kind: 'notice', required: false, version: '2026-01' },
    ...{ title: { ko: '개인정보 처리방침' }, uri: { ko: 'https://acme.example/ko/privacy' } },
  },
];
const TWENTY: readonly Document[] = Array.from({ length: 20 }, (_, at) => ({
  ...{ id: `${'very-'.repeat(6)}long-${at}`, kind: 'agree', required: true, version: '9'.repeat(40) },
  title: { en: `<b>Terms</b> ${'x'.repeat(80)}`, ko: `${'약관'.repeat(48)} ${at}` },
  uri: { en: `https://acme.example/${'a'.repeat(60)}` },
}));

const documents =
  (over: Partial<DocumentsProps> = {}): State =>
  (language) =>
    renderDocuments(operatorContext(language), {
      ...{ ...consolePage(), documents: DOCUMENTS, most: 20, opened: undefined, locked: undefined, revision: 3 },
      ...over,
    });

/** The form of a document that is shown again. */
const sentDocument = (over: Partial<SentForm>): SentForm => ({
  ...{ form: 'document', values: { get: (name) => badDocument[name], has: (name) => name in badDocument } },
  ...{ faults: [], changed: false, made: false, conflicts: [], confirmed: false },
  ...over,
});
const badDocument: Readonly<Record<string, string>> = {
  ...{ id: 'Terms', kind: 'notice', required: 'on', document_version: 'first version' },
  ...{ title_en: '', title_ko: '"><script>alert(1)</script>'.repeat(4), uri_en: 'acme.example/terms', uri_ko: '' },
};
const documentFaults = [
  ...[fault('title_ko', 'document-title'), fault('uri_en', 'document-uri'), fault('required', 'document-required')],
  ...[fault('document_version', 'document-version'), fault('id', 'document-id')],
];

export const POLICY_STATES: Readonly<Record<string, State>> = {
  'console-mails': mails(),
  'console-mails-queued': mails({ notice: 'test-mail-queued' }),
  'console-mails-off': mails({ noTest: 'off' }),
  'console-mails-memory': mails({ noTest: 'memory' }),
  'console-mails-unverified': mails({ noTest: 'unverified' }),
  'console-documents': documents(),
  'console-documents-none': documents({ documents: [] }),
  'console-documents-confirm': documents({ confirmHref: '/confirm?to=/console/policy/documents' }),
  'console-documents-locked': documents({ locked: 'documents in config/latchkey.yaml' }),
  'console-documents-faults': documents({ sent: sentDocument({ faults: documentFaults }) }),
  'console-documents-edit': documents({ opened: DOCUMENTS[0] }),
  'console-documents-changed': documents({ opened: DOCUMENTS[0], sent: sentDocument({ changed: true }) }),
  'console-documents-hostile': documents({ documents: TWENTY }),
  'console-documents-hostile-edit': documents({ documents: TWENTY, opened: TWENTY[0] }),
  'console-policy': policy(),
  'console-policy-locked': policy({
    mailIsOff: true,
    locked: { serviceName: 'LATCHKEY_SERVICE_NAME', documents: 'documents in config/latchkey.yaml' },
  }),
  'console-policy-all-locked': policy({
    locked: Object.fromEntries(Object.keys(VALUES).map((key) => [key, 'LATCHKEY_POLICY_LOCKED'])),
  }),
  'console-policy-factor': policy({
    lacksFactor: true,
    sent: {
      ...{ form: 'policy', values: { get: (name) => (name === 'second_factor' ? 'staff' : ''), has: () => false } },
      faults: [fault('second_factor', 'policy-needs-own-factor')],
      ...{ changed: false, made: false, conflicts: [], confirmed: false },
    },
  }),
  'console-policy-logo': policy({ logos: { light: '/logos/acme/dark', dark: '/logos/acme/light' } }),
  'console-policy-logo-fault': policy({
    sent: {
      ...{
        form: 'logo',
        values: { get: () => undefined, has: () => false },
        faults: [fault('logo', 'logo-malformed')],
      },
      ...{ changed: false, made: false, conflicts: [], confirmed: false },
    },
  }),
  'console-policy-confirm': policy({ confirmHref: '/confirm?to=/console/policy' }),
  'console-policy-hostile': policy({
    values: HOSTILE,
    locked: {
      serviceName: 'LATCHKEY_SERVICE_NAME',
      refusedEmailDomains: `refused_email_domains in ${'long/'.repeat(40)}`,
    },
  }),
  'console-policy-hostile-changed': policy({
    values: HOSTILE,
    sent: {
      form: 'policy',
      values: { get: (name) => hostileTyped[name], has: (name) => name in hostileTyped },
      ...{ faults: [], changed: true, made: false, conflicts: [], confirmed: false },
    },
  }),
  'console-policy-faults': policy({
    sent: {
      form: 'policy',
      values: { get: (name) => typed[name], has: (name) => name in typed },
      faults: [
        ...[fault('service_name', 'policy-serviceName'), fault('accent_color', 'policy-accentColor')],
        fault('require_verified_email', 'policy-needs-mail'),
      ],
      ...{ changed: false, made: false, conflicts: [], confirmed: false },
    },
  }),
};
