// Every designed state of the console's pages, by name.

import type { Application } from '../../../src/core/applications/applications/application.ts';
import { SCOPES } from '../../../src/core/ground/acts/scope.ts';
import { COUNTRIES } from '../../../src/core/people/profile/countries.ts';
import { SHOWN_FLAGS } from '../../../src/http/console/sign-in-settings.ts';
import { explained } from '../../../src/http/console/watch/failed-requests.ts';
import { compareWithAll } from '../../../src/http/flow/compared-uris.ts';
import { renderAddresses } from '../../../src/views/console/addresses.tsx';
import { renderApiTokens, renderMachineTokens } from '../../../src/views/console/api-tokens.tsx';
import { renderApplicationList } from '../../../src/views/console/application-list.tsx';
import { renderClientSecrets } from '../../../src/views/console/client-secrets.tsx';
import { renderConsentItems } from '../../../src/views/console/consent-items.tsx';
import { renderNewApplication } from '../../../src/views/console/new-application.tsx';
import { renderOverview } from '../../../src/views/console/overview.tsx';
import type {
  AddressesProps,
  ApiTokensProps,
  ApplicationListProps,
  ApplicationPage,
  ClientSecretsProps,
  ConnectionsProps,
  ConsentItemsProps,
  ConsolePage,
  EventsProps,
  RefusedUriShown,
  SentForm,
  TeamProps,
} from '../../../src/views/console/parts/console-page.ts';
import type { StatisticsProps } from '../../../src/views/console/parts/statistics-page.ts';
import { renderRemoval } from '../../../src/views/console/removal.tsx';
import { renderSettings } from '../../../src/views/console/settings.tsx';
import type { SignInGroups } from '../../../src/views/console/sign-in-groups.tsx';
import { renderSignInSettings } from '../../../src/views/console/sign-in-settings.tsx';
import { renderTeam } from '../../../src/views/console/team.tsx';
import { renderConnections } from '../../../src/views/console/watch/connections.tsx';
import { renderEvents } from '../../../src/views/console/watch/events.tsx';
import { renderStatistics } from '../../../src/views/console/watch/statistics.tsx';
import type { Language, PageContext } from '../../../src/views/page/page.ts';
import { contextIn, otherBrand } from './contexts.ts';
import { eventsProps, fullEvents } from './event-states.ts';
import { signInGroups, someGroups } from './groups.ts';
import { ARABIC_NAME, fault, KOREAN_NAME, LONG_NAME, times, UNBROKEN_NAME, VALUES } from './people.ts';
import { STATISTICS } from './statistics-states.ts';

export type State = (language: Language) => string;

const SOME_DAY = Date.UTC(2026, 4, 3, 9, 24);
const DAY = 86_400_000;
const LONG_EMAIL = `${'a-very-long-address.'.repeat(4)}o'hara@example.com`;
const idOf = (at: number): string => at.toString(16).padStart(32, '0');

export const consoleContext = (language: Language, over: Partial<PageContext> = {}): PageContext =>
  contextIn(language, {
    signedInAs: { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false },
    ...over,
  });

export const operatorContext = (language: Language): PageContext => consoleContext(language, { staff: 'operator' });

/** A form that came back: what was typed into it, and what is wrong. */
export const sent = (form: string, typed: Record<string, string>, over: Partial<SentForm> = {}): SentForm => ({
  form,
  values: { get: (name) => typed[name] || undefined, has: (name) => name in typed },
  faults: [],
  changed: false,
  made: false,
  conflicts: [],
  confirmed: false,
  ...over,
});

export const consolePage = (over: Partial<ConsolePage> = {}): ConsolePage => ({
  csrf: 'token',
  notice: undefined,
  sent: undefined,
  made: undefined,
  ...over,
});

