// Every designed state of every page, by name: what the tests check, the gallery draws and axe reads.

import { CATALOGUE } from '../../../src/core/ground/consent-items.ts';
import type { PublicAddress } from '../../../src/core/operating/doctor/check-public-address.ts';
import { guideContents } from '../../../src/http/guides/guide-contents.ts';
import { referenceTemplate } from '../../../src/http/openapi/template.ts';
import { chaptersIn, findErrors } from '../../../src/http/pages/errors.ts';
import { renderAccount } from '../../../src/views/account/account.tsx';
import { assetPaths } from '../../../src/views/assets/assets.ts';
import { renderWelcome } from '../../../src/views/console/welcome.tsx';
import { renderBuiltPage } from '../../../src/views/developers/built-page.tsx';
import { renderButtonPage } from '../../../src/views/developers/button.tsx';
import { renderErrors } from '../../../src/views/developers/errors.tsx';
import { renderGuide } from '../../../src/views/developers/guide.tsx';
import { labelOf } from '../../../src/views/groups/group-name.tsx';
import { SAID_ACTIONS } from '../../../src/views/messages/acts-of-others.ts';
import type {
  ConsentProps,
  ConsentScopeRow,
  InvitationProps,
  Language,
  PageContext,
  SelectAccountProps,
  SignInProps,
  SignUpProps,
} from '../../../src/views/page/page.ts';
import { renderCatalogue } from '../../../src/views/pages/catalogue.tsx';
import { type ConfirmProps, renderConfirm } from '../../../src/views/pages/confirm.tsx';
import { renderConsent } from '../../../src/views/pages/consent.tsx';
import { type ErrorProps, renderError } from '../../../src/views/pages/error.tsx';
import { renderFormPost } from '../../../src/views/pages/form-post.tsx';
import { renderHome } from '../../../src/views/pages/home.tsx';
import { renderInvitation } from '../../../src/views/pages/invitation.tsx';
import { type NotAdmittedProps, renderNotAdmitted } from '../../../src/views/pages/not-admitted.tsx';
import { renderSelectAccount } from '../../../src/views/pages/select-account.tsx';
import { renderSetup } from '../../../src/views/pages/setup.tsx';
import { renderSignIn } from '../../../src/views/pages/sign-in.tsx';
import { renderSignOut, type SignOutFault, type SignOutProps } from '../../../src/views/pages/sign-out.tsx';
import { renderSignUp } from '../../../src/views/pages/sign-up.tsx';
import { renderSignedOut } from '../../../src/views/pages/signed-out.tsx';
import { API_STATES } from './api-states.ts';
import { AUDIT_STATES } from './audit-states.ts';
import { CONSOLE_STATES } from './console-states.ts';
import { contextIn, logoBrand, otherAssets, otherBrand } from './contexts.ts';
import { DEVELOPER_STATES } from './developer-states.ts';
import { deviceStates } from './device-states.ts';
import { DOCTOR_STATES } from './doctor-states.ts';
import { DOCUMENT_STATES } from './document-states.ts';
import { FACTOR_STATES } from './factor-states.ts';
import { GIVEN_UP_MESSAGE_STATES } from './given-up-message-states.ts';
import { GROUP_STATES } from './group-states.ts';
import { someGroups } from './groups.ts';
import { LEAVING_STATES } from './leaving-states.ts';
import { someLogo } from './logos.ts';
import { OPERATOR_STATES } from './operator-states.ts';
import { PASSKEY_STATES, PROMPT } from './passkey-states.ts';
import {
  type AnyAccountProps,
  ARABIC_NAME,
  accountProps,
  activity,
  application,
  connection,
  eightRows,
  everyRow,
  fault,
  KOREAN_NAME,
  LONG_NAME,
  receipt,
  row,
  session,
  times,
  UNBROKEN_NAME,
  usernameProps,
} from './people.ts';
import { POLICY_STATES } from './policy-states.ts';
import { VERIFICATION_STATES } from './verification-states.ts';

/** Where the page that posts an answer sends it. */
export const REDIRECT_URI = 'https://shop.acme.example/callback';

export type State = (language: Language) => string;

/** Who acts on the accounts of others. */
const ACTORS = ['operator', 'support', 'machine'] as const;
const LONG_HOST = `login.${'a-long-name-of-a-department.'.repeat(4)}example`;
const TROUBLES = [
  'unencrypted',
  'range-too-wide',
  'not-trusted',
  'no-client-address',
  'no-proxy',
  'unchecked',
] as const satisfies readonly PublicAddress['trouble'][];

