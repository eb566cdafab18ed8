-- The audit (contract 61, decision 51): who changed or looked at what.
create table audit_entries (
  -- In the order of the commits.
  id integer primary key,
  at integer not null,
  -- Of whoever acts: user, owner, operator, or server for background jobs and the start.
  role text not null,
  account_id text,
  token_id text,
  -- Of the command line, without its flags.
  command text,
  address text,
  request_id text,
  action text not null,
  application_id text,
  -- The account that was changed or looked at.
  subject_id text,
  entry text,
  -- A JSON list of names, never values.
  fields text not null,
  reason text,
  result text not null check (result in ('done', 'refused')),
  refusal text
) strict;

create index audit_entries_by_application on audit_entries (application_id, id) where application_id is not null;
-- To record one refusal a minute.
create index audit_refusals on audit_entries (account_id, action, at) where result = 'refused';

-- Seal `number` covers the entries after `from_id` up to `to_id`, and the seal before it.
create table audit_seals (
  number integer primary key,
  from_id integer not null,
  to_id integer not null,
  -- Which audit key made it.
  key_number integer not null,
  mac blob not null unique,
  sealed_at integer not null
) strict;

-- How far the purge has deleted: up to the end of the seal, which is kept.
create table audit_horizons (
  seal_number integer primary key,
  to_id integer not null,
  key_number integer not null,
  mac blob not null,
  moved_at integer not null
) strict;

create trigger audit_entries_stay before update on audit_entries
begin select raise(abort, 'Audit entries are never changed'); end;

create trigger audit_entries_last before delete on audit_entries
when old.id > coalesce((select max(to_id) from audit_horizons), 0)
begin select raise(abort, 'Audit entries are deleted by the purge alone'); end;

create trigger audit_seals_stay before update on audit_seals
begin select raise(abort, 'Audit seals are never changed'); end;

create trigger audit_seals_last before delete on audit_seals
when old.number >= coalesce((select max(seal_number) from audit_horizons), 0)
begin select raise(abort, 'Audit seals are deleted by the purge alone'); end;

create trigger audit_horizons_stay before update on audit_horizons
begin select raise(abort, 'The audit horizon is never changed'); end;

create trigger audit_horizons_last before delete on audit_horizons
when old.seal_number >= (select max(seal_number) from audit_horizons)
begin select raise(abort, 'The audit horizon is never taken back'); end;

create trigger audit_horizons_at_seals before insert on audit_horizons
when not exists (select 1 from audit_seals where number = new.seal_number and to_id = new.to_id)
  or new.seal_number <= coalesce((select max(seal_number) from audit_horizons), 0)
begin select raise(abort, 'The audit horizon moves forward to the end of a seal'); end;
