// A note of use is made in passing: who reads neither waits for a database that is locked, nor is refused for one that
// cannot be written (cases M3, M4). What is not noted now is noted at the next use.
import { Unavailable } from './unavailable.ts';

/** Goes on without the result of `write`. A failure other than `Unavailable` is a bug and stays one. */
export function inPassing(write: Promise<void>): void {
  write.catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}
