// Starts writes whose result nobody waits for, such as the time of last use. A reader neither waits for a locked
// database nor fails because of it (cases M3, M4). The next use makes up for a lost write.
import { Unavailable } from './unavailable.ts';

/** Ignores `Unavailable`. Any other failure is a bug and becomes an unhandled rejection. */
export function fireAndForget(write: Promise<void>): void {
  write.catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}
