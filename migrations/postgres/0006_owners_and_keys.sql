-- What is shown once after a form, the end of every connection of an application by one mark, and e-mail keys made anew: the
-- tables and columns of migrations/sqlite/0006_owners_and_keys.sql.

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
