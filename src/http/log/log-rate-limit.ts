// Limits log lines that anybody can cause: one line per kind and interval, with the number of lines left out.
import type { Clock } from '../../core/clock.ts';

export type LogRateLimit = {
  /**
   * @returns how many of this kind there were since the last line about it, this one included; undefined: write none
   */
  due(kind: string): number | undefined;
};

/** Past this many kinds those are forgotten whose time has passed; there are as many as applications have refusals. */
const MAX_KINDS = 1000;

export function createLogRateLimit(clock: Clock, everyMs: number): LogRateLimit {
  const kinds = new Map<string, { writtenAt: number; since: number }>();
  return {
    due(kind) {
      const now = clock.now();
      const known = kinds.get(kind);
      // A clock that was set back writes a line too many, instead of none for a long time.
      if (known && now - known.writtenAt < everyMs && now >= known.writtenAt) {
        known.since += 1;
        return undefined;
      }
      if (kinds.size >= MAX_KINDS) {
        for (const [each, { writtenAt }] of kinds) if (now - writtenAt >= everyMs) kinds.delete(each);
      }
      kinds.set(kind, { writtenAt: now, since: 0 });
      return (known?.since ?? 0) + 1;
    },
  };
}
