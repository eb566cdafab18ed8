// Lists the API tokens of an account, as rows: the tokens themselves are not stored.

import { findByEmail } from '../../sign-in/accounts/find-by-address.ts';
import type { Ports } from '../ports.ts';
import type { ApiToken } from './api-token.ts';

/** Undefined when there is no such account. */
export async function listApiTokens(
  deps: Pick<Ports, 'accounts' | 'apiTokens'>,
  email: string,
): Promise<ApiToken[] | undefined> {
  const account = await findByEmail(deps, email);
  return account && deps.apiTokens.listByAccount(account.id);
}
