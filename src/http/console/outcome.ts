// What became of a form of the console.
import type { Fault } from '../../core/fault.ts';
import type { ConsoleNotice } from '../../views/console/console-page.ts';

export type Outcome =
  /** Answered with 303 to a page that says what was done; `path` undefined: the page of the form. */
  | { kind: 'done'; notice: ConsoleNotice; path?: string }
  /** Answered with the page itself: what was made is shown this once. */
  | { kind: 'made'; secret: string }
  | Again;

/** The form comes back as it was typed. */
export type Again = {
  kind: 'again';
  status: 400 | 403 | 409 | 413;
  faults?: readonly Fault[];
  /** Somebody else was first: nothing was done, and the current values stand beside those typed. */
  changed?: boolean;
  /** An English sentence: what is stored is in the way. */
  conflict?: string;
};

export const refused = (faults: readonly Fault[]): Again => ({ kind: 'again', status: 400, faults });
export const changedMeanwhile: Again = { kind: 'again', status: 409, changed: true };
export const conflicting = (conflict: string): Again => ({ kind: 'again', status: 409, conflict });

/** What the security log calls it; undefined: it was done. */
export function refusalCodeOf(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'again') return undefined;
  const [fault] = outcome.faults ?? [];
  return fault?.code ?? (outcome.changed ? 'changed' : 'conflict');
}
