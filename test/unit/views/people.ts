// People, applications and values that the pages of the tests and the gallery show.

import { CONSENT_ITEMS, type ConsentItemName } from '../../../src/core/ground/consent-items.ts';
import type { Fault } from '../../../src/core/ground/fault.ts';
import { ACTIVITY_KINDS } from '../../../src/core/people/activities/activity.ts';
import type {
  AccountConnection,
  AccountFrame,
  AccountProps,
  AccountSession,
  AccountUsername,
  ActivityPage,
  ActivityRow,
  ApplicationPage,
  ApplicationsPage,
  DataPage,
  DevicesPage,
  ProfilePage,
  ReceiptRow,
  SecurityPage,
} from '../../../src/views/account/account-props.ts';
import type { ApplicationCard, ConsentItemRow } from '../../../src/views/page/page.ts';

export const LONG_NAME = 'The Very Long Name Of An Application That Fits Sixty Letters';
export const UNBROKEN_NAME = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenverkaeufe';
export const ARABIC_NAME = 'متجر الياسمين';
export const KOREAN_NAME = '한빛서점';

export const fault = (field: string | undefined, code: string): Fault => ({
  path: field === undefined ? [] : [field],
  code,
  detail: 'A sentence for developers.',
});

export const application = (name = 'Acme Shop'): ApplicationCard => ({
  name,
  homepageUri: 'https://acme.example',
  privacyPolicyUri: 'https://acme.example/privacy',
  termsUri: 'https://acme.example/terms',
});

export const VALUES: Readonly<Record<ConsentItemName, string>> = {
  nickname: 'Mina',
  username: 'mina.kim',
  profile_image: 'https://images.example/people/mina.png',
  name: '김미나',
  gender: 'female',
  birthdate: '1990-05-17',
  website: 'https://mina.example',
  locale: 'ko-KR, Asia/Seoul',
  email: 'mina.kim@example.com',
  phone_number: '+82 10-1234-5678',
  address: '서울특별시 종로구 세종대로 175, 03172, 대한민국',
  groups: 'Site reliability, Billing',
};

const PURPOSES: Partial<Record<ConsentItemName, string>> = {
  nickname: 'To greet you',
  email: 'For receipts and questions about your orders',
  phone_number: 'So that the courier can call before delivery',
  address: 'Filled in for you at the checkout',
};

export const row = (item: ConsentItemName, over: Partial<ConsentItemRow> = {}): ConsentItemRow => ({
  item,
  consent: 'optional',
  purpose: PURPOSES[item],
  value: VALUES[item],
  agreed: false,
  typed: {},
  ...over,
});

export const everyRow = (over: Partial<ConsentItemRow> = {}): ConsentItemRow[] =>
  CONSENT_ITEMS.map((item, at) => row(item, at < 3 ? { ...over, consent: 'required' } : over));

const EIGHT = ['nickname', 'email', 'name', 'phone_number', 'birthdate', 'gender', 'address', 'locale'] as const;

/** As many as an application asks for in earnest: three required ones and five optional ones. */
export const eightRows = (over: Partial<ConsentItemRow> = {}): ConsentItemRow[] =>
  EIGHT.map((item, at) => row(item, { ...(at < 3 ? { consent: 'required', agreed: true } : {}), ...over }));

const DAY = 86_400_000;
const SOME_DAY = Date.UTC(2026, 4, 3, 9, 24);

export const connection = (at: number, over: Partial<AccountConnection> = {}): AccountConnection => ({
  applicationId: `app${at}`,
  name: ['Acme Shop', KOREAN_NAME, 'Ledger', ARABIC_NAME, 'Trailhead', LONG_NAME][at % 6] ?? 'Acme Shop',
  homepageUri: 'https://acme.example',
  connectedAt: SOME_DAY - at * DAY * 9,
  lastUsedAt: at % 4 === 3 ? undefined : SOME_DAY - at * DAY,
  href: `/account/connections/app${at}`,
  items: [
    { item: 'nickname', consent: 'required', agreed: true, value: VALUES.nickname },
    { item: 'email', consent: 'optional', agreed: at % 2 === 0, value: VALUES.email },
    { item: 'phone_number', consent: 'optional', agreed: false, value: undefined },
  ],
  ...over,
});

