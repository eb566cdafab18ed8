-- The outbox of mail: the tables of migrations/sqlite/0011_mail.sql.
create table mails (
  id text collate "C" primary key,
  kind text collate "C" not null,
  account_id text collate "C" references accounts (id) on delete cascade,
  -- Where it goes; empty: it was sent or given up.
  email text collate "C" not null,
  -- A language tag; null: that of the account's profile.
  language text collate "C",
  -- What it says, in JSON, without secrets.
  facts json not null,
  -- Link and code, encrypted with the server's secret.
  sealed bytea,
  -- How many notices this one stands for; 0: it is no summary.
  summed integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  -- null: sent or given up.
  next_try_at bigint,
  tries integer not null default 0,
  ended_at bigint,
  -- Why it was given up; null with ended_at: it was sent.
  failure text collate "C"
);

create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_by_account on mails (account_id, kind, created_at) where account_id is not null;
create index mails_by_end on mails (ended_at) where ended_at is not null;
create index mails_given_up on mails (ended_at) where failure is not null;
