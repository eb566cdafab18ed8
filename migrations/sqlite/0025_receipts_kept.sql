-- Receipts are the proof of agreements that stays of a deleted account (contract 27, decision 57).

-- When its account was deleted; null: it exists.
alter table receipts add column account_deleted_at integer;
update receipts set account_deleted_at = coalesce(
  (select k.ended_at from kept_agreements k where k.application_id = receipts.application_id and k.sub = receipts.sub),
  cast(unixepoch('subsec') * 1000 as integer))
where account_id is null;

drop index receipts_of_nobody;
create index receipts_of_nobody on receipts (account_deleted_at) where account_deleted_at is not null;
create index receipts_by_sub on receipts (application_id, sub) where account_deleted_at is not null;

-- Only agreements without a receipt: imported ones, and those of before there were receipts.
delete from kept_agreements where exists (
  select 1 from receipts r
  where r.account_deleted_at is not null and r.application_id = kept_agreements.application_id
    and r.sub = kept_agreements.sub and r.at = kept_agreements.connected_at);

drop trigger accounts_deleted;
-- Deleting an account, by whatever way, leaves only what names nobody. Its subs are given to nobody else, also by no import.
create trigger accounts_deleted before delete on accounts
begin
  insert into deleted_accounts (id) values (old.id) on conflict do nothing;
  insert into subjects (application_id, sub)
  select c.application_id, c.sub from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id
  on conflict do nothing;
  -- The agreement that began the connection has a receipt, or the connection is kept.
  insert into kept_agreements (application_id, sub, answers, texts, connected_at)
  select c.application_id, c.sub, c.answers, (
      select json_group_array(json_object(
        'item', i.item, 'consent', i.consent, 'purpose', i.purpose, 'retention', i.retention,
        'translations', json(i.translations)) order by i.position)
      from consent_items i where i.application_id = c.application_id),
    c.created_at
  from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id and c.answers <> '{}'
    and not exists (
      select 1 from receipts r
      where r.account_id = old.id and r.application_id = c.application_id and r.at = c.created_at)
  on conflict do nothing;
  update receipts set account_id = null, account_deleted_at = cast(unixepoch('subsec') * 1000 as integer)
  where account_id = old.id;
end;
