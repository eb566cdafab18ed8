// What a presented refresh token means (contract 5): a rotation, an honest repeat, a harmless latecomer, or theft.
// Pure.
import type { Grant } from './grant.ts';

export type Rotation =
  | { kind: 'rotate' }
  /** Its successor was made within the window and is unused: the same answer again. */
  | { kind: 'repeat' }
  /** In the window, but the successor was used too: refused, nothing ends. */
  | { kind: 'superseded' }
  /** Used before, and the window is over: theft, the family ends (RFC 9700 4.14.2). */
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
 * The list of recent first uses after one more. Uses within one second share an entry, with the time of the newest: a
 * thief is told up to a second late, an honest client never too early. Of what left the window only the newest stays:
 * it stands for every generation before it, which would otherwise be taken for a later one's. So the list is never
 * longer than the window has seconds, and two.
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
