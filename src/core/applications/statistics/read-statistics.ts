// Reads the daily counts of an application for its owner and members: one entry for each day, also for days without
// counts.
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import { DAYS_KEPT, type DailyCount, dayOf } from './daily-count.ts';

/** `refused` by code, `agreed` and `declined` by consent item. What did not occur on the day has no member. */
export type DayOfStatistics = {
  day: number;
  started: number;
  completed: number;
  cancelled: number;
  refused: Readonly<Record<string, number>>;
  agreed: Readonly<Record<string, number>>;
  declined: Readonly<Record<string, number>>;
};

/** Both days are included. */
export type DayRange = { fromDay: number; toDay: number };

const DEFAULT_DAYS = 30;

/** Fills in the ends that are left open: thirty days, the last of them today. */
export function dayRange(now: number, given: { fromDay: number | undefined; toDay: number | undefined }): DayRange {
  const toDay = given.toDay ?? dayOf(now);
  return { toDay, fromDay: given.fromDay ?? toDay - DEFAULT_DAYS + 1 };
}

/** Whether the range is in order, and no longer than counts are kept. */
export const isReadable = ({ fromDay, toDay }: DayRange): boolean => fromDay <= toDay && toDay - fromDay < DAYS_KEPT;

/**
 * Counts of the last seconds may still be missing (`counters.ts`).
 * @param input a range that `isReadable`
 * @returns in order of days; undefined when the application does not exist or is not the caller's
 */
export async function readStatistics(
  deps: Pick<Ports, 'applications' | 'members' | 'statistics'>,
  input: DayRange & { caller: Caller; applicationId: string },
): Promise<DayOfStatistics[] | undefined> {
  const { caller, applicationId, fromDay, toDay } = input;
  const application = await findApplication(deps, { caller, id: applicationId });
  if (!application) return undefined;
  const counts = await deps.statistics.read({ applicationId: application.id, fromDay, toDay });
  const byDay = new Map<number, DailyCount[]>();
  for (const count of counts) byDay.set(count.day, [...(byDay.get(count.day) ?? []), count]);
  return Array.from({ length: toDay - fromDay + 1 }, (_, index) => sumUp(fromDay + index, byDay.get(fromDay + index)));
}

function sumUp(day: number, counts: readonly DailyCount[] = []): DayOfStatistics {
  const of = (name: string) => counts.find(({ counter }) => counter === name)?.count ?? 0;
  const by = (kind: string) =>
    Object.fromEntries(
      counts
        .filter(({ counter }) => counter.startsWith(`${kind}:`))
        .map(({ counter, count }) => [counter.slice(kind.length + 1), count]),
    );
  return {
    day,
    started: of('started'),
    completed: of('completed'),
    cancelled: of('cancelled'),
    refused: by('refused'),
    agreed: by('agreed'),
    declined: by('declined'),
  };
}
