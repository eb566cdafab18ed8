-- Second factors (contract 24). One row for an account with one-time codes.
create table one_time_codes (
  account_id text primary key references accounts (id) on delete cascade,
  -- Encrypted with the server's secret.
  sealed_secret blob not null,
  -- The last time step (RFC 6238) whose code was accepted. An earlier one is never accepted again.
  last_step integer not null,
  -- Tries since the last correct code.
  tries_in_row integer not null default 0,
  -- When a code of this account, also a recovery code, was last accepted.
  last_used_at integer not null,
  created_at integer not null
) strict, without rowid;

create table recovery_codes (
  account_id text not null references accounts (id) on delete cascade,
  code_hash blob not null,
  -- Null: not used.
  used_at integer,
  primary key (account_id, code_hash)
) strict, without rowid;
