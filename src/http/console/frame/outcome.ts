// The outcomes of a console form, and what all forms have in common.
import type { StoredConflict } from '../../../core/applications/applications/edit-application.ts';
import { inDoubtFault } from '../../../core/ground/accounts/form-faults.ts';
import { ConfirmationNeeded } from '../../../core/ground/acts/session-proof.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { AccountInDoubt } from '../../../core/people/email-changes/doubt.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ConsoleNotice, SentForm } from '../../../views/console/parts/console-page.ts';
import type { Blocked } from '../../../views/groups/group-applications.tsx';

/** Purpose of the CSRF token in every form of the console. */
export const CONSOLE_FORM = 'console';

export type ActOutcome =
  /** Redirects (303) to a page that says what was done; `path` undefined: the page of the form. */
  | { kind: 'done'; notice: ConsoleNotice; path?: string }
  /** Redirects (303) to the page of the form, which shows once what was made (`one-time-display.ts`). */
  | { kind: 'made'; id: string }
  /** Shows the confirm page: nothing was done. */
  | { kind: 'confirm' }
  | RetryForm;

/** Shows the form again as it was typed. */
export type RetryForm = {
  kind: 'again';
  status: 200 | 400 | 403 | 409 | 413;
  faults?: readonly Fault[];
  /** Somebody else changed it first: nothing was done, and the current values are shown beside the typed ones. */
  changed?: boolean;
  /** Another one was made since the form was shown, so nothing was made. */
  made?: true;
  /** Nothing was done: what was sent breaks rules together with what is stored. */
  conflicts?: readonly StoredConflict[];
  /** The person has confirmed who they are; nothing was done yet. */
  confirmed?: true;
  /** Which applications refuse an act on a group. */
  blocked?: Blocked;
};

export const refused = (faults: readonly Fault[]): RetryForm => ({ kind: 'again', status: 400, faults });
/** What was sent would do if something else were not stored. */
export const refusedNow = (faults: readonly Fault[]): RetryForm => ({ ...refused(faults), status: 409 });
export const changedMeanwhile: RetryForm = { kind: 'again', status: 409, changed: true };
export const madeMeanwhile: RetryForm = { kind: 'again', status: 409, made: true };
export const confirmFirst: ActOutcome = { kind: 'confirm' };
/** The act waits while an account is in doubt. */
export const waitsFor = (doubt: { until: number }): RetryForm => refusedNow([inDoubtFault(doubt)]);
export const conflicting = (conflicts: readonly StoredConflict[]): RetryForm => ({
  kind: 'again',
  status: 409,
  conflicts,
});

/** Refusal code for the security log; undefined: it was done. */
export function refusalCodeOf(outcome: ActOutcome): string | undefined {
  if (outcome.kind === 'confirm') return 'confirmation-needed';
  if (outcome.kind !== 'again') return undefined;
  const [fault] = outcome.faults ?? [];
  return fault?.code ?? (outcome.changed || outcome.made ? 'changed' : 'conflict');
}

/** Thrown inside an act: what the form showed has changed meanwhile. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** The result of the act, or why nothing was done: what its form showed has changed, or its statement refused it. */
export const outcomeOf = (act: Promise<ActOutcome>): Promise<ActOutcome> =>
  act.catch((error: unknown) => {
    if (error instanceof ChangedMeanwhile) return changedMeanwhile;
    if (error instanceof ConfirmationNeeded) return confirmFirst;
    if (error instanceof AccountInDoubt) return waitsFor(error);
    throw error;
  });

/** Shows the form after a confirmation: with its texts, unless somebody else changed the application meanwhile. */
export const afterConfirmation = (isCurrent: boolean): RetryForm =>
  isCurrent ? { kind: 'again', status: 200, confirmed: true } : changedMeanwhile;

export const sentForm = (again: RetryForm, form: Parameters): SentForm => ({
  form: form.get('form') ?? '',
  values: form,
  faults: again.faults ?? [],
  changed: again.changed ?? false,
  made: again.made ?? false,
  conflicts: again.conflicts ?? [],
  confirmed: again.confirmed ?? false,
});