export const registered = (over: Partial<Application> = {}): Application => ({
  id: idOf(1),
  ownerId: idOf(2),
  documentUrl: undefined,
  name: 'Acme Shop',
  apiScopes: [],
  implementationMethod: 'REST API',
  loginActivation: true,
  groups: [],
  allowedGroups: [],
  platforms: [
    {
      id: idOf(3),
      platform: 'Web',
      apiKey: '0123456789abcdef0123456789abcdef',
      siteDomains: ['https://shop.acme.example', 'http://localhost:3000'],
      packageName: undefined,
      bundleId: undefined,
      createdAt: SOME_DAY,
    },
    {
      id: idOf(4),
      platform: 'Android',
      apiKey: 'fedcba9876543210fedcba9876543210',
      siteDomains: [],
      packageName: 'example.acme.shop',
      bundleId: undefined,
      createdAt: SOME_DAY,
    },
  ],
  redirectUris: [
    { id: idOf(5), redirectUri: 'https://shop.acme.example/callback', createdAt: SOME_DAY },
    { id: idOf(6), redirectUri: 'http://localhost:3000/callback', createdAt: SOME_DAY },
  ],
  consentItems: [
    {
      item: 'nickname',
      consent: 'required',
      purpose: 'To greet you',
      retention: undefined,
      translations: undefined,
      createdAt: SOME_DAY,
    },
    {
      item: 'email',
      consent: 'optional',
      purpose: undefined,
      retention: undefined,
      translations: undefined,
      createdAt: SOME_DAY,
    },
    {
      item: 'phone_number',
      consent: 'optional',
      purpose: 'So that the courier can call',
      retention: undefined,
      translations: undefined,
      createdAt: SOME_DAY,
    },
  ],
  requirePkce: false,
  clientSecretRequired: false,
  homepageUri: 'https://acme.example',
  privacyPolicyUri: 'https://acme.example/privacy',
  termsUri: undefined,
  audience: 'everyone',
  translations: undefined,
  companyName: 'Acme Inc.',
  companyCountry: 'KR',
  idTokenClaims: true,
  idTokenAlg: 'RS256',
  userInfoAlg: undefined,
  postLogoutRedirectUris: ['https://shop.acme.example/bye'],
  backchannelLogoutUri: undefined,
  tokenEndpointAuthMethod: undefined,
  dpopBoundAccessTokens: false,
  requirePushedRequests: false,
  grantTypes: ['authorization_code', 'refresh_token'],
  securityProfile: undefined,
  jwks: undefined,
  jwksUri: undefined,
  logoHash: undefined,
  recordsEvents: false,
  createdAt: SOME_DAY,
  updatedAt: SOME_DAY,
  version: 7,
  ...over,
});

export const empty = (over: Partial<Application> = {}): Application =>
  registered({
    platforms: [],
    redirectUris: [],
    consentItems: [],
    postLogoutRedirectUris: [],
    loginActivation: false,
    ...over,
  });

/** As full as an application may be. */
export const full = (name: string): Application => {
  const one = registered({ name });
  const [web] = one.platforms;
  const long = 'a-rather-long-path-segment/'.repeat(6);
  return {
    ...one,
    platforms: web
      ? [{ ...web, siteDomains: times(10, (at) => `https://a-long-subdomain-number-${at}.shop.acme.example:84${at}3`) }]
      : [],
    redirectUris: times(20, (at) => ({
      id: idOf(100 + at),
      redirectUri: `https://shop.acme.example/${long}${at}`,
      createdAt: SOME_DAY,
    })),
    consentItems: (Object.keys(VALUES) as (keyof typeof VALUES)[]).map((item, at) => ({
      item,
      consent: at < 3 ? 'required' : 'optional',
      purpose: 'A reason that is as long as a reason may be, said in many words. '.repeat(3).slice(0, 200),
      retention: 'Until the account is closed, and for as long as the law asks for. '.repeat(4).slice(0, 200),
      translations: undefined,
      createdAt: SOME_DAY,
    })),
  };
};