const welcome =
  (address: Partial<PublicAddress> = {}, hasApplication = false): State =>
  (language) =>
    renderWelcome(contextIn(language, { signedInAs, staff: 'operator' }), {
      address: { url: 'https://login.acme.example', reach: 'everybody', trouble: undefined, ...address },
      hasApplication,
    });
const confirm =
  (over: Partial<ConfirmProps> = {}): State =>
  (language) =>
    renderConfirm(contextIn(language), {
      action: '/confirm?to=/console/api-tokens',
      csrf: 'token',
      email: 'mina.kim@example.com',
      asksCode: false,
      backHref: '/console/api-tokens',
      kept: [],
      faults: [],
      limitedForMinutes: undefined,
      ...over,
    });

export const signInProps = (over: Partial<SignInProps> = {}): SignInProps => ({
  action: '/login?client_id=0123456789abcdef0123456789abcdef&response_type=code',
  csrf: 'token',
  csrfOfDevice: 'token',
  application: application(),
  signUpHref: '/sign-up?client_id=0123456789abcdef0123456789abcdef&response_type=code',
  email: '',
  persistent: false,
  faults: [],
  limitedForMinutes: undefined,
  continueAs: undefined,
  again: undefined,
  sessionEnded: false,
  ...over,
});

const signIn =
  (over: Partial<SignInProps> = {}, context: Partial<PageContext> = {}): State =>
  (language) =>
    renderSignIn(contextIn(language, context), signInProps(over));

/** The application asks a signed-in person for the password again. */
const signInAgain = (over: Partial<SignInProps> = {}): State =>
  signIn({
    email: 'mina.kim@example.com',
    again: { nickname: 'Mina', otherAccountHref: '/login?client_id=0123456789abcdef0123456789abcdef' },
    ...over,
  });

const invitation =
  (about: Partial<InvitationProps['invitation']> = {}, over: Partial<InvitationProps> = {}): State =>
  (language) =>
    renderInvitation(contextIn(language), {
      action: '/invitation?token=abc',
      csrf: 'token',
      application: application(),
      invitation: {
        role: 'editor',
        inviterEmail: 'yasmin@example.com',
        expiresAt: Date.UTC(2026, 0, 9, 12),
        ...about,
      },
      signedIn: { email: 'mina.kim@example.com', nickname: 'Mina' },
      isMeant: true,
      belongsHref: undefined,
      signInHref: '/login?to=/invitation&token=abc',
      signUpHref: '/sign-up?to=/invitation&token=abc',
      faults: [],
      ...over,
    });

const signUp =
  (over: Partial<SignUpProps> = {}): State =>
  (language) =>
    renderSignUp(contextIn(language), {
      action: '/sign-up?client_id=0123456789abcdef0123456789abcdef',
      csrf: 'token',
      application: application(),
      signInHref: '/login?client_id=0123456789abcdef0123456789abcdef',
      values: { email: '', nickname: '' },
      boxes: { documents: [] },
      faults: [],
      limited: undefined,
      ...over,
    });

const notAdmitted =
  (over: Partial<NotAdmittedProps> = {}): State =>
  (language) =>
    renderNotAdmitted(contextIn(language), {
      why: 'team-only',
      action: '/team-only?client_id=0123456789abcdef0123456789abcdef',
      csrf: 'token',
      application: application(),
      signedIn: { email: 'mina.kim@example.com', nickname: 'Mina' },
      otherAccountHref: '/login?client_id=0123456789abcdef0123456789abcdef',
      faults: [],
      ...over,
    });

const selectAccount =
  (over: Partial<SelectAccountProps> = {}): State =>
  (language) =>
    renderSelectAccount(contextIn(language), {
      action: '/select-account?client_id=0123456789abcdef0123456789abcdef',
      csrf: 'token',
      application: application(),
      accounts: [
        { sessionId: 's1', email: 'mina.kim@example.com', nickname: 'Mina' },
        { sessionId: 's2', email: 'yuna.park@work.example', nickname: undefined },
      ],
      otherAccountHref: '/login?client_id=0123456789abcdef0123456789abcdef',
      faults: [],
      ...over,
    });

