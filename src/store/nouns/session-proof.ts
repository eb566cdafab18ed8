// Checks the session of a dangerous act inside the act's own transaction. The account and then the session stay locked
// until its end, in the order of account-store.ts. A transaction that ends the session or the account's sign-ins
// therefore commits either before the act, which is then refused, or after it.
import { ConfirmationNeeded, type SessionProof } from '../../core/ground/acts/session-proof.ts';
import { FACTOR_SHOWN as FACTOR_SHOWN_SQL } from '../factor-shown.ts';
import { type Base, count, type Intent, row } from '../intent.ts';
import { type Statement, statement } from '../statement.ts';
import { EDITS_ANY } from './edits-any.ts';

const LOCK_ACCOUNT = statement(`
  select id as account_id, sign_in_epoch from accounts
  where id = (select account_id from sessions where id = $sessionId) and disabled_at is null
    and ($role::text is null or role = $role::text)
  for share`);
const LOCK_SESSION = statement(`
  select 1 from sessions
  where id = $sessionId and authenticated_at >= $authenticatedSince and sign_in_epoch = $signInEpoch
    and (not by_trusted_device or $authenticatedSince = 0)
    and ($addressProvenSince::bigint is null or address_proven_at >= $addressProvenSince::bigint)
  for key share`);

// Whoever adds a factor holds the account's row, so that of several at once each sees what the one before has added.
const FACTOR_SHOWN = statement(FACTOR_SHOWN_SQL);

/** Does nothing without a proof: the caller is then no session. @throws ConfirmationNeeded */
export function* requireProof(proof: SessionProof | undefined): Intent<void> {
  if (!proof) return;
  const account = yield* row<{ accountId: string; signInEpoch: number }>(LOCK_ACCOUNT, { role: undefined, ...proof });
  const stands = { addressProvenSince: undefined, ...proof, ...account };
  if (!account || (yield* count(LOCK_SESSION, stands)) !== 1) throw new ConfirmationNeeded();
  if (proof.factorShown) {
    const shown = { sessionId: proof.sessionId, ...proof.factorShown };
    if ((yield* count(FACTOR_SHOWN, shown)) !== 1) throw new ConfirmationNeeded();
  }
  if (proof.editsNothing && (yield* row<{ edits: boolean }>(EDITS_ANY, account))?.edits) throw new ConfirmationNeeded();
}

/**
 * Runs one statement, in a transaction with the check of its proof where there is one.
 * @returns how many rows it changed
 * @throws ConfirmationNeeded
 */
export const changeWithProof = (
  { change, write }: Base,
  proof: SessionProof | undefined,
  one: Statement,
  values: object,
): Promise<number> =>
  proof
    ? write(function* () {
        yield* requireProof(proof);
        return yield* count(one, values);
      })
    : change(one, values);

const OPERATOR = statement(`
  select 1 from sessions s join accounts a on a.id = s.account_id where s.id = $sessionId and a.role = 'operator'`);

/**
 * Whether the session's account is an operator's, until the end of the transaction: `requireProof` keeps its row
 * locked. True without a proof: the caller is then no session.
 * @throws ConfirmationNeeded
 */
export function* isOperator(proof: SessionProof | undefined): Intent<boolean> {
  if (!proof) return true;
  yield* requireProof(proof);
  return (yield* count(OPERATOR, proof)) === 1;
}
