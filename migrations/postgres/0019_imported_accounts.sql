-- Accounts from other systems (contract 30).

-- Applications may have known people by the ids of the other system, so a `sub` is unique in its application only.
alter table connections drop constraint connections_sub_key;
alter table connections add constraint connections_application_id_sub_key unique (application_id, sub);

-- By which `sub` an application knew a person before the import. A connection to it gets this one. The row of a deleted account
-- stays, so that nobody else is ever taken for that person.
create table subjects (
  application_id text collate "C" not null,
  sub text collate "C" not null,
  account_id text collate "C" references accounts (id) on delete set null,
  primary key (application_id, sub)
);

create unique index subjects_by_account on subjects (account_id, application_id) where account_id is not null;

-- Imported accounts that nobody has signed in to, and whose password is still that of the import. Only these may get another hash
-- by a later import.
create table untouched_imports (
  account_id text collate "C" primary key references accounts (id) on delete cascade
);

create function touch_import_by_session() returns trigger language plpgsql as $$
begin
  delete from untouched_imports where account_id = new.account_id;
  return null;
end $$;

create trigger untouched_imports_signed_in after insert on sessions
for each row execute function touch_import_by_session();

create function touch_import_by_password() returns trigger language plpgsql as $$
begin
  delete from untouched_imports where account_id = new.id;
  return null;
end $$;

create trigger untouched_imports_password_set after update of password_hash on accounts
for each row when (old.password_hash is distinct from new.password_hash) execute function touch_import_by_password();

-- For each start and each hour, which ask whether hashes of other systems have to be counted.
create index accounts_imported on accounts (id) where origin = 'import';

-- How many accounts have which kind of password hash, as counted last. Empty where nothing was imported.
create table password_kinds (
  kind text collate "C" primary key,
  accounts bigint not null
);

-- One-time codes of other systems may have another hash, number of digits or period.
alter table one_time_codes add column algorithm text not null default 'SHA1' check (algorithm in ('SHA1', 'SHA256', 'SHA512'));
alter table one_time_codes add column digits integer not null default 6 check (digits in (6, 8));
alter table one_time_codes add column period integer not null default 30 check (period between 10 and 120);
