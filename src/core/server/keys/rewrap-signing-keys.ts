// Which secret decrypts the private keys, and how they are encrypted again after it was changed.
import type { Ports } from '../ports.ts';
import { currentAndFutureKeys } from './key-schedule.ts';
import { SIGNING_ALGORITHMS, type SigningKey } from './signing-key.ts';

/** Which secret decrypts a private key. Undefined: neither, because it was changed and the old one is not given. */
export type OpenedBy = 'current' | 'previous' | undefined;

export function openedBy({ secrets }: Pick<Ports, 'secrets'>, key: SigningKey): OpenedBy {
  const opened = secrets.open('signing-key', key.id, key.sealedPrivateKey);
  if (!opened) return undefined;
  return opened.isCurrent ? 'current' : 'previous';
}

/** Keys that sign now or later, by the secret that decrypts them. Of older keys, only the public half is needed. */
export async function examineSigningKeys(
  deps: Pick<Ports, 'keys' | 'clock' | 'secrets'>,
): Promise<{ locked: SigningKey[]; underPrevious: SigningKey[] }> {
  const keys = await deps.keys.list();
  const now = deps.clock.now();
  const signing = SIGNING_ALGORITHMS.flatMap((algorithm) => currentAndFutureKeys(keys, algorithm, now));
  return {
    locked: signing.filter((key) => openedBy(deps, key) === undefined),
    underPrevious: signing.filter((key) => openedBy(deps, key) === 'previous'),
  };
}

export type Rewrapped = {
  /** Encrypted again by this call. */
  rewrapped: number;
  /** Already encrypted with the current secret. */
  unchanged: number;
  /** Decrypted by neither secret; left as they are. */
  locked: readonly SigningKey[];
};

/** Encrypts every private key with the current secret. May be repeated, and run beside anything. @throws Unavailable */
export async function rewrapSigningKeys(deps: Pick<Ports, 'keys' | 'secrets'>): Promise<Rewrapped> {
  const locked: SigningKey[] = [];
  let [rewrapped, unchanged] = [0, 0];
  for (const key of await deps.keys.list()) {
    const opened = deps.secrets.open('signing-key', key.id, key.sealedPrivateKey);
    if (!opened) locked.push(key);
    else if (opened.isCurrent) unchanged += 1;
    else {
      const sealed = deps.secrets.seal('signing-key', key.id, opened.plain);
      if (await deps.keys.reseal(key.id, key.sealedPrivateKey, sealed)) rewrapped += 1;
    }
  }
  return { rewrapped, unchanged, locked };
}
