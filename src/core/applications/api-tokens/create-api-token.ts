// Creates an API token for an account (contract 1, 3). The token is shown once and stored as a hash.

import type { Account } from '../../ground/accounts/account.ts';
import { checkScopes, toScopes } from '../../ground/acts/scope.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { toPlainText } from '../../ground/texts/plain-text.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import { findByEmail } from '../../sign-in/accounts/find-by-address.ts';
import type { Ports } from '../ports.ts';
import type { ApiToken } from './api-token.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const API_TOKEN_DEFAULT_DAYS = 90;
export const API_TOKEN_PREFIX = 'lk_api_';
/** For each account: a bound against mistakes, far above real use. */
export const MAX_API_TOKENS = 50;

export type ApiTokenCreation =
  /** The row, and the token itself, which is not stored. */
  | { kind: 'created'; account: Account; apiToken: ApiToken; token: string }
  | { kind: 'no-account' }
  /** The account's role or the lifetime does not fit the scopes. */
  | { kind: 'refused'; faults: readonly Fault[] }
  /** The account has the maximum number of tokens. */
  | { kind: 'too-many' };

/** Another token was created since the form was shown. */
export type ApiTokensChanged = { kind: 'changed' };

type Deps = Pick<Ports, 'accounts' | 'apiTokens' | 'secrets' | 'clock' | 'rules' | 'publish'>;
type TokenRequest = {
  email: string;
  name: string;
  expiresInDays: number;
  /** Default: `applications`. */
  scopes?: readonly string[];
  proof?: SessionProof;
  from?: ActedFrom | undefined;
};

/**
 * @param input `expiresInDays` 0: never; `proof` of the session that acts, `from` where; `newest`: id of the newest
 *   token that the form showed, so that a form that is sent twice creates one token
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createApiToken(
  deps: Deps,
  input: TokenRequest & { newest: string },
): Promise<ApiTokenCreation | ApiTokensChanged>;
export async function createApiToken(deps: Deps, input: TokenRequest): Promise<ApiTokenCreation>;
export async function createApiToken(
  deps: Deps,
  input: TokenRequest & { newest?: string },
): Promise<ApiTokenCreation | ApiTokensChanged> {
  const account = await findByEmail(deps, input.email);
  if (!account) return { kind: 'no-account' };
  const { scopes = ['applications'] } = input;
  const faults = checkScopes(scopes, { role: account.role, days: input.expiresInDays });
  if (faults.length > 0) return { kind: 'refused', faults };
  const token = `${API_TOKEN_PREFIX}${randomSecret()}`;
  const now = deps.clock.now();
  const apiToken: ApiToken = {
    id: newId(deps.clock),
    accountId: account.id,
    name: toPlainText(input.name),
    tokenHash: hashSecret(token),
    scopes: toScopes(scopes),
    createdAt: now,
    lastUsedAt: undefined,
    expiresAt: input.expiresInDays === 0 ? undefined : now + input.expiresInDays * DAY_MS,
  };
  const mail = writeNotice(deps, { kind: 'api-token-created', accountId: account.id, from: input.from });
  const inserted = await deps.apiTokens.insert(apiToken, MAX_API_TOKENS, input.proof, input.newest, mail);
  if (inserted === 'created') {
    if (mail) deps.publish({ kind: 'mail-queued' });
    return { kind: 'created', account, apiToken, token };
  }
  return { kind: inserted === 'gone' ? 'no-account' : inserted };
}
