// Seals new entries of the audit, and moves the horizon of the purge. Every process runs it again and again; of those
// that seal at once, one succeeds and the others seal what comes after it.

import { Unavailable } from '../../ground/unavailable.ts';
import type { Ports } from '../ports.ts';
import { currentAuditKey, findAuditKey } from './audit-key.ts';
import { horizonMac, type PurgedUpTo, type Seal, sealMac } from './seal.ts';

type Deps = Pick<Ports, 'audit' | 'sealedValues' | 'secrets' | 'clock'>;

/** Entries under one seal: `verify` reads so many at once, and each seal waits for the writers once. */
export const MAX_SEALED = 5_000;

/**
 * Seals every entry that is settled.
 * @returns how many entries this call sealed
 * @throws Unavailable, also when neither secret decrypts the audit key
 */
export async function sealEntries(deps: Deps): Promise<number> {
  let previous = await deps.audit.lastSeal();
  if (!(await deps.audit.hasEntriesAfter(previous?.toId ?? 0))) return 0;
  const key = await currentAuditKey(deps);
  if (!key) throw new Unavailable('Neither secret decrypts the audit key');
  const settled = await deps.audit.settledTo();
  let sealed = 0;
  for (;;) {
    const fromId = previous?.toId ?? 0;
    const entries = await deps.audit.read({ afterId: fromId, toId: settled, limit: MAX_SEALED });
    const last = entries.at(-1);
    if (!last) return sealed;
    const seal = {
      number: (previous?.number ?? 0) + 1,
      fromId,
      toId: last.id,
      keyNumber: key.number,
      sealedAt: deps.clock.now(),
    };
    const made: Seal = { ...seal, mac: sealMac(key.key, seal, previous, entries) };
    // Another process was first: what is left is its next look's.
    if (!(await deps.audit.addSeal(made))) return sealed;
    sealed += entries.length;
    previous = made;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes entries that were sealed more than `days` ago, at most `limit` of them.
 * @param now never ahead of the true time (`purge-clock.ts`)
 * @returns how many
 */
export async function purgeAudit(
  deps: Deps,
  { now, days, limit }: { now: number; days: number; limit: number },
): Promise<number> {
  const seal = await deps.audit.sealBefore(now - days * DAY_MS);
  const horizon = await deps.audit.horizon();
  if (seal && seal.number > (horizon?.sealNumber ?? 0)) {
    const key = await findAuditKey(deps, seal.keyNumber);
    const current = key ? { number: seal.keyNumber, key } : await currentAuditKey(deps);
    if (!current) throw new Unavailable('Neither secret decrypts the audit key');
    const moved = { sealNumber: seal.number, toId: seal.toId, keyNumber: current.number, movedAt: now };
    const next: PurgedUpTo = { ...moved, mac: horizonMac(current.key, moved, seal) };
    await deps.audit.moveHorizon(next);
  }
  return deps.audit.purge(limit);
}
