// Keeps the next signing keys of a running server in place, by timer.
import type { JobTimers } from '../core/ground/job-timers.ts';
import type { Ports } from '../core/operating/ports.ts';
import { keepSigningKeys } from '../core/server/keys/keep-signing-keys.ts';
import { type KeyChange, type KeySnapshot, keyChanges } from '../core/server/keys/key-changes.ts';
import type { SigningKey } from '../core/server/keys/signing-key.ts';
import { startTimerLoop } from './timer-loop.ts';

type KeyPorts = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;

export type KeyLoopOptions = {
  timers: JobTimers;
  /** Pause between looks, in ms; far shorter than the time a key is published before it signs. */
  everyMs?: number;
  /** Called with the keys that this process made. */
  onMade?: (made: readonly SigningKey[]) => void;
  /** Called with the keys that began to sign or were given up since the last look, by any process. */
  onChanged?: (changes: readonly KeyChange[]) => void;
  /** Called when a look failed; the next one comes at its time. */
  onFailure?: (error: unknown) => void;
};

/**
 * Looks as soon as possible, then by timer.
 * @returns a function that stops it, and resolves when the look under way is done
 */
export function startKeyLoop(ports: KeyPorts, options: KeyLoopOptions): () => Promise<void> {
  const { everyMs = 60_000, onMade = () => undefined } = options;
  const { onChanged = () => undefined, onFailure = () => undefined, timers } = options;
  let seen: KeySnapshot | undefined;

  const look = async (): Promise<void> => {
    const made = await keepSigningKeys(ports);
    if (made.length > 0) onMade(made);
    const now: KeySnapshot = { keys: await ports.keys.list(), at: ports.clock.now() };
    const changes = seen ? keyChanges(seen, now) : [];
    seen = now;
    if (changes.length > 0) onChanged(changes);
  };
  return startTimerLoop(look, { job: 'signing-keys', timers, everyMs, onFailure });
}
