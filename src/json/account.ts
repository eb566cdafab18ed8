// Accounts and API tokens as JSON documents for `--json`: `snake_case` with RFC 3339 times, without secrets and hashes.
// Applications look the same as in the registration API (json/application.ts).
import type { Account } from '../core/accounts/account.ts';
import type { ApiToken } from '../core/api-tokens/api-token.ts';
import { timeOrNull } from './time.ts';

export const accountJson = (account: Account) => ({
  id: account.id,
  email: account.email,
  email_verified: account.emailVerified,
  email_verified_by: account.emailVerifiedBy ?? null,
  email_verified_at: timeOrNull(account.emailVerifiedAt),
  origin: account.origin,
  role: account.role,
  nickname: account.profile.nickname ?? null,
  username: account.username ?? null,
  has_password: account.passwordHash !== undefined,
  disabled_at: timeOrNull(account.disabledAt),
  created_at: timeOrNull(account.createdAt),
  updated_at: timeOrNull(account.updatedAt),
});

export const apiTokenJson = (token: ApiToken) => ({
  id: token.id,
  name: token.name,
  created_at: timeOrNull(token.createdAt),
  last_used_at: timeOrNull(token.lastUsedAt),
  expires_at: timeOrNull(token.expiresAt),
});
