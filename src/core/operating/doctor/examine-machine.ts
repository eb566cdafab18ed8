// Checks the machine of the server: the disk under the database, and the clocks.
import type { DatabaseFacts, UnusableDatabase } from './examine-database.ts';
import { days, type Finding, fault, findingOf, megabytes, ok, warning } from './finding.ts';

export type DiskFacts = { folder: string; freeBytes: number };

const MIN_FREE_BYTES = 200_000_000;
/** A server in use has newer rows. */
const MAX_NEWEST_ROW_AGE_DAYS = 30;
/** Accepted difference between two clocks. */
const TOLERANCE_MS = 30_000;

const SYNCHRONIZE = 'synchronize both clocks with NTP';

export const MACHINE_FINDINGS = {
  'disk-full': fault(
    'disk',
    '{free} free in {folder}',
    'free disk space: on a full disk, every request that writes is refused with 503',
  ),
  'disk-small': warning(
    'disk',
    '{free} free in {folder}, but a backup needs {needed}',
    'free disk space before the next upgrade: it does not migrate without a backup',
  ),
  'disk-roomy': ok('disk', '{free} free in {folder}'),
  'clock-set-back': fault(
    'clock',
    'the newest row is {seconds} s in the future: the clock was set back',
    "synchronize this machine's clock with NTP (timedatectl set-ntp true)",
  ),
  'clock-far-ahead': warning(
    'clock',
    "this machine's clock says {time}, {age} days after the newest row: nobody has used the server since, or the clock is ahead",
    'compare it with another clock (date -u) before you start the server, which deletes rows that have expired by this clock',
  ),
  'clock-database-ahead': warning(
    'clock',
    "the database's clock is {seconds} s ahead of this machine's clock; Latchkey uses the database's",
    SYNCHRONIZE,
  ),
  'clock-database-behind': warning(
    'clock',
    "the database's clock is {seconds} s behind this machine's clock; Latchkey uses the database's",
    SYNCHRONIZE,
  ),
  'clock-public-ahead': warning(
    'clock',
    "the clock of the public URL's server is {seconds} s ahead of this machine's clock",
    SYNCHRONIZE,
  ),
  'clock-public-behind': warning(
    'clock',
    "the clock of the public URL's server is {seconds} s behind this machine's clock",
    SYNCHRONIZE,
  ),
  'clock-right': ok('clock', '{time}'),
} as const;
const tell = findingOf(MACHINE_FINDINGS);

/** @param database on SQLite, it is on that disk */
export function examineDisk({ folder, freeBytes }: DiskFacts, database: DatabaseFacts | UnusableDatabase): Finding {
  const free = megabytes(freeBytes);
  if (freeBytes < MIN_FREE_BYTES) return tell('disk-full', { free, folder });
  const needed = 'kind' in database && database.kind === 'sqlite' ? 2 * (database.bytes + database.walBytes) : 0;
  if (freeBytes < needed) return tell('disk-small', { free, folder, needed: megabytes(needed) });
  return tell('disk-roomy', { free, folder });
}

/**
 * @param now this machine's time, in ms
 * @param publicAhead how far the `Date` of a public URL's answer is ahead of this machine's clock, in ms
 */
export function examineClock(
  database: DatabaseFacts | UnusableDatabase,
  now: number,
  publicAhead: number | undefined,
): Finding[] {
  const time = new Date(now).toISOString();
  const findings = [
    ...('kind' in database && database.kind === 'sqlite' ? examineNewestRow(database.newestAt, now) : []),
    ...('kind' in database && database.kind === 'postgres' ? examineDatabaseClock(database.aheadMs) : []),
    ...examinePublicClock(publicAhead),
  ];
  return findings.length > 0 ? findings : [tell('clock-right', { time })];
}

function examineNewestRow(newestAt: number | undefined, now: number): Finding[] {
  if (newestAt === undefined) return [];
  if (newestAt > now + TOLERANCE_MS) return [tell('clock-set-back', { seconds: seconds(newestAt - now) })];
  const age = days(now - newestAt);
  return age > MAX_NEWEST_ROW_AGE_DAYS ? [tell('clock-far-ahead', { time: new Date(now).toISOString(), age })] : [];
}

const isOff = (aheadMs: number | undefined): aheadMs is number =>
  aheadMs !== undefined && Math.abs(aheadMs) > TOLERANCE_MS;
const seconds = (ms: number): number => Math.round(Math.abs(ms) / 1000);

function examineDatabaseClock(aheadMs: number): Finding[] {
  if (!isOff(aheadMs)) return [];
  return [tell(aheadMs > 0 ? 'clock-database-ahead' : 'clock-database-behind', { seconds: seconds(aheadMs) })];
}

function examinePublicClock(aheadMs: number | undefined): Finding[] {
  if (!isOff(aheadMs)) return [];
  return [tell(aheadMs > 0 ? 'clock-public-ahead' : 'clock-public-behind', { seconds: seconds(aheadMs) })];
}
