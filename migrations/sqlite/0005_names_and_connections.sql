-- Addresses and user names that applications can trust (contract 2, "An unproven address is nobody's identity" and "User name"), what
-- is shown once after a form, the end of every connection of an application by one mark, and e-mail keys made anew.

-- How the account came to be: setup, command, api, import, invitation or sign-up. Of older accounts nobody knows; they count as
-- sign-ups, so that no address is stated verified by mistake.
alter table accounts add column origin text not null default 'sign-up';
-- Who says that the address is the person's (operator), and since when; null: nobody does.
alter table accounts add column email_verified_by text;
alter table accounts add column email_verified_at integer;
-- How many addresses are withheld, and which.
create index accounts_unverified on accounts (origin, id) where email_verified = 0;

-- What applications get as preferred_username. A value in `profile` is one that an older program wrote, and never becomes a claim.
alter table accounts add column username text;
-- When the account took one user name after another, in JSON: what limits changes.
alter table accounts add column username_changes text not null default '[]';

-- The key of every user name that any account ever had: an HMAC, under a random key in sealed_values. account_id null: the
-- account was deleted, or several had it before names were unique; nobody gets it.
create table usernames (
  name_key blob primary key,
  account_id text references accounts (id) on delete set null,
  taken_at integer not null
) strict, without rowid;

create index usernames_by_account on usernames (account_id) where account_id is not null;

-- Names from before names were unique. The next start keeps or drops each (core/accounts/bring-usernames.ts): kept, the row
-- goes; dropped, name becomes null, and the row stands until the person has chosen another.
create table former_usernames (
  account_id text primary key references accounts (id) on delete cascade,
  name text
) strict, without rowid;

-- For each start, which asks whether one is left, and for the count of those who lost theirs.
create index former_usernames_unsettled on former_usernames (account_id) where name is not null;
create index former_usernames_dropped on former_usernames (account_id) where name is null;

-- Applications that may miss preferred_username since then are counted.
create index consent_items_nickname on consent_items (application_id) where item = 'nickname';

insert into former_usernames (account_id, name)
select id, json_extract(profile, '$.preferred_username') from accounts
where json_extract(profile, '$.preferred_username') is not null;

-- A secret that a form has made and the page after it shows: for this session and a few minutes, encrypted with the server's
-- secret. Spent by deleting its row.
create table shown_once (
  id text primary key,
  session_id text not null,
  sealed blob not null,
  expires_at integer not null
) strict, without rowid;

create index shown_once_by_end on shown_once (expires_at);

-- connection_epoch rises when everybody is unlinked at once: connections with an older number are dead from that moment on
-- (connections_ended_at), and the purge ends their rows in small steps.
alter table applications add column connection_epoch integer not null default 0;
alter table applications add column connections_ended_at integer;
alter table connections add column epoch integer not null default 0;

create table unlinked_applications (
  id text primary key references applications (id) on delete cascade,
  epoch integer not null
) strict, without rowid;

-- An owner looks through the connections of an application in order of creation: those of the number it has now.
drop index connections_by_creation;
create index connections_by_creation on connections (application_id, epoch, created_at, account_id) where ended_at is null;

-- Keys of addresses beyond ASCII: made anew at the start (core/accounts/renew-email-keys.ts) and listed by `doctor`.
create index accounts_beyond_ascii on accounts (id) where email_key glob '*[^ -~]*';
