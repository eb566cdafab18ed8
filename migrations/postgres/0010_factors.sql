-- The tables of migrations/sqlite/0010_factors.sql.
create table one_time_codes (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null,
  tries_in_row integer not null default 0,
  last_used_at bigint not null,
  created_at bigint not null
);

create table recovery_codes (
  account_id text collate "C" not null references accounts (id) on delete cascade,
  code_hash bytea not null,
  used_at bigint,
  primary key (account_id, code_hash)
);
