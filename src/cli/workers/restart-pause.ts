// How long to wait before a dead worker is started again: not at all, unless it dies at once again and again; then ever
// longer, so that a fault that stays does not eat the machine.

/** A worker that lived this long had started well: its death is a new one. */
const LIVED_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** @param quickDeaths how many workers of this place died soon after their start, in a row, before this one */
export function pauseBeforeRestart(quickDeaths: number, livedMs: number): { pauseMs: number; quickDeaths: number } {
  if (livedMs >= LIVED_MS || quickDeaths === 0) return { pauseMs: 0, quickDeaths: livedMs >= LIVED_MS ? 0 : 1 };
  return { pauseMs: Math.min(FIRST_PAUSE_MS * 2 ** (quickDeaths - 1), MAX_PAUSE_MS), quickDeaths: quickDeaths + 1 };
}
