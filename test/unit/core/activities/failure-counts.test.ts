import { describe, expect, it } from 'vitest';
import type { EventOf } from '../../../../src/core/ground/events/domain-event.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';
import type { FailedSignIns } from '../../../../src/core/people/activities/activity-store.ts';
import { createFailureCounts } from '../../../../src/core/people/activities/failure-counts.ts';

const HOUR = 60 * 60 * 1000;

function given() {
  const clock = { time: 10 * HOUR, now: () => clock.time };
  const stored = new Map<string, number>();
  const refused = new Set<string>();
  const activities = {
    listByAccount: async () => [],
    async countFailures({ id, accountId, times }: FailedSignIns) {
      await null;
      if (refused.has(accountId)) throw new Unavailable('down');
      const key = `${accountId} ${id}`;
      stored.set(key, (stored.get(key) ?? 0) + times);
    },
  };
  const counts = createFailureCounts({ activities, clock });
  const fail = (accountId: string | undefined, result: EventOf<'sign-in-attempted'>['result'] = 'wrong') =>
    counts.listener({ kind: 'sign-in-attempted', by: 'password', accountId, result });
  const timesOf = (accountId: string) =>
    [...stored].filter(([key]) => key.startsWith(`${accountId} `)).map(([, times]) => times);
  return { clock, counts, fail, refused, stored, timesOf };
}

describe('failed sign-ins', () => {
  it('K12: are not stored before the flush, whoever they were of', async () => {
    const { counts, fail, stored } = given();
    fail('mina');
    fail(undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([...stored]).toEqual([]);
    await counts.flush();
    expect([...stored.values()]).toEqual([1]);
  });

  it('contract 27: refused passkeys have a row of their own, for each reason', async () => {
    const { counts, stored } = given();
    for (const refusal of ['counter', 'backup-eligibility', 'counter', undefined] as const) {
      counts.listener({ kind: 'sign-in-attempted', by: 'passkey', accountId: 'mina', result: 'wrong', refusal });
    }
    await counts.flush();
    expect([...stored.values()].toSorted()).toEqual([1, 1, 2]);
  });

  it('contract 27: one row an hour for each account, of wrong proofs alone', async () => {
    const { clock, counts, fail, timesOf } = given();
    fail('mina');
    fail('mina');
    fail('joon');
    fail('mina', 'verified');
    fail('mina', 'limited');
    clock.time += HOUR;
    fail('mina');
    await counts.flush();
    await counts.flush();
    expect([timesOf('mina'), timesOf('joon')]).toEqual([[2, 1], [1]]);
  });

  it('what the store refuses waits, is told, and holds up nobody else in its batch', async () => {
    const { counts, fail, refused, timesOf } = given();
    for (let at = 0; at < 120; at += 1) fail(`a${at}`);
    refused.add('a1');
    await expect(counts.flush()).rejects.toThrow(Unavailable);
    expect([timesOf('a0'), timesOf('a1')]).toEqual([[1], []]);
    refused.clear();
    fail('a1');
    await counts.flush();
    expect([timesOf('a0'), timesOf('a1'), timesOf('a119')]).toEqual([[1], [2], [1]]);
  });

  it('hold a bounded number of rows; known ones go on counting', async () => {
    const { counts, fail, stored, timesOf } = given();
    for (let at = 0; at < 20_003; at += 1) fail(`a${at}`);
    fail('a0');
    await counts.flush();
    expect([stored.size, timesOf('a0')]).toEqual([20_000, [2]]);
  });
});
