// The console's pages with one text in every place where somebody else's words may stand (K10).

import { FORM_ACTS, formsAmong } from '../../../src/core/ground/acts/account-acts.ts';
import { CONSENT_ITEMS } from '../../../src/core/ground/consent-items.ts';
import type { Fault } from '../../../src/core/ground/fault.ts';
import { COUNTRIES } from '../../../src/core/people/profile/countries.ts';
import { SHOWN_FLAGS } from '../../../src/http/console/sign-in-settings.ts';
import { apiScopeField } from '../../../src/views/apis/api-scope-field.ts';
import { renderAddresses } from '../../../src/views/console/addresses.tsx';
import { renderApiTokens, renderMachineTokens } from '../../../src/views/console/api-tokens.tsx';
import { renderApplicationList } from '../../../src/views/console/application-list.tsx';
import { renderClientSecrets } from '../../../src/views/console/client-secrets.tsx';
import { renderConsentItems } from '../../../src/views/console/consent-items.tsx';
import { renderGivenUpMessages } from '../../../src/views/console/given-up-messages.tsx';
import { renderNewApplication } from '../../../src/views/console/new-application.tsx';
import { renderOverview } from '../../../src/views/console/overview.tsx';
import type { ApplicationPage, RefusedUriShown, SentForm } from '../../../src/views/console/parts/console-page.ts';
import { renderRemoval } from '../../../src/views/console/removal.tsx';
import { renderSettings } from '../../../src/views/console/settings.tsx';
import { renderSignInSettings } from '../../../src/views/console/sign-in-settings.tsx';
import { renderTeam } from '../../../src/views/console/team.tsx';
import { renderAudit } from '../../../src/views/console/watch/audit.tsx';
import { renderConnections } from '../../../src/views/console/watch/connections.tsx';
import { renderDoctor } from '../../../src/views/console/watch/doctor.tsx';
import { renderEvents } from '../../../src/views/console/watch/events.tsx';
import { renderServerAudit } from '../../../src/views/console/watch/server-audit.tsx';
import { renderSigningKeys } from '../../../src/views/console/watch/signing-keys.tsx';
import { renderStatistics } from '../../../src/views/console/watch/statistics.tsx';
import { type AccountPageProps, renderAccountPage } from '../../../src/views/operators/account.tsx';
import { renderAccountList } from '../../../src/views/operators/account-list.tsx';
import { renderSearch } from '../../../src/views/operators/search.tsx';
import type { PageContext } from '../../../src/views/page/page.ts';

import { renderPolicy } from '../../../src/views/policy/policy.tsx';
import { hostileApiList, hostileApiPage, hostileClientHosts } from './api-states.ts';

import { auditEntry, auditProps, entryForMembers } from './audit-states.ts';
import {
  addressesProps,
  applicationPage,
  connected,
  consolePage,
  invited,
  listed,
  listProps,
  previewProps,
  registered,
  secret,
  team,
  tokensProps,
} from './console-states.ts';
import { delivery, endpoint, eventsProps } from './event-states.ts';
import { hostileGroupList, hostileGroupPage } from './group-states.ts';
import { signInGroups, someGroup } from './groups.ts';
import { accountListProps, accountPageProps, someAccount } from './operator-states.ts';
import { policyProps } from './policy-states.ts';
import { STATISTICS } from './statistics-states.ts';

type Render = (context: PageContext, text: string, faults: readonly Fault[]) => string;

const echoed = (form: string, text: string, faults: readonly Fault[]): SentForm => ({
  form,
  values: { get: () => text, has: () => true },
  faults,
  changed: true,
  made: true,
  conflicts: faults.slice(0, 1).map((fault) => ({ fault, stored: [text] })),
  confirmed: false,
});

const hostileUris = (text: string): RefusedUriShown[] => {
  const runs = [{ text, same: false }];
  const compared = { sent: runs, registered: runs, firstDifference: 1, differences: [] };
  return [
    { uri: text, refusedAt: 0, compared, otherHost: text },
    { uri: `${text}2`, refusedAt: 0, compared: undefined, otherHost: undefined },
  ];
};