/** With texts in each language. */
const translated = (): Application =>
  registered({
    translations: { en: { name: 'Acme Shop' }, ko: { name: KOREAN_NAME } },
    consentItems: registered().consentItems.map((entry) => ({
      ...entry,
      translations: {
        en: { purpose: 'To greet you when you come back', retention: 'until you close your account' },
        ko: { purpose: '다시 오셨을 때 인사하려고', retention: '탈퇴할 때까지' },
      },
    })),
  });

export const applicationPage = (over: Partial<ApplicationPage> = {}): ApplicationPage => ({
  ...consolePage(),
  application: registered(),
  role: 'owner',
  asOperator: false,
  may: { change: true, own: true },
  ...over,
});

const viewer: Partial<ApplicationPage> = { role: 'viewer', may: { change: false, own: false } };

export const listProps = (over: Partial<ApplicationListProps> = {}): ApplicationListProps => ({
  ...consolePage(),
  applications: [],
  search: { text: '', order: 'name' },
  before: undefined,
  after: undefined,
  invitations: [],
  mayRegister: true,
  mayBecomeOwner: false,
  noOperator: false,
  path: '/console',
  total: { count: 1, more: false },
  ...over,
});

const NAMES = ['Acme Shop', KOREAN_NAME, LONG_NAME, ARABIC_NAME, UNBROKEN_NAME];
export const listed = (at: number): ApplicationListProps['applications'][number] => ({
  id: idOf(at),
  name: NAMES[at % NAMES.length] ?? 'Acme Shop',
  loginActivation: at % 3 !== 2,
  audience: at % 4 === 1 ? 'team' : 'everyone',
  role: (['owner', 'owner', 'editor', 'viewer'] as const)[at % 4],
  platforms: at % 5 === 4 ? [] : ['Web', 'Android'].slice(0, 1 + (at % 2)),
  consentItems: at % 4,
});

export const invited = (at: number): ApplicationListProps['invitations'][number] => ({
  id: idOf(80 + at),
  applicationName: NAMES[at % NAMES.length] ?? 'Acme Shop',
  role: at % 2 === 0 ? 'editor' : 'viewer',
  inviterEmail: at % 2 === 0 ? 'mina.kim@example.com' : `${'a-very-long-address.'.repeat(4)}@example.com`,
  expiresAt: SOME_DAY + 7 * DAY,
});

export const secret = (at: number, over: Partial<ClientSecretsProps['secrets'][number]> = {}) => ({
  id: idOf(40 + at),
  createdAt: SOME_DAY - at * DAY,
  lastUsedAt: at === 0 ? undefined : SOME_DAY,
  expiresAt: at === 0 ? undefined : SOME_DAY + 30 * DAY,
  ...over,
});

export const connected = (at: number): ConnectionsProps['users'][number] => ({
  sub: `${at}`.padStart(32, 'abcdefgh'),
  createdAt: SOME_DAY - at * DAY,
  lastUsedAt: at % 3 === 2 ? undefined : SOME_DAY,
  items: at % 4 === 3 ? [] : ['nickname', 'email'],
});

export const team = (over: Partial<TeamProps> = {}): TeamProps => ({
  members: [
    ['owner', 'mina.kim@example.com', 'Mina'],
    ['editor', 'yasmin@example.com', 'ياسمين'],
    ['viewer', `${'a-very-long-address.'.repeat(4)}@example.com`, LONG_NAME],
  ].map(([role, email, nickname], at) => ({
    applicationId: idOf(1),
    emailVerified: at === 1,
    accountId: idOf(50 + at),
    role: role as 'owner',
    email: email ?? '',
    nickname,
    createdAt: SOME_DAY - at * DAY,
  })),
  invitations: [
    ['jun@example.com', 'editor'],
    ['heir@example.com', 'owner'],
    [`${'a-very-long-address.'.repeat(4)}@example.com`, 'viewer'],
  ].map(([email = '', role], at) => ({
    id: idOf(70 + at),
    email,
    role: role as 'editor',
    expiresAt: SOME_DAY + 7 * DAY,
  })),
  ownAccountId: idOf(50),
  invitesByMail: false,
  ...over,
});

