// What operators see of a group (contract 31).
import { expect, test } from 'vitest';
import { lookAtGroup } from '../../../../src/core/applications/groups/look-at-group.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';

const ACCOUNTS = ['a1', 'a2', 'a3', 'a4'];

const USES = { receives: true, admits: false };

/** `gone`: accounts that were deleted between the two statements. `naming`: applications that name the group. */
const given = (applications: 'any' | readonly string[], gone: readonly string[] = [], naming: readonly string[] = []) =>
  ({
    groups: {
      find: async (id: string) => (id === 'g' ? { id, name: 'sre', applications } : undefined),
      listUses: async ({ limit }: { limit: number }) =>
        naming.slice(0, limit).map((id) => ({ id, name: `Name of ${id}`, ...USES })),
      listMembers: async ({ after, limit }: { after: string; limit: number }) =>
        ACCOUNTS.filter((id) => id > after)
          .slice(0, limit)
          .map((accountId) => ({ accountId, addedAt: 1 })),
    },
    applications: {
      find: async (id: string) => (id === 'ended' ? undefined : { id, name: `Name of ${id}` }),
      search: async ({ accountId, text, limit }: { accountId: string | undefined; text: string; limit: number }) =>
        accountId === undefined ? [...'xyz'].slice(0, limit).map((id) => ({ id, name: `${text} ${id}` })) : [],
    },
    accounts: { find: async (id: string) => (gone.includes(id) ? undefined : { email: `${id}@example.com` }) },
  }) as unknown as Pick<Ports, 'groups' | 'applications' | 'accounts'>;

const first = { id: 'g', after: '', limit: 3, caller: { accountId: 'operator', role: 'operator' } } as const;

test('contract 31: members come in pages, with their addresses', async () => {
  const look = await lookAtGroup(given([]), first);
  expect(look?.members.map(({ email }) => email)).toEqual(['a1@example.com', 'a2@example.com', 'a3@example.com']);
  expect(look?.next).toBe('a3');
  const rest = await lookAtGroup(given([]), { ...first, after: 'a3' });
  expect([rest?.members.map(({ accountId }) => accountId), rest?.next]).toEqual([['a4'], undefined]);
});

const row = (id: string, isListed: boolean, uses?: typeof USES) => ({ id, name: `Name of ${id}`, isListed, uses });

test.each([
  ['any', [], []],
  ['any', ['y'], [row('y', false, USES)]],
  [[], [], []],
  [['x', 'ended'], [], [row('x', true)]],
  [['x', 'y'], ['y'], [row('y', true, USES), row('x', true)]],
] as const)('contract 31: of %j that may name it, %j name it, which come first', async (may, naming, shown) => {
  expect(await lookAtGroup(given(may, [], naming), first)).toMatchObject({
    applications: shown,
    moreApplications: false,
  });
});

test.each([
  [60, 0],
  [0, 60],
  [30, 30],
])('contract 31: of %i that name it and %i others that may, fifty are shown', async (naming, others) => {
  const ids = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}${at}`);
  const named = ids('n', naming);
  const look = await lookAtGroup(given([...named, ...ids('o', others)], [], named), first);
  expect([look?.applications.length, look?.moreApplications]).toEqual([50, true]);
});

test('contract 31: applications are searched for by name, and those that may name it are marked', async () => {
  expect((await lookAtGroup(given(['y']), first))?.search).toBeUndefined();
  const look = await lookAtGroup(given(['y']), { ...first, text: 'Shop' });
  expect(look?.search).toEqual({
    ...{ text: 'Shop', more: false },
    found: [...'xyz'].map((id) => ({ id, name: `Shop ${id}`, isListed: id === 'y' })),
  });
});

test('contract 31: who was deleted meanwhile is not shown, and there may be no such group', async () => {
  const look = await lookAtGroup(given([], ['a2']), first);
  expect([look?.members.length, look?.next]).toEqual([2, 'a3']);
  expect(await lookAtGroup(given([]), { ...first, id: 'none' })).toBeUndefined();
});
