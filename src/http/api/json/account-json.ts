// Accounts in responses (contract 29): never a password, token, code or secret.
import { type Account, statusOf } from '../../../core/ground/accounts/account.ts';
import { accountJson } from '../../../json/account.ts';

/**
 * @param all whether whoever asks sees everything that is shown of an account
 * @param groups names, where the account is shown alone
 */
export function toAccountJson(account: Account, all: boolean, groups?: readonly string[]) {
  const { id, email, email_verified, created_at, disabled_at, ...rest } = accountJson(account);
  const seen = { id, email, email_verified, status: statusOf(account), created_at, disabled_at };
  return all ? { ...seen, ...rest, ...(groups && { groups }) } : seen;
}
