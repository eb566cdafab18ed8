// The clock that all processes on one database share: the database's time, asked for again and again, and carried on in
// between by this machine's steady counter. How far the machine's own clock is off does not matter.
import type { Clock } from '../../core/clock.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const TIME = statement('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now');
const ASKED_EVERY_MS = 30_000;
/** An answer that took longer says too little, in ms. */
const MAX_ANSWER_MS = 1_000;

export type DatabaseClock = Clock & { stop(): void };

/** What the database says, and how far it may be wrong by the time it took to say so, in ms. */
type Reading = { offset: number; uncertainty: number };

/** @throws Unavailable when the database cannot be asked for the first time */
export async function createDatabaseClock({ read }: Pick<Postgres, 'read'>): Promise<DatabaseClock> {
  const readClock = async (): Promise<Reading> => {
    const asked = performance.now();
    const [row] = await read<{ now: number }>(TIME);
    const answered = performance.now();
    return { offset: (row?.now ?? Number.NaN) - (asked + answered) / 2, uncertainty: (answered - asked) / 2 + 1 };
  };

  let { offset } = await readClock();
  const follow = async (): Promise<void> => {
    // While the database cannot be asked, the counter goes on alone.
    const reading = await readClock().catch(() => undefined);
    if (!reading || reading.uncertainty > MAX_ANSWER_MS / 2) return;
    // A difference that the asking explains is none: the clock does not tremble.
    if (Math.abs(reading.offset - offset) > reading.uncertainty) offset = reading.offset;
  };
  const timer = setInterval(follow, ASKED_EVERY_MS).unref();

  return { now: () => Math.floor(performance.now() + offset), stop: () => clearInterval(timer) };
}
