// For writes whose result nobody waits for, such as the time of last use: a reader neither waits for a locked database
// nor is refused because it cannot be written (cases M3, M4). What is not written now is written at the next use.
import { Unavailable } from './unavailable.ts';

/** Goes on without the result of `write`. A failure other than `Unavailable` is a bug and stays one. */
export function fireAndForget(write: Promise<void>): void {
  write.catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}
