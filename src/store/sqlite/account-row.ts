// How an account stands in its row; shared by the stores that read accounts.
import type { Account, Origin, Role } from '../../core/accounts/account.ts';

export type AccountRow = {
  id: string;
  email: string;
  email_key: string;
  email_verified: number;
  email_verified_by: 'operator' | null;
  email_verified_at: number | null;
  password_hash: string | null;
  role: Role;
  origin: Origin;
  username: string | null;
  username_changes: string;
  profile: string;
  disabled_at: number | null;
  sign_in_epoch: number;
  grant_epoch: number;
  created_at: number;
  updated_at: number;
};

export const INSERT_ACCOUNT = `
  insert into accounts (id, email, email_key, email_verified, email_verified_by, email_verified_at, password_hash, role,
    origin, username, username_changes, profile, disabled_at, sign_in_epoch, grant_epoch, created_at, updated_at)
  values ($id, $email, $email_key, $email_verified, $email_verified_by, $email_verified_at, $password_hash, $role,
    $origin, $username, $username_changes, $profile, $disabled_at, $sign_in_epoch, $grant_epoch, $created_at, $updated_at)
  on conflict (email_key) do nothing`;

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  emailKey: row.email_key,
  emailVerified: row.email_verified === 1,
  emailVerifiedBy: row.email_verified_by ?? undefined,
  emailVerifiedAt: row.email_verified_at ?? undefined,
  passwordHash: row.password_hash ?? undefined,
  role: row.role,
  origin: row.origin,
  username: row.username ?? undefined,
  usernameChanges: JSON.parse(row.username_changes),
  profile: JSON.parse(row.profile),
  disabledAt: row.disabled_at ?? undefined,
  signInEpoch: row.sign_in_epoch,
  grantEpoch: row.grant_epoch,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const accountRow = (account: Account): AccountRow => ({
  id: account.id,
  email: account.email,
  email_key: account.emailKey,
  email_verified: account.emailVerified ? 1 : 0,
  email_verified_by: account.emailVerifiedBy ?? null,
  email_verified_at: account.emailVerifiedAt ?? null,
  password_hash: account.passwordHash ?? null,
  role: account.role,
  origin: account.origin,
  username: account.username ?? null,
  username_changes: JSON.stringify(account.usernameChanges),
  profile: JSON.stringify(account.profile),
  disabled_at: account.disabledAt ?? null,
  sign_in_epoch: account.signInEpoch,
  grant_epoch: account.grantEpoch,
  created_at: account.createdAt,
  updated_at: account.updatedAt,
});
