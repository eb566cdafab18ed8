// Who changes the members of an application, hands it over and removes whom (contract 2, 3): what is refused, and what
// the store is asked to do. That its statement checks the caller again is asked in the contract of the stores.
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src/core/applications/applications/find-application.ts';
import {
  changeMemberRole,
  listMembers,
  removeAllMembers,
  removeMember,
  transferApplication,
} from '../../../../src/core/applications/members/manage-members.ts';
import type { MemberRole } from '../../../../src/core/applications/members/member.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { NOW, someAccount, someApplication } from '../../../contract/stores/given.ts';

const application = someApplication('owner');
const { id: applicationId } = application;
const ROLES: Readonly<Record<string, MemberRole>> = { editor: 'editor', viewer: 'viewer' };

type Caught = { calls: unknown[][]; deps: Ports };
/** A store with the application, its members, and accounts `owner-to-be` and `plain`; it answers as given. */
function given({ rules = {}, ...answers }: Record<string, unknown> = {}): Caught {
  const calls: unknown[][] = [];
  const answering =
    (name: string) =>
    async (...input: unknown[]) => {
      calls.push([name, ...input]);
      return answers[name];
    };
  const deps = {
    applications: { find: async (id: string) => (id === applicationId ? application : undefined) },
    members: {
      roleOf: async (_: string, accountId: string) => ROLES[accountId],
      ...{ setRole: answering('setRole'), handOver: answering('handOver'), remove: answering('remove') },
      ...{ removeAll: answering('removeAll'), list: async () => [] },
    },
    accounts: {
      find: async (id: string) =>
        ({ 'owner-to-be': someAccount({ role: 'owner' }), plain: someAccount({ role: 'user' }) })[id],
    },
    clock: { now: () => NOW },
    rules: { openOwnership: false, mail: 'off', ...(rules as object) },
    secrets: { seal: () => Buffer.from('sealed') },
    publish: (event: { kind: string }) => calls.push(['publish', event.kind]),
  } as unknown as Ports;
  return { calls, deps };
}

const caller = (accountId: string): Caller => ({ accountId, role: 'owner' });
const OWNER = caller('owner');
const changed = { kind: 'changed' };
const gone = { kind: 'gone' };
const refused = (code: string) => ({ kind: 'refused', faults: [expect.objectContaining({ path: ['role'], code })] });
const handedTo = (toAccountId: string) => [
  ...['handOver', { applicationId, fromAccountId: 'owner', toAccountId, now: NOW }, 500],
];

