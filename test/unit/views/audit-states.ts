// The console's pages of the audit in every designed state.

import type { EntryNames } from '../../../src/core/operating/audit/name-entries.ts';
import type { EntryForMembers } from '../../../src/core/operating/audit/read-audit.ts';
import type { DescribedEntry } from '../../../src/core/server/audit/act.ts';
import { AUDIT_KINDS, kindOfAction } from '../../../src/core/server/audit/audit-actions.ts';
import { AUDIT_PAGE_SIZE } from '../../../src/http/console/watch/audit-query.ts';
import type { ApplicationPage, AuditProps } from '../../../src/views/console/parts/console-page.ts';
import { renderAudit } from '../../../src/views/console/watch/audit.tsx';
import { renderServerAudit, type ServerAuditProps } from '../../../src/views/console/watch/server-audit.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import { applicationPage, consoleContext, operatorContext } from './console-states.ts';

type State = (language: Language) => string;

const SOME_DAY = Date.UTC(2026, 4, 3, 14, 5);
const idOf = (at: number): string => `019b7c4c2d00700080000000000000${(16 + at).toString(16)}`;
const MINA = { accountId: idOf(1), email: 'mina.kim@example.com' };
const LONG = {
  accountId: idOf(2),
  email: 'a-member-with-a-rather-long-address@a-long-subdomain.of.the.company.example.com',
};

export const entryForMembers = (id: number, over: Partial<EntryForMembers> = {}): EntryForMembers => ({
  id,
  at: SOME_DAY - id * 60_000,
  action: 'settings save',
  entry: undefined,
  fields: ['name', 'homepage_uri'],
  refusal: undefined,
  by: { kind: 'member', email: MINA.email },
  byToken: false,
  about: undefined,
  invited: undefined,
  kind: kindOfAction(over.action ?? 'settings save'),
  ...over,
});

export const auditProps = (over: Partial<AuditProps> = {}): AuditProps => ({
  entries: [
    entryForMembers(10, { action: 'team invite', fields: [], invited: { email: 'jun@example.com', role: 'editor' } }),
    entryForMembers(9),
    entryForMembers(8, { action: 'PATCH /applications/:id', fields: ['consent_items'], byToken: true }),
    entryForMembers(7, { action: 'connections see', fields: [], by: { kind: 'operator' } }),
    entryForMembers(6, { action: 'team change-role', fields: ['role'], about: LONG.email, entry: LONG.accountId }),
    entryForMembers(5, {
      action: 'client-secrets create',
      fields: [],
      refusal: 'role-too-low',
      by: { kind: 'someone' },
    }),
    entryForMembers(4, { action: 'connections unlink', fields: [], entry: 's'.repeat(32), by: { kind: 'server' } }),
    entryForMembers(3, { by: { kind: 'member', email: LONG.email } }),
  ],
  members: [MINA, LONG],
  kinds: AUDIT_KINDS.slice(0, 50),
  filter: {},
  period: { from: '', to: '', faults: {} },
  later: false,
  nextBefore: undefined,
  ...over,
});

export const auditEntry = (id: number, over: Partial<DescribedEntry> = {}): DescribedEntry => ({
  id,
  at: SOME_DAY - id * 60_000,
  role: 'owner',
  accountId: MINA.accountId,
  tokenId: undefined,
  command: undefined,
  machineUser: undefined,
  address: '203.0.113.77',
  requestId: '7f3c1d2e4b5a69788796a5b4c3d2e1f0',
  action: 'settings save',
  applicationId: idOf(3),
  subjectId: undefined,
  entry: undefined,
  fields: ['name'],
  reason: undefined,
  result: 'done',
  refusal: undefined,
  kind: kindOfAction(over.action ?? 'settings save'),
  ...over,
});

const NAMES: EntryNames = {
  accounts: new Map([
    [MINA.accountId, MINA.email],
    [LONG.accountId, LONG.email],
  ]),
  applications: new Map([[idOf(3), 'Acme Shop']]),
  groups: new Map([[idOf(6), 'Crew']]),
  machineTokens: new Map([[idOf(5), 'siem']]),
  invitations: new Map([[idOf(7), { email: 'jun@example.com', role: 'editor' }]]),
};

const COMMAND = { role: 'operator', accountId: undefined, address: undefined, requestId: undefined } as const;