export const receipt = (at: number, over: Partial<ReceiptRow> = {}): ReceiptRow => ({
  id: `receipt${at}`,
  applicationId: `app${at}`,
  at: SOME_DAY - at * DAY,
  kind: at % 3 === 1 ? 'change' : 'consent',
  language: at % 2 === 0 ? 'en' : 'ko',
  texts: {
    application: {
      name: ['Acme Shop', KOREAN_NAME, 'Ledger', ARABIC_NAME, LONG_NAME][at % 5] ?? 'Acme Shop',
      homepageUri: 'https://acme.example',
      privacyPolicyUri: 'https://acme.example/privacy',
      termsUri: 'https://acme.example/terms',
      companyName: 'Acme Inc.',
      companyCountry: 'KR',
    },
    items: [
      { item: 'nickname', consent: 'required', agreed: true, purpose: 'To greet you', retention: 'Until you leave' },
      { item: 'email', consent: 'optional', agreed: at % 2 === 0, purpose: PURPOSES.email, retention: '5 years' },
      { item: 'phone_number', consent: 'optional', agreed: false },
    ],
  },
  ...over,
});

const ACTS = ['person', 'application', 'owner', 'operator'] as const;

export const activity = (at: number, over: Partial<ActivityRow> = {}): ActivityRow => {
  const kind = ACTIVITY_KINDS[at % ACTIVITY_KINDS.length] ?? 'signed-in';
  const hasDevice = kind === 'signed-in' || kind === 'signed-out' || kind === 'device-trusted';
  return {
    id: `activity${at}`,
    at: SOME_DAY - at * 7 * 3_600_000,
    kind,
    applicationName: [KOREAN_NAME, 'Acme Shop', ARABIC_NAME, LONG_NAME][at % 4],
    browser: hasDevice ? 'Chrome 142' : undefined,
    system: hasDevice ? 'Windows' : undefined,
    data: {
      ...(hasDevice && { network: '203.0.113.0/24' }),
      ...{ times: 3, name: '내 폰', role: 'operator', action: 'accounts show', by: ACTS[at % 4] },
    },
    ...over,
  };
};

export const READABLE = JSON.stringify({
  sub: '3jd82hf0a9s8d7f6g5h4j3k2l1q0w9e8',
  nickname: 'Mina',
  email: 'mina.kim@example.com',
  email_verified: true,
  name: 'Mina',
  updated_at: 1777800240,
});

export const session = (at: number, over: Partial<AccountSession> = {}): AccountSession => ({
  id: `session${at}`,
  browser: ['Chrome 142', 'Safari 18', 'KakaoTalk 26', undefined][at % 4],
  system: ['Windows', 'iPhone', 'Android', undefined][at % 4],
  network: ['203.0.113.0/24', '2001:db8:1f:3::/64', '198.51.100.0/24', ''][at % 4] ?? '',
  firstSeenAt: SOME_DAY - at * DAY * 3,
  lastUsedAt: SOME_DAY - at * DAY,
  current: at === 0,
  ...over,
});

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

export const usernameProps = (over: Partial<AccountUsername> = {}): AccountUsername => ({
  current: 'mina.kim',
  typed: '',
  dropped: false,
  open: false,
  confirmed: true,
  confirmHref: '/confirm?to=/account/username',
  changesLeft: 3,
  againAt: undefined,
  ...over,
});

/** What any page of the account can show. */
export type AnyAccountProps = AccountFrame &
  Omit<ProfilePage, 'page'> &
  Omit<SecurityPage, 'page'> &
  Omit<DevicesPage, 'page'> &
  Omit<ApplicationsPage, 'page'> &
  Omit<ApplicationPage, 'page'> &
  Omit<ActivityPage, 'page'> &
  Omit<DataPage, 'page'> & { page: AccountProps['page'] };

export const accountProps = (over: Partial<AnyAccountProps> = {}): AccountProps => {
  const props: AnyAccountProps = {
    page: 'profile',
    csrf: 'token',
    account: { email: 'mina.kim@example.com', emailVerified: false, role: 'user', createdAt: SOME_DAY - 400 * DAY },
    profile: { nickname: 'Mina', name: '김미나', birthdate: '1990-05-17', gender: 'female' },
    picture: undefined,
    username: usernameProps(),
    groups: [],
    emailProof: { by: 'password' },
    passwordProof: { by: 'password' },
    twoStep: { on: false, recoveryCodesLeft: 0 },
    connections: times(3, connection),
    sessions: times(3, session),
    moreSessions: false,
    documents: [],
    activities: times(ACTIVITY_KINDS.length, activity),
    confirmHref: undefined,
    name: 'Acme Shop',
    connected: connection(0),
    readable: READABLE,
    manageHref: '/account/connections?client_id=0123456789abcdef0123456789abcdef',
    receipts: times(2, receipt),
    olderHref: undefined,
    notice: undefined,
    faultsIn: undefined,
    faults: [],
    ...over,
  };
  return props as AccountProps;
};
