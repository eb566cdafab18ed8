// Accounts, their sessions and API tokens as `--json` prints them: `snake_case`, with RFC 3339 times. They contain no
// secret and no hash. Applications are printed as the registration API returns them (application.ts).

import type { ApiToken } from '../core/applications/api-tokens/api-token.ts';
import type { MachineToken } from '../core/applications/machine-tokens/machine-token.ts';
import { type Account, statusOf } from '../core/ground/accounts/account.ts';
import { describeDevice } from '../core/ground/texts/describe-device.ts';
import type { Session } from '../core/sign-in/sessions/session.ts';
import { timeOrNull, timeText } from './time.ts';

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
  status: statusOf(account),
  disabled_at: timeOrNull(account.disabledAt),
  leaving_until: timeOrNull(account.leavingUntil),
  created_at: timeOrNull(account.createdAt),
  updated_at: timeOrNull(account.updatedAt),
});

export const apiTokenJson = (token: Omit<ApiToken, 'accountId'>) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  created_at: timeOrNull(token.createdAt),
  last_used_at: timeOrNull(token.lastUsedAt),
  expires_at: timeOrNull(token.expiresAt),
});

export const machineTokenJson = (token: MachineToken) => ({
  ...apiTokenJson(token),
  /** null: the command line made it. */
  created_by: token.createdBy ?? null,
});

export function sessionJson({ id, userAgent, network, createdAt, lastUsedAt }: Session) {
  const { browser = null, system = null } = describeDevice(userAgent);
  return { id, browser, system, network, created_at: timeText(createdAt), last_used_at: timeText(lastUsedAt) };
}
