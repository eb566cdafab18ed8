// The loop that seals the audit, deletes what is older than it is kept, and tells the head (contract 61).
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditLoopOptions, startAuditLoop } from '../../../src/background/audit-loop.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { entryOf, SERVER } from '../../../src/core/server/audit/act.ts';
import { readHead } from '../../../src/core/server/audit/seal.ts';
import { verifyAudit } from '../../../src/core/server/audit/verify-audit.ts';
import { standingTimers } from '../../helpers/standing-time.ts';
import { openTestPorts, type TestPorts } from '../core/accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
});
afterEach(() => close());

const DAY = 86_400;

const append = (...names: readonly string[]) =>
  ports.audit.append(
    names.map((entry) => entryOf({ actor: SERVER, action: 'look' as never, entry }, ports.clock.now())),
  );

const sealCount = async () => (await verifyAudit(ports)).seals;

/** Runs the loop on timers of the test: each `look` is one of it. */
async function whileRunning(
  options: Partial<AuditLoopOptions>,
  run: (look: () => Promise<void>) => Promise<unknown>,
  own = ports,
) {
  const { timers, tick } = standingTimers(ports.clock);
  const stop = startAuditLoop(own, { days: 10, timers, ...options });
  try {
    await run(() => tick('audit'));
  } finally {
    await stop();
  }
}

it('contract 61: seals what is there at once, and what comes later, whole', async () => {
  await append('one', 'two');
  await whileRunning({}, async (look) => {
    await look();
    expect(await sealCount()).toBe(1);
    await append('three');
    ports.clock.advance(2);
    await look();
    expect(await sealCount()).toBe(2);
  });
  expect(await verifyAudit(ports)).toMatchObject({ faults: [], unsealed: 0, entries: 3 });
});

it('contract 61: tells the head at once, and again every hour, and `verify` finds it', async () => {
  await append('one');
  const heads: string[] = [];
  await whileRunning({ onHead: (head) => heads.push(head) }, async (look) => {
    await look();
    expect(heads).toHaveLength(1);
    ports.clock.advance(3599);
    await look();
    expect(heads).toHaveLength(1);
    ports.clock.advance(1);
    await look();
  });
  expect(heads).toHaveLength(2);
  expect(await verifyAudit(ports, readHead(heads[1] ?? ''))).toMatchObject({ faults: [], end: 'found' });
});

it('decision 51: leaves a seal of this moment alone, so that writers wait for one process and not for each', async () => {
  await append('one');
  let settled = 0;
  const settledTo = () => {
    settled += 1;
    return ports.audit.settledTo();
  };
  const counting = { ...ports, audit: { ...ports.audit, settledTo } };
  const once = (look: () => Promise<void>) => look();
  await whileRunning({}, once, counting);
  expect([await sealCount(), settled]).toEqual([1, 1]);
  await append('two');
  // The clock stands: the seal of the first process is of this moment.
  await whileRunning({}, once, counting);
  expect([await sealCount(), settled]).toEqual([1, 1]);
  ports.clock.advance(2);
  await whileRunning({}, once, counting);
  expect([await sealCount(), settled]).toEqual([2, 2]);
});

it('contract 61: deletes what is older than it is kept, and the rest verifies', async () => {
  await append('old');
  await whileRunning({}, (look) => look());
  ports.clock.advance(11 * DAY);
  await append('new');
  await whileRunning({}, (look) => look());
  expect((await ports.audit.list({ limit: 9 })).map(({ entry }) => entry)).toEqual(['new']);
  const verdict = await verifyAudit(ports);
  expect(verdict).toMatchObject({ faults: [], unsealed: 0, purgedTo: 1 });
});

it('decision 51: a look that fails is told, and the next one seals', async () => {
  await append('one');
  const failures: unknown[] = [];
  let down = true;
  const addSeal: typeof ports.audit.addSeal = (seal) =>
    down ? Promise.reject(new Unavailable('The database cannot answer')) : ports.audit.addSeal(seal);
  await whileRunning(
    { onFailure: (error) => failures.push(error) },
    async (look) => {
      await look();
      await look();
      expect(failures).toEqual([expect.any(Unavailable), expect.any(Unavailable)]);
      down = false;
      await look();
      expect(await sealCount()).toBe(1);
    },
    { ...ports, audit: { ...ports.audit, addSeal } },
  );
  expect(failures).toHaveLength(2);
});
