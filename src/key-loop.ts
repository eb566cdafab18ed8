// The signing keys of a running server: what stops its start, and the loop that keeps the next key in place.
import type { Logger } from 'pino';
import { keepSigningKeys } from './core/keys/keep-signing-keys.ts';
import { type KeyChange, type KeysSeen, keyChanges } from './core/keys/key-changes.ts';
import { examineSigningKeys } from './core/keys/rewrap-signing-keys.ts';
import type { SigningKey } from './core/keys/signing-key.ts';
import type { Ports } from './core/ports.ts';
import { StartRefused } from './start-refused.ts';

type KeyPorts = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;

/**
 * Before the server serves: whether it can sign. A key that only the previous secret opens is told in one warning.
 * @throws StartRefused when one that signs, now or later, is opened by no secret
 */
export async function requireOpenKeys(
  ports: Pick<Ports, 'keys' | 'clock' | 'secrets'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const { locked, underPrevious } = await examineSigningKeys(ports);
  if (locked.length > 0) throw new StartRefused(lockedKeysMessage(locked));
  if (underPrevious.length === 0) return;
  const keys = underPrevious.map(({ id }) => id);
  logger.warn(
    { keys },
    'Signing keys are still encrypted with the previous secret: run latchkey keys rewrap before it is taken away',
  );
}

/** One line, for whoever changed or lost the secret. */
export const lockedKeysMessage = (locked: readonly SigningKey[]): string =>
  `The signing keys (${[...new Set(locked.map(({ algorithm }) => algorithm))].join(', ')}) were encrypted with another secret: ` +
  'give that one as LATCHKEY_SECRET_PREVIOUS and run `latchkey keys rewrap`; if it is lost, `latchkey keys rotate` makes new keys';

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
  let seen: KeysSeen | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      const made = await keepSigningKeys(ports);
      if (made.length > 0) onMade(made);
      const now: KeysSeen = { keys: await ports.keys.list(), at: ports.clock.now() };
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
