// What a new factor was set up behind, inside the transaction that stores it.
import type { Database as Connection } from 'better-sqlite3';
import { behind, type FactorAge } from '../../core/factors/factor-age.ts';
import type { Session } from '../../core/sessions/session.ts';
import type { SessionProof } from '../../core/sessions/session-proof.ts';
import { prepare } from './statement.ts';

type SetUpBehind = (proof: SessionProof, now: number) => Pick<FactorAge, 'knownSince' | 'setUpBehind'>;

/** @returns a function that also notes that the session has shown the new factor: setting it up takes the factor */
export function prepareSetUpBehind(connection: Connection): SetUpBehind {
  const find = prepare<Pick<Session, 'factorSince' | 'addressProvenAt'>>(
    connection,
    'select factor_since, address_proven_at from sessions where id = $sessionId',
  );
  const note = prepare(
    connection,
    'update sessions set factor_since = $now where id = $sessionId and factor_since is null',
  );
  return (proof, now) => {
    const shown = find.get(proof) ?? {};
    note.run({ ...proof, now });
    return behind(shown, proof);
  };
}
