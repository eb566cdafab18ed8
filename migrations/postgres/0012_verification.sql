-- Proofs of an address, and forgotten passwords: the tables of migrations/sqlite/0012_verification.sql.

create table email_proofs (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  -- What it is for: the address itself (address), or a new password (password).
  purpose text collate "C" not null,
  -- The address it was sent to. Another one of the account is not proven by it.
  email_key text collate "C" not null,
  -- SHA-256 of the secret in the link, and HMAC of the eight digits under the server's secret.
  token_hash bytea not null unique,
  code_mac bytea not null,
  wrong_codes integer not null default 0,
  -- Of the account when the mail was written: a link for a password is over when sign-ins were ended since.
  sign_in_epoch bigint not null,
  created_at bigint not null,
  expires_at bigint not null
);

create index email_proofs_by_account on email_proofs (account_id, purpose, id);
create index email_proofs_by_end on email_proofs (expires_at);

-- One row for each address typed into the page for a forgotten password, whether it has an account or not. What was typed, and by
-- whom, is encrypted with the server's secret. A process looks up the account and deletes the row.
create table reset_requests (
  id text collate "C" primary key,
  sealed bytea not null,
  expires_at bigint not null,
  next_try_at bigint not null,
  tries integer not null default 0
);

create index reset_requests_due on reset_requests (next_try_at);

-- Somebody signed up, and has not proven the address yet: no account. Only the browser with this device id can enter the code.
create table pending_sign_ups (
  id text collate "C" primary key,
  device_hash bytea not null,
  email text collate "C" not null,
  email_key text collate "C" not null,
  password_hash text collate "C" not null,
  nickname text not null,
  -- The documents that the person agreed to, in JSON.
  agreed json not null,
  code_mac bytea not null,
  wrong_codes integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null
);

create index pending_sign_ups_by_device on pending_sign_ups (device_hash, id);
create index pending_sign_ups_by_address on pending_sign_ups (email_key);
create index pending_sign_ups_by_end on pending_sign_ups (expires_at);
