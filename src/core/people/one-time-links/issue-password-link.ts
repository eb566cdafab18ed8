// A link that sets a password: of a new account, or after a reset by an operator (contract 1, 2).

import type { Account } from '../../ground/accounts/account.ts';
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { Ports } from '../ports.ts';
import { type IssuedLink, issueOneTimeLink } from './issue-one-time-link.ts';

/** A first password may wait until tomorrow. A link that replaces a password is worth more to a thief (case K19). */
const FIRST_PASSWORD_TTL_SECONDS = 24 * 60 * 60;
const RESET_TTL_SECONDS = 60 * 60;

/** @throws ActRefused, ConfirmationNeeded */
export const issuePasswordLink = (
  deps: Pick<Ports, 'links' | 'clock'>,
  account: Pick<Account, 'id' | 'passwordHash'>,
  by?: AuthorizedAct,
): Promise<IssuedLink> =>
  issueOneTimeLink(deps, {
    purpose: 'password',
    accountId: account.id,
    ttlSeconds: account.passwordHash === undefined ? FIRST_PASSWORD_TTL_SECONDS : RESET_TTL_SECONDS,
    by,
  });
