// What a new factor was set up behind, inside the intent that stores it. The account is locked, so that no sign-in
// renews the session meanwhile.

import type { SessionProof } from '../../core/ground/acts/session-proof.ts';
import { behind, type FactorAge } from '../../core/sign-in/factors/factor-age.ts';
import type { Session } from '../../core/sign-in/sessions/session.ts';
import { count, type Intent, row } from '../intent.ts';
import { statement } from '../statement.ts';

const FIND = statement('select factor_since, address_proven_at from sessions where id = $sessionId');
const NOTE = statement('update sessions set factor_since = $now where id = $sessionId and factor_since is null');

/** Also notes that the session has shown the new factor: setting it up takes the factor. */
export function* setUpBehind(proof: SessionProof, now: number): Intent<Pick<FactorAge, 'knownSince' | 'setUpBehind'>> {
  const { sessionId } = proof;
  const shown = (yield* row<Pick<Session, 'factorSince' | 'addressProvenAt'>>(FIND, { sessionId })) ?? {};
  yield* count(NOTE, { sessionId, now });
  return behind(shown, proof);
}
