// An API token for an account (contract 1, 3): shown once, kept as a hash.
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import type { SessionProof } from '../sessions/session-proof.ts';
import type { Account } from './account.ts';
import { findAccount } from './administer-accounts.ts';
import type { ApiToken } from './api-token.ts';
import { toPlainText } from './plain-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const API_TOKEN_DEFAULT_DAYS = 90;
export const API_TOKEN_PREFIX = 'lk_api_';
/** Of one account: a bound against mistakes, far above what people use. */
export const MAX_API_TOKENS = 50;

export type ApiTokenCreation =
  /** The row, and the token itself, which is kept nowhere. */
  | { kind: 'created'; account: Account; apiToken: ApiToken; token: string }
  | { kind: 'no-account' }
  /** The account has as many tokens as one may have. */
  | { kind: 'too-many' };

/**
 * @param input `expiresInDays` 0: never; `proof`: of who makes it in a session.
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createApiToken(
  deps: Pick<Ports, 'accounts' | 'apiTokens' | 'clock'>,
  input: { email: string; name: string; expiresInDays: number; proof?: SessionProof },
): Promise<ApiTokenCreation> {
  const account = await findAccount(deps, input.email);
  if (!account) return { kind: 'no-account' };
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
  const inserted = await deps.apiTokens.insert(apiToken, MAX_API_TOKENS, input.proof);
  if (inserted === 'created') return { kind: 'created', account, apiToken, token };
  return { kind: inserted === 'gone' ? 'no-account' : 'too-many' };
}
