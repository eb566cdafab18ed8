// Creates an account, for every store whose intent does.
import { statement } from '../statement.ts';

/** Condition: the address is reserved for no other account than `id`. */
export const NOT_RESERVED = `
  not exists (select 1 from former_emails where email_key = $emailKey and account_id <> $id and expires_at > $now)`;

/**
 * Takes an `Account`. Inserts nothing when the address is taken, or reserved for another account. Both are looked up by
 * this one statement: it sees an address that is being given up at its account, or else reserved.
 */
export const INSERT_ACCOUNT = statement(`
  insert into accounts (id, email, email_key, email_verified, email_verified_by, email_verified_at, password_hash, role,
    origin, username, username_changes, profile, disabled_at, sign_in_epoch, grant_epoch, device_epoch, created_at,
    updated_at)
  select $id, $email, $emailKey, $emailVerified::boolean, $emailVerifiedBy, $emailVerifiedAt::bigint, $passwordHash,
    $role, $origin, $username, $usernameChanges::json, $profile::json, $disabledAt::bigint, $signInEpoch::bigint,
    $grantEpoch::bigint, $deviceEpoch::integer, $createdAt::bigint, $updatedAt::bigint
  where not exists (select 1 from accounts where email_key = $emailKey)
    and ${NOT_RESERVED.replace('$now', '$createdAt')}
  on conflict (email_key) do nothing`);
