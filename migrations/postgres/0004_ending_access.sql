-- What it takes to end somebody's access for good: the tables and columns of migrations/sqlite/0004_ending_access.sql.

alter table accounts add column sign_in_epoch integer not null default 0;
alter table accounts add column grant_epoch integer not null default 0;

alter table sessions add column sign_in_epoch integer not null default 0;

-- sign_in_epoch counts until the code is redeemed, grant_epoch for the whole family.
alter table grants add column sign_in_epoch integer not null default 0;
alter table grants add column grant_epoch integer not null default 0;
-- Spends the stamp of the request that the code was issued for; null: it was answered at once.
alter table grants add column stamp_hash bytea;
create unique index grants_by_stamp on grants (stamp_hash) where stamp_hash is not null;
-- Random half of what the family's refresh tokens are derived from; null: the family is older than this column.
alter table grants add column family_seed bytea;
-- The first generation that is derived with it.
alter table grants add column family_seed_from integer not null default 0;

-- What the server keeps for itself, encrypted with its secret, by name.
create table sealed_values (
  name text collate "C" primary key,
  sealed bytea not null,
  created_at bigint not null
);

-- Somebody was invited to an application and has not accepted.
create table invitations (
  id text collate "C" primary key,
  application_id text collate "C" not null references applications (id) on delete cascade,
  email text collate "C" not null,
  email_key text collate "C" not null,
  role text collate "C" not null check (role in ('editor', 'viewer')),
  token_hash bytea not null unique,
  invited_by text collate "C" not null references accounts (id) on delete cascade,
  inviter_epoch integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  unique (application_id, email_key)
);

create index invitations_by_email_key on invitations (email_key);
create index invitations_by_inviter on invitations (invited_by);
create index invitations_by_end on invitations (expires_at);
