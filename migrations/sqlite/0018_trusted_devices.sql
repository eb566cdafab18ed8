-- Browsers that an account trusts to sign in without its second factor (contract 24).
create table trusted_devices (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- SHA-256 of the value in the browser's cookie.
  token_hash blob not null unique,
  -- Of the account when the device was trusted. The row counts while the account still has it.
  sign_in_epoch integer not null,
  user_agent text not null,
  network text not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index trusted_devices_by_account on trusted_devices (account_id, id);
create index trusted_devices_by_end on trusted_devices (expires_at);

-- When the person proved in the session, by a mailed code, that they read mail at the account's address.
alter table sessions add column address_proven_at integer;
-- The second factor was not asked for, because the device was trusted: the sign-in confirms nothing (contract 25).
alter table sessions add column by_trusted_device integer not null default 0 check (by_trusted_device in (0, 1));

-- Wrong codes of both kinds since the last correct one.
alter table one_time_codes add column wrong_in_row integer not null default 0;
