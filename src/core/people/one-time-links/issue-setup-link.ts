// The link that creates the first operator account (contract 1). It is issued at each start while there is none.
import type { Ports } from '../ports.ts';
import { type IssuedLink, issueOneTimeLink } from './issue-one-time-link.ts';

const TTL_SECONDS = 60 * 60;

/** Undefined when an operator exists. */
export async function issueSetupLink(
  deps: Pick<Ports, 'accounts' | 'links' | 'clock'>,
): Promise<IssuedLink | undefined> {
  if (await deps.accounts.operatorExists()) return undefined;
  return issueOneTimeLink(deps, { purpose: 'setup', accountId: undefined, ttlSeconds: TTL_SECONDS });
}
