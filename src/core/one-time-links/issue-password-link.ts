// A link with which a person sets their password: for a new account, or because an operator resets it (contract 1, 2).

import type { Account } from '../accounts/account.ts';
import type { Ports } from '../ports.ts';
import { type IssuedLink, issueOneTimeLink } from './issue-one-time-link.ts';

/** The first password may wait for tomorrow; a link that replaces one is worth more to a thief (case K19). */
const FIRST_PASSWORD_TTL_SECONDS = 24 * 60 * 60;
const RESET_TTL_SECONDS = 60 * 60;

export const issuePasswordLink = (
  deps: Pick<Ports, 'links' | 'clock'>,
  account: Pick<Account, 'id' | 'passwordHash'>,
): Promise<IssuedLink> =>
  issueOneTimeLink(deps, {
    purpose: 'password',
    accountId: account.id,
    ttlSeconds: account.passwordHash === undefined ? FIRST_PASSWORD_TTL_SECONDS : RESET_TTL_SECONDS,
  });
