// What the first page of operators counts (contract 29). How it looks is asked in server-state.test.ts of the stories.
import { expect, it } from 'vitest';
import { dayOf } from '../../../../src/core/applications/statistics/daily-count.ts';
import { BACKED_UP, readServerState } from '../../../../src/core/operating/operators/server-state.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { NOW } from '../../../contract/stores/given.ts';

const toDay = dayOf(NOW);

function holding({ givenUp = 0, backups = [] as { at: number }[] }) {
  const counts = [
    ...[
      { day: toDay, counter: 'completed', count: 2 },
      { day: toDay, counter: 'completed', count: 3 },
    ],
    ...[
      { day: toDay, counter: 'cancelled', count: 100 },
      { day: toDay, counter: 'refused:code-expired', count: 7 },
    ],
    ...[
      { day: toDay - 1, counter: 'completed', count: 11 },
      { day: toDay - 1, counter: 'refused:x', count: 13 },
    ],
    { day: toDay - 1, counter: 'refused:y', count: 17 },
  ];
  const asked: unknown[] = [];
  const deps = {
    statistics: {
      countAll: async (days: object) => {
        asked.push(days);
        return counts;
      },
    },
    givenUp: {
      list: async ({ limit }: { limit: number }) =>
        Array.from({ length: Math.min(limit, givenUp) }, (_, at) => ({ kind: 'mail', id: `${at}`, tries: 1 })),
    },
    keys: { list: async () => [] },
    audit: {
      list: async (filter: object) => {
        asked.push(filter);
        return backups;
      },
    },
    clock: { now: () => NOW },
    rules: {},
  } as unknown as Ports;
  return { asked, deps };
}

it('contract 29: sign-ins and failures of today and yesterday are summed, and what people cancelled is no failure', async () => {
  const { asked, deps } = holding({});
  expect(await readServerState(deps, { database: 'postgresql' })).toEqual({
    today: { completed: 5, failed: 7 },
    yesterday: { completed: 11, failed: 30 },
    givenUp: { count: 0, more: false },
    keys: [],
  });
  expect(asked).toEqual([{ fromDay: toDay - 1, toDay }]);
});

it.each([
  [100, { count: 100, more: false }],
  [101, { count: 100, more: true }],
])('contract 29: of %i messages that were given up it says %j', async (givenUp, said) => {
  expect((await readServerState(holding({ givenUp }).deps, { database: 'sqlite' })).givenUp).toEqual(said);
});

it.each([
  [[{ at: 5 }, { at: 4 }], 5],
  [[], undefined],
])('contract 29: where this server makes its backups, of %j the last was at %s', async (backups, at) => {
  const { asked, deps } = holding({ backups });
  expect((await readServerState(deps, { database: 'sqlite' })).backup).toEqual({ at });
  expect(asked).toContainEqual({ action: BACKED_UP, limit: 1 });
});
