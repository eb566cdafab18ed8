// An API token for an account (contract 1, 3): shown once, kept as a hash.
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import type { Account } from './account.ts';
import { findAccount } from './administer-accounts.ts';
import type { ApiToken } from './api-token.ts';
import { toPlainText } from './plain-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const API_TOKEN_DEFAULT_DAYS = 90;
export const API_TOKEN_PREFIX = 'lk_api_';

/**
 * @param input.expiresInDays 0: never.
 * @returns the row and the token itself, which is kept nowhere; undefined when there is no such account.
 */
export async function createApiToken(
  deps: Pick<Ports, 'accounts' | 'apiTokens' | 'clock'>,
  input: { email: string; name: string; expiresInDays: number },
): Promise<{ account: Account; apiToken: ApiToken; token: string } | undefined> {
  const account = await findAccount(deps, input.email);
  if (!account) return undefined;
  const token = `${API_TOKEN_PREFIX}${randomSecret()}`;
  const now = deps.clock.now();
  const apiToken: ApiToken = {
    id: newId(),
    accountId: account.id,
    name: toPlainText(input.name),
    tokenHash: hashSecret(token),
    createdAt: now,
    lastUsedAt: undefined,
    expiresAt: input.expiresInDays === 0 ? undefined : now + input.expiresInDays * DAY_MS,
  };
  await deps.apiTokens.insert(apiToken);
  return { account, apiToken, token };
}
