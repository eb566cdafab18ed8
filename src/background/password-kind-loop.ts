// Counts the kinds of password hashes from time to time, for decoys (contract 30): imported hashes become Argon2id one
// sign-in after the other.
import { countPasswordKinds } from '../core/passwords/count-password-kinds.ts';
import type { Ports } from '../core/ports.ts';

export type PasswordKindLoopOptions = {
  /** Pause between counts, in ms. */
  everyMs?: number;
  /** Called when a count failed; the next one comes at its time. */
  onFailure?: (error: unknown) => void;
};

/** @returns a function that stops it, and resolves when the count under way is done */
export function startPasswordKindLoop(
  ports: Pick<Ports, 'passwordKinds'>,
  { everyMs = 60 * 60 * 1000, onFailure = () => undefined }: PasswordKindLoopOptions = {},
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let counting: Promise<void> = Promise.resolve();

  const count = async (): Promise<void> => {
    await countPasswordKinds(ports, () => stopped).catch(onFailure);
    schedule();
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      counting = count();
    }, everyMs).unref();
  };
  counting = count();

  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await counting;
  };
}
