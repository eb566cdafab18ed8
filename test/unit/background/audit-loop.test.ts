// The loop that seals the audit, deletes what is older than it is kept, and tells the head (contract 61).
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditLoopOptions, startAuditLoop } from '../../../src/background/audit-loop.ts';
import { entryOf, SERVER } from '../../../src/core/audit/act.ts';
import { readHead } from '../../../src/core/audit/seal.ts';
import { verifyAudit } from '../../../src/core/audit/verify-audit.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { openTestPorts, type TestPorts } from '../core/accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
});
afterEach(() => close());

const DAY = 86_400;

const append = (...names: readonly string[]) =>
  ports.audit.append(names.map((entry) => entryOf({ actor: SERVER, action: 'look', entry }, ports.clock.now())));

const sealCount = async () => (await verifyAudit(ports)).seals;

async function whileRunning(options: Partial<AuditLoopOptions>, run: () => Promise<unknown>, own = ports) {
  const stop = startAuditLoop(own, { days: 10, everyMs: 4, ...options });
  try {
    await run();
  } finally {
    await stop();
  }
}

it('contract 61: seals what is there at once, and what comes later, whole', async () => {
  await append('one', 'two');
  await whileRunning({}, async () => {
    await expect.poll(sealCount).toBe(1);
    await append('three');
    ports.clock.advance(5);
    await expect.poll(sealCount).toBe(2);
  });
  expect(await verifyAudit(ports)).toMatchObject({ faults: [], unsealed: 0, entries: 3 });
});

it('contract 61: tells the head at once, and again at its time, and `verify` finds it', async () => {
  await append('one');
  const heads: string[] = [];
  await whileRunning({ headMs: 10, onHead: (head) => heads.push(head) }, () =>
    expect.poll(() => heads.length).toBeGreaterThan(2),
  );
  const hourly: string[] = [];
  let looks = 0;
  const lastSeal = () => {
    looks += 1;
    return ports.audit.lastSeal();
  };
  const counting = { ...ports, audit: { ...ports.audit, lastSeal } };
  await whileRunning(
    { onHead: (head) => hourly.push(head) },
    () => expect.poll(() => looks).toBeGreaterThan(8),
    counting,
  );
  expect(hourly).toHaveLength(1);
  expect(await verifyAudit(ports, readHead(hourly[0] ?? ''))).toMatchObject({ faults: [], end: 'found' });
});

it('decision 51: leaves a seal of this moment alone, so that writers wait for one process and not for each', async () => {
  await append('one');
  let settled = 0;
  const settledTo = () => {
    settled += 1;
    return ports.audit.settledTo();
  };
  const audit = { ...ports.audit, settledTo };
  await whileRunning({ everyMs: 2000 }, () => expect.poll(sealCount).toBe(1), { ...ports, audit });
  await append('two');
  let looks = 0;
  const lastSeal = () => {
    looks += 1;
    return audit.lastSeal();
  };
  const other = { ...ports, audit: { ...audit, lastSeal } };
  // The clock stands: the seal of the first process is of this moment.
  await whileRunning({ everyMs: 2000 }, () => expect.poll(() => looks).toBeGreaterThan(0), other);
  expect(settled).toBe(1);
  ports.clock.advance(2);
  await whileRunning({ everyMs: 2000 }, () => expect.poll(sealCount).toBe(2), other);
  expect(settled).toBe(2);
});

it('contract 61: deletes what is older than it is kept, and the rest verifies', async () => {
  await append('old');
  await whileRunning({}, () => expect.poll(sealCount).toBe(1));
  ports.clock.advance(11 * DAY);
  await append('new');
  await whileRunning({}, () =>
    expect.poll(async () => (await ports.audit.list({ limit: 9 })).map(({ entry }) => entry)).toEqual(['new']),
  );
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
    async () => {
      await expect.poll(() => failures.length).toBeGreaterThan(1);
      down = false;
      await expect.poll(sealCount).toBe(1);
    },
    { ...ports, audit: { ...ports.audit, addSeal } },
  );
  expect(failures[0]).toBeInstanceOf(Unavailable);
});
