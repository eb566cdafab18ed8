// What is counted for each application, by day in UTC, without personal data.
import type { RefusalCode } from '../../../protocol/refusals/refusals.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';

/**
 * `started`: a new, valid authorization request, or a device's · `completed`: a code was issued, or a device's code
 * confirmed · `cancelled`: by the user ·
 * `refused:…`: an error returned to the application, or shown on a page when the application is known · `agreed:…`,
 * `declined:…`: the answer to an optional item on the consent page
 */
export type Counter =
  | 'started'
  | 'completed'
  | 'cancelled'
  | `refused:${RefusalCode}`
  | `agreed:${ConsentItemName}`
  | `declined:${ConsentItemName}`;

/** `day`: whole days since 1 January 1970, UTC. */
export type DailyCount = { applicationId: string; day: number; counter: string; count: number };

export const DAY_MS = 86_400_000;

/** Older counts are removed. */
export const DAYS_KEPT = 400;

export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS);

/** `YYYY-MM-DD`, in UTC. */
export const toDayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Undefined when the text is not `YYYY-MM-DD`, or the day does not exist. */
export function fromDayText(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  const day = dayOf(milliseconds);
  return toDayText(day) === text ? day : undefined;
}