const hostile = (text: string, form: string, faults: readonly Fault[]): ApplicationPage => {
  const one = registered({ id: text, name: text });
  return applicationPage({
    csrf: text,
    made: { secret: text },
    sent: form === '' ? undefined : echoed(form, text, faults),
    application: {
      ...one,
      platforms: one.platforms.map((entry) => ({
        ...entry,
        id: text,
        apiKey: text,
        siteDomains: [text, `${text}2`],
        packageName: text,
      })),
      redirectUris: one.redirectUris.map((entry) => ({ ...entry, id: text, redirectUri: text })),
      postLogoutRedirectUris: [text],
      consentItems: one.consentItems.map((entry) => ({ ...entry, purpose: text, retention: text })),
      groups: [text],
      allowedGroups: [text],
      homepageUri: text,
      privacyPolicyUri: text,
      termsUri: text,
      companyName: text,
      companyCountry: text,
      backchannelLogoutUri: text,
    },
  });
};

const CHOICES = { countries: COUNTRIES };
const hostileGroup = (text: string) =>
  someGroup(1, { name: text, label: text, description: text, translations: { ko: { label: text } } });
const settingsOf = (text: string) => ({
  flags: SHOWN_FLAGS,
  groups: signInGroups({
    choices: [hostileGroup(text)],
    more: true,
    text,
    outside: [{ accountId: text, email: text }],
  }),
});

const viewer = { may: { change: false, own: false }, role: 'viewer' } as const;

const GIVEN_UP = {
  ...{ createdAt: 1, endedAt: 2, tries: 3 },
  ...{ applicationId: undefined, applicationName: undefined, host: undefined },
};

