// The link with which the first operator account is made (contract 1): issued at each start while there is none.
import type { Ports } from '../ports.ts';
import { type IssuedLink, issueOneTimeLink } from './issue-one-time-link.ts';

const TTL_SECONDS = 60 * 60;

/** Undefined when an operator exists: there is nothing to set up. */
export async function issueSetupLink(
  deps: Pick<Ports, 'accounts' | 'links' | 'clock'>,
): Promise<IssuedLink | undefined> {
  if (await deps.accounts.operatorExists()) return undefined;
  return issueOneTimeLink(deps, { purpose: 'setup', accountId: undefined, ttlSeconds: TTL_SECONDS });
}