export const tokensProps = (over: Partial<ApiTokensProps> = {}): ApiTokensProps => ({
  ...consolePage(),
  tokens: times(3, (at) => ({
    id: idOf(60 + at),
    name: ['deployment', LONG_NAME, ARABIC_NAME][at] ?? '',
    scopes: at === 0 ? SCOPES : ['applications' as const],
    createdAt: SOME_DAY - at * DAY,
    lastUsedAt: at === 0 ? undefined : SOME_DAY,
    expiresAt: at === 1 ? undefined : SOME_DAY + (1 - at) * 30 * DAY,
  })),
  scopes: ['applications'],
  now: SOME_DAY,
  apiUrl: 'https://api.acme.example',
  ...over,
});

export const refusedUris = (): RefusedUriShown[] => [
  {
    uri: 'https://shop.acme.example/bye/',
    refusedAt: SOME_DAY,
    compared: compareWithAll('https://shop.acme.example/bye/', ['https://shop.acme.example/bye'])[0],
    otherHost: undefined,
  },
  {
    uri: `https://www.example.org/${'signed-out/'.repeat(12)}`,
    refusedAt: SOME_DAY - DAY,
    compared: compareWithAll(`https://www.example.org/${'signed-out/'.repeat(12)}`, [
      'https://shop.acme.example/bye',
    ])[0],
    otherHost: 'www.example.org',
  },
];

export const addressesProps = (refused: readonly RefusedUriShown[] = [], suggestedUri?: string): AddressesProps => ({
  refused,
  suggestedUri,
});

const ASKABLE = ['billing.read', 'billing.write'].map((item) => ({
  ...{ item, apiId: idOf(1), resource: 'https://billing.example', apiName: 'Billing', label: undefined },
  ...{ description: undefined, texts: undefined, byDefault: false, byGroups: false, accessTokenAlg: 'ES256' as const },
}));
/** Asks people for the first of them, and says why in two languages. */
const asking = () =>
  registered({
    apiScopes: ASKABLE.slice(0, 1).map((scope) => ({
      ...scope,
      ...{ consent: 'optional', purpose: 'To list your bills', createdAt: SOME_DAY },
      translations: { ko: { purpose: '청구서를 보여 드리려고 해요' } },
    })),
  });

export const previewProps: ConsentItemsProps = {
  askable: ASKABLE,
  shown: registered(),
  values: { ...VALUES, birthdate: undefined, phone_number: undefined },
  email: { needsProof: true, isVerified: false },
  asName: 'always',
  person: { email: 'mina.kim@example.com', nickname: 'Mina' },
  redirectHost: 'shop.acme.example',
};

const list =
  (over: Partial<ApplicationListProps> = {}, context: Partial<PageContext> = {}): State =>
  (language) =>
    renderApplicationList(consoleContext(language, context), listProps(over));
const at =
  (render: (context: PageContext, page: ApplicationPage) => string) =>
  (over: Partial<ApplicationPage> = {}): State =>
  (language) =>
    render(consoleContext(language), applicationPage(over));

const hosts = { authUrl: 'https://login.acme.example', apiUrl: 'https://api.acme.example' };
const weekOf = ({ application }: ApplicationPage, language: Language) =>
  application.platforms.length === 0
    ? { started: 0, completed: 0, refused: 0, refusal: undefined }
    : { started: 1284, completed: 1117, refused: 31, refusal: explained('redirect-uri-unregistered', language)?.title };
const overview = at((context, page) =>
  renderOverview(context, page, { ...hosts, week: weekOf(page, context.language) }),
);
const statistics = (props: StatisticsProps, over: Partial<ApplicationPage> = {}) =>
  at((context, page) =>
    renderStatistics(context, page, {
      ...props,
      refusals: props.refusals.map((one) => ({ ...one, title: explained(one.code, context.language)?.title })),
      failed: props.failed.map((one) => ({ ...one, ...explained(one.cause, context.language) })),
    }),
  )(over);
