// What finds accounts, and what one search of everything finds (contract 29).
import { expect, it } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { findAccounts, searchAccounts } from '../../../../src/core/operating/operators/find-accounts.ts';
import { searchEverything } from '../../../../src/core/operating/operators/search-everything.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { someAccount, someApplication } from '../../../contract/stores/given.ts';

const ID = 'a'.repeat(32);
const OTHER_ID = 'b'.repeat(32);
const owner = someAccount({ id: ID, role: 'owner', emailKey: 'owner@find.example' });

type Stored = { bySub?: Record<string, Account[]>; matching?: number; applications?: number; groups?: number };

/** Stores with an account of `ID`, and as many as given of what a search by text may find; `calls`: what was asked. */
function holding({ bySub = {}, matching = 0, applications = 0, groups = 0 }: Stored) {
  const calls: unknown[][] = [];
  const some = <Row>(stored: number, limit: number, row: () => Row) =>
    Array.from({ length: Math.min(stored, limit) }, row);
  const application = someApplication('owner', { id: ID });
  const deps = {
    accounts: {
      find: async (id: string) => (id === ID ? owner : undefined),
      findBySub: async (sub: string, most: number) => {
        calls.push(['findBySub', sub, most]);
        return bySub[sub] ?? [];
      },
      search: async (search: { limit: number }) => {
        calls.push(['search', search]);
        return some(matching, search.limit, () => someAccount());
      },
    },
    applications: {
      find: async (id: string) => (id === ID ? application : undefined),
      findByApiKey: async (key: string) => (key === OTHER_ID ? { application } : undefined),
      search: async (search: { limit: number }) => {
        calls.push(['applications', search]);
        return some(applications, search.limit, () => someApplication('owner'));
      },
    },
    groups: {
      find: async (id: string) => (id === ID ? { id, name: 'sre' } : undefined),
      list: async (list: { limit: number }) => {
        calls.push(['groups', list]);
        return some(groups, list.limit, () => ({ id: ID, name: 'sre' }));
      },
    },
  } as unknown as Ports;
  return { calls, deps };
}

it.each<[search: Parameters<typeof searchAccounts>[1], asked: object | undefined]>([
  [{ limit: 9 }, { keyPrefix: '', limit: 10 }],
  [
    { email: 'Mina@', role: 'user', status: 'active', limit: 9 },
    { keyPrefix: 'mina@', role: 'user', status: 'active', limit: 10 },
  ],
  [
    { after: 'mina@find.example', limit: 9 },
    { keyPrefix: '', afterKey: 'mina@find.example', limit: 10 },
  ],
  [
    { after: ID, limit: 9 },
    { keyPrefix: '', afterKey: owner.emailKey, limit: 10 },
  ],
  [
    { after: OTHER_ID, limit: 9 },
    { keyPrefix: '', afterKey: undefined, limit: 10 },
  ],
  [{ email: 'mina\u0000', limit: 9 }, undefined],
])('contract 29: %j asks the store for %j', async (search, asked) => {
  const { calls, deps } = holding({});
  expect(await searchAccounts(deps, search)).toEqual({ accounts: [], next: undefined });
  expect(calls).toEqual(asked ? [['search', asked]] : []);
});

it.each([
  ['a', false],
  ['a'.repeat(1000), false],
  ['a'.repeat(1001), true],
])(
  'contract 29: the next page begins after the key, or after the id where the key is too long (%#)',
  async (key, byId) => {
    const account = someAccount({ emailKey: key });
    const accounts = { search: async () => [account, someAccount()] };
    const { next } = await searchAccounts({ accounts } as unknown as Ports, { limit: 1 });
    expect(next).toBe(byId ? account.id : key);
  },
);

const known = [someAccount({ role: 'user' }), someAccount({ role: 'owner', disabledAt: 1 })];

it.each<[text: string, more: Partial<Parameters<typeof findAccounts>[1]>, found: readonly Account[], asked: string[]]>([
  [ID, {}, [owner], []],
  [` ${ID} `, {}, [owner], []],
  [ID, { role: 'owner', status: 'active' }, [owner], []],
  [ID, { role: 'user' }, [], []],
  [ID, { status: 'disabled' }, [], []],
  [ID, { after: 'somewhere' }, [], ['search']],
  [OTHER_ID, {}, [], ['findBySub', 'search']],
  ['sub', {}, known, ['findBySub']],
  ['sub', { role: 'owner' }, known.slice(1), ['findBySub']],
  ['sub', { status: 'active' }, known.slice(0, 1), ['findBySub']],
  ['sub', { after: 'somewhere' }, [], ['search']],
  ['~'.repeat(255), {}, [], ['findBySub', 'search']],
  ['~'.repeat(256), {}, [], ['search']],
  ['미나', {}, [], ['search']],
  ['미s', {}, [], ['search']],
  ['s미', {}, [], ['search']],
])('contract 29: %j with %j finds an id, a `sub`, or else an address (%#)', async (text, more, found, asked) => {
  const { calls, deps } = holding({ bySub: { sub: known } });
  expect(await findAccounts(deps, { text, limit: 9, ...more })).toEqual({ accounts: found, next: undefined });
  expect(calls.map(([call]) => call)).toEqual(asked);
});

const caller = { accountId: 'operator', role: 'operator' } as const;
const counts = async (text: string, stored: Stored = {}) => {
  const { calls, deps } = holding(stored);
  const { accounts, applications, groups } = await searchEverything(deps, { text, caller });
  const found = [accounts, applications, groups].map(({ rows, more }) => [rows.length, more]);
  return { found, asked: calls.map(([call]) => call) };
};
const NONE = [0, false];

it.each<[text: string, stored: Stored, found: unknown[], asked: string[]]>([
  ['', { matching: 1, applications: 1, groups: 1 }, [NONE, NONE, NONE], []],
  [
    ID,
    {},
    [
      [1, false],
      [1, false],
      [1, false],
    ],
    [],
  ],
  [OTHER_ID, {}, [NONE, [1, false], NONE], ['findBySub', 'search']],
  ['c'.repeat(32), {}, [NONE, NONE, NONE], ['findBySub', 'search']],
  [
    'sre',
    { matching: 10, applications: 10, groups: 10 },
    [
      [10, false],
      [10, false],
      [10, false],
    ],
    ['applications', 'findBySub', 'groups', 'search'],
  ],
  [
    'sre',
    { matching: 11, applications: 11, groups: 11 },
    [
      [10, true],
      [10, true],
      [10, true],
    ],
    ['applications', 'findBySub', 'groups', 'search'],
  ],
  ['s', { groups: 1 }, [NONE, NONE, [1, false]], ['applications', 'findBySub', 'groups', 'search']],
  ['Mina Kim', { groups: 1 }, [NONE, NONE, NONE], ['applications', 'findBySub', 'search']],
])('contract 29: a search of everything for %j (%#)', async (text, stored, found, asked) => {
  const searched = await counts(text, stored);
  expect([searched.found, searched.asked.sort()]).toEqual([found, asked]);
});

it('contract 29: it asks for the groups whose name begins so, and for applications by name', async () => {
  const { calls, deps } = holding({});
  await searchEverything(deps, { text: 'sre', caller });
  expect(calls).toContainEqual(['groups', { prefix: 'sre', after: '', limit: 11 }]);
  expect(calls).toContainEqual(['applications', expect.objectContaining({ text: 'sre', order: 'name' })]);
});