export const serverAuditProps = (over: Partial<ServerAuditProps> = {}): ServerAuditProps => ({
  entries: [
    auditEntry(12, { action: 'team invite', entry: idOf(7), fields: [] }),
    auditEntry(11, {
      action: 'groups add-member',
      entry: idOf(6),
      subjectId: LONG.accountId,
      applicationId: undefined,
    }),
    auditEntry(10, {
      role: 'machine',
      accountId: undefined,
      tokenId: idOf(5),
      action: 'DELETE /accounts/:id',
      subjectId: idOf(8),
    }),
    auditEntry(9),
    auditEntry(8, { action: 'GET /applications/:id/connections/:sub', tokenId: idOf(5), subjectId: LONG.accountId }),
    auditEntry(7, {
      ...{ ...COMMAND, command: 'audit export', action: 'audit export', applicationId: undefined, fields: [] },
      reason: 'The yearly check that the auditors asked for, with a reason that is as long as reasons may be',
    }),
    auditEntry(6, {
      ...{ ...COMMAND, command: 'accounts set-role', action: 'accounts set-role', applicationId: undefined },
      ...{ machineUser: 'mina', subjectId: LONG.accountId, entry: 'owner', fields: ['role'] },
    }),
    auditEntry(5, { role: 'user', action: 'become owner', refusal: 'ownership-closed', result: 'refused' }),
    auditEntry(4, {
      ...{ ...COMMAND, role: 'server', action: 'settings', applicationId: undefined },
      fields: ['LATCHKEY_SERVICE_NAME', 'LATCHKEY_PASSWORD_TRIES_PER_NETWORK', 'LATCHKEY_REFUSED_EMAIL_DOMAINS'],
    }),
  ],
  names: NAMES,
  kinds: AUDIT_KINDS,
  unknown: [],
  filter: {},
  period: { from: '', to: '', faults: {} },
  later: false,
  nextBefore: undefined,
  ...over,
});

const application =
  (props: Partial<AuditProps> = {}, page: Partial<ApplicationPage> = {}): State =>
  (language) =>
    renderAudit(consoleContext(language), applicationPage(page), auditProps(props));

const server =
  (props: Partial<ServerAuditProps> = {}): State =>
  (language) =>
    renderServerAudit(operatorContext(language), serverAuditProps(props));

export const AUDIT_STATES: Readonly<Record<string, State>> = {
  'console-audit': application({ nextBefore: 3, later: true }),
  'console-audit-narrowed': application({
    entries: [entryForMembers(9)],
    filter: { account: MINA.accountId, action: 'application-changed' },
    period: { from: '2026-05-03', to: '2026-05-03T14:00:00Z', faults: {} },
  }),
  'console-audit-wrong-time': application({
    entries: [],
    period: { from: '3 May', to: 'yesterday', faults: { from: 'malformed', to: 'malformed' } },
  }),
  'console-audit-none-found': application({ entries: [], filter: { account: LONG.accountId, looks: true } }),
  'console-audit-choosing': application({ choosing: true, filter: { action: 'application-changed' } }),
  'console-audit-empty': application({ entries: [] }, { may: { change: false, own: false }, role: 'viewer' }),
  'console-server-audit': server({ nextBefore: 4, later: true }),
  'console-server-audit-page': server({
    entries: Array.from({ length: AUDIT_PAGE_SIZE }, (_, at) => auditEntry(at, { subjectId: MINA.accountId })),
    nextBefore: 4,
  }),
  'console-server-audit-choosing': server({ choosing: true, entries: [auditEntry(9)] }),
  'console-server-audit-narrowed': server({
    filter: {
      application: idOf(3),
      account: MINA.accountId,
      subject: LONG.accountId,
      action: 'application-changed',
      looks: true,
    },
    period: { from: '2026-05-03', to: '2026-05-04', faults: {} },
  }),
  'console-server-audit-wrong-time': server({
    entries: [],
    period: { from: '2026-05-03', to: '2026-05-02', faults: { to: 'backwards' } },
  }),
  'console-server-audit-empty': server({ entries: [] }),
  'console-server-audit-only-looks': server({ entries: [], nextBefore: 4 }),
  'console-server-audit-unknown': server({
    entries: [],
    filter: { account: 'nobody@example.com', application: 'Acme' },
    unknown: ['account', 'application'],
  }),
  'console-server-audit-no-reason': server({ noReason: true }),
  'console-server-audit-hostile': server({
    entries: [
      auditEntry(9, { reason: '"><script>alert(1)</script>', action: 'x'.repeat(120) }),
      auditEntry(8, {
        reason: `a\u202egpj.exe ${'x'.repeat(190)}`,
        command: '<b>audit export</b>',
        accountId: undefined,
      }),
      auditEntry(7, { entry: '~%"<>'.repeat(51), address: 'x'.repeat(100), requestId: 'x'.repeat(128) }),
      auditEntry(6, { fields: Array.from({ length: 40 }, (_, at) => `a_member_with_a_long_name_${at}`) }),
    ],
    filter: { action: '"><b>'.repeat(20) },
    period: { from: '"><b>'.repeat(20), to: '"><b>'.repeat(20), faults: { from: 'malformed', to: 'malformed' } },
  }),
};