const settings = at((context, page) => renderSettings(context, page, { countries: COUNTRIES }));
const signIn = (over: Partial<ApplicationPage> = {}, groups: Partial<SignInGroups> = {}) =>
  at((context, page) => renderSignInSettings(context, page, { flags: SHOWN_FLAGS, groups: signInGroups(groups) }))(
    over,
  );
const addresses = at((context, page) => renderAddresses(context, page, addressesProps()));
const addressesRefused = at((context, page) => renderAddresses(context, page, addressesProps(refusedUris())));
const addressesOfApp = at((context, page) =>
  renderAddresses(context, page, addressesProps([], 'example.acme.shop:/callback')),
);
const items = at((context, page) => renderConsentItems(context, page, { ...previewProps, shown: page.application }));
const removal = at(renderRemoval);
const secrets = (props: Partial<ClientSecretsProps>, over: Partial<ApplicationPage> = {}) =>
  at((context, page) => renderClientSecrets(context, page, { secrets: [], now: SOME_DAY, ...props }))(over);
const events = (props: EventsProps, over: Partial<ApplicationPage> = {}) =>
  at((context, page) => renderEvents(context, page, props))(over);
const people = (props: Partial<ConnectionsProps>, over: Partial<ApplicationPage> = {}) =>
  at((context, page) => renderConnections(context, page, { users: [], later: false, nextAfter: undefined, ...props }))(
    over,
  );
const members = (props: Partial<TeamProps>, over: Partial<ApplicationPage> = {}) =>
  at((context, page) => renderTeam(context, page, team(props)))(over);
const tokens =
  (over: Partial<ApiTokensProps> = {}): State =>
  (language) =>
    renderApiTokens(consoleContext(language), tokensProps(over));
const fresh =
  (over: Partial<ConsolePage> = {}): State =>
  (language) =>
    renderNewApplication(consoleContext(language), consolePage(over));

