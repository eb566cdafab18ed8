// An API token for an account (contract 1, 3): shown once, kept as a hash.

import type { Account } from '../accounts/account.ts';
import { findAccount } from '../accounts/administer-accounts.ts';
import type { Ports } from '../ports.ts';
import { toPlainText } from '../profile/plain-text.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import type { SessionProof } from '../sessions/session-proof.ts';
import type { ApiToken } from './api-token.ts';

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

/** Another was made since the form was shown. */
export type ApiTokenMadeMeanwhile = { kind: 'changed' };

type Deps = Pick<Ports, 'accounts' | 'apiTokens' | 'clock'>;
type Wanted = { email: string; name: string; expiresInDays: number; proof?: SessionProof };

/**
 * @param input `expiresInDays` 0: never; `proof`: of who makes it in a session; `newest`: id of the newest token that
 *   the form showed, so that a form that is sent twice makes one.
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createApiToken(
  deps: Deps,
  input: Wanted & { newest: string },
): Promise<ApiTokenCreation | ApiTokenMadeMeanwhile>;
export async function createApiToken(deps: Deps, input: Wanted): Promise<ApiTokenCreation>;
export async function createApiToken(
  deps: Deps,
  input: Wanted & { newest?: string },
): Promise<ApiTokenCreation | ApiTokenMadeMeanwhile> {
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
  const inserted = await deps.apiTokens.insert(apiToken, MAX_API_TOKENS, input.proof, input.newest);
  if (inserted === 'created') return { kind: 'created', account, apiToken, token };
  return { kind: inserted === 'gone' ? 'no-account' : inserted };
}
