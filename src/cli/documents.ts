// How accounts and API tokens look in the documents that `--json` prints: `snake_case` with RFC 3339 times. Applications look
// as the registration API shows them (documents/application-document.ts). Secrets and hashes are no part of any.
import type { Account } from '../core/accounts/account.ts';
import type { ApiToken } from '../core/accounts/api-token.ts';

/** RFC 3339 in UTC; `null` where there is no such moment. */
export const toTime = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

export const accountDocument = (account: Account) => ({
  id: account.id,
  email: account.email,
  email_verified: account.emailVerified,
  email_verified_by: account.emailVerifiedBy ?? null,
  email_verified_at: toTime(account.emailVerifiedAt),
  origin: account.origin,
  role: account.role,
  nickname: account.profile.nickname ?? null,
  has_password: account.passwordHash !== undefined,
  disabled_at: toTime(account.disabledAt),
  created_at: toTime(account.createdAt),
  updated_at: toTime(account.updatedAt),
});

export const apiTokenDocument = (token: ApiToken) => ({
  id: token.id,
  name: token.name,
  created_at: toTime(token.createdAt),
  last_used_at: toTime(token.lastUsedAt),
  expires_at: toTime(token.expiresAt),
});
