// The address that stands: where somebody proves by mail who they are (contract 21). Of an account in doubt it is the
// one that stood before, so that whoever changed the address proves nothing by it.
import type { Account } from '../../ground/accounts/account.ts';
import type { Ports } from '../ports.ts';

/** Where mail goes that proves who somebody is (contract 21). */
export type StandingAddress = Pick<Account, 'email' | 'emailKey'> & {
  /** The account is in doubt: it is the address that stood before. */
  isFormer: boolean;
};

/** The account's address, or of one in doubt the address that stood before. */
export async function standingAddress(
  { emailChanges, clock }: Pick<Ports, 'emailChanges' | 'clock'>,
  { id, email, emailKey }: Pick<Account, 'id' | 'email' | 'emailKey'>,
): Promise<StandingAddress> {
  const former = await emailChanges.findDoubt(id, clock.now());
  return former
    ? { email: former.email, emailKey: former.emailKey, isFormer: true }
    : { email, emailKey, isFormer: false };
}
