// Decides what a device that polls learns before anybody has answered (RFC 8628 3.5), as a pure function.
import { POLL_INTERVAL_MS } from './device-code.ts';
import type { Polls } from './device-code-store.ts';

/** `next`: what the row becomes; undefined: it stays as it is, so that a device writes no faster than it may poll. */
export type DecidedPoll = { kind: 'pending'; next: Polls } | { kind: 'slow-down'; next: Polls | undefined };

/**
 * The first poll that comes too early makes the interval longer, which moves the time from which a poll is in time as
 * well. Those that follow within it change nothing.
 */
export function decidePoll({ pollInterval, nextPollAt, slowed }: Polls, now: number): DecidedPoll {
  if (now >= nextPollAt)
    return { kind: 'pending', next: { pollInterval, nextPollAt: now + pollInterval, slowed: false } };
  if (slowed) return { kind: 'slow-down', next: undefined };
  const longer = { pollInterval: pollInterval + POLL_INTERVAL_MS, nextPollAt: nextPollAt + POLL_INTERVAL_MS };
  return { kind: 'slow-down', next: { ...longer, slowed: true } };
}
