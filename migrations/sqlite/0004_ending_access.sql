-- What it takes to end somebody's access for good (contract 2, "Nothing is born of what has ended"): two numbers on the
-- account, and the number each thing was earned with.

-- sign_in_epoch rises with whatever ends sign-ins, grant_epoch with whatever ends grants. What carries an older number is dead.
alter table accounts add column sign_in_epoch integer not null default 0;
alter table accounts add column grant_epoch integer not null default 0;

alter table sessions add column sign_in_epoch integer not null default 0;

-- sign_in_epoch counts until the code is redeemed, grant_epoch for the whole family.
alter table grants add column sign_in_epoch integer not null default 0;
alter table grants add column grant_epoch integer not null default 0;
-- Spends the stamp of the request that the code was issued for; null: it was answered at once. Begins with the time, so that
-- neighbours share a page.
alter table grants add column stamp_hash blob;
create unique index grants_by_stamp on grants (stamp_hash) where stamp_hash is not null;
-- Random half of what the family's refresh tokens are derived from; null: the family is older than this column.
alter table grants add column family_seed blob;
-- The first generation that is derived with it.
alter table grants add column family_seed_from integer not null default 0;

-- What the server keeps for itself, encrypted with its secret, by name.
create table sealed_values (
  name text primary key,
  sealed blob not null,
  created_at integer not null
) strict, without rowid;

-- Somebody was invited to an application and has not accepted. `email` is what the inviter typed: it tells nothing about
-- accounts. inviter_epoch is the inviter's grant_epoch at the time.
create table invitations (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  email text not null,
  email_key text not null,
  role text not null check (role in ('editor', 'viewer')),
  token_hash blob not null unique,
  invited_by text not null references accounts (id) on delete cascade,
  inviter_epoch integer not null,
  created_at integer not null,
  expires_at integer not null,
  unique (application_id, email_key)
) strict, without rowid;

create index invitations_by_email_key on invitations (email_key);
create index invitations_by_inviter on invitations (invited_by);
create index invitations_by_end on invitations (expires_at);
