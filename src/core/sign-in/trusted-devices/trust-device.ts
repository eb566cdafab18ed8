// Who may trust a device, and a new one (contract 24). `SessionStore.start` stores it with the session.
import { type Account, isStaff } from '../../ground/accounts/account.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { isBoundByPolicy } from '../factors/second-factor-policy.ts';
import type { Ports } from '../ports.ts';
import { TRUST_TTL_MS, type TrustedDevice } from './trusted-device.ts';

const MAX_USER_AGENT_CHARACTERS = 400;

/**
 * Whether the account may trust a device: support and operators never, nobody whom policy obliges, and not while an
 * application asks for the factor.
 * @param asksFactor an application asks for two factors
 */
export const mayTrustDevice = async (
  deps: Pick<Ports, 'members' | 'rules'>,
  account: Pick<Account, 'id' | 'role'>,
  asksFactor: boolean,
): Promise<boolean> => !asksFactor && !isStaff(account.role) && !(await isBoundByPolicy(deps, account));

/** @returns the row, and the raw token for the cookie, which is never stored */
export function newTrustedDevice(
  { clock }: Pick<Ports, 'clock'>,
  { account, userAgent, network }: { account: Account; userAgent: string; network: string },
): { device: TrustedDevice; token: string } {
  const token = randomSecret();
  const now = clock.now();
  const device = {
    id: newId(clock),
    accountId: account.id,
    tokenHash: hashSecret(token),
    signInEpoch: account.signInEpoch,
    userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
    network,
    createdAt: now,
    expiresAt: now + TRUST_TTL_MS,
  };
  return { device, token };
}
