// Decides what a presented refresh token means (contract 5): a rotation, a repeat by an honest client, a late use that
// does no harm, or theft. A pure function.
import type { Grant } from './grant.ts';

export type Rotation =
  | { kind: 'rotate' }
  /** Its successor was issued within the repeat window and is unused: the same answer is sent again. */
  | { kind: 'repeat' }
  /** Within the window, but its successor was used too: refused, nothing ends. */
  | { kind: 'superseded' }
  /** Used before, and the window is over. This is theft: the family ends (RFC 9700 4.14.2). */
  | { kind: 'replayed' }
  | { kind: 'expired' };

/** @param generation of the presented token, whose secret part has been verified. */
export function decideRotation(
  grant: Grant,
  generation: number,
  input: { now: number; repeatSeconds: number },
): Rotation {
  const { now } = input;
  if (generation > grant.refreshGeneration || grant.codeUsedAt === undefined) return { kind: 'expired' };
  if (generation === grant.refreshGeneration) {
    const expiresAt = Math.min(grant.refreshExpiresAt ?? 0, grant.familyExpiresAt ?? 0);
    return now < expiresAt ? { kind: 'rotate' } : { kind: 'expired' };
  }
  const firstUse = grant.recentRotations.find(([used]) => used >= generation)?.[1];
  if (firstUse === undefined || now - firstUse > input.repeatSeconds * 1000) return { kind: 'replayed' };
  return generation + 1 === grant.refreshGeneration ? { kind: 'repeat' } : { kind: 'superseded' };
}

/**
 * Adds a first use to the list of recent ones. Uses within one second share an entry, which has the time of the newest:
 * a replay may count as a repeat for up to a second longer, but a repeat never counts as a replay. Of the entries older
 * than the window only the newest is kept; it stands for all generations before it, which would otherwise match a later
 * entry. The list therefore has at most two entries more than the window has seconds.
 */
export function noteRotation(
  recent: Grant['recentRotations'],
  generation: number,
  input: { now: number; repeatSeconds: number },
): Grant['recentRotations'] {
  const { now } = input;
  const firstInWindow = recent.findIndex(([, at]) => now - at <= input.repeatSeconds * 1000);
  const kept = firstInWindow < 0 ? recent.slice(-1) : recent.slice(Math.max(0, firstInWindow - 1));
  const last = kept.at(-1);
  if (!last || Math.floor(last[1] / 1000) !== Math.floor(now / 1000)) return [...kept, [generation, now]];
  return [...kept.slice(0, -1), [generation, now]];
}
