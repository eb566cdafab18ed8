-- Receipts are the proof of agreements that stays of a deleted account, as migrations/sqlite/0025_receipts_kept.sql explains.
alter table receipts add column account_deleted_at bigint;
update receipts set account_deleted_at = coalesce(
  (select k.ended_at from kept_agreements k where k.application_id = receipts.application_id and k.sub = receipts.sub),
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
where account_id is null;

drop index receipts_of_nobody;
create index receipts_of_nobody on receipts (account_deleted_at) where account_deleted_at is not null;
create index receipts_by_sub on receipts (application_id, sub) where account_deleted_at is not null;

delete from kept_agreements k where exists (
  select 1 from receipts r
  where r.account_deleted_at is not null and r.application_id = k.application_id and r.sub = k.sub
    and r.at = k.connected_at);

create or replace function keep_of_deleted_account() returns trigger language plpgsql as $$
begin
  insert into deleted_accounts (id) values (old.id) on conflict do nothing;
  insert into subjects (application_id, sub)
  select c.application_id, c.sub from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id
  on conflict do nothing;
  insert into kept_agreements (application_id, sub, answers, texts, connected_at)
  select c.application_id, c.sub, c.answers, (
      select coalesce(json_agg(json_build_object(
        'item', i.item, 'consent', i.consent, 'purpose', i.purpose, 'retention', i.retention,
        'translations', i.translations) order by i.position), '[]')
      from consent_items i where i.application_id = c.application_id),
    c.created_at
  from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id and c.answers::text <> '{}'
    and not exists (
      select 1 from receipts r
      where r.account_id = old.id and r.application_id = c.application_id and r.at = c.created_at)
  on conflict do nothing;
  update receipts set account_id = null, account_deleted_at = floor(extract(epoch from clock_timestamp()) * 1000)::bigint
  where account_id = old.id;
  return old;
end $$;
