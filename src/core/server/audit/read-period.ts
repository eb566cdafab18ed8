// The time between which people ask for entries of the audit: they type days, or times with their zone.
import { fromTimeText } from '../../ground/time-text.ts';
import type { AuditRange } from './audit-store.ts';

/** As typed; '': not narrowed. */
export type TypedPeriod = { from: string; to: string };

/** `malformed`: neither a day nor a time. `backwards`: it ends before it begins. */
export type PeriodFaults = Partial<Record<keyof TypedPeriod, 'malformed' | 'backwards'>>;

/** What a page shows of it. */
export type AuditPeriod = TypedPeriod & { faults: PeriodFaults };

const DAY_MS = 86_400_000;

/** A day in UTC, or a time (RFC 3339). @returns undefined: neither; `lasts`: a day in ms, or 0 */
function readMoment(text: string): { at: number; lasts: number } | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = fromTimeText(isDay ? `${text}T00:00:00Z` : text);
  return at === undefined ? undefined : { at, lasts: isDay ? DAY_MS : 0 };
}

export const isDayOrTime = (text: string): boolean => readMoment(text) !== undefined;

/** Before the first entry there can be: for what was mistyped. */
export const NEVER = { from: 0, to: 0 };

/**
 * @returns times in ms, `to` itself left out: a day at the end is in it as a whole. With faults, a time in which no
 *   entry is: whoever mistypes is not shown what they did not ask for
 */
export function readPeriod(typed: TypedPeriod): Pick<AuditRange, 'from' | 'to'> & { faults: PeriodFaults } {
  const [from, to] = [readMoment(typed.from), readMoment(typed.to)];
  const end = to && to.at + to.lasts;
  const faults: PeriodFaults = {};
  if (typed.from !== '' && !from) faults.from = 'malformed';
  if (typed.to !== '' && !to) faults.to = 'malformed';
  if (from && end !== undefined && end <= from.at) faults.to = 'backwards';
  return Object.keys(faults).length > 0 ? { ...NEVER, faults } : { from: from?.at, to: end, faults };
}
