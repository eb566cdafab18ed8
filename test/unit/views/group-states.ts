// Every designed state of the console's pages of groups, by name.

import { GROUP_BUTTONS } from '../../../src/core/ground/acts/group-acts.ts';
import { type GroupListProps, renderGroupList } from '../../../src/views/groups/group-list.tsx';
import { type GroupPageProps, renderGroupPage } from '../../../src/views/groups/group-page.tsx';
import type { PageContext } from '../../../src/views/page/page.ts';
import { consolePage, operatorContext, type State, sent } from './console-states.ts';
import { someGroup, someGroups } from './groups.ts';
import { fault } from './people.ts';

const AT = Date.UTC(2026, 9, 3, 14, 5);
const idOf = (at: number): string => `${at}`.padStart(32, '0');

export const groupListProps = (over: Partial<GroupListProps> = {}): GroupListProps => ({
  ...consolePage(),
  prefix: '',
  groups: someGroups().map((group, at) =>
    someGroup(at, { ...group, applications: [[idOf(1)], 'any', [], [idOf(1), idOf(2)]][at] as 'any' }),
  ),
  later: false,
  nextAfter: undefined,
  ...over,
});

const NAMING = [
  { id: idOf(1), name: 'Acme Shop' },
  { id: idOf(2), name: 'Grafana' },
];
const applications = (isListed: boolean) => [
  ...NAMING.map((one, at) => ({ ...one, uses: { receives: true, admits: at === 1 }, isListed })),
  ...(isListed ? [{ id: idOf(3), name: '관리자 도구', uses: undefined, isListed }] : []),
];

export const groupPageProps = (over: Partial<GroupPageProps> = {}): GroupPageProps => {
  const group =
    over.group ??
    someGroup(1, {
      name: 'sre',
      label: 'Site reliability',
      description: 'Keeps the shop running.',
      translations: { ko: { label: '사이트 신뢰성' } },
      applications: NAMING.map(({ id }) => id),
    });
  return {
    ...consolePage(),
    group,
    title: group,
    applications: applications(true),
    moreApplications: false,
    search: undefined,
    members: [1, 2, 3].map((at) => ({
      accountId: idOf(at),
      email: at === 3 ? `${'a-very-long-name.'.repeat(12)}x@example.com` : `person-${at}@example.com`,
      addedAt: AT,
    })),
    next: undefined,
    blocked: undefined,
    buttons: GROUP_BUTTONS,
    later: false,
    ...over,
  };
};

const list =
  (over: Partial<GroupListProps> = {}): State =>
  (language) =>
    renderGroupList(operatorContext(language), groupListProps(over));
const page =
  (over: Partial<GroupPageProps> = {}): State =>
  (language) =>
    renderGroupPage(operatorContext(language), groupPageProps(over));

export const GROUP_STATES: Readonly<Record<string, State>> = {
  'console-groups': list({ nextAfter: 'support' }),
  'console-groups-empty': list({ groups: [] }),
  'console-groups-none-found': list({ groups: [], prefix: 'qa' }),
  'console-groups-confirm': list({ confirmHref: '/confirm?to=/console/groups' }),
  'console-groups-faults': list({
    sent: sent(
      'group',
      { name: 'SRE', label: 'x'.repeat(61) },
      { faults: [fault('name', 'group-name-malformed'), fault('label', 'group-text')] },
    ),
  }),
  'console-group': page({ next: idOf(3), later: true, notice: 'group-member-added' }),
  'console-group-new': page({
    ...{ group: someGroup(3, { name: 'on-call', applications: [] }), applications: [], members: [] },
    notice: 'group-created',
  }),
  'console-group-confirm': page({ confirmHref: '/confirm?to=/console/groups' }),
  'console-group-unknown-person': page({
    sent: sent('member', { who: 'nobody' }, { faults: [fault('who', 'group-account-unknown')] }),
  }),
  'console-group-named': page({
    sent: sent('delete', {}, { faults: [fault(undefined, 'group-named')] }),
    blocked: { kind: 'group-named', applications: NAMING },
  }),
  'console-group-any': page({
    group: someGroup(1, { name: 'sre', label: 'Site reliability' }),
    applications: applications(false),
    moreApplications: true,
  }),
  'console-group-search': page({
    search: {
      ...{ text: 'a', more: true },
      found: [
        ...NAMING.map((one) => ({ ...one, isListed: true })),
        { id: idOf(4), name: 'Jupyter at night', isListed: false },
      ],
    },
  }),
  'console-group-search-none': page({ search: { text: 'wiki', found: [], more: false } }),
  'console-group-empties': page({
    sent: sent(`remove-application-${idOf(2)}`, {}, { faults: [fault(undefined, 'group-empties')] }),
    blocked: { kind: 'group-empties', applications: NAMING.slice(1) },
  }),
};

/** With a stranger's text wherever there is one. */
export const hostileGroupList = (context: PageContext, text: string, over: Partial<GroupListProps>): string =>
  renderGroupList(
    context,
    groupListProps({
      ...{ csrf: text, prefix: text, nextAfter: text, ...over },
      groups: [someGroup(1, { id: text, name: text, label: text }), someGroup(2, { id: text, name: text })],
    }),
  );

export const hostileGroupPage = (context: PageContext, text: string, over: Partial<GroupPageProps>): string => {
  const naming = [{ id: text, name: text }];
  return renderGroupPage(
    context,
    groupPageProps({
      ...{ csrf: text, next: text, blocked: { kind: 'group-named', applications: naming } },
      applications: naming.map((one) => ({ ...one, uses: undefined, isListed: true })),
      search: { text, found: naming.map((one) => ({ ...one, isListed: false })), more: true },
      group: someGroup(1, {
        ...{ id: text, name: text, label: text, description: text, translations: { ko: { label: text } } },
        applications: [text],
      }),
      members: [{ accountId: text, email: text, addedAt: 0 }],
      ...over,
    }),
  );
};
