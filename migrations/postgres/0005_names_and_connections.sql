-- Addresses and user names that applications can trust: the tables and columns of migrations/sqlite/0005_names_and_connections.sql.

alter table accounts add column origin text collate "C" not null default 'sign-up';
alter table accounts add column email_verified_by text collate "C";
alter table accounts add column email_verified_at bigint;
create index accounts_unverified on accounts (origin, id) where not email_verified;

alter table accounts add column username text collate "C";
alter table accounts add column username_changes json not null default '[]';

-- The key of every user name that any account ever had. account_id null: nobody gets it.
create table usernames (
  name_key bytea primary key,
  account_id text collate "C" references accounts (id) on delete set null,
  taken_at bigint not null
);

create index usernames_by_account on usernames (account_id) where account_id is not null;

-- Names from before names were unique, until the next start keeps or drops each; name null: dropped.
create table former_usernames (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  name text collate "C"
);

-- For each start, which asks whether one is left, and for the count of those who lost theirs.
create index former_usernames_unsettled on former_usernames (account_id) where name is not null;
create index former_usernames_dropped on former_usernames (account_id) where name is null;

-- Applications that may miss preferred_username since then are counted.
create index consent_items_nickname on consent_items (application_id) where item = 'nickname';

insert into former_usernames (account_id, name)
select id, name from (
  -- A value that cannot be read (an escaped NUL) stops only where one is looked for.
  select id, case when profile::text like '%"preferred_username"%' then profile ->> 'preferred_username' end as name
  from accounts
) as named
where name is not null;

create table shown_once (
  id text collate "C" primary key,
  session_id text collate "C" not null,
  sealed bytea not null,
  expires_at bigint not null
);

create index shown_once_by_end on shown_once (expires_at);

alter table applications add column connection_epoch integer not null default 0;
alter table applications add column connections_ended_at bigint;
alter table connections add column epoch integer not null default 0;

create table unlinked_applications (
  id text collate "C" primary key references applications (id) on delete cascade,
  epoch integer not null
);

-- An owner looks through the connections of an application in order of creation: those of the number it has now.
drop index connections_by_creation;
create index connections_by_creation on connections (application_id, epoch, created_at, account_id) where ended_at is null;

-- Keys of addresses beyond ASCII: made anew at the start (core/accounts/renew-email-keys.ts) and listed by `doctor`.
create index accounts_beyond_ascii on accounts (id) where email_key ~ '[^ -~]';
