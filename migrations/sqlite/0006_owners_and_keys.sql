-- What is shown once after a form, the end of every connection of an application by one mark, and e-mail keys made anew.

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
