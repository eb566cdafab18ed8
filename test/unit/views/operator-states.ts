// Every designed state of the pages of support and operators, by name.

import { FORM_ACTS, formsAmong } from '../../../src/core/ground/acts/account-acts.ts';
import { SCOPES } from '../../../src/core/ground/acts/scope.ts';
import type { EntryNames } from '../../../src/core/operating/audit/name-entries.ts';
import { SIGN_IN_EVENTS } from '../../../src/core/operating/operators/look-at-account.ts';
import type { DescribedEntry } from '../../../src/core/server/audit/act.ts';
import { kindOfAction } from '../../../src/core/server/audit/audit-actions.ts';
import { renderMachineTokens } from '../../../src/views/console/api-tokens.tsx';
import type { ApiTokensProps } from '../../../src/views/console/parts/console-page.ts';
import { type AccountPageProps, renderAccountPage } from '../../../src/views/operators/account.tsx';
import {
  type AccountListProps,
  renderAccountList,
  type ShownAccount,
} from '../../../src/views/operators/account-list.tsx';
import { renderSearch, type SearchProps } from '../../../src/views/operators/search.tsx';
import type { Language, PageContext } from '../../../src/views/page/page.ts';
import { registered, tokensProps } from './console-states.ts';
import { contextIn } from './contexts.ts';
import { someGroup, someGroups } from './groups.ts';
import { ARABIC_NAME } from './people.ts';

type State = (language: Language) => string;

const AT = Date.UTC(2026, 9, 3, 14, 5);
const DAY = 86_400_000;
const idOf = (at: number): string => `${at}`.padStart(32, '0');

const signedInAs = { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false };
const contextOf = (language: Language, staff: PageContext['staff'] = 'operator') =>
  contextIn(language, { signedInAs, staff });

export const someAccount = (at: number, over: Partial<ShownAccount> = {}): ShownAccount => ({
  id: idOf(at),
  email: `person-${at}@example.com`,
  emailKey: `person-${at}@example.com`,
  emailVerified: true,
  emailVerifiedBy: 'mail',
  emailVerifiedAt: AT,
  passwordHash: '$argon2id$',
  role: 'user',
  origin: 'sign-up',
  username: undefined,
  usernameChanges: [],
  status: 'active',
  leavingSince: undefined,
  leavingUntil: undefined,
  profile: {},
  disabledAt: undefined,
  signInEpoch: 0,
  grantEpoch: 0,
  deviceEpoch: 0,
  createdAt: AT,
  updatedAt: AT,
  ...over,
});

const LONG = `${'a-very-long-name.'.repeat(12)}x@${'mail-server.'.repeat(3)}example`;

export const accountListProps = (over: Partial<AccountListProps> = {}): AccountListProps => ({
  csrf: '',
  notice: undefined,
  sent: undefined,
  made: undefined,
  search: { text: 'person', role: undefined, status: undefined },
  accounts: [
    someAccount(1),
    someAccount(2, { status: 'disabled', disabledAt: AT, emailVerified: false }),
    someAccount(3, { email: LONG, role: 'owner' }),
    someAccount(4, { email: 'שלום@example.com', role: 'operator' }),
    someAccount(5, { status: 'leaving', leavingSince: AT, leavingUntil: AT + DAY }),
  ],
  later: false,
  nextAfter: undefined,
  showsRoles: true,
  ...over,
});

const list =
  (over: Partial<AccountListProps> = {}): State =>
  (language) =>
    renderAccountList(contextOf(language, over.showsRoles === false ? 'support' : 'operator'), accountListProps(over));

const entry = (id: number, over: Partial<DescribedEntry> = {}): DescribedEntry => ({
  ...{ id, at: AT + id * 60_000, role: 'operator', accountId: idOf(9), tokenId: undefined, command: undefined },
  ...{ address: '192.0.2.1', requestId: 'r', action: 'accounts see', applicationId: undefined, subjectId: idOf(1) },
  ...{ entry: undefined, fields: [], reason: undefined, result: 'done', refusal: undefined },
  ...{ machineUser: undefined, kind: kindOfAction(over.action ?? 'accounts see') },
  ...over,
});

const NAMES: EntryNames = {
  accounts: new Map([
    [idOf(9), 'mina.kim@example.com'],
    [idOf(1), 'person-1@example.com'],
  ]),
  ...{ applications: new Map(), groups: new Map(), machineTokens: new Map(), invitations: new Map() },
};

