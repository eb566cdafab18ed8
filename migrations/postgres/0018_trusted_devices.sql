-- The table and columns of migrations/sqlite/0018_trusted_devices.sql.
create table trusted_devices (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  token_hash bytea not null unique,
  sign_in_epoch bigint not null,
  user_agent text collate "C" not null,
  network text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null
);

create index trusted_devices_by_account on trusted_devices (account_id, id);
create index trusted_devices_by_end on trusted_devices (expires_at);

alter table sessions add column address_proven_at bigint;
alter table sessions add column by_trusted_device boolean not null default false;

alter table one_time_codes add column wrong_in_row integer not null default 0;
