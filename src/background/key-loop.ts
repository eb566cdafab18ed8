// The signing keys of a running server: the loop that keeps the next key in place.
import { keepSigningKeys } from '../core/keys/keep-signing-keys.ts';
import { type KeyChange, type KeySnapshot, keyChanges } from '../core/keys/key-changes.ts';
import type { SigningKey } from '../core/keys/signing-key.ts';
import type { Ports } from '../core/ports.ts';

type KeyPorts = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;

export type KeyLoopOptions = {
  /** Pause between two looks, in ms; far shorter than a key is published before it signs. */
  everyMs?: number;
  /** Told of the keys that this process made. */
  onMade?: (made: readonly SigningKey[]) => void;
  /** Told of keys that began to sign or were given up since the last look, whoever did it. */
  onChanged?: (changes: readonly KeyChange[]) => void;
  /** Told of looks that failed; the next one comes at its time. */
  onFailure?: (error: unknown) => void;
};

/** Looks at once, then again and again. @returns how to stop it; resolves when the look under way is done. */
export function startKeyLoop(ports: KeyPorts, options: KeyLoopOptions = {}): () => Promise<void> {
  const { everyMs = 60_000, onMade = () => undefined } = options;
  const { onChanged = () => undefined, onFailure = () => undefined } = options;
  let seen: KeySnapshot | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      const made = await keepSigningKeys(ports);
      if (made.length > 0) onMade(made);
      const now: KeySnapshot = { keys: await ports.keys.list(), at: ports.clock.now() };
      const changes = seen ? keyChanges(seen, now) : [];
      seen = now;
      if (changes.length > 0) onChanged(changes);
    } catch (error) {
      onFailure(error);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, everyMs).unref();
  };
  let looking = look();

  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await looking;
  };
}
