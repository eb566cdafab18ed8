// Looks at the session that a dangerous act is done in, inside the act's own transaction. The account stays locked until its end:
// whoever ends its sign-ins comes before the act, which is refused then, or after it.
import { ConfirmationNeeded, type SessionProof } from '../../core/sessions/session-proof.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { type Statement, statement, type Values } from './statement.ts';

const STANDS = statement(`
  select 1 from sessions s join accounts a on a.id = s.account_id
  where s.id = $sessionId and s.authenticated_at >= $authenticatedSince and s.sign_in_epoch = a.sign_in_epoch
    and a.disabled_at is null
  for share of a`);

/** Does nothing where there is no proof: the caller is no session. @throws ConfirmationNeeded */
export async function requireProof(run: Run, proof: SessionProof | undefined): Promise<void> {
  if (proof && (await run(STANDS, proof)).count === 0) throw new ConfirmationNeeded();
}

/** One statement, in a transaction with its proof where there is one. @throws ConfirmationNeeded */
export const writeWithProof = (
  { write, transaction }: Pick<Postgres, 'write' | 'transaction'>,
  proof: SessionProof | undefined,
  statement: Statement,
  values: Values,
): Promise<{ count: number }> =>
  proof
    ? transaction(async (run) => {
        await requireProof(run, proof);
        return run(statement, values);
      })
    : write(statement, values);
