// Finds a one-time link without spending it, for the page behind it: GET shows, only POST spends (contract 9).

import type { Account } from '../../ground/accounts/account.ts';
import { hashSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';

/** Whether the setup link is valid and still needed. */
export async function findSetupLink(
  deps: Pick<Ports, 'links' | 'accounts' | 'clock'>,
  token: string | undefined,
): Promise<boolean> {
  if (!token) return false;
  const link = await deps.links.find(hashSecret(token), deps.clock.now());
  return link?.purpose === 'setup' && !(await deps.accounts.operatorExists());
}

/**
 * The account whose password the link sets; undefined when the link is spent, expired or unknown, or the account is
 * disabled. `by`: an operator made the link, or the account's owner requested it by mail.
 */
export async function findPasswordLink(
  deps: Pick<Ports, 'links' | 'emailProofs' | 'accounts' | 'clock'>,
  token: string | undefined,
): Promise<{ account: Account; by: 'operator' | 'mail' } | undefined> {
  if (!token) return undefined;
  const [tokenHash, now] = [hashSecret(token), deps.clock.now()];
  const link = await deps.links.find(tokenHash, now);
  const found = link ?? (await deps.emailProofs.find(tokenHash, now));
  if (found?.purpose !== 'password' || found.accountId === undefined) return undefined;
  const account = await deps.accounts.find(found.accountId);
  return account?.disabledAt === undefined && account ? { account, by: link ? 'operator' : 'mail' } : undefined;
}
