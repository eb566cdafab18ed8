// Counts the kinds of password hashes from time to time, for decoys (contract 30): imported hashes become Argon2id one
// sign-in after the other.
import type { JobTimers } from '../core/ground/job-timers.ts';
import type { Ports } from '../core/operating/ports.ts';
import { countPasswordKinds } from '../core/sign-in/passwords/count-password-kinds.ts';
import { startTimerLoop } from './timer-loop.ts';

export type PasswordKindLoopOptions = {
  timers: JobTimers;
  /** Pause between counts, in ms. */
  everyMs?: number;
  /** Called when a count failed; the next one comes at its time. */
  onFailure?: (error: unknown) => void;
};

/**
 * Counts as soon as possible, then by timer.
 * @returns a function that stops it, and resolves when the count under way is done
 */
export const startPasswordKindLoop = (
  ports: Pick<Ports, 'passwordKinds'>,
  { everyMs = 60 * 60 * 1000, onFailure = () => undefined, ...rest }: PasswordKindLoopOptions,
): (() => Promise<void>) =>
  startTimerLoop((isStopped) => countPasswordKinds(ports, isStopped), {
    ...rest,
    job: 'password-kinds',
    everyMs,
    onFailure,
  });