export const accountPageProps = (over: Partial<AccountPageProps> = {}): AccountPageProps => ({
  csrf: 'token',
  notice: undefined,
  sent: undefined,
  made: undefined,
  account: someAccount(1, { username: 'mina' }),
  devices: [
    {
      ...{ id: idOf(1), browser: 'Firefox 145', system: 'Windows', network: '192.0.2.0/24' },
      ...{ createdAt: AT, lastUsedAt: AT + DAY },
    },
    { id: idOf(2), browser: undefined, system: undefined, network: '', createdAt: AT, lastUsedAt: AT },
  ],
  moreSessions: false,
  looks: false,
  activityNames: NAMES,
  history: SIGN_IN_EVENTS.map((kind, at) => ({
    ...{ id: idOf(at), at: AT - at * DAY, kind, times: kind === 'sign-in-failed' ? 3 : undefined },
    ...(kind === 'signed-in' && { browser: 'Firefox 145', system: 'Windows', network: '192.0.2.0/24' }),
  })),
  activity: [
    entry(4, { action: 'accounts disable', result: 'refused', refusal: 'last-operator' }),
    entry(3, { role: 'server', action: 'accounts purge' }),
    entry(2, { command: 'accounts show', action: 'accounts show' }),
    entry(1, { role: 'support' }),
  ],
  moreActivity: true,
  rest: {
    codesSince: AT,
    recoveryCodes: 8,
    owned: [
      { id: idOf(3), name: 'Wiki', connections: 1 },
      { id: idOf(4), name: 'Shop', connections: 1200 },
    ],
    groups: someGroups(),
    newOwners: [{ id: idOf(7), email: 'editor@example.com' }],
    passkeys: [{ name: 'Laptop', createdAt: AT, lastUsedAt: AT + DAY }],
    connections: [
      { applicationId: idOf(1), name: 'Acme Shop', sub: 'k'.repeat(32), createdAt: AT, lastUsedAt: undefined },
      { applicationId: idOf(2), name: 'Forum', sub: 'x'.repeat(255), createdAt: AT, lastUsedAt: AT + DAY },
    ],
  },
  forms: formsAmong(FORM_ACTS, over.account ?? someAccount(1)),
  ownAccountId: idOf(9),
  ...over,
});

const page =
  (over: Partial<AccountPageProps> = {}): State =>
  (language) =>
    renderAccountPage(
      contextOf(language, 'rest' in over && over.rest === undefined ? 'support' : 'operator'),
      accountPageProps(over),
    );

/** Of strangers: markup, a change of direction, a text without a place to break at, Arabic. */
const MARKUP = '"><script>alert(1)</script><b>';
const TURNED = 'a\u202egpj.exe\u2066';
const UNBROKEN = 'x'.repeat(200);

const hostileList = list({
  search: { text: `${MARKUP}${TURNED}`, role: undefined, status: undefined },
  accounts: [
    someAccount(1, { email: `${MARKUP}@example.com` }),
    someAccount(2, { email: `${TURNED}@example.com`, role: 'owner', emailVerified: false }),
    someAccount(3, { email: `${UNBROKEN}@example.com`, role: 'operator', status: 'leaving' }),
    someAccount(4, { email: `${ARABIC_NAME.replaceAll(' ', '.')}@example.com`, status: 'disabled', disabledAt: AT }),
  ],
});

const hostilePage = page({
  account: someAccount(1, { email: `${UNBROKEN}@example.com`, username: 'a'.repeat(30), role: 'owner' }),
  devices: [MARKUP, TURNED, UNBROKEN].map((text, at) => ({
    ...{ id: idOf(at), browser: text, system: ARABIC_NAME, network: UNBROKEN, createdAt: AT, lastUsedAt: AT },
  })),
  history: [MARKUP, TURNED, UNBROKEN].map((text, at) => ({
    ...{ id: idOf(at), at: AT, kind: 'signed-in' as const, browser: text, system: ARABIC_NAME, network: text },
  })),
  activity: [entry(2, { action: UNBROKEN, role: 'machine' }), entry(1, { action: TURNED, command: MARKUP })],
  rest: {
    codesSince: undefined,
    recoveryCodes: 0,
    owned: [MARKUP, TURNED, UNBROKEN, ARABIC_NAME].map((name, at) => ({ id: idOf(at), name, connections: at })),
    groups: [],
    newOwners: [MARKUP, TURNED, UNBROKEN, ARABIC_NAME].map((name, at) => ({
      id: idOf(at),
      email: `${name}@example.com`,
    })),
    passkeys: [MARKUP, TURNED, UNBROKEN, ARABIC_NAME].map((name, at) => ({ name, createdAt: at, lastUsedAt: AT })),
    connections: [MARKUP, TURNED, UNBROKEN, ARABIC_NAME].map((name, at) => ({
      ...{ applicationId: idOf(at), name, sub: `${'~%"<>'.repeat(50)}${at}`, createdAt: AT, lastUsedAt: undefined },
    })),
  },
});

