// The private keys and the server's secret: which of them it opens, and their encryption anew after it was changed.
import type { Ports } from '../ports.ts';
import { signingFromNowOn } from './key-schedule.ts';
import { SIGNING_ALGORITHMS, type SigningKey } from './signing-key.ts';

/** Which secret opens a private key: neither, when it was changed and the old one is not given. */
export type OpenedBy = 'current' | 'previous' | undefined;

export function openedBy({ secrets }: Pick<Ports, 'secrets'>, key: SigningKey): OpenedBy {
  const opened = secrets.open('signing-key', key.id, key.sealedPrivateKey);
  if (!opened) return undefined;
  return opened.isCurrent ? 'current' : 'previous';
}

/**
 * Keys that sign now or will sign, by the secret that opens them. Those of the past are believed without their private
 * half.
 */
export async function examineSigningKeys(
  deps: Pick<Ports, 'keys' | 'clock' | 'secrets'>,
): Promise<{ locked: SigningKey[]; underPrevious: SigningKey[] }> {
  const keys = await deps.keys.list();
  const now = deps.clock.now();
  const signing = SIGNING_ALGORITHMS.flatMap((algorithm) => signingFromNowOn(keys, algorithm, now));
  return {
    locked: signing.filter((key) => openedBy(deps, key) === undefined),
    underPrevious: signing.filter((key) => openedBy(deps, key) === 'previous'),
  };
}

export type Rewrapped = {
  /** Encrypted anew by this call. */
  rewrapped: number;
  /** Were encrypted with the current secret already. */
  unchanged: number;
  /** Opened by neither secret; left as they are. */
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
