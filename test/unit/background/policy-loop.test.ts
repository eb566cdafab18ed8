// How often a process looks for another policy (contract 29): a change is followed within a second, because it looks
// four times in each, whatever the last look brought.
import { expect, it } from 'vitest';
import { startPolicyLoop } from '../../../src/background/policy-loop.ts';
import type { JobTimers } from '../../../src/core/ground/job-timers.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import type { LivePolicy } from '../../../src/core/server/policy/live-policy.ts';
import type { PolicyStore } from '../../../src/core/server/policy/policy-store.ts';

const LOOKS = ['nothing new', 'a change', 'no answer', 'a change'] as const;

it('contract 29: a process looks four times a second, and tells what it found', async () => {
  const told: unknown[] = [];
  const pauses: number[] = [];
  const looks: (() => unknown)[] = [];
  let found: (typeof LOOKS)[number] = 'nothing new';
  const timers: JobTimers = {
    after: (job, ms, work) => {
      expect(job).toBe('policy');
      pauses.push(ms);
      looks.push(work);
      return () => undefined;
    },
    elapsed: () => 0,
    loadMeter: () => () => 0,
  };
  const livePolicy = {
    kinds: {},
    revision: () => 7,
    refresh: async () => {
      if (found === 'no answer') throw new Unavailable('The database cannot answer');
      return found === 'a change';
    },
  } as LivePolicy;
  const policy = { report: async () => undefined, listProcesses: async () => [] } as unknown as PolicyStore;
  const stop = startPolicyLoop(
    { policy, livePolicy, clock: { now: () => 0 } },
    { timers, onChanged: (revision) => told.push(revision), onFailure: (error) => told.push(error) },
  );
  for (const one of LOOKS) {
    found = one;
    await looks.shift()?.();
  }
  await stop();
  expect(pauses).toEqual([0, 250, 250, 250, 250]);
  expect(told).toEqual([7, expect.any(Unavailable), 7]);
});
