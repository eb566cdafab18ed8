// Runs a look again and again by timer. A look that fails is told, and the next one comes at its time.

export type TimerLoopOptions = {
  /** Pause between looks, in ms. */
  everyMs: number;
  /** Called when a look failed. */
  onFailure: (error: unknown) => void;
  /** Whether the first look comes after the first pause, and not at once. */
  pauseFirst?: boolean;
};

/**
 * @param look is told whether the loop was stopped meanwhile
 * @returns a function that stops it, and resolves when the look under way is done
 */
export function startTimerLoop(
  look: (isStopped: () => boolean) => Promise<unknown>,
  { everyMs, onFailure, pauseFirst = false }: TimerLoopOptions,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    await look(() => stopped).catch(onFailure);
    schedule();
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = run();
    }, everyMs).unref();
  };
  let looking: Promise<void> = Promise.resolve();
  if (pauseFirst) schedule();
  else looking = run();

  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await looking;
  };
}
