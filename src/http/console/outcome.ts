// What became of a form of the console.
import type { Fault } from '../../core/fault.ts';
import { ConfirmationNeeded } from '../../core/sessions/session-proof.ts';
import type { ConsoleNotice } from '../../views/console/parts/console-page.ts';

export type Outcome =
  /** Answered with 303 to a page that says what was done; `path` undefined: the page of the form. */
  | { kind: 'done'; notice: ConsoleNotice; path?: string }
  /** Answered with 303 to the page of the form, which shows this once what was made (`shown-once.ts`). */
  | { kind: 'made'; id: string }
  /** Answered with the confirm page: nothing was done. */
  | { kind: 'confirm' }
  | Again;

/** The form comes back as it was typed. */
export type Again = {
  kind: 'again';
  status: 200 | 400 | 403 | 409 | 413;
  faults?: readonly Fault[];
  /** Somebody else was first: nothing was done, and the current values stand beside those typed. */
  changed?: boolean;
  /** One was made since the form was shown: it makes no second one. */
  made?: true;
  /** An English sentence: what is stored is in the way. */
  conflict?: string;
  /** The person confirmed who they are: nothing was done yet. */
  confirmed?: true;
};

export const refused = (faults: readonly Fault[]): Again => ({ kind: 'again', status: 400, faults });
export const changedMeanwhile: Again = { kind: 'again', status: 409, changed: true };
export const madeMeanwhile: Again = { kind: 'again', status: 409, made: true };
export const confirmFirst: Outcome = { kind: 'confirm' };
export const conflicting = (conflict: string): Again => ({ kind: 'again', status: 409, conflict });

/** What the security log calls it; undefined: it was done. */
export function refusalCodeOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'confirm') return 'confirmation-needed';
  if (outcome.kind !== 'again') return undefined;
  const [fault] = outcome.faults ?? [];
  return fault?.code ?? (outcome.changed || outcome.made ? 'changed' : 'conflict');
}

/** The act, or the confirm page where its statement found the session's proof too old or its session ended. */
export const confirmedOr = (act: Promise<Outcome>): Promise<Outcome> =>
  act.catch((error: unknown) => {
    if (error instanceof ConfirmationNeeded) return confirmFirst;
    throw error;
  });

/** What a form comes back with after the person has confirmed: its texts, unless somebody else was first meanwhile. */
export const typedBefore = (isCurrent: boolean): Again =>
  isCurrent ? { kind: 'again', status: 200, confirmed: true } : changedMeanwhile;
