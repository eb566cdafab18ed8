// The time that people type to narrow the audit (contract 61).
import { expect, it } from 'vitest';
import { readPeriod } from '../../../../src/core/server/audit/read-period.ts';

const DAY = 86_400_000;
const JANUARY_31 = Date.UTC(2031, 0, 31);
const read = (from = '', to = '') => readPeriod({ from, to });

it('contract 61: takes days and times, and a day at the end is in it as a whole', () => {
  expect(read()).toEqual({ from: undefined, to: undefined, faults: {} });
  expect(read('2031-01-31', '2031-01-31')).toEqual({ from: JANUARY_31, to: JANUARY_31 + DAY, faults: {} });
  expect(read('2031-01-31T09:00:00+09:00')).toEqual({ from: JANUARY_31, to: undefined, faults: {} });
  expect(read('', '2031-01-31T00:00:00Z')).toEqual({ from: undefined, to: JANUARY_31, faults: {} });
});

it.each(['yesterday', '2031-02-30', '2031-1-31', '31.01.2031', '2031-01-31T12:00', '2031', '2031-01-31Z'])(
  'contract 61: %s is neither a day nor a time, and no entry is of it',
  (text) => {
    expect(read(text)).toEqual({ from: 0, to: 0, faults: { from: 'malformed' } });
    expect(read('2031-01-31', text).faults).toEqual({ to: 'malformed' });
    expect(read(text, text).faults).toEqual({ from: 'malformed', to: 'malformed' });
  },
);

it('contract 61: a time that ends before it begins is a fault of its end', () => {
  for (const [from, to] of [
    ['2031-01-31', '2031-01-30'],
    ['2031-01-31T12:00:00Z', '2031-01-31T12:00:00Z'],
    ['2031-01-31', '2031-01-31T00:00:00Z'],
  ]) {
    expect(read(from, to)).toEqual({ from: 0, to: 0, faults: { to: 'backwards' } });
  }
  expect(read('2031-01-31T12:00:00Z', '2031-01-31').faults).toEqual({});
});
