// Who made the machine tokens (contract 29), for the list that operators read and for `latchkey doctor`.
import { statusOf } from '../../ground/accounts/account.ts';
import type { Ports } from '../ports.ts';
import type { MachineToken } from './machine-token.ts';

export type TokenMaker = {
  id: string;
  /** Undefined: the account is gone. */
  email: string | undefined;
  /** Whether it is an operator's that is neither disabled nor leaving. */
  isActive: boolean;
};

/** Of a machine token; null: the command line made it. Absent for a person's own. */
export type MadeBy = { maker?: TokenMaker | null };

export async function makerOf(
  { accounts }: Pick<Ports, 'accounts'>,
  { createdBy }: Pick<MachineToken, 'createdBy'>,
): Promise<TokenMaker | null> {
  if (createdBy === undefined) return null;
  const maker = await accounts.find(createdBy);
  const isActive = maker?.role === 'operator' && statusOf(maker) === 'active';
  return { id: createdBy, email: maker?.email, isActive };
}
