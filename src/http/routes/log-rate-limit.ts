// Limits log lines that anybody can cause: one line per kind and interval, with the number of lines left out.
import type { Clock } from '../../core/ground/clock.ts';

export type LogRateLimit = {
  /** @returns the number of lines of this kind since the last one written, this one included; undefined: write none */
  due(kind: string): number | undefined;
};

/** Above this many kinds, those whose interval has passed are forgotten. Each application has one for each refusal. */
const MAX_KINDS = 1000;

export function createLogRateLimit(clock: Clock, intervalMs: number): LogRateLimit {
  const kinds = new Map<string, { writtenAt: number; skipped: number }>();
  return {
    due(kind) {
      const now = clock.now();
      const known = kinds.get(kind);
      // A clock that was set back causes one line too many, rather than none for a long time.
      if (known && now - known.writtenAt < intervalMs && now >= known.writtenAt) {
        known.skipped += 1;
        return undefined;
      }
      if (kinds.size >= MAX_KINDS) {
        for (const [each, { writtenAt }] of kinds) if (now - writtenAt >= intervalMs) kinds.delete(each);
      }
      kinds.set(kind, { writtenAt: now, skipped: 0 });
      return (known?.skipped ?? 0) + 1;
    },
  };
}
