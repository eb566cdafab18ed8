-- What owners need to run their applications: the tables and columns of migrations/sqlite/0003_owners.sql.

-- Rises with every edit: an edit is kept only on top of the version it was made from.
alter table applications add column version integer not null default 1;

-- Names the contents of its logo; null: it has none.
alter table applications add column logo_hash text collate "C";

-- The owner stands in the application itself; the others here.
create table application_members (
  application_id text collate "C" not null references applications (id) on delete cascade,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  role text collate "C" not null check (role in ('editor', 'viewer')),
  created_at bigint not null,
  primary key (application_id, account_id)
);

create index application_members_by_account on application_members (account_id, application_id);

create table application_logos (
  application_id text collate "C" primary key references applications (id) on delete cascade,
  media_type text collate "C" not null check (media_type in ('image/png', 'image/webp')),
  image bytea not null,
  updated_at bigint not null
);

-- Sums for each day (UTC) and kind of event; nothing about anybody.
create table daily_counts (
  application_id text collate "C" not null references applications (id) on delete cascade,
  day integer not null,
  counter text collate "C" not null,
  count integer not null,
  primary key (application_id, day, counter)
);

create index daily_counts_by_day on daily_counts (day);

-- An owner looks through the connections of an application in order of creation.
create index connections_by_creation on connections (application_id, created_at, account_id) where ended_at is null;
