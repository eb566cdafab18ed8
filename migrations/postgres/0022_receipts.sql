-- Receipts: what a person agreed to, as the page showed it (contract 27, decision 57). migrations/sqlite explains the columns.
create table receipts (
  id text collate "C" primary key,
  account_id text collate "C" references accounts (id) on delete set null,
  application_id text collate "C" not null,
  sub text collate "C" not null,
  at bigint not null,
  kind text collate "C" not null check (kind in ('consent', 'change')),
  language text collate "C" not null,
  texts json not null
);

create index receipts_by_account on receipts (account_id, id) where account_id is not null;
create index receipts_of_nobody on receipts (at) where account_id is null;
