// A signed-in person stops trusting a device (contract 24, 25).

import { proofOf } from '../../ground/acts/session-proof.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from '../sessions/session.ts';

/** False: there is no such device. @throws ConfirmationNeeded */
export const removeTrustedDevice = (
  { trustedDevices, clock }: Pick<Ports, 'trustedDevices' | 'clock'>,
  { account, session }: SignedIn,
  id: string,
): Promise<boolean> => trustedDevices.remove({ accountId: account.id, id, proof: proofOf(session, clock.now()) });