export const CONSOLE_STATES: Readonly<Record<string, State>> = {
  'console-empty': list(),
  'console-one': list({ applications: [listed(0)] }),
  'console-twenty': list({
    applications: times(20, listed),
    before: 'a',
    after: 'b',
    total: { count: 61, more: false },
  }),
  'console-found': list({
    applications: [listed(3), listed(8)],
    search: { text: 'متجر', order: 'changed' },
    total: { count: 2, more: false },
  }),
  'console-none-found': list({ search: { text: UNBROKEN_NAME, order: 'newest' } }),
  'console-user': list({ mayRegister: false }),
  'console-user-no-contact': list(
    { mayRegister: false },
    {
      brand: otherBrand,
      signedInAs: { ...consoleContext('en').signedInAs, email: LONG_EMAIL } as PageContext['signedInAs'],
    },
  ),
  'console-operator': list(
    {
      applications: times(20, (at) => ({ ...listed(at), role: 'operator' as const, owner: LONG_EMAIL })),
      ...{ after: 'b', path: '/console/applications', total: { count: 10_000, more: true } },
    },
    { staff: 'operator' },
  ),
  'console-operator-off': list(
    {
      path: '/console/applications',
      search: { text: '', order: 'name', only: 'off' },
      total: { count: 0, more: false },
    },
    { staff: 'operator' },
  ),
  'console-invitations': list({ mayRegister: false, invitations: times(5, invited) }),
  'console-user-no-operator': list({ mayRegister: false, noOperator: true }),
  'console-user-open': list({ mayRegister: false, mayBecomeOwner: true }),
  'console-new': fresh(),
  'console-new-owner': fresh({ notice: 'owner-now' }),
  'console-new-faults': fresh({
    sent: sent(
      'new',
      {
        name: '',
        platform: 'Web',
        site_domain: 'https://acme.example/shop',
        redirect_uri: 'callback',
        'consent-gender': 'optional',
      },
      {
        faults: [
          fault('name', 'name-missing'),
          fault('site_domain', 'site-domain-path'),
          fault('redirect_uri', 'redirect-uri-relative'),
        ],
      },
    ),
  }),
  'console-overview': overview({ notice: 'application-created' }),
  'console-overview-ready': overview({
    application: registered({
      logoHash: 'wide',
      consentItems: registered().consentItems.map((entry) => ({
        ...entry,
        purpose: 'To greet you',
        retention: '1 year',
      })),
    }),
    logo: '/logos/acme/wide',
  }),
  'console-overview-test': overview({ application: registered({ audience: 'team', name: KOREAN_NAME }) }),
  'console-overview-groups': overview({ application: registered({ audience: 'groups', allowedGroups: ['sre'] }) }),
  'console-overview-switched-off': overview({
    notice: 'login-off',
    application: registered({ loginActivation: false }),
  }),
  'console-overview-off': overview({ application: registered({ loginActivation: false, name: LONG_NAME }) }),
  'console-overview-bare': overview({ application: empty({ name: ARABIC_NAME }) }),
  'console-overview-viewer': overview({ ...viewer, application: registered({ name: UNBROKEN_NAME }) }),
  'console-settings': settings(),
  'console-settings-changed': settings({
    sent: sent(
      'settings',
      {
        name: 'Acme Store',
        homepage_uri: 'https://acme.example',
      },
      { changed: true },
    ),
  }),
  'console-settings-logo': settings({
    application: registered({ logoHash: 'wide' }),
    logo: '/logos/acme/wide',
    sent: sent('logo', { entry: 'wide' }, { faults: [fault('logo', 'logo-malformed')] }),
  }),
  'console-settings-translated': settings({
    application: translated(),
    sent: sent(
      'settings',
      { name: 'Acme Shop', name_ko: LONG_NAME.repeat(2) },
      { faults: [fault('name_ko', 'name-too-long')] },
    ),
  }),
  'console-sign-in': signIn(),
  'console-sign-in-no-groups': signIn({ sent: sent('sign-in', { audience: 'groups' }) }, { choices: [] }),
  'console-sign-in-groups': signIn(
    { application: registered({ audience: 'groups', allowedGroups: ['on-call', 'sre'], groups: ['sre'] }) },
    {
      more: true,
      outside: [
        { accountId: idOf(2), email: 'mina.kim@example.com' },
        { accountId: idOf(3), email: 'yuna.park@work.example' },
      ],
    },
  ),
  'console-sign-in-groups-none-found': signIn(
    { application: registered({ groups: ['sre'] }) },
    { choices: someGroups().slice(0, 1), more: true, text: 'night', noneFound: true },
  ),
  'console-sign-in-groups-faults': signIn({
    sent: sent('sign-in', { audience: 'groups' }, { faults: [fault('allowed_groups', 'allowed-groups-missing')] }),
  }),
  'console-sign-in-groups-viewer': signIn({
    ...viewer,
    application: registered({ audience: 'groups', allowedGroups: ['on-call', 'sre'], groups: ['sre'] }),
  }),
  'console-sign-in-changed': signIn({
    sent: sent('sign-in', { id_token_signed_response_alg: 'ES256', require_pkce: 'on' }, { changed: true }),
  }),
  'console-sign-in-viewer': signIn({ ...viewer, application: registered({ audience: 'team' }) }),
  'console-settings-viewer': settings({ ...viewer, logo: '/logos/acme/filled' }),
  'console-addresses': addresses(),
  'console-addresses-faults': addresses({
    sent: sent(
      'redirect-uri',
      { redirect_uri: 'http://acme.example/callback' },
      { faults: [fault('redirect_uri', 'redirect-uri-http-host')] },
    ),
  }),
  'console-addresses-conflict': addresses({
    sent: sent(
      'site-domain-1',
      {},
      { conflicts: [{ fault: fault('redirect_uris', 'redirect-uri-http-host'), stored: ['http://acme.example/x'] }] },
    ),
  }),
  'console-addresses-edit': addresses({ editing: 'edit-redirect-uri-1' }),
  'console-addresses-edit-domain': addresses({
    sent: sent(
      'edit-site-domain-0',
      { site_domain: 'https://shop.acme.example/shop' },
      { faults: [fault('site_domain', 'site-domain-path')] },
    ),
  }),
  'console-addresses-edit-logout': addresses({
    editing: 'edit-logout-uri-0',
    application: registered({ name: ARABIC_NAME }),
  }),
  'console-addresses-suggested': addressesOfApp(),
  'console-addresses-full': addresses({ application: full(LONG_NAME) }),
  'console-addresses-empty': addresses({ application: empty() }),
  'console-addresses-viewer': addresses(viewer),
  'console-addresses-refused': addressesRefused(),
  'console-addresses-refused-viewer': addressesRefused(viewer),
  'console-addresses-refused-none-registered': at((context, page) =>
    renderAddresses(
      context,
      page,
      addressesProps(refusedUris().map((refused) => ({ ...refused, compared: undefined }))),
    ),
  )({ application: registered({ postLogoutRedirectUris: [], name: ARABIC_NAME }) }),
  'console-items': items(),
  'console-items-full': items({ application: full(ARABIC_NAME) }),
  'console-items-full-viewer': items({ ...viewer, application: full(ARABIC_NAME) }),
  'console-items-editing': items({ application: full(ARABIC_NAME), editing: 'item-gender' }),
  'console-items-translated': items({ application: translated(), editing: 'item-nickname' }),
  'console-items-translated-viewer': items({ ...viewer, application: translated() }),
  'console-items-empty': items({ application: empty() }),
  'console-items-viewer': items(viewer),
  'console-items-scopes': items({ application: asking() }),
  'console-items-scopes-viewer': items({ ...viewer, application: asking() }),
  'console-secrets': secrets({}),
  'console-secrets-two': secrets(
    { secrets: [secret(1), secret(0)] },
    { application: registered({ clientSecretRequired: true }) },
  ),
  'console-secrets-ended': secrets(
    {
      secrets: [
        secret(3, { createdAt: SOME_DAY - 60 * DAY, expiresAt: SOME_DAY - 30 * DAY, lastUsedAt: SOME_DAY - 31 * DAY }),
        secret(2, { expiresAt: SOME_DAY - DAY, lastUsedAt: undefined }),
        secret(1),
        secret(0),
      ],
    },
    { application: registered({ clientSecretRequired: true, name: KOREAN_NAME }) },
  ),
  'console-secrets-made': secrets(
    { secrets: [secret(0)] },
    { made: { secret: 'lk_cs_SplxlOBeZQQYbYS6WxSbIA-SplxlOBeZQQYbYS6WxSbIA' } },
  ),
  'console-secrets-shown': secrets(
    { secrets: [secret(0)] },
    { made: { secret: undefined }, application: registered({ clientSecretRequired: true }) },
  ),
  'console-secrets-twice': secrets({ secrets: [secret(0)] }, { sent: sent('secret', { days: '90' }, { made: true }) }),
  'console-secrets-confirm': secrets(
    { secrets: [secret(1)] },
    { confirmHref: '/confirm?to=/console', may: { change: false, own: false } },
  ),
  'console-secrets-confirmed': secrets(
    { secrets: [secret(1)] },
    { sent: sent('secret', { days: '90' }, { confirmed: true }) },
  ),
  'console-connections-empty': people({}),
  'console-connections': people({ users: times(15, connected), nextAfter: connected(14).sub, later: true }),
  'console-events-empty': events(eventsProps({ endpoints: [] })),
  'console-events': events(eventsProps(), { notice: 'event-queued' }),
  'console-events-full': events(fullEvents()),
  'console-events-viewer': events(fullEvents(), viewer),
  'console-events-made': events(eventsProps(), {
    made: { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0sXxhRqmx5Q=' },
  }),
  'console-events-shown': events(eventsProps(), { made: { secret: undefined } }),
  'console-events-faults': events(eventsProps(), {
    sent: sent(
      'endpoint',
      { url: 'ftp://shop.acme.example' },
      { faults: [fault('url', 'backchannel-uri-scheme'), fault('types', 'event-types-missing')] },
    ),
  }),
  'console-statistics-none': statistics(STATISTICS.none),
  'console-statistics-off': statistics(STATISTICS.none, { application: registered({ loginActivation: false }) }),
  'console-statistics-bare': statistics(STATISTICS.none, { application: empty() }),
  'console-statistics-earlier': statistics(STATISTICS.earlier),
  'console-statistics-one-day': statistics(STATISTICS['one-day']),
  'console-statistics': statistics({ ...STATISTICS.month, moreFailed: 12 }),
  'console-statistics-figures': statistics({ ...STATISTICS.quarter, figures: true }),
  'console-statistics-weeks': statistics(STATISTICS.weeks, { ...viewer, application: registered({ name: LONG_NAME }) }),
  'console-statistics-huge': statistics(STATISTICS.huge),
  'console-team': members({}),
  'console-team-by-mail': members({ invitesByMail: true }, { sent: sent('member', { email: '', role: 'viewer' }) }),
  'console-team-made': members(
    {},
    { made: { secret: 'https://login.acme.example/invitation?token=Jm2cQ4vX7tYb0sKpLd9wRzHf3uNaGe6oCi1xVb5TqMk' } },
  ),
  'console-team-shown': members({}, { made: { secret: undefined } }),
  'console-team-five': members({
    members: [
      ...team().members,
      ...[KOREAN_NAME, UNBROKEN_NAME].map((nickname, at) => ({
        applicationId: idOf(1),
        accountId: idOf(54 + at),
        role: 'editor' as const,
        email: `${'member-'.repeat(9)}${at}@example.com`,
        emailVerified: true,
        nickname,
        createdAt: SOME_DAY - at * DAY,
      })),
    ],
  }),
  'console-team-transfer': members(
    { members: team().members.map((one, at) => ({ ...one, cannotOwn: at === 2 ? ('user' as const) : undefined })) },
    { sent: sent('hand-over', {}, { faults: [fault('entry', 'value-missing')] }) },
  ),
  'console-team-fault': members(
    {},
    {
      sent: sent('member', { email: 'nobody', role: 'viewer' }, { faults: [fault('email', 'member-email-malformed')] }),
    },
  ),
  'console-team-editor': members({ ownAccountId: idOf(51) }, { role: 'editor', may: { change: true, own: false } }),
  'console-removal': removal(),
  'console-removal-confirm': removal({ confirmHref: '/confirm?to=/console', may: { change: false, own: false } }),
  'console-removal-editor': removal({ role: 'editor', may: { change: true, own: false } }),
  'console-tokens': tokens(),
  'console-tokens-confirm': tokens({ confirmHref: '/confirm?to=/console/api-tokens' }),
  'console-tokens-empty': tokens({ tokens: [] }),
  'console-tokens-made': tokens({ made: { secret: 'lk_api_SplxlOBeZQQYbYS6WxSbIA-SplxlOBeZQQYbYS6WxSbIA' } }),
  'console-tokens-shown': tokens({ made: { secret: undefined } }),
  'console-tokens-faults': tokens({
    sent: sent(
      'token',
      { name: '', days: 'x' },
      { faults: [fault('name', 'api-token-name-missing'), fault('days', 'api-token-days')] },
    ),
  }),
  'console-machine-tokens': (language) =>
    renderMachineTokens(operatorContext(language), tokensProps({ scopes: SCOPES })),
  'console-machine-tokens-empty': (language) =>
    renderMachineTokens(operatorContext(language), tokensProps({ tokens: [], scopes: SCOPES })),
  'console-tokens-operator': tokens({ tokens: [], scopes: SCOPES }),
  'console-tokens-operator-faults': tokens({
    scopes: SCOPES,
    sent: sent(
      'token',
      { name: 'report', days: '365' },
      { faults: [fault('scopes', 'api-token-scopes-missing'), fault('days', 'api-token-days-staff')] },
    ),
  }),
};
