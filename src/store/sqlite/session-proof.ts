// Checks the session of a dangerous act inside the act's own transaction.
import type { Database as Connection } from 'better-sqlite3';
import { ConfirmationNeeded, type SessionProof } from '../../core/sessions/session-proof.ts';
import { FACTOR_SHOWN } from '../factor-shown.ts';
import { EDITS_ANY } from './edits-any.ts';
import { prepare } from './statement.ts';

/** Does nothing without a proof: the caller is then no session. @throws ConfirmationNeeded */
export type RequireProof = (proof: SessionProof | undefined) => void;

export function prepareRequireProof(connection: Connection): RequireProof {
  const stands = prepare<{ accountId: string }>(
    connection,
    `select s.account_id from sessions s join accounts a on a.id = s.account_id
     where s.id = $sessionId and s.authenticated_at >= $authenticatedSince and s.sign_in_epoch = a.sign_in_epoch
       and a.disabled_at is null and (not s.by_trusted_device or $authenticatedSince = 0)
       and ($addressProvenSince is null or s.address_proven_at >= $addressProvenSince)
       and ($role is null or a.role = $role)`,
  );
  const editsAny = prepare<{ edits: boolean }>(connection, EDITS_ANY, { edits: 'boolean' });
  const factorShown = prepare(connection, FACTOR_SHOWN);
  return (proof) => {
    if (!proof) return;
    const found = stands.get({ addressProvenSince: undefined, role: undefined, ...proof });
    if (!found || (proof.editsNothing && editsAny.get(found)?.edits)) throw new ConfirmationNeeded();
    if (proof.factorShown && !factorShown.get({ ...proof, ...proof.factorShown })) throw new ConfirmationNeeded();
  };
}

/**
 * Whether the session's account is an operator's now. True without a proof: the caller is then no session.
 * @throws ConfirmationNeeded
 */
export function prepareIsOperator(connection: Connection): (proof: SessionProof | undefined) => boolean {
  const requireProof = prepareRequireProof(connection);
  const operator = prepare(
    connection,
    "select 1 from sessions s join accounts a on a.id = s.account_id where s.id = $sessionId and a.role = 'operator'",
  );
  return (proof) => {
    requireProof(proof);
    return !proof || operator.get(proof) !== undefined;
  };
}
