// The report of `latchkey doctor` for the console (contract 29): one run serves everybody who asks.
import { expect, test } from 'vitest';
import type { Finding } from '../../../../src/core/operating/doctor/finding.ts';
import { createDoctor, REPORT_KEPT_MS } from '../../../../src/core/operating/doctor/latest-report.ts';

const finding: Finding = {
  ...{ code: 'clock-right', subject: 'clock', level: 'ok' },
  ...{ found: 'now', fix: undefined, values: { time: 'now' } },
};

function given(outcome: () => Promise<readonly Finding[]> = async () => [finding]) {
  let now = 1_000_000;
  const failures: unknown[] = [];
  let count = 0;
  const doctor = createDoctor(
    async () => {
      count += 1;
      return outcome();
    },
    { now: () => now },
    (error) => failures.push(error),
  );
  const advance = (ms: number) => {
    now += ms;
  };
  return { doctor, advance, failures, count: () => count };
}

test('contract 29: many who ask at once, and within ten seconds, get the report of one run', async () => {
  const { doctor, advance, count } = given();
  const reports = await Promise.all(Array.from({ length: 20 }, () => doctor()));
  expect(new Set(reports)).toEqual(new Set([{ kind: 'examined', findings: [finding], at: 1_000_000 }]));
  advance(REPORT_KEPT_MS - 1);
  await doctor();
  expect(count()).toBe(1);
  advance(1);
  expect(await doctor()).toMatchObject({ at: 1_000_000 + REPORT_KEPT_MS });
  expect(count()).toBe(2);
});

test('contract 29: a run that failed is told, not repeated at once, and repeated later', async () => {
  const { doctor, advance, failures, count } = given(() => Promise.reject(new Error('killed')));
  expect(await Promise.all([doctor(), doctor()])).toEqual([{ kind: 'failed' }, { kind: 'failed' }]);
  expect([failures.length, count()]).toEqual([1, 1]);
  advance(REPORT_KEPT_MS);
  await doctor();
  expect(count()).toBe(2);
});
