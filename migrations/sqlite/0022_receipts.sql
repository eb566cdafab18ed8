-- Receipts: what a person agreed to, as the page showed it (contract 27, decision 57).
create table receipts (
  -- Begins with the time.
  id text primary key,
  -- null: the account was deleted. Nothing else in the row leads to the person.
  account_id text references accounts (id) on delete set null,
  -- The application may be gone.
  application_id text not null,
  sub text not null,
  at integer not null,
  -- The consent page, or a change on the account's page.
  kind text not null check (kind in ('consent', 'change')),
  language text not null,
  -- The application's texts and the items, in JSON, without a value of the person.
  texts text not null
) strict, without rowid;

create index receipts_by_account on receipts (account_id, id) where account_id is not null;
-- For the purge.
create index receipts_of_nobody on receipts (at) where account_id is null;