const machineTokens =
  (over: Partial<ApiTokensProps>): State =>
  (language) =>
    renderMachineTokens(contextOf(language), tokensProps({ scopes: SCOPES, ...over }));

const refused = {
  form: 'disable',
  values: { get: () => '', has: () => false },
  faults: [{ path: [], code: 'last-operator', detail: '' }],
  ...{ changed: false, made: false, conflicts: [], confirmed: false },
};

const NONE = { rows: [], more: false };
const search =
  (over: Partial<SearchProps>): State =>
  (language) =>
    renderSearch(contextOf(language), { text: 'acme', accounts: NONE, applications: NONE, groups: NONE, ...over });

export const OPERATOR_STATES: Readonly<Record<string, State>> = {
  'console-accounts': list(),
  'console-accounts-pages': list({ later: true, nextAfter: idOf(4), showsRoles: false }),
  'console-accounts-empty': list({ accounts: [], search: { text: 'nobody', role: 'owner', status: 'disabled' } }),
  'console-search': search({
    accounts: { rows: [someAccount(1), someAccount(3, { email: LONG, role: 'owner' })], more: true },
    applications: {
      rows: [registered(), registered({ id: idOf(4), name: ARABIC_NAME, audience: 'team' })],
      more: false,
    },
    groups: { rows: [someGroup(1), someGroup(2, { label: LONG })], more: true },
  }),
  'console-search-none': search({ text: LONG }),
  'console-search-new': search({ text: '' }),
  'console-account': page(),
  'console-account-disabled': page({
    account: someAccount(1, { status: 'disabled', disabledAt: AT }),
    notice: 'account-disabled',
  }),
  'console-account-support': page({
    ...{
      rest: undefined,
      activityNames: undefined,
      forms: formsAmong(['end-sessions', 'send-reset'], someAccount(1)),
      activity: [],
    },
    ...{ moreActivity: false, devices: [], history: [] },
    account: someAccount(3, { email: LONG, emailVerified: false }),
  }),
  'console-account-operator': page({ account: someAccount(1, { role: 'operator' }), forms: [] }),
  'console-account-confirm': page({ confirmHref: '/confirm?to=/console/accounts' }),
  'console-account-refused': page({ sent: refused }),
  'console-account-no-new-owner': page({
    sent: {
      ...{ ...refused, form: 'delete', values: { get: () => idOf(7), has: () => true } },
      faults: [{ path: ['hand_over_to'], code: 'new-owner-no-member', detail: '' }],
    },
  }),
  'console-machine-tokens-made': machineTokens({ made: { secret: `lk_machine_${'Ab3'.repeat(14)}x` } }),
  'console-machine-tokens-makers': machineTokens({
    tokens: [
      null,
      { id: idOf(9), email: 'mina.kim@example.com', isActive: true },
      { id: idOf(8), email: LONG, isActive: false },
      { id: idOf(7), email: undefined, isActive: false },
    ].map((maker, at) => ({
      ...{ id: idOf(at), name: `deploy ${at}`, scopes: SCOPES.slice(at), createdAt: AT, lastUsedAt: undefined },
      ...{ expiresAt: AT + DAY, maker },
    })),
  }),
  'console-machine-tokens-confirm': machineTokens({ confirmHref: '/confirm?to=/console/machine-tokens' }),
  'console-machine-tokens-hostile': machineTokens({
    tokens: [MARKUP, TURNED, UNBROKEN, ARABIC_NAME].map((name, at) => ({
      ...{ id: idOf(at), name, scopes: SCOPES, createdAt: AT, lastUsedAt: undefined, expiresAt: AT + DAY },
      maker: { id: idOf(at), email: `${name}@example.com`, isActive: false },
    })),
  }),
  'console-accounts-hostile': hostileList,
  'console-account-hostile': hostilePage,
};