export const consentProps = (over: Partial<ConsentProps> = {}): ConsentProps => ({
  action: '/consent?client_id=0123456789abcdef0123456789abcdef',
  csrf: 'token',
  shownTo: 'token',
  application: application(),
  items: [
    row('nickname', { consent: 'required', agreed: true }),
    row('email', { consent: 'required', agreed: true }),
    row('phone_number'),
    row('birthdate'),
  ],
  signedIn: { email: 'mina.kim@example.com', nickname: 'Mina' },
  otherAccountHref: '/login?client_id=0123456789abcdef0123456789abcdef',
  to: { host: 'shop.acme.example' },
  faults: [],
  firstTime: true,
  ...over,
});

const SCOPES: readonly ConsentScopeRow[] = [
  {
    ...{ item: 'billing.read', consent: 'required', api: 'Billing', label: 'Read your invoices', agreed: true },
    ...{ description: 'Amounts, dates and what you paid for', purpose: 'To show them beside your orders' },
  },
  { item: 'billing.write', consent: 'optional', api: 'Billing', label: '청구서 보내기', agreed: false },
  { item: 'stock.read', consent: 'optional', api: '재고 관리', label: 'stock.read', agreed: false },
];

const consent =
  (over: Partial<ConsentProps> = {}): State =>
  (language) =>
    renderConsent(contextIn(language), consentProps(over));

const error =
  (props: Pick<ErrorProps, 'status' | 'code'> & Partial<ErrorProps>): State =>
  (language) =>
    renderError(contextIn(language), { requestId: '01978f3c6a2e7c0e9d51', ...props });

const signOut =
  (over: Partial<SignOutProps> = {}): State =>
  (language) =>
    renderSignOut(contextIn(language), {
      action: '/logout?client_id=0123456789abcdef0123456789abcdef',
      csrf: 'token',
      application: 'Acme Shop',
      people: [{ email: 'mina.kim@example.com', nickname: 'Mina' }],
      returnHost: 'shop.acme.example',
      fault: undefined,
      ...over,
    });

const account =
  (over: Partial<AnyAccountProps> = {}): State =>
  (language) =>
    renderAccount(
      contextIn(language, {
        signedInAs: {
          email: 'mina.kim@example.com',
          nickname: over.profile?.nickname ?? 'Mina',
          logoutCsrf: 'token',
          severalSignedIn: false,
        },
      }),
      accountProps(over),
    );

const signedInAs = { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false };
const developerDetail =
  'redirect_uri is not registered for this client_id. Compare it character by character, slash included.';

const logoutFault: SignOutFault = {
  code: 'post-logout-uri-unregistered',
  requestId: '01978f3c6a2e7c0e9d51',
  detail:
    'post_logout_redirect_uri is not registered for this application. It must equal a registered one, character by character.',
  helpHref: '/errors#post-logout-uri-unregistered',
};

const HOSTS = { authUrl: 'https://id.acme.example', apiUrl: 'https://api.acme.example' };

