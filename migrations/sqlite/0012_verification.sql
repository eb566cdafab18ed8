-- Proofs of an address by mail (contract 21, 22), and requests of people who forgot their password.

-- A link and a code that one mail carries. Spent by deleting the rows of the account.
create table email_proofs (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- What it is for: the address itself (address), or a new password (password).
  purpose text not null,
  -- The address it was sent to. Another one of the account is not proven by it.
  email_key text not null,
  -- SHA-256 of the secret in the link, and HMAC of the eight digits under the server's secret.
  token_hash blob not null unique,
  code_mac blob not null,
  wrong_codes integer not null default 0,
  -- Of the account when the mail was written: a link for a password is over when sign-ins were ended since.
  sign_in_epoch integer not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index email_proofs_by_account on email_proofs (account_id, purpose, id);
create index email_proofs_by_end on email_proofs (expires_at);

-- One row for each address typed into the page for a forgotten password, whether it has an account or not. What was typed, and by
-- whom, is encrypted with the server's secret. A process looks up the account and deletes the row.
create table reset_requests (
  id text primary key,
  sealed blob not null,
  expires_at integer not null,
  next_try_at integer not null,
  tries integer not null default 0
) strict, without rowid;

create index reset_requests_due on reset_requests (next_try_at);

-- Somebody signed up, and has not proven the address yet: no account. Only the browser with this device id can enter the code.
create table pending_sign_ups (
  id text primary key,
  device_hash blob not null,
  email text not null,
  email_key text not null,
  password_hash text not null,
  nickname text not null,
  -- The documents that the person agreed to, in JSON.
  agreed text not null,
  code_mac blob not null,
  wrong_codes integer not null default 0,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index pending_sign_ups_by_device on pending_sign_ups (device_hash, id);
create index pending_sign_ups_by_address on pending_sign_ups (email_key);
create index pending_sign_ups_by_end on pending_sign_ups (expires_at);
