-- Groups, and who may sign in (contract 31).

create table user_groups (
  id text primary key,
  name text not null unique,
  label text,
  description text,
  -- Label and description in other languages: JSON.
  translations text,
  -- Whether every application may name it; otherwise those in group_applications.
  any_application integer not null default 0 check (any_application in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  -- Rises with every edit.
  version integer not null
) strict, without rowid;

create index user_groups_any on user_groups (any_application, id);

-- Which applications may name a group.
create table group_applications (
  group_id text not null references user_groups (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  primary key (group_id, application_id)
) strict, without rowid;
create index group_applications_by_application on group_applications (application_id);

-- Which groups an application names: those that it receives of a person, and those whose members it lets in. No group
-- goes while an application names it.
create table application_groups (
  application_id text not null references applications (id) on delete cascade,
  use text not null check (use in ('receives', 'admits')),
  group_id text not null references user_groups (id),
  primary key (application_id, use, group_id)
) strict, without rowid;
create index application_groups_by_group on application_groups (group_id);

create table group_members (
  account_id text not null references accounts (id) on delete cascade,
  group_id text not null references user_groups (id) on delete cascade,
  added_at integer not null,
  primary key (account_id, group_id)
) strict, without rowid;
create index group_members_by_group on group_members (group_id, account_id);

-- The audience `groups`. Beside it `audience` is `team`, so that a program from before this version, which does not know
-- it, lets nobody else in meanwhile.
alter table applications add column admits_groups integer not null default 0 check (admits_groups in (0, 1));

-- An application hears of a person whose groups are others for it (contract 60). Of an account that is being deleted it
-- hears another event.
create trigger events_group_joined after insert on group_members
begin
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, 'account.updated', '{"items":["groups"]}'
  from application_groups n
  join applications a on a.id = n.application_id and a.records_events = 1
  join consent_items i on i.application_id = a.id and i.item = 'groups'
  join connections c on c.application_id = a.id and c.account_id = new.account_id
    and c.ended_at is null and c.epoch = a.connection_epoch
  join accounts u on u.id = new.account_id
  where n.group_id = new.group_id and n.use = 'receives'
    and c.answers ->> '$.groups.agreed' = 1 and c.answers ->> '$.groups.answeredAt' >= i.created_at;
end;

create trigger events_group_left after delete on group_members
begin
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, 'account.updated', '{"items":["groups"]}'
  from application_groups n
  join applications a on a.id = n.application_id and a.records_events = 1
  join consent_items i on i.application_id = a.id and i.item = 'groups'
  join connections c on c.application_id = a.id and c.account_id = old.account_id
    and c.ended_at is null and c.epoch = a.connection_epoch
  join accounts u on u.id = old.account_id
  where n.group_id = old.group_id and n.use = 'receives'
    and c.answers ->> '$.groups.agreed' = 1 and c.answers ->> '$.groups.answeredAt' >= i.created_at;
end;

-- Keys of applications (contract 40, 41): `private_key_jwt` and DPoP.

-- A JWK set with public keys alone, or where it is fetched.
alter table applications add column jwks text;
alter table applications add column jwks_uri text;
-- How the Web key authenticates: `private_key_jwt`. Null: with client secrets, or by its key alone.
alter table applications add column token_endpoint_auth_method text;

-- JWTs of applications that were used: each is taken once.
create table spent_jwts (
  -- SHA-256 of whose it is, and of its `jti`.
  id_hash blob primary key,
  expires_at integer not null
) strict, without rowid;

create index spent_jwts_by_end on spent_jwts (expires_at);

-- Every token request must have a proof of a key (DPoP).
alter table applications add column dpop_bound_access_tokens integer not null default 0
  check (dpop_bound_access_tokens in (0, 1));
-- The thumbprint of the key that a code, or else its family, is bound to; of the key that an access token is bound to.
alter table grants add column dpop_jkt text;
alter table access_tokens add column dpop_jkt text;
