// The pause before a dead worker is restarted: none, unless workers keep dying soon after their start. Then the pauses
// grow, so that a permanent fault does not use up the machine.

/** A worker that lived this long had started well; its death counts as the first. */
const STABLE_AFTER_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** @param quickDeaths how many predecessors in a row died soon after their start */
export function pauseBeforeRestart(quickDeaths: number, livedMs: number): { pauseMs: number; quickDeaths: number } {
  if (livedMs >= STABLE_AFTER_MS || quickDeaths === 0)
    return { pauseMs: 0, quickDeaths: livedMs >= STABLE_AFTER_MS ? 0 : 1 };
  return { pauseMs: Math.min(FIRST_PAUSE_MS * 2 ** (quickDeaths - 1), MAX_PAUSE_MS), quickDeaths: quickDeaths + 1 };
}
