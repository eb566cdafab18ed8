// Forms that ask for the password themselves ask an account with a second factor to confirm first (contract 25): the
// password alone is then not enough.
import type { Ports } from '../ports.ts';
import type { Session } from '../sessions/session.ts';
import { isConfirmed } from '../sessions/session-proof.ts';

/** Whether the account has a second factor, and the person has not lately confirmed in this session who they are. */
export const mustConfirmFactor = async (
  { factors, clock }: Pick<Ports, 'factors' | 'clock'>,
  session: Session,
): Promise<boolean> => !isConfirmed(session, clock.now()) && (await factors.find(session.accountId)) !== undefined;
