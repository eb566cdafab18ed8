// The clock that all processes on one database share: the database's time, read every 30 seconds and continued in
// between by this machine's monotonic clock. An error of the machine's wall clock does not matter.
import type { Clock } from '../../core/ground/clock.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const TIME = statement('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now');
const READ_EVERY_MS = 30_000;
/** A reading that took longer is too imprecise to use. */
const MAX_READING_MS = 1_000;

export type DatabaseClock = Clock & { stop(): void };

/**
 * `offset`: the database's time minus `performance.now()`; `uncertainty`: how far it may be off because of the time the
 * reading took. Both in ms.
 */
type Reading = { offset: number; uncertainty: number };

/** @throws Unavailable when the first reading fails */
export async function createDatabaseClock({ read }: Pick<Postgres, 'read'>): Promise<DatabaseClock> {
  const readClock = async (): Promise<Reading> => {
    const startedAt = performance.now();
    const [row] = await read<{ now: number }>(TIME);
    const endedAt = performance.now();
    return { offset: (row?.now ?? Number.NaN) - (startedAt + endedAt) / 2, uncertainty: (endedAt - startedAt) / 2 + 1 };
  };

  let { offset } = await readClock();
  const follow = async (): Promise<void> => {
    // While the database does not answer, the monotonic clock continues alone.
    const reading = await readClock().catch(() => undefined);
    if (!reading || reading.uncertainty > MAX_READING_MS / 2) return;
    // A difference within the uncertainty is ignored, so that the clock does not jitter.
    if (Math.abs(reading.offset - offset) > reading.uncertainty) offset = reading.offset;
  };
  const timer = setInterval(follow, READ_EVERY_MS).unref();

  return { now: () => Math.floor(performance.now() + offset), stop: () => clearInterval(timer) };
}
