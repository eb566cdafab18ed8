// Which applications a list asks the store for, and where its pages begin and end (contract 3). What the store finds is
// asked in its contract.
import { describe, expect, it } from 'vitest';
import type {
  ApplicationOrder,
  PlaceInOrder,
} from '../../../../src/core/applications/applications/application-store.ts';
import type { Caller } from '../../../../src/core/applications/applications/find-application.ts';
import {
  type ApplicationSearch,
  countApplications,
  listApplications,
  orderKeyOf,
  searchApplications,
} from '../../../../src/core/applications/applications/list-applications.ts';
import type { Ports } from '../../../../src/core/applications/ports.ts';
import { givenApplication } from '../given.ts';

const named = (letter: string) => givenApplication({ id: letter, name: letter.toUpperCase() });
const OWNER: Caller = { accountId: 'owner', role: 'owner' };

/** A store that finds so many, in the order that is asked for; at a place that is gone it finds none. */
function finding(letters: string) {
  const asked: { place?: PlaceInOrder }[] = [];
  const find = async (filter: { place?: PlaceInOrder; limit: number }) => {
    asked.push(filter);
    return filter.place?.id === 'gone' ? [] : [...letters].slice(0, filter.limit).map(named);
  };
  const countFound = async (filter: object) => {
    asked.push(filter);
    return letters.length;
  };
  return { asked, deps: { applications: { list: find, search: find, countFound } } as unknown as Ports };
}

describe('contract 3: whose applications', () => {
  it.each<[Caller, of: { accountId: string | undefined; owned: boolean }]>([
    [OWNER, { accountId: 'owner', owned: true }],
    [
      { accountId: 'user', role: 'user' },
      { accountId: 'user', owned: false },
    ],
    [
      { accountId: 'support', role: 'support' },
      { accountId: 'support', owned: false },
    ],
    [
      { accountId: 'operator', role: 'operator' },
      { accountId: undefined, owned: true },
    ],
    [
      { accountId: undefined, role: 'machine' },
      { accountId: undefined, owned: true },
    ],
  ])('%j sees those of %j', async (caller, of) => {
    const { asked, deps } = finding('');
    await listApplications(deps, { caller, afterId: 'x', limit: 9 });
    expect(asked).toEqual([{ ...of, afterId: 'x', limit: 10 }]);
    await searchApplications(deps, { caller, search: { text: '', order: 'name' }, limit: 9 });
    expect(asked[1]).toMatchObject({ ...of, limit: 10 });
  });

  it('a search is read as a name is, no longer than one may be, and counted by the same', async () => {
    const { asked, deps } = finding('ab');
    const search = { text: ` A\u030Acme ${'x'.repeat(200)}`, only: 'on', mine: true, order: 'name' } as const;
    const text = `\u00C5cme ${'x'.repeat(55)}`;
    expect(await countApplications(deps, { caller: OWNER, search })).toBe(2);
    expect(asked).toEqual([{ accountId: 'owner', owned: true, text, only: 'on', ownedBy: 'owner' }]);
    await countApplications(deps, { caller: OWNER, search: { text: '' } });
    expect(asked[1]).toEqual({ accountId: 'owner', owned: true, text: '', only: undefined, ownedBy: undefined });
  });
});

describe('contract 3: a page', () => {
  it.each([
    ['', '', false],
    ['ab', 'ab', false],
    ['abc', 'ab', true],
  ])('of two of %j has %j, and more: %s', async (all, shown, more) => {
    const { deps } = finding(all);
    const page = await listApplications(deps, { caller: OWNER, afterId: undefined, limit: 2 });
    expect([page.applications.map(({ id }) => id).join(''), page.more]).toEqual([shown, more]);
  });

  it.each<[ApplicationOrder, place: PlaceInOrder, key: string | number]>([
    ['name', { key: '', id: '' }, 'Ärger und mehr'],
    ['newest', { key: '~', id: '~' }, 'a'],
    ['changed', { key: Number.MAX_SAFE_INTEGER, id: '~' }, 7],
  ])('in the order %s begins at %j, and goes on after the key %j', async (order, place, key) => {
    const { asked, deps } = finding('');
    await searchApplications(deps, { caller: OWNER, search: { text: '', order }, limit: 2 });
    expect(asked).toEqual([expect.objectContaining({ order, place, back: false })]);
    expect(orderKeyOf(givenApplication({ id: 'a', name: 'Ärger UND MEhr', updatedAt: 7 }), order)).toBe(key);
  });

  const from = (back: boolean, id = 'x'): ApplicationSearch['from'] => ({ place: { key: 'x', id }, back });
  it.each<[found: string, ApplicationSearch['from'], shown: string, before: string, after: string]>([
    ['ab', undefined, 'ab', '', ''],
    ['abc', undefined, 'ab', '', 'b'],
    ['ab', from(false), 'ab', 'a', ''],
    ['abc', from(false), 'ab', 'a', 'b'],
    ['ba', from(true), 'ab', '', 'b'],
    ['cba', from(true), 'bc', 'b', 'c'],
    ['abc', from(false, 'gone'), 'ab', '', 'b'],
    ['', undefined, '', '', ''],
  ])(
    'of two of %j from %j has %j; the one before ends at %j, the next begins after %j',
    async (found, place, ...page) => {
      const { asked, deps } = finding(found);
      const search = { text: '', order: 'name', from: place } as const;
      const { applications, before, after } = await searchApplications(deps, { caller: OWNER, search, limit: 2 });
      expect([applications.map(({ id }) => id).join(''), before?.id ?? '', after?.id ?? '']).toEqual(page);
      for (const end of [before, after]) if (end) expect(end.key).toBe(end.id);
      expect(asked).toHaveLength(place?.place.id === 'gone' ? 2 : 1);
    },
  );
});
