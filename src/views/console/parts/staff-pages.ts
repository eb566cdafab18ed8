// The pages of those who work for the service, in the groups and the order of their menu. To add a page, add its name
// here, its path, and its title in `staffTitle`; the menu follows. An application's own pages have a menu of their own
// (`sections.ts`).
import type { Messages } from '../../messages/messages-for.ts';

export const STAFF_GROUPS = {
  server: ['overview', 'welcome'],
  people: ['accounts', 'groups'],
  applications: ['applications', 'apis', 'clients'],
  service: ['policy', 'mails'],
  watch: ['audit', 'messages', 'doctor'],
  keys: ['signing-keys', 'machine-tokens'],
} as const;

export type StaffGroup = keyof typeof STAFF_GROUPS;
export type StaffPage = (typeof STAFF_GROUPS)[StaffGroup][number];

/** `overview`: the state of the server; the same path shows everybody else their applications. */
export const STAFF_PATHS = {
  overview: '/console',
  accounts: '/console/accounts',
  groups: '/console/groups',
  applications: '/console/applications',
  apis: '/console/apis',
  clients: '/console/clients',
  policy: '/console/policy',
  mails: '/console/mails',
  welcome: '/welcome',
  audit: '/console/audit',
  messages: '/console/messages',
  doctor: '/console/doctor',
  'signing-keys': '/console/signing-keys',
  'machine-tokens': '/console/machine-tokens',
} as const satisfies Readonly<Record<StaffPage, string>>;

/** One search over accounts, applications, groups and ids; it stands on the first page. */
export const SEARCH = '/console/search';

export const staffTitle = (page: StaffPage, messages: Messages): string => {
  const titles: Readonly<Record<StaffPage, string>> = {
    overview: messages.serverState.title,
    accounts: messages.operators.title,
    groups: messages.groups.title,
    applications: messages.serverState.applications,
    apis: messages.apis.title,
    clients: messages.clients.title,
    policy: messages.policy.title,
    mails: messages.policy.mails.title,
    welcome: messages.console.list.welcome,
    audit: messages.audit.serverTitle,
    messages: messages.givenUpMessages.title,
    doctor: messages.doctor.title,
    'signing-keys': messages.signingKeys.title,
    'machine-tokens': messages.machineTokens.title,
  };
  return titles[page];
};
