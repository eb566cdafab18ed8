-- Accounts from other systems (contract 30).

-- Applications may have known people by the ids of the other system, so a `sub` is unique in its application only.
create table connections_by_application (
  application_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  sub text not null,
  generation integer not null,
  answers text not null,
  created_at integer not null,
  last_used_at integer,
  ended_at integer,
  epoch integer not null default 0,
  primary key (application_id, account_id),
  unique (application_id, sub)
) strict, without rowid;

insert into connections_by_application
  (application_id, account_id, sub, generation, answers, created_at, last_used_at, ended_at, epoch)
select application_id, account_id, sub, generation, answers, created_at, last_used_at, ended_at, epoch from connections;

drop table connections;
alter table connections_by_application rename to connections;
create index connections_by_account on connections (account_id);
create index connections_by_creation on connections (application_id, epoch, created_at, account_id) where ended_at is null;

-- By which `sub` an application knew a person before the import. A connection to it gets this one. The row of a deleted account
-- stays, so that nobody else is ever taken for that person.
create table subjects (
  application_id text not null,
  sub text not null,
  account_id text references accounts (id) on delete set null,
  primary key (application_id, sub)
) strict, without rowid;

create unique index subjects_by_account on subjects (account_id, application_id) where account_id is not null;

-- Imported accounts that nobody has signed in to, and whose password is still that of the import. Only these may get another hash
-- by a later import.
create table untouched_imports (
  account_id text primary key references accounts (id) on delete cascade
) strict, without rowid;

create trigger untouched_imports_signed_in after insert on sessions
begin
  delete from untouched_imports where account_id = new.account_id;
end;

create trigger untouched_imports_password_set after update of password_hash on accounts
when old.password_hash is not new.password_hash
begin
  delete from untouched_imports where account_id = new.id;
end;

-- For each start and each hour, which ask whether hashes of other systems have to be counted.
create index accounts_imported on accounts (id) where origin = 'import';

-- How many accounts have which kind of password hash, as counted last. Empty where nothing was imported.
create table password_kinds (
  kind text primary key,
  accounts integer not null
) strict, without rowid;

-- One-time codes of other systems may have another hash, number of digits or period.
alter table one_time_codes add column algorithm text not null default 'SHA1' check (algorithm in ('SHA1', 'SHA256', 'SHA512'));
alter table one_time_codes add column digits integer not null default 6 check (digits in (6, 8));
alter table one_time_codes add column period integer not null default 30 check (period between 10 and 120);
