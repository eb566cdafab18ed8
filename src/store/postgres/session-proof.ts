// Checks the session of a dangerous act inside the act's own transaction. The account and then the session stay locked
// until its end, in the order of account-store.ts. A transaction that ends the session or the account's sign-ins
// therefore commits either before the act, which is then refused, or after it.
import { ConfirmationNeeded, type SessionProof } from '../../core/sessions/session-proof.ts';
import { FACTOR_SHOWN as FACTOR_SHOWN_SQL } from '../factor-shown.ts';
import { EDITS_ANY } from './edits-any.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { type Statement, statement, type Values } from './statement.ts';

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
export async function requireProof(run: Run, proof: SessionProof | undefined): Promise<void> {
  if (!proof) return;
  type Locked = { accountId: string; signInEpoch: number };
  const [account] = (await run<Locked>(LOCK_ACCOUNT, { role: undefined, ...proof })).rows;
  const found = account && (await run(LOCK_SESSION, { addressProvenSince: undefined, ...proof, ...account }));
  if (found?.count !== 1) throw new ConfirmationNeeded();
  if (proof.factorShown) {
    const shown = await run(FACTOR_SHOWN, { sessionId: proof.sessionId, ...proof.factorShown });
    if (shown.count !== 1) throw new ConfirmationNeeded();
  }
  if (!proof.editsNothing) return;
  const [membership] = (await run<{ edits: boolean }>(EDITS_ANY, { ...account })).rows;
  if (membership?.edits) throw new ConfirmationNeeded();
}

/** Runs one statement, in a transaction with the check of its proof where there is one. @throws ConfirmationNeeded */
export const writeWithProof = <Row extends object>(
  { write, transaction }: Pick<Postgres, 'write' | 'transaction'>,
  proof: SessionProof | undefined,
  statement: Statement,
  values: Values,
): Promise<{ count: number; rows: readonly Row[] }> =>
  proof
    ? transaction(async (run) => {
        await requireProof(run, proof);
        return run<Row>(statement, values);
      })
    : write<Row>(statement, values);

const OPERATOR = statement(`
  select 1 from sessions s join accounts a on a.id = s.account_id where s.id = $sessionId and a.role = 'operator'`);

/**
 * Whether the session's account is an operator's, until the end of the transaction: `requireProof` keeps its row
 * locked. True without a proof: the caller is then no session.
 * @throws ConfirmationNeeded
 */
export async function isOperator(run: Run, proof: SessionProof | undefined): Promise<boolean> {
  if (!proof) return true;
  await requireProof(run, proof);
  return (await run(OPERATOR, proof)).count === 1;
}
