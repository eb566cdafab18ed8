// Groups as the pages show them, ordinary and long.
import type { Group, ShownGroup } from '../../../src/core/people/groups/group.ts';
import type { SignInGroups } from '../../../src/views/console/sign-in-groups.tsx';

const AT = Date.UTC(2026, 9, 3, 14, 5);
const idOf = (at: number): string => `${at}`.padStart(32, '0');

export const someGroup = (at: number, over: Partial<Group> = {}): Group => ({
  id: idOf(at),
  name: `team-${at}`,
  label: undefined,
  description: undefined,
  translations: undefined,
  applications: 'any',
  createdAt: AT,
  updatedAt: AT,
  version: 1,
  ...over,
});

export const someGroups = (): ShownGroup[] => [
  someGroup(1, {
    name: 'sre',
    label: 'Site reliability',
    description: 'Keeps the shop running, at night and on holidays.',
  }),
  someGroup(2, { name: 'support', label: '고객지원팀', description: '손님의 물음에 답해요.' }),
  someGroup(3, { name: 'on-call' }),
  someGroup(4, { name: `a${'-very-long'.repeat(3)}-name`, label: 'مهندسو الموثوقية' }),
];

export const signInGroups = (over: Partial<SignInGroups> = {}): SignInGroups => ({
  choices: someGroups(),
  more: false,
  text: '',
  noneFound: false,
  outside: [],
  ...over,
});
