// How old a second factor is (contract 24). One that was set up behind another one is as old as that: a new phone or a
// second passkey of somebody who showed the first one makes nothing younger. Whoever had the password alone cannot make
// it older.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { Session } from '../sessions/session.ts';

/** What else than the password was shown when a factor was set up: `mail`: a mailed code · `factor`: another factor. */
export const SET_UP_BEHIND = ['nothing', 'mail', 'factor'] as const;
export type SetUpBehind = (typeof SET_UP_BEHIND)[number];

/** What one-time codes and passkeys have in common. */
export type FactorAge = {
  createdAt: number;
  /** Age of the factor that was shown when this one was set up. Undefined: none was. */
  knownSince: number | undefined;
  /** Undefined: an older program, or another system, set it up. */
  setUpBehind: SetUpBehind | undefined;
};

/** Since when the account has had the factor, or the one that it was set up behind (ms). */
export const factorSince = ({ createdAt, knownSince }: Pick<FactorAge, 'createdAt' | 'knownSince'>): number =>
  knownSince ?? createdAt;

/** Younger factors may be somebody's who knew the password for a while. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether the account has had it for less than the 30 days before `now`. */
export const isRecentFactor = (factor: Pick<FactorAge, 'createdAt' | 'knownSince'>, now: number): boolean =>
  factorSince(factor) > now - RECENT_MS;

/** Whether whoever set it up had more than the password. */
export const tookMoreThanPassword = ({ setUpBehind }: Pick<FactorAge, 'setUpBehind'>): boolean =>
  setUpBehind === 'mail' || setUpBehind === 'factor';

/** What a new factor is set up behind: what its session has shown by then, under the proof of the act. */
export function behind(
  { factorSince: knownSince, addressProvenAt = 0 }: Pick<Session, 'factorSince' | 'addressProvenAt'>,
  { addressProvenSince, factorShown }: Pick<SessionProof, 'addressProvenSince' | 'factorShown'>,
): Pick<FactorAge, 'knownSince' | 'setUpBehind'> {
  const mailSince = addressProvenSince ?? factorShown?.orAddressProvenSince;
  const byMail = mailSince !== undefined && addressProvenAt >= mailSince;
  return { knownSince, setUpBehind: knownSince !== undefined ? 'factor' : byMail ? 'mail' : 'nothing' };
}
