// What operators see of a group (contract 31).
import { expect, test } from 'vitest';
import { lookAtGroup } from '../../../../src/core/groups/look-at-group.ts';
import type { Ports } from '../../../../src/core/ports.ts';

const ACCOUNTS = ['a1', 'a2', 'a3', 'a4'];

/** `gone`: accounts that were deleted between the two statements. */
const given = (applications: 'any' | readonly string[], gone: readonly string[] = []) =>
  ({
    groups: {
      find: async (id: string) => (id === 'g' ? { id, name: 'sre', applications } : undefined),
      listMembers: async ({ after, limit }: { after: string; limit: number }) =>
        ACCOUNTS.filter((id) => id > after)
          .slice(0, limit)
          .map((accountId) => ({ accountId, addedAt: 1 })),
    },
    applications: { find: async (id: string) => (id === 'ended' ? undefined : { id, name: `Name of ${id}` }) },
    accounts: { find: async (id: string) => (gone.includes(id) ? undefined : { email: `${id}@example.com` }) },
  }) as unknown as Pick<Ports, 'groups' | 'applications' | 'accounts'>;

const first = { id: 'g', after: '', limit: 3 };

test('contract 31: members come in pages, with their addresses', async () => {
  const look = await lookAtGroup(given([]), first);
  expect(look?.members.map(({ email }) => email)).toEqual(['a1@example.com', 'a2@example.com', 'a3@example.com']);
  expect(look?.next).toBe('a3');
  const rest = await lookAtGroup(given([]), { ...first, after: 'a3' });
  expect([rest?.members.map(({ accountId }) => accountId), rest?.next]).toEqual([['a4'], undefined]);
});

test.each([
  ['any', []],
  [[], []],
  [['x', 'ended'], [{ id: 'x', name: 'Name of x' }]],
] as const)('contract 31: the applications %j that may name it are named', async (applications, named) => {
  expect((await lookAtGroup(given(applications), first))?.applications).toEqual(named);
});

test('contract 31: who was deleted meanwhile is not shown, and there may be no such group', async () => {
  const look = await lookAtGroup(given([], ['a2']), first);
  expect([look?.members.length, look?.next]).toEqual([2, 'a3']);
  expect(await lookAtGroup(given([]), { ...first, id: 'none' })).toBeUndefined();
});
