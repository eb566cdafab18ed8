// Counting for operators: where values fall, and outcomes that are there before they ever were.
import { expect, test } from 'vitest';
import { createHistogram } from '../../../../src/core/ground/metrics/histogram.ts';
import { createTally, TALLIED, type Tallied } from '../../../../src/core/ground/metrics/tally.ts';

test('metrics: a value belongs to the first bound that is not below it, or is above them all', () => {
  const histogram = createHistogram([1, 2, 4]);
  for (const value of [0, 1, 1.5, 2, 4, 4.1, 100]) histogram.observe(value);
  expect(histogram.figures()).toEqual({ bounds: [1, 2, 4], counts: [2, 2, 1, 2], sum: 112.6 });
});

test('metrics: figures stand as they were when they were asked for', () => {
  const histogram = createHistogram([1]);
  const before = histogram.figures();
  histogram.observe(1);
  expect(before).toEqual({ bounds: [1], counts: [0, 0], sum: 0 });
});

test('metrics: every outcome is told from the start, so that the first one of a kind is seen to rise', () => {
  const tally = createTally();
  for (const what of Object.keys(TALLIED) as Tallied[]) {
    expect(tally.read(what)).toEqual(TALLIED[what].map((outcome) => ({ outcome, count: 0 })));
  }
  tally.count('codes', 'replayed');
  tally.count('purgedRows', 'removed', 250);
  expect(tally.read('codes')).toContainEqual({ outcome: 'replayed', count: 1 });
  expect(tally.read('purgedRows')).toEqual([{ outcome: 'removed', count: 250 }]);
});
