// Numbers for the metrics of a test: none has happened, but for what the test says.
import { systemTimers } from '../../src/background/system-timers.ts';
import { createCommitCount, createLockWaits } from '../../src/core/ground/metrics/commits.ts';
import { createTally } from '../../src/core/ground/metrics/tally.ts';
import type { MetricSources } from '../../src/http/metrics/own-families.ts';
import { createLoadGate } from '../../src/http/overload/load-gate.ts';

export function givenSources(values: Partial<MetricSources> = {}): MetricSources {
  return {
    build: { version: '1.2.3', database: 'sqlite' },
    tally: createTally(),
    database: () => ({
      commits: createCommitCount().figures(),
      lockWaits: createLockWaits().figures(),
      pool: { max: 10, used: 3, idle: 2, waiting: 1 },
    }),
    passwords: () => ({ running: 2, waiting: 1, done: 40, refused: 5 }),
    load: createLoadGate(systemTimers).figures,
    server: {
      isReady: async () => true,
      messagesDue: async () => 7,
      eventsDue: async () => 5,
      mailsDue: async () => 3,
      mailTroubles: async () => 1,
    },
    ...values,
  };
}
