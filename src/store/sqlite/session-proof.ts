// Looks at the session that a dangerous act is done in, inside the act's own transaction.
import type { Database as Connection } from 'better-sqlite3';
import { ConfirmationNeeded, type SessionProof } from '../../core/sessions/session-proof.ts';

/** Does nothing where there is no proof: the caller is no session. Throws `ConfirmationNeeded`. */
export type RequireProof = (proof: SessionProof | undefined) => void;

export function prepareRequireProof(connection: Connection): RequireProof {
  const stands = connection.prepare<[string, number]>(`
    select 1 from sessions s join accounts a on a.id = s.account_id
    where s.id = ? and s.authenticated_at >= ? and s.sign_in_epoch = a.sign_in_epoch and a.disabled_at is null`);
  return (proof) => {
    if (proof && !stands.get(proof.sessionId, proof.authenticatedSince)) throw new ConfirmationNeeded();
  };
}