describe('contract 3: the role of a member', () => {
  it.each<
    [
      string,
      { by?: string; of?: string; role?: string | undefined; application?: string; answers?: object },
      result: object,
      calls: unknown[][],
    ]
  >([
    ['to viewer', { role: 'viewer' }, changed, [['setRole', applicationId, 'editor', 'viewer', OWNER]]],
    [
      'of nobody who is a member by then',
      { role: 'viewer', answers: { setRole: false } },
      gone,
      [['setRole', applicationId, 'editor', 'viewer', OWNER]],
    ],
    ['by an editor', { by: 'editor', role: 'viewer' }, gone, []],
    ['by nobody of the application', { by: 'stranger', role: 'viewer' }, gone, []],
    ['in no application', { application: 'other', role: 'viewer' }, gone, []],
    ['that is none', { role: 'admin' }, refused('member-role-unknown'), []],
    ['that is missing', { role: undefined }, refused('member-role-unknown'), []],
    ['of the owner, to owner', { of: 'owner', role: 'owner' }, changed, []],
    ['of the owner, to editor', { of: 'owner', role: 'editor' }, refused('member-owner-leaves'), []],
    ['to owner, of a plain user', { of: 'plain', role: 'owner' }, refused('member-may-own-none'), []],
    ['to owner, of nobody', { of: 'nobody', role: 'owner' }, refused('member-may-own-none'), []],
    [
      'to owner',
      { of: 'owner-to-be', role: 'owner', answers: { handOver: 'handed-over' } },
      changed,
      [[...handedTo('owner-to-be'), OWNER]],
    ],
    [
      'to owner, of who owns five hundred',
      { of: 'owner-to-be', role: 'owner', answers: { handOver: 'too-many' } },
      { kind: 'owns-too-many' },
      [[...handedTo('owner-to-be'), OWNER]],
    ],
    [
      'to owner, of who is no member by then',
      { of: 'owner-to-be', role: 'owner', answers: { handOver: 'gone' } },
      gone,
      [[...handedTo('owner-to-be'), OWNER]],
    ],
  ])(
    '%s',
    async (_, { by = 'owner', of: accountId = 'editor', role, application: inside, answers }, result, expected) => {
      const { deps, calls } = given({ setRole: true, ...answers });
      const input = { caller: caller(by), applicationId: inside ?? applicationId, accountId, role };
      expect(await changeMemberRole(deps, input)).toEqual(result);
      expect(calls).toEqual(expected);
    },
  );

  it('is refused with what was wrong in the document', async () => {
    const { deps, calls } = given();
    const read = { path: ['other'], code: 'unknown', message: '' } as never;
    const input = { caller: OWNER, applicationId, accountId: 'editor', readingFaults: [read] };
    expect(await changeMemberRole(deps, { ...input, role: 'viewer' })).toEqual({ kind: 'refused', faults: [read] });
    expect(await changeMemberRole(deps, { ...input, role: '' })).toMatchObject({ faults: [read, { path: ['role'] }] });
    expect(calls).toEqual([]);
  });
});

describe('contract 3: a member', () => {
  it.each<[by: string, whom: string, removed: boolean]>([
    ['owner', 'editor', true],
    ['editor', 'editor', true],
    ['viewer', 'viewer', true],
    ['editor', 'viewer', false],
    ['stranger', 'stranger', false],
    ['stranger', 'editor', false],
  ])('%s removes %s: %s', async (by, accountId, removed) => {
    const { deps, calls } = given({ remove: true });
    expect(await removeMember(deps, { caller: caller(by), applicationId, accountId })).toBe(removed);
    expect(calls).toEqual(removed ? [['remove', applicationId, accountId, caller(by)]] : []);
  });

  it('is not removed twice, and the owner alone removes all', async () => {
    const twice = given({ remove: false, removeAll: true });
    expect(await removeMember(twice.deps, { caller: OWNER, applicationId, accountId: 'editor' })).toBe(false);
    const { deps, calls } = given({ removeAll: true });
    expect(await removeAllMembers(deps, { caller: caller('editor'), applicationId })).toBe(false);
    expect(await removeAllMembers(deps, { caller: OWNER, applicationId: 'other' })).toBe(false);
    expect(calls).toEqual([]);
    expect(await removeAllMembers(deps, { caller: OWNER, applicationId })).toBe(true);
    expect(calls).toEqual([['removeAll', applicationId, OWNER]]);
  });

  it('is seen by members alone', async () => {
    const listed = (by: string) => listMembers(given().deps, { caller: caller(by), applicationId });
    expect([await listed('viewer'), await listed('stranger')]).toEqual([[], undefined]);
  });
});

it.each([
  ['handed-over', 'smtp', 'handed-over', true],
  ['handed-over', 'off', 'handed-over', false],
  ['too-many', 'smtp', 'too-many', false],
  ['gone', 'smtp', 'no-owner', false],
] as const)('contract 29: by the command line %s (mail %s) is %s, told: %s', async (handOver, mail, result, told) => {
  const { deps, calls } = given({ handOver, rules: { mail } });
  expect(await transferApplication(deps, { application, newOwnerId: 'owner-to-be' })).toBe(result);
  const written = mail === 'off' ? undefined : expect.objectContaining({ kind: 'applications-received' });
  expect(calls).toEqual([
    [...handedTo('owner-to-be'), undefined, written],
    ...(told ? [['publish', 'mail-queued']] : []),
  ]);
});
