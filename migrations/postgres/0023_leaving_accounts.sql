-- Accounts that their people delete (contract 27).

-- Since when the account is leaving, and when it is deleted; null: it is not leaving.
alter table accounts add column leaving_since bigint;
alter table accounts add column leaving_until bigint;

create index accounts_leaving on accounts (leaving_until) where leaving_until is not null;
create index mails_by_email on mails (email) where email <> '';

-- The deletion list: which accounts were deleted, by their random ids. A backup from before the deletion has them still, and
-- restoring it deletes them again.
create table deleted_accounts (
  id text collate "C" primary key,
  deleted_at bigint not null default floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
  -- Whether the log tells of it.
  logged boolean not null default false
);

create index deleted_accounts_unlogged on deleted_accounts (id) where not logged;

-- What people who deleted their account had agreed to, as proof for the application. Names nobody: the account is gone, and
-- only the application knows the sub.
create table kept_agreements (
  application_id text collate "C" not null,
  sub text collate "C" not null,
  -- Item → answer and time, and the texts of the application's items at the end.
  answers json not null,
  texts json not null,
  connected_at bigint not null,
  ended_at bigint not null default floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
  primary key (application_id, sub)
);

create index kept_agreements_by_end on kept_agreements (ended_at);

-- Deleting an account, by whatever way, leaves only what names nobody. Its subs are given to nobody else, also by no import.
create function keep_of_deleted_account() returns trigger language plpgsql as $$
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
  on conflict do nothing;
  return old;
end $$;

create trigger accounts_deleted before delete on accounts
for each row execute function keep_of_deleted_account();

-- A leaving account is closed like a disabled one, so applications hear the same of both.
create function record_account_switched() returns trigger language plpgsql as $$
begin
  if new.disabled_at is null and new.leaving_since is null then
    perform record_account_event(new.id, 'account.enabled', '{}');
  else
    perform record_account_event(new.id, 'account.disabled',
      case when new.leaving_since is null then '{}' else '{"reason":"deletion"}' end::json);
  end if;
  return null;
end $$;

create trigger events_account_switched after update of disabled_at, leaving_since on accounts
for each row when ((new.disabled_at is null and new.leaving_since is null)
  <> (old.disabled_at is null and old.leaving_since is null))
execute function record_account_switched();

create or replace function record_account_events() returns trigger language plpgsql as $$
declare
  connection record;
begin
  -- Whatever ends all grants of an account, such as a new password. Disabling and leaving have an event of their own.
  if new.grant_epoch > old.grant_epoch and new.disabled_at is null and new.leaving_since is null then
    perform record_account_event(new.id, 'tokens.revoked', json_build_object('reason', 'account-secured'));
  end if;
  if new.email is not distinct from old.email and new.email_verified = old.email_verified
    and new.username is not distinct from old.username and new.profile::text = old.profile::text then return null; end if;
  -- The items that changed, that the application may read now: agreed, registered, and not withheld.
  for connection in
    select c.application_id, c.sub, (
      select json_agg(i.item order by i.item collate "C") from consent_items i
      where i.application_id = c.application_id
        and (c.answers->i.item->>'agreed')::boolean
        and (c.answers->i.item->>'answeredAt')::bigint >= i.created_at
        and case i.item
          when 'email' then (new.email is distinct from old.email or new.email_verified <> old.email_verified)
            and (new.email_verified or (i.verified is not true
              and exists (select 1 from event_rules where name = 'unverified-email-released')))
          when 'username' then new.username is distinct from old.username
          else exists (
            select 1 from unnest(profile_claims_of_item(i.item)) claim
            where new.profile->>claim is distinct from old.profile->>claim)
        end) as items
    from connections c join applications a on a.id = c.application_id
    where c.account_id = new.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events
  loop
    if connection.items is not null then
      perform record_event(connection.application_id, connection.sub, 'account.updated',
        json_build_object('items', connection.items), null);
    end if;
  end loop;
  return null;
end $$;
