-- Addresses and user names that applications can trust: the tables and columns of migrations/sqlite/0005_addresses_and_names.sql.

alter table accounts add column origin text collate "C" not null default 'sign-up';
alter table accounts add column email_verified_by text collate "C";
alter table accounts add column email_verified_at bigint;
create index accounts_unverified on accounts (id) where not email_verified;

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

insert into former_usernames (account_id, name)
select id, name from (
  -- A value that cannot be read (an escaped NUL) stops only where one is looked for.
  select id, case when profile::text like '%"preferred_username"%' then profile ->> 'preferred_username' end as name
  from accounts
) as named
where name is not null;
