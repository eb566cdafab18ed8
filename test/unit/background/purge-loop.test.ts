// The loop that removes expired rows, on a real database: in small steps, going on after a failure, stopping for good.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPurgeLoop } from '../../../src/background/purge-loop.ts';
import { systemTimers } from '../../../src/background/system-timers.ts';
import { type OpenPorts, openPorts } from '../../../src/compose/ports.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { createAccount } from '../../../src/core/people/accounts/create-account.ts';
import { loadSettings } from '../../../src/settings/config.ts';
import { openFile } from '../../helpers/open-file.ts';
import { standingTimers } from '../../helpers/standing-time.ts';

const DAY_MS = 86_400_000;
let opened: OpenPorts | undefined;

afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** A database with `expired` old links and one live link, and how many links it has. */
async function databaseWithLinks(expired: number) {
  const path = join(mkdtempSync(join(tmpdir(), 'latchkey-purge-')), 'latchkey.db');
  const env = { LATCHKEY_DATABASE_URL: `sqlite:${path}`, LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes' };
  const clock = { now: () => 1_000 * DAY_MS };
  opened = await openPorts(loadSettings({ env }), { clock });
  const { ports } = opened;
  for (let index = 0; index <= expired; index++) {
    // The last one is issued when the others are long over.
    if (index === expired) clock.now = () => 2_000 * DAY_MS;
    const email = `person${index}@example.com`;
    await createAccount(ports, { email, role: 'user', nickname: undefined, password: undefined });
  }
  const reader = openFile(path, { readonly: true });
  const count = reader.prepare('select count(*) from one_time_links').pluck();
  return { ports, countLinks: () => count.get() as number };
}

it('contract: expired rows are removed in steps, and live ones stay', async () => {
  const { ports, countLinks } = await databaseWithLinks(5);
  expect(countLinks()).toBe(6);
  const { timers, tick } = standingTimers(ports.clock);
  const stop = startPurgeLoop(ports, { timers, limit: 2 });
  const left: number[] = [];
  for (let step = 0; step < 4; step += 1) {
    await tick('purge');
    left.push(countLinks());
  }
  await stop();
  expect(left).toEqual([4, 2, 1, 1]);
});

it('a step that fails is told, and the next one is tried', async () => {
  const { ports, countLinks } = await databaseWithLinks(1);
  const failures: unknown[] = [];
  let tries = 0;
  const expired = {
    purge: (now: number, limit: number, familyMs: number) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Unavailable('busy')) : ports.expired.purge(now, limit, familyMs);
    },
  };
  const onFailure = (error: unknown) => failures.push(error);
  const { timers, tick } = standingTimers(ports.clock);
  const stop = startPurgeLoop({ ...ports, expired }, { timers, onFailure });
  await tick('purge');
  expect(countLinks()).toBe(2);
  await tick('purge');
  expect(countLinks()).toBe(1);
  await stop();
  expect(failures).toHaveLength(1);
});

describe('M15: the pace of the steps', () => {
  const busy = { idle: 0, active: 0, utilization: 0 };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(busy);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** @param removed by each step */
  function startCounted(removed: readonly number[]) {
    let steps = 0;
    const expired = { purge: async () => removed[steps++] ?? 0 };
    const leaving = { endDue: async () => 0, removeKept: async () => 0, listUnlogged: async () => [] };
    const ports = { expired, leaving, clock: { now: () => 0 }, rules: { familyTtlSeconds: 1 } };
    const stop = startPurgeLoop(ports as unknown as OpenPorts['ports'], {
      timers: systemTimers,
      limit: 250,
      stepMs: 1_000,
      restMs: 60_000,
    });
    return { stop, steps: () => steps };
  }

  it('after a full step the next comes sooner, so that no more expires than is removed', async () => {
    busy.utilization = 0.1;
    const { stop, steps } = startCounted([250, 250, 10, 10]);
    await vi.advanceTimersToNextTimerAsync();
    expect(steps()).toBe(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(steps()).toBe(3);
    await vi.advanceTimersByTimeAsync(999);
    expect(steps()).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(steps()).toBe(4);
    await stop();
  });

  it('a process that stays busy takes every third step at least', async () => {
    busy.utilization = 1;
    const { stop, steps } = startCounted(Array(10).fill(10));
    await vi.advanceTimersByTimeAsync(13_000);
    expect(steps()).toBe(4);
    await stop();
  });
});

it('after stop no step is taken', async () => {
  const { ports, countLinks } = await databaseWithLinks(1);
  const { timers, tick } = standingTimers(ports.clock);
  await startPurgeLoop(ports, { timers })();
  await tick('purge');
  expect(countLinks()).toBe(2);
});