export const HOSTILE_CONSOLE: Readonly<Record<string, Render>> = {
  list: (context, text) =>
    renderApplicationList(context, {
      ...listProps({ csrf: text, search: { text, order: 'changed' }, before: text, after: text }),
      applications: [{ ...listed(0), id: text, name: text }],
      invitations: [{ ...invited(0), id: text, applicationName: text, inviterEmail: text }],
    }),
  'list of a user': (context, text) => renderApplicationList(context, listProps({ csrf: text, mayRegister: false })),
  'new application': (context, text, faults) =>
    renderNewApplication(context, consolePage({ csrf: text, sent: echoed('new', text, faults) })),
  overview: (context, text) =>
    renderOverview(context, hostile(text, '', []), {
      authUrl: text,
      apiUrl: text,
      week: { started: 1, completed: 1, refused: 1, refusal: text },
    }),
  statistics: (context, text) =>
    renderStatistics(context, hostile(text, '', []), {
      ...STATISTICS['one-day'],
      refusals: [
        { code: text, count: 1, title: text },
        { code: `${text}2`, count: 1, title: undefined },
      ],
    }),
  settings: (context, text, faults) => renderSettings(context, hostile(text, 'settings', faults), CHOICES),
  'settings with a logo': (context, text, faults) =>
    renderSettings(context, { ...hostile(text, 'logo', faults), logo: '/logos/acme/filled' }, CHOICES),
  clients: (context, text, faults) =>
    hostileClientHosts(context, text, { sent: echoed(`client-host ${text}`, text, faults) }),
  apis: (context, text, faults) => hostileApiList(context, text, { sent: echoed('api', text, faults) }),
  API: (context, text, faults) => hostileApiPage(context, text, { sent: echoed('api-settings', text, faults) }),
  'API with the form of a scope': (context, text, faults) =>
    hostileApiPage(context, text, { sent: echoed(apiScopeField('scope', text), text, faults) }),
  'API that an application may call': (context, text, faults) =>
    hostileApiPage(context, text, { sent: echoed('api-access', text, faults) }),
  groups: (context, text, faults) => hostileGroupList(context, text, { sent: echoed('group', text, faults) }),
  group: (context, text, faults) => hostileGroupPage(context, text, { sent: echoed('settings', text, faults) }),
  'group that is deleted': (context, text, faults) =>
    hostileGroupPage(context, text, { sent: echoed('removal', text, faults) }),
  'sign-in settings': (context, text, faults) =>
    renderSignInSettings(context, hostile(text, 'sign-in', faults), settingsOf(text)),
  'sign-in settings of a viewer': (context, text) =>
    renderSignInSettings(context, { ...hostile(text, '', []), ...viewer }, settingsOf(text)),
  'settings of a viewer': (context, text) => renderSettings(context, { ...hostile(text, '', []), ...viewer }, CHOICES),
  addresses: (context, text, faults) =>
    renderAddresses(context, hostile(text, 'redirect-uri', faults), addressesProps(hostileUris(text), text)),
  'addresses with a form of a row': (context, text, faults) =>
    renderAddresses(context, hostile(text, 'edit-redirect-uri-0', faults), addressesProps(hostileUris(text), text)),
  'addresses with a form opened by a link': (context, text) =>
    renderAddresses(
      context,
      { ...hostile(text, '', []), editing: 'edit-site-domain-0' },
      addressesProps(hostileUris(text), text),
    ),
  'addresses of a viewer': (context, text) =>
    renderAddresses(context, { ...hostile(text, '', []), ...viewer }, addressesProps(hostileUris(text))),
  events: (context, text, faults) =>
    renderEvents(
      context,
      hostile(text, 'endpoint', faults),
      eventsProps({
        endpoints: [
          endpoint({ id: text, url: text, missedFrom: text, deliveries: [delivery(0, { id: text, eventId: text })] }),
          endpoint({
            id: `${text}2`,
            url: text,
            missedFrom: text,
            disabledAt: 0,
            secrets: [`${text}3`, `${text}4`],
            deliveries: [],
          }),
        ],
        nextAfter: text,
      }),
    ),
  'consent items': (context, text, faults) =>
    renderConsentItems(context, hostile(text, 'item-nickname', faults), {
      ...previewProps,
      shown: hostile(text, '', []).application,
      values: Object.fromEntries(CONSENT_ITEMS.map((item) => [item, text])) as typeof previewProps.values,
      person: { email: text, nickname: text },
      redirectHost: text,
    }),
  'client secrets': (context, text, faults) =>
    renderClientSecrets(context, hostile(text, text, faults), {
      secrets: [secret(0, { id: text })],
      now: 0,
    }),
  connections: (context, text) =>
    renderConnections(context, hostile(text, '', []), {
      users: [{ ...connected(0), sub: text }],
      later: true,
      nextAfter: text,
    }),
  team: (context, text, faults) =>
    renderTeam(context, hostile(text, 'member', faults), {
      ...team(),
      members: team().members.map((member) => ({ ...member, accountId: text, email: text, nickname: text })),
      invitations: team().invitations.map((invitation) => ({ ...invitation, id: text, email: text })),
    }),
  removal: (context, text, faults) => renderRemoval(context, hostile(text, 'removal', faults)),
  audit: (context, text) =>
    renderAudit(
      context,
      hostile(text, '', []),
      auditProps({
        entries: [
          entryForMembers(1, { action: text, entry: text, fields: [text], refusal: text, about: text }),
          entryForMembers(2, { by: { kind: 'member', email: text } }),
          entryForMembers(3, { action: 'team invite', invited: { email: text, role: 'editor' } }),
        ],
        members: [{ accountId: text, email: text }],
        filter: { account: text, action: text },
        period: { from: text, to: text, faults: {} },
        nextBefore: 1,
        later: true,
      }),
    ),
  'audit of the server': (context, text) =>
    renderServerAudit(context, {
      entries: [
        auditEntry(1, {
          ...{ accountId: text, tokenId: text, command: text, address: text, requestId: text, action: text },
          ...{ applicationId: text, subjectId: text, entry: text, fields: [text], reason: text, refusal: text },
        }),
        auditEntry(2, { action: 'person-viewed', accountId: undefined, command: 'move', machineUser: text }),
        auditEntry(3, { action: 'groups add-member', entry: text, subjectId: text, role: 'machine', tokenId: text }),
        auditEntry(4, { action: 'team invite', entry: text, applicationId: text }),
      ],
      names: {
        accounts: new Map([[text, text]]),
        applications: new Map([[text, text]]),
        groups: new Map([[text, text]]),
        machineTokens: new Map([[text, text]]),
        invitations: new Map([[text, { email: text, role: 'editor' as const }]]),
      },
      kinds: ['application-changed'],
      unknown: ['application', 'account', 'subject'],
      filter: { application: text, account: text, subject: text, action: text, looks: true },
      period: { from: text, to: text, faults: {} },
      later: true,
      nextBefore: 1,
    }),
  'search of operators': (context, text) =>
    renderSearch(context, {
      text,
      accounts: { rows: [someAccount(1, { id: text, email: text })], more: true },
      applications: { rows: [registered({ id: text, name: text })], more: true },
      groups: {
        rows: [someGroup(1, { id: text, name: text, label: text, description: text })],
        more: true,
      },
    }),
  'messages that were given up': (context, text) =>
    renderGivenUpMessages(context, {
      trouble: { reason: text, since: 1 },
      given: [
        { ...GIVEN_UP, ...{ kind: 'mail', type: 'invitation', id: text, failure: text, lastTry: undefined } },
        ...(['event', 'logout'] as const).map((kind) => ({
          ...{ ...GIVEN_UP, kind, type: undefined, id: text, failure: text },
          lastTry: kind === 'event' ? undefined : ({ noAnswer: 'tls', detail: text } as const),
          ...{ applicationId: text, applicationName: text, host: text },
        })),
      ],
      kind: undefined,
      later: true,
      nextAfter: text,
    }),
  'what doctor says': (context, text) =>
    renderDoctor(context, {
      report: {
        kind: 'examined',
        at: 1,
        findings: [
          { code: text, subject: 'files', level: 'fault', found: text, fix: text, values: { [text]: text } },
          {
            code: 'mail-refused',
            subject: 'mail',
            level: 'fault',
            found: text,
            fix: text,
            values: { server: text, trouble: text },
          },
        ],
      },
    }),
  'signing keys': (context, text) =>
    renderSigningKeys(context, {
      algorithms: [
        {
          algorithm: 'ES256',
          nextRotationAt: 1,
          keys: [
            {
              ...{ id: text, algorithm: 'ES256', number: 1, state: 'current', createdAt: 1, signsFrom: 1 },
              ...{ revokedAt: 1, signsUntil: 1, publishedUntil: 1, believedUntil: 1 },
            },
          ],
        },
      ],
    }),
  'api tokens': (context, text, faults) => renderApiTokens(context, hostileTokens(text, faults)),
  policy: (context, text, faults) =>
    renderPolicy(context, {
      ...policyProps({ csrf: text, sent: echoed('policy', text, faults), locked: { supportContact: text } }),
      values: {
        ...policyProps().values,
        ...{ serviceName: text, accentColor: text, supportContact: text, refusedEmailDomains: [text] },
      },
    }),
  accounts: (context, text) =>
    renderAccountList(context, {
      ...accountListProps({
        csrf: text,
        later: true,
        nextAfter: text,
        search: { text, role: 'user', status: 'active' },
      }),
      accounts: [someAccount(1, { id: text, email: text, role: 'owner', emailVerified: false })],
    }),
  account: (context, text, faults) =>
    renderAccountPage(
      context,
      hostileAccount(text, {
        sent: echoed('role', text, faults),
        confirmHref: undefined,
        forms: formsAmong(FORM_ACTS, someAccount(1)),
      }),
    ),
  'account before a confirmation': (context, text) =>
    renderAccountPage(context, hostileAccount(text, { confirmHref: text })),
  'machine tokens': (context, text, faults) => renderMachineTokens(context, hostileTokens(text, faults)),
};

const hostileTokens = (text: string, faults: readonly Fault[]) => ({
  ...tokensProps({ csrf: text, made: { secret: text }, apiUrl: text, sent: echoed('token', text, faults) }),
  tokens: tokensProps().tokens.map((token) => ({ ...token, id: text, name: text })),
});

const hostileAccount = (text: string, over: Partial<AccountPageProps>): AccountPageProps => ({
  ...accountPageProps({ csrf: text, ...over }),
  account: someAccount(1, { id: text, email: text, username: text }),
  devices: [{ id: text, browser: text, system: text, network: text, createdAt: 0, lastUsedAt: 0 }],
  history: [{ id: text, at: 0, kind: 'signed-in', browser: text, system: text, network: text }],
  activity: [{ ...auditEntry(1), action: text, command: text, refusal: text, result: 'refused' }],
  rest: {
    codesSince: 0,
    recoveryCodes: 1,
    owned: [{ id: text, name: text, connections: 0 }],
    groups: [hostileGroup(text)],
    newOwners: [{ id: text, email: text }],
    passkeys: [{ name: text, createdAt: 0, lastUsedAt: 0 }],
    connections: [{ applicationId: text, name: text, sub: text, createdAt: 0, lastUsedAt: undefined }],
  },
});
