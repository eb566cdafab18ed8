// Background jobs reach timers only through this interface, as core reaches the time through `Clock`: tests run a job
// when they say so, and it never runs by itself beside them.

export type JobName =
  | 'audit'
  | 'failed-requests'
  | 'failed-sign-ins'
  | 'load'
  | 'outbox'
  | 'password-kinds'
  | 'policy'
  | 'purge'
  | 'signing-keys'
  | 'statistics';

export interface JobTimers {
  /**
   * Does a job's work once, and never before this returns. Work that rejects is a fault of the program.
   * @param ms pause before it; 0: as soon as possible
   * @param work resolves when what it began is done, deliveries included
   * @returns a function that cancels it, if it has not begun
   */
  after(job: JobName, ms: number, work: () => unknown): () => void;
  /** A counter in ms, which no correction of the clock moves. */
  elapsed(): number;
  /** @returns a function: the share, from 0 to 1, of the time since its last call in which the event loop worked */
  loadMeter(): () => number;
}
