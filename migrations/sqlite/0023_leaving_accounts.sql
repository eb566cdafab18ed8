-- Accounts that their people delete (contract 27).

-- Since when the account is leaving, and when it is deleted; null: it is not leaving.
alter table accounts add column leaving_since integer;
alter table accounts add column leaving_until integer;

create index accounts_leaving on accounts (leaving_until) where leaving_until is not null;
create index mails_by_email on mails (email) where email <> '';

-- The deletion list: which accounts were deleted, by their random ids. A backup from before the deletion has them still, and
-- restoring it deletes them again.
create table deleted_accounts (
  id text primary key,
  deleted_at integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  -- Whether the log tells of it.
  logged integer not null default 0 check (logged in (0, 1))
) strict, without rowid;

create index deleted_accounts_unlogged on deleted_accounts (id) where logged = 0;

-- What people who deleted their account had agreed to, as proof for the application. Names nobody: the account is gone, and
-- only the application knows the sub.
create table kept_agreements (
  application_id text not null,
  sub text not null,
  -- Item → answer and time, and the texts of the application's items at the end, in JSON.
  answers text not null,
  texts text not null,
  connected_at integer not null,
  ended_at integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  primary key (application_id, sub)
) strict, without rowid;

create index kept_agreements_by_end on kept_agreements (ended_at);

-- Deleting an account, by whatever way, leaves only what names nobody. Its subs are given to nobody else, also by no import.
create trigger accounts_deleted before delete on accounts
begin
  insert into deleted_accounts (id) values (old.id) on conflict do nothing;
  insert into subjects (application_id, sub)
  select c.application_id, c.sub from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id
  on conflict do nothing;
  insert into kept_agreements (application_id, sub, answers, texts, connected_at)
  select c.application_id, c.sub, c.answers, (
      select json_group_array(json_object(
        'item', i.item, 'consent', i.consent, 'purpose', i.purpose, 'retention', i.retention,
        'translations', json(i.translations)) order by i.position)
      from consent_items i where i.application_id = c.application_id),
    c.created_at
  from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id and c.answers <> '{}'
  on conflict do nothing;
end;

-- A leaving account is closed like a disabled one, so applications hear the same of both.
drop trigger events_account_switched;
create trigger events_account_switched after update of disabled_at, leaving_since on accounts
when (new.disabled_at is null and new.leaving_since is null) <> (old.disabled_at is null and old.leaving_since is null)
begin
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub,
    iif(new.disabled_at is null and new.leaving_since is null, 'account.enabled', 'account.disabled'),
    iif(new.leaving_since is not null, '{"reason":"deletion"}', '{}')
  from connections c join applications a on a.id = c.application_id
  where c.account_id = new.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1;
end;

drop trigger events_grants_ended;
create trigger events_grants_ended after update of grant_epoch on accounts
when new.grant_epoch > old.grant_epoch and new.disabled_at is null and new.leaving_since is null
begin
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, 'tokens.revoked', json_object('reason', 'account-secured')
  from connections c join applications a on a.id = c.application_id
  where c.account_id = new.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1;
end;
