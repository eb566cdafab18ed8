// Which entries are of a time (contract 61), found by their ids.
import { expect, it } from 'vitest';
import { readAudit } from '../../../../src/core/operating/audit/read-audit.ts';
import { entryOf, SERVER } from '../../../../src/core/server/audit/act.ts';
import { rangeOfTimes } from '../../../../src/core/server/audit/find-by-time.ts';
import { givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();
const MINUTE = 60_000;
const START = 1000 * MINUTE;

const append = (...minutes: readonly number[]) =>
  world.ports.audit.append(
    minutes.map((at) => entryOf({ actor: SERVER, action: 'timed' as never, entry: `${at}` }, START + at * MINUTE)),
  );
const read = async (times: { from?: number; to?: number }, limit = 999) => {
  const inMs = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, START + at * MINUTE]));
  const { entries } = await readAudit(world.ports, { action: 'timed', beforeId: undefined, limit, ...inMs });
  return entries.map(({ entry }) => Number(entry));
};

it('contract 61: finds entries of a time also where a clock was set, or transactions overtook each other', async () => {
  expect(await read({ from: 0, to: 9 })).toEqual([]);
  const all = Array.from({ length: 300 }, (_, at) => at * 2);
  // Every tenth is up to nine minutes older than those before it.
  const shuffled = all.map((at, place) => (place % 10 === 0 ? Math.max(0, at - 9) : at));
  await append(...shuffled);
  for (const [from, to] of [
    ...[
      [0, 600],
      [100, 101],
      [37, 190],
      [-50, 0],
      [598, 700],
      [1000, 2000],
    ],
  ] as const) {
    const wanted = shuffled.filter((at) => at >= from && at < to).reverse();
    expect([from, to, await read({ from, to })]).toEqual([from, to, wanted]);
  }
  expect(await read({ from: 590 })).toEqual(shuffled.filter((at) => at >= 590).reverse());
  expect(await read({ to: 9 })).toEqual(shuffled.filter((at) => at < 9).reverse());
  expect(await read({ to: 100 }, 2)).toEqual(
    shuffled
      .filter((at) => at < 100)
      .reverse()
      .slice(0, 2),
  );
});

it('contract 61: the ids of a range enclose its times and little more, within those that were given', async () => {
  const range = (times: Parameters<typeof rangeOfTimes>[1]) => rangeOfTimes(world.ports, times);
  const { afterId = 0, beforeId = 0 } = await range({ from: START + 100 * MINUTE, to: START + 102 * MINUTE });
  expect(beforeId - afterId).toBeLessThan(20);
  const narrow = { afterId: afterId + 1, beforeId: beforeId - 1 };
  expect(await range({ from: START + 100 * MINUTE, to: START + 102 * MINUTE, ...narrow })).toMatchObject(narrow);
  expect(await range({ beforeId: 7 })).toMatchObject({ afterId: undefined, beforeId: 7 });
});