const RENDERED: Readonly<Record<string, State>> = {
  'sign-in': signIn(),
  'sign-in-passkey': signIn({ passkey: PROMPT }),
  'sign-in-passkey-wrong': signIn({ passkey: PROMPT, faults: [fault(undefined, 'passkey-unknown')] }),
  'sign-in-not-set-up': signIn({ application: undefined, notSetUp: true, signUpHref: undefined }),
  'sign-in-alone': signIn({ application: undefined, email: 'mina.kim@example.com', signUpHref: undefined }),
  'sign-in-forgot': signIn({ forgotHref: '/forgot-password' }),
  'sign-in-wrong': signIn({
    email: 'mina.kim@example.com',
    persistent: true,
    faults: [fault(undefined, 'credentials-wrong')],
  }),
  'sign-in-missing': signIn({ faults: [fault('email', 'email-missing'), fault('password', 'password-missing')] }),
  'sign-in-limited': signIn({ email: 'mina.kim@example.com', limitedForMinutes: 12 }),
  'sign-in-continue': signIn({ continueAs: { email: 'mina.kim@example.com', href: '/oauth/authorize?x=1' } }),
  'sign-in-again': signInAgain(),
  'sign-in-again-wrong': signInAgain({ faults: [fault('password', 'current-password-wrong')] }),
  'sign-in-again-named': signInAgain({
    application: application(KOREAN_NAME),
    again: { nickname: undefined, otherAccountHref: undefined },
  }),
  'sign-in-cookies': signIn({
    email: 'mina.kim@example.com',
    faults: [{ ...fault(undefined, 'cookies-blocked'), values: { again: '/login?client_id=0123456789abcdef' } }],
  }),
  'sign-in-ended': signIn({ sessionEnded: true }),
  'sign-in-long': signIn({ application: application(LONG_NAME) }),
  'sign-in-unbroken': signIn({ application: application(UNBROKEN_NAME) }),
  'sign-in-rtl': signIn({ application: application(ARABIC_NAME) }),
  'sign-in-logo': signIn({ application: { ...application(), logo: someLogo(1) } }),
  'sign-in-other-brand': signIn(
    { application: application(KOREAN_NAME) },
    { brand: otherBrand, assets: assetPaths(otherAssets) },
  ),
  'sign-in-two-logos': signIn(
    {},
    { brand: { ...logoBrand, logoDark: '/logos/acme/light' }, assets: assetPaths(otherAssets) },
  ),
  'sign-in-service-logo': signIn({}, { brand: logoBrand, assets: assetPaths(otherAssets) }),
  'sign-up': signUp(),
  'sign-up-passkey': signUp({ passkey: { ...PROMPT, kind: 'create' } }),
  'sign-up-alone': signUp({ application: undefined }),
  'sign-up-faults': signUp({
    values: { email: 'mina.kim@example.com', nickname: '' },
    faults: [
      fault('email', 'email-taken'),
      fault('password', 'password-common'),
      fault('nickname', 'nickname-missing'),
    ],
  }),
  'sign-up-limited': signUp({
    values: { email: 'mina.kim@example.com', nickname: 'Mina' },
    limited: { of: 'sign-ups', minutes: 48, perAddress: 20, perNetwork: 200 },
  }),
  'sign-up-mails-limited': signUp({ limited: { of: 'mails', minutes: 9 } }),
  ...DOCUMENT_STATES,
  ...deviceStates(consentProps),
  'device-not-admitted': notAdmitted({ onDevice: true, action: '/device/confirm?user_code=WDJB-MJHT' }),
  'team-only': notAdmitted(),
  'groups-only': notAdmitted({ why: 'groups-only', action: '/groups-only?client_id=0123456789abcdef0123456789abcdef' }),
  unverified: notAdmitted({ why: 'unverified', application: application(LONG_NAME) }),
  'team-only-expired': notAdmitted({ application: application(LONG_NAME), faults: [fault(undefined, 'form-expired')] }),
  'select-account': selectAccount(),
  'select-account-alone': selectAccount({ application: undefined }),
  'select-account-five': selectAccount({
    accounts: [
      { sessionId: 's1', email: 'mina.kim@example.com', nickname: LONG_NAME },
      { sessionId: 's2', email: `${'a-very-long-address.'.repeat(4)}@example.com`, nickname: UNBROKEN_NAME },
      { sessionId: 's3', email: 'yasmin@example.com', nickname: 'ياسمين' },
      { sessionId: 's4', email: '유나@example.com', nickname: KOREAN_NAME },
      { sessionId: 's5', email: 'yuna.park@work.example', nickname: undefined },
    ],
  }),
  'select-account-changed': selectAccount({ faults: [fault(undefined, 'form-expired')] }),
  consent: consent(),
  'consent-nothing': consent({ items: [] }),
  'consent-scopes': consent({ scopes: SCOPES }),
  'consent-scopes-alone': consent({ items: [], scopes: SCOPES }),
  'consent-scopes-more': consent({
    firstTime: false,
    scopes: SCOPES.map((scope, at) => ({ ...scope, isNew: at === 1, agreed: at !== 1 })),
  }),
  'consent-withheld': consent({ items: [row('nickname', { consent: 'required' }), row('email', { withheld: true })] }),
  'consent-all': consent({ items: everyRow(), application: application(LONG_NAME) }),
  'consent-logo': consent({ application: { ...application(KOREAN_NAME), logo: someLogo(0) } }),
  'consent-ask': consent({
    items: [
      row('nickname', { consent: 'required', agreed: true }),
      row('phone_number', { consent: 'required', agreed: true, value: undefined }),
      row('locale', { value: undefined }),
      row('address', { value: undefined }),
    ],
  }),
  'consent-faults': consent({
    items: [
      row('phone_number', { consent: 'required', agreed: true, value: undefined, typed: { phone_number: '1234' } }),
      row('birthdate', { value: undefined, agreed: true, typed: { birthdate: '17.5.1990' } }),
    ],
    faults: [fault('phone_number', 'phone-number-malformed'), fault('birthdate', 'birthdate-malformed')],
  }),
  'consent-missing': consent({
    items: [
      row('phone_number', { consent: 'required', agreed: true, value: undefined }),
      row('birthdate', { value: undefined, agreed: true }),
    ],
    faults: [fault('phone_number', 'value-missing'), fault('birthdate', 'optional-value-missing')],
  }),
  'consent-username': consent({
    items: [
      row('username', { consent: 'required', agreed: true, value: undefined, purpose: 'To name your home folder' }),
      row('email'),
    ],
  }),
  'consent-username-fault': consent({
    items: [
      row('username', { consent: 'required', agreed: true, value: undefined, typed: { preferred_username: 'mina' } }),
      row('phone_number', { value: undefined, agreed: true, typed: { phone_number: '+82 10-1234-5678' } }),
    ],
    faults: [fault('preferred_username', 'username-unavailable')],
  }),
  'consent-eight': consent({ items: eightRows() }),
  'consent-empty': consent({ items: eightRows({ value: undefined }) }),
  'consent-added': consent({
    firstTime: false,
    items: [
      row('nickname', { consent: 'required', agreed: true }),
      row('email', { agreed: true }),
      row('gender', { agreed: false }),
      row('birthdate', { consent: 'required', agreed: true, isNew: true }),
      row('phone_number', { isNew: true }),
      row('address', { isNew: true, value: undefined }),
    ],
  }),
  'consent-long': consent({
    application: application(UNBROKEN_NAME),
    signedIn: { email: `${'a-long-address.'.repeat(6)}@example.com`, nickname: LONG_NAME },
    items: [
      row('name', {
        consent: 'required',
        agreed: true,
        value: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
      }),
      row('website', {
        value: `https://mina.example/${'a-long-path/'.repeat(9)}`,
        purpose: 'A long reason. '.repeat(13).trim(),
      }),
    ],
  }),
  'consent-picture': consent({
    items: [
      row('profile_image', {
        consent: 'required',
        agreed: true,
        value: 'https://auth.example/x',
        picture: someLogo(0),
      }),
      row('nickname'),
    ],
  }),
  'consent-again': consent({ firstTime: false, items: [row('nickname', { agreed: true }), row('email')] }),
  'consent-document': consent({
    application: { ...application(), name: 'Claude', logo: undefined },
    document: { host: 'claude.ai', isOnDevice: false },
    items: [],
    to: { host: 'claude.ai' },
  }),
  'consent-document-device': consent({
    application: { ...application(), name: 'Claude Code', logo: undefined },
    document: { host: 'claude.ai', isOnDevice: true },
    items: [],
    to: { host: 'localhost:51234' },
  }),
  'consent-groups': consent({
    items: [
      row('nickname', { consent: 'required', agreed: true }),
      row('groups', { value: someGroups().map(labelOf).join(', '), purpose: 'To decide what you may change' }),
    ],
  }),
  'consent-groups-none': consent({ items: [row('groups', { consent: 'required', value: '' })] }),
  'consent-rtl': consent({
    application: application(ARABIC_NAME),
    signedIn: { email: 'yasmin@example.com', nickname: 'ياسمين' },
    items: [row('nickname', { consent: 'required', value: 'ياسمين', purpose: 'لنرحب بك' })],
  }),
  'form-post': (language) =>
    renderFormPost(contextIn(language), {
      action: REDIRECT_URI,
      fields: [
        ['iss', 'http://localhost:4000'],
        ['state', 'abc'],
        ['code', 'SplxlOBeZQQYbYS6WxSbIA'],
      ],
      destination: 'shop.acme.example',
    }),
  'error-redirect': error({
    status: 400,
    code: 'redirect-uri-unregistered',
    developerDetail,
    helpHref: '/errors#redirect-uri-unregistered',
    application: {
      name: 'Acme Shop',
      homepageUri: 'https://acme.example/',
      privacyPolicyUri: undefined,
      termsUri: undefined,
      companyName: 'Acme Retail GmbH',
      backHref: 'https://shop.acme.example/',
    },
  }),
  'error-application': error({
    status: 400,
    code: 'unknown-client',
    developerDetail,
    helpHref: '/errors#unknown-client',
    next: { href: '/' },
  }),
  'error-document-host': error({
    status: 400,
    code: 'document-not-listed',
    document: { url: 'https://client.example/oauth/client.json', host: 'client.example', dropped: [] },
    developerDetail: 'https://client.example/oauth/client.json is not in LATCHKEY_CLIENT_METADATA_DOCUMENTS.',
    next: { href: '/' },
  }),
  'error-document-uris': error({
    status: 400,
    code: 'document-redirect-uris',
    document: {
      url: 'https://client.example/oauth/client.json',
      host: 'client.example',
      dropped: [
        { uri: 'cursor://anysphere.cursor-mcp/oauth/callback', rule: 'redirect-uri-scheme' },
        { uri: `http://client.example/${'a'.repeat(200)}`, rule: 'redirect-uri-http-host' },
      ],
    },
    next: { href: '/' },
  }),
  'error-not-found': error({ status: 404, code: 'not-found', next: { href: '/' } }),
  'error-limited': error({ status: 429, code: 'too-many-requests', retryAfterSeconds: 600 }),
  'error-server': error({ status: 500, code: 'server-error', next: { href: '/' } }),
  'error-unavailable': error({ status: 503, code: 'unavailable', retryAfterSeconds: 5 }),
  'error-link': error({ status: 410, code: 'link-expired' }),
  setup: (language) =>
    renderSetup(contextIn(language), {
      action: '/setup?token=abc',
      csrf: 'token',
      values: { email: '', nickname: '' },
      boxes: { documents: [] },
      faults: [],
    }),
  welcome: welcome(),
  'welcome-local': welcome({ url: 'http://localhost:4000', reach: 'this-machine' }),
  'welcome-ready': welcome({}, true),
  ...Object.fromEntries(
    TROUBLES.map((trouble) => [`welcome-${trouble}`, welcome({ url: `https://${LONG_HOST}`, trouble })]),
  ),
  invitation: invitation(),
  'invitation-viewer': invitation({ role: 'viewer' }, { application: application(KOREAN_NAME) }),
  'invitation-owner': invitation({ role: 'owner' }),
  'invitation-not-meant': invitation({ role: 'owner' }, { isMeant: false }),
  'invitation-logo': invitation({}, { application: { ...application(KOREAN_NAME), logo: someLogo(0) } }),
  'invitation-long': invitation(
    { inviterEmail: `${'a-long-address.'.repeat(6)}@example.com` },
    { application: application(LONG_NAME) },
  ),
  'invitation-signed-out': invitation({}, { signedIn: undefined }),
  'invitation-closed': invitation({}, { signedIn: undefined, signUpHref: undefined }),
  'invitation-belongs': invitation({}, { belongsHref: '/console/applications/0123456789abcdef0123456789abcdef' }),
  'invitation-fault': invitation({}, { faults: [fault(undefined, 'form-expired')] }),
  ...VERIFICATION_STATES,
  confirm: confirm(),
  'confirm-kept': confirm({
    action: '/console/applications/0123456789abcdef0123456789abcdef/addresses',
    kept: [
      ['action', 'add-redirect-uri'],
      ['redirect_uri', 'https://shop.acme.example/callback'],
    ],
  }),
  'confirm-wrong': confirm({ faults: [fault('password', 'current-password-wrong')] }),
  'confirm-limited': confirm({ limitedForMinutes: 14 }),
  'confirm-code': confirm({ asksCode: true, faults: [fault('code', 'code-wrong')] }),
  'confirm-passkey': confirm({ passkey: PROMPT }),
  'confirm-passkey-alone': confirm({ passkey: PROMPT, hasPassword: false }),
  'confirm-factor': confirm({ passkey: PROMPT, hasPassword: false, asksFactor: true, mailHref: '/confirm/mail' }),
  ...FACTOR_STATES,
  ...LEAVING_STATES,
  ...GIVEN_UP_MESSAGE_STATES,
  ...POLICY_STATES,
  ...DOCTOR_STATES,
  ...OPERATOR_STATES,
  ...GROUP_STATES,
  ...API_STATES,
  ...PASSKEY_STATES,
  'sign-out': signOut(),
  'sign-out-alone': signOut({ application: undefined, returnHost: undefined }),
  'sign-out-several': signOut({
    people: [
      { email: 'mina.kim@example.com', nickname: 'Mina' },
      { email: 'yasmin@example.com', nickname: 'ياسمين' },
    ],
  }),
  'sign-out-fault': signOut({ returnHost: undefined, fault: logoutFault }),
  'sign-out-long': signOut({ application: LONG_NAME }),
  'signed-out': (language) => renderSignedOut(contextIn(language)),
  'signed-out-fault': (language) => renderSignedOut(contextIn(language), logoutFault),
  home: (language) => renderHome(contextIn(language), { signInHref: '/login', signUpHref: '/sign-up' }),
  'home-not-set-up': (language) =>
    renderHome(contextIn(language), { signInHref: '/login', signUpHref: undefined, notSetUp: true }),
  'home-signed-in': (language) =>
    renderHome(contextIn(language, { signedInAs }), { signInHref: '/login', signUpHref: '/sign-up' }),
  catalogue: (language) => renderCatalogue(contextIn(language), { entries: CATALOGUE }),
  errors: (language) => renderErrors(contextIn(language), { query: undefined, chapters: chaptersIn(language) }),
  'errors-search': (language) =>
    renderErrors(contextIn(language), { query: 'code_verifier', chapters: findErrors('code_verifier', language) }),
  'errors-none': (language) =>
    renderErrors(contextIn(language), { query: LONG_NAME, chapters: findErrors(LONG_NAME, language) }),
  reference: (language) =>
    renderBuiltPage(contextIn(language), { title: 'API reference', contents: referenceTemplate(language) }),
  help: (language) => renderGuide(contextIn(language), { ...guideContents('users', language), ...HOSTS }),
  guide: (language) => renderGuide(contextIn(language), { ...guideContents('owners', language), ...HOSTS }),
  button: (language) => renderButtonPage(contextIn(language), HOSTS),
  'button-long': (language) =>
    renderButtonPage(contextIn(language, { brand: { ...otherBrand, serviceName: LONG_NAME } }), HOSTS),
  account: account(),
  'account-switch': (language) =>
    renderAccount(
      contextIn(language, {
        signedInAs: {
          email: 'mina.kim@example.com',
          nickname: 'Mina',
          logoutCsrf: 'token',
          severalSignedIn: true,
        },
      }),
      accountProps(),
    ),
  'account-picture': account({ picture: { kind: 'uploaded' }, notice: 'picture-saved' }),
  'account-picture-elsewhere': account({
    picture: { kind: 'elsewhere', url: `https://pictures.example/${'mina'.repeat(30)}.jpg` },
  }),
  'account-picture-fault': account({
    picture: { kind: 'uploaded' },
    faultsIn: 'picture',
    faults: [fault('picture', 'picture-type')],
  }),
  'account-new': account({ profile: { nickname: 'Mina' } }),
  'account-language': account({ page: 'language', profile: { locale: 'ko-KR', zoneinfo: 'Asia/Seoul' } }),
  'account-language-none': account({ page: 'language', profile: {} }),
  'account-security': account({ page: 'security' }),
  'account-devices': account({ page: 'devices' }),
  'account-device-alone': account({ page: 'devices', sessions: [session(0)] }),
  'account-devices-twenty': account({ page: 'devices', sessions: times(20, session), moreSessions: true }),
  'account-applications': account({ page: 'applications' }),
  'account-applications-unused': account({
    page: 'applications',
    connections: times(4, (at) => connection(at, { unused: at > 1 })),
  }),
  'account-application': account({ page: 'application' }),
  'account-application-off': account({ page: 'application', name: LONG_NAME, readable: undefined, receipts: [] }),
  'account-application-gone': account({ page: 'application', connected: undefined, readable: undefined }),
  'account-receipts': account({
    page: 'receipts',
    receipts: times(8, receipt),
    olderHref: '/account/receipts?before=r',
  }),
  'account-receipts-none': account({ page: 'receipts', receipts: [] }),
  'account-receipt-nothing': account({
    page: 'receipts',
    receipts: [receipt(0, { texts: { application: { name: UNBROKEN_NAME }, items: [] } })],
  }),
  'account-activity': account({ page: 'activity', olderHref: '/account/activity?before=a' }),
  'account-activity-of-others': account({
    page: 'activity',
    activities: [...SAID_ACTIONS, 'accounts unheard-of'].map((action, at) => {
      const role = /team|applications|connections/.test(action) ? 'owner' : ACTORS[at % ACTORS.length];
      return activity(at, { kind: 'operator-acted', browser: undefined, system: undefined, data: { role, action } });
    }),
  }),
  'account-activity-none': account({ page: 'activity', activities: [] }),
  'account-disconnections': account({
    page: 'activity',
    activities: times(4, (at) =>
      activity(at, { kind: 'disconnected', applicationName: at === 3 ? undefined : LONG_NAME }),
    ),
  }),
  'account-applications-none': account({ page: 'applications', connections: [] }),
  'account-logos': account({
    page: 'applications',
    connections: times(5, (at) => connection(at, at === 4 ? {} : { logo: someLogo(at) })),
  }),
  'account-connection-open': account({
    page: 'applications',
    connections: times(3, (at) => connection(at)),
    opened: {
      applicationId: 'app1',
      name: KOREAN_NAME,
      query: '?client_id=0123456789abcdef',
      backHref: 'https://acme.example/',
    },
  }),
  'account-saved': account({ page: 'security', notice: 'password-changed' }),
  'account-added-lately': account({
    page: 'security',
    notice: 'password-changed',
    addedLately: [
      { kind: 'api-token', name: 'deploy', createdAt: Date.UTC(2030, 4, 3) },
      { kind: 'passkey', name: '폰', createdAt: Date.UTC(2030, 4, 2) },
      { kind: 'one-time-codes', name: undefined, createdAt: Date.UTC(2030, 4, 1) },
    ],
  }),
  'account-faults': account({
    faultsIn: 'profile',
    faults: [fault('birthdate', 'birthdate-malformed'), fault('postal_code', 'text-too-long')],
    profile: { nickname: 'Mina', birthdate: '17.5.1990' },
  }),
  'account-password-fault': account({
    page: 'security',
    faultsIn: 'password',
    faults: [fault('current_password', 'current-password-wrong')],
  }),
  'account-password-none': account({ page: 'security', passwordProof: { by: 'confirmation', href: undefined } }),
  'account-password-confirm': account({ page: 'security', passwordProof: { by: 'confirmation', href: '/confirm' } }),
  'account-email-pending': account({
    emailChange: { proven: true, pending: { email: 'mina@new.example', href: '/account/email/code' } },
  }),
  'account-email-in-doubt': account({
    emailDoubt: { former: 'mina@former.example', until: Date.UTC(2030, 4, 10, 14, 5) },
  }),
  'account-email-withheld': account({ emailWithheld: true }),
  'account-email-verify': account({ emailWithheld: true, verifyHref: '/verify', notice: 'email-changed' }),
  'account-email-fault': account({
    emailWithheld: true,
    faultsIn: 'email',
    typedEmail: 'mina@',
    faults: [fault('email', 'email-malformed'), fault('password', 'current-password-wrong')],
  }),
  'account-email-by-passkey': account({
    emailProof: { by: 'confirmation', href: undefined },
    faultsIn: 'email',
    faults: [fault('email', 'email-malformed')],
  }),
  'account-username-none': account({ username: usernameProps({ current: undefined }) }),
  'account-username-dropped': account({ username: usernameProps({ current: undefined, dropped: true }) }),
  'account-username-fault': account({
    username: usernameProps({ current: undefined, typed: 'admin' }),
    faultsIn: 'username',
    faults: [fault('preferred_username', 'username-unavailable')],
  }),
  'account-username-change': account({ username: usernameProps({ open: true, typed: 'mina-k', changesLeft: 2 }) }),
  'account-username-confirm': account({ username: usernameProps({ open: true, confirmed: false }) }),
  'account-username-again': account({ username: usernameProps({ changesLeft: 0, againAt: Date.UTC(2027, 1, 3) }) }),
  'account-two-step': account({ page: 'security', twoStep: { on: true, recoveryCodesLeft: 7 } }),
  'account-with-passkeys': account({ page: 'security', passkeys: { count: 2 } }),
  'account-groups': account({ page: 'profile', groups: someGroups() }),
  'account-twenty': account({ page: 'applications', connections: times(20, connection) }),
  'account-operator': account({
    profile: { nickname: 'ياسمين' },
    account: { ...accountProps().account, role: 'operator' },
  }),
  ...AUDIT_STATES,
  ...CONSOLE_STATES,
  ...DEVELOPER_STATES,
};

/** Several tests look at each: it is rendered once in each language. */
function rendersOnce(render: State): State {
  const pages = new Map<Language, string>();
  return (language) => {
    const page = pages.get(language) ?? render(language);
    pages.set(language, page);
    return page;
  };
}

export const STATES: Readonly<Record<string, State>> = Object.fromEntries(
  Object.entries(RENDERED).map(([name, render]) => [name, rendersOnce(render)]),
);
