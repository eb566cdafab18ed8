-- The outbox of mail (contract 20). A mail is queued in the transaction of its cause, and stays for a few days after it was
-- sent or given up, without what it said.
create table mails (
  id text primary key,
  kind text not null,
  account_id text references accounts (id) on delete cascade,
  -- Where it goes; empty: it was sent or given up.
  email text not null,
  -- A language tag; null: that of the account's profile.
  language text,
  -- What it says, in JSON, without secrets.
  facts text not null,
  -- Link and code, encrypted with the server's secret.
  sealed blob,
  -- How many notices this one stands for; 0: it is no summary.
  summed integer not null default 0,
  created_at integer not null,
  expires_at integer not null,
  -- null: sent or given up.
  next_try_at integer,
  tries integer not null default 0,
  ended_at integer,
  -- Why it was given up; null with ended_at: it was sent.
  failure text
) strict, without rowid;

create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_by_account on mails (account_id, kind, created_at) where account_id is not null;
create index mails_by_end on mails (ended_at) where ended_at is not null;
create index mails_given_up on mails (ended_at) where failure is not null;
