// Lines of the log that anybody can cause as often as they like: each kind at most once in a while, with how many were
// left out.
import type { Clock } from '../../core/clock.ts';

export type Seldom = {
  /**
   * @returns how many of this kind there were since the last line about it, this one included; undefined: write none
   */
  due(kind: string): number | undefined;
};

/** Past this many kinds those are forgotten whose time has passed; there are as many as applications have refusals. */
const MOST_KINDS = 1000;

export function createSeldom(clock: Clock, everyMs: number): Seldom {
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
      if (kinds.size >= MOST_KINDS) {
        for (const [each, { writtenAt }] of kinds) if (now - writtenAt >= everyMs) kinds.delete(each);
      }
      kinds.set(kind, { writtenAt: now, since: 0 });
      return (known?.since ?? 0) + 1;
    },
  };
}
