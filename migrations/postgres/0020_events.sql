-- The tables and triggers of migrations/sqlite/0020_events.sql.
create function new_event_id(number bigint) returns text language sql volatile as $$
  select lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || lpad(to_hex(number % 4096), 3, '0') || '8' || substr(replace(gen_random_uuid()::text, '-', ''), 18)
$$;

create table event_endpoints (
  id text collate "C" primary key,
  application_id text collate "C" not null references applications (id) on delete cascade,
  url text not null,
  types json not null,
  created_at bigint not null,
  disabled_at bigint,
  missed_from text collate "C",
  failing_since bigint,
  failed_at bigint
);

create index event_endpoints_by_application on event_endpoints (application_id, id);

create table event_secrets (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null references event_endpoints (id) on delete cascade,
  sealed bytea not null,
  created_at bigint not null
);

create index event_secrets_by_endpoint on event_secrets (endpoint_id, id);

create table events (
  id text collate "C" primary key,
  application_id text collate "C" not null,
  sub text collate "C",
  type text collate "C" not null,
  at bigint not null,
  sequence bigint,
  data json not null,
  part_of text collate "C"
);

create index events_by_application on events (application_id, id);
create index events_by_sub on events (sub) where sub is not null;

create table event_deliveries (
  id text collate "C" primary key,
  event_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  sub text collate "C",
  sequence bigint not null,
  created_at bigint not null,
  next_try_at bigint,
  claimed boolean not null default false,
  tries bigint not null default 0,
  last_status bigint,
  last_tried_at bigint,
  ended_at bigint,
  failure text
);

create index event_deliveries_due on event_deliveries (endpoint_id, next_try_at) where next_try_at is not null;
create index event_deliveries_in_order on event_deliveries (endpoint_id, sub, sequence) where ended_at is null;
create index event_deliveries_in_hand on event_deliveries (endpoint_id) where claimed;
create index event_deliveries_by_endpoint on event_deliveries (endpoint_id, id);
create index event_deliveries_by_event on event_deliveries (event_id);

create table event_rules (
  name text collate "C" primary key
);

alter table applications add column records_events boolean not null default false;
alter table connections add column event_number bigint not null default 0;
alter table connections add column ended_by text collate "C";
alter table grants add column end_reason text collate "C";
alter table unlinked_applications add column act text collate "C";
alter table unlinked_applications add column ended_by text collate "C";

create function note_event_endpoint() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update applications set records_events = true, version = version + 1
    where id = new.application_id and not records_events;
  else
    update applications set records_events = false, version = version + 1
    where id = old.application_id and records_events
      and not exists (select 1 from event_endpoints where application_id = old.application_id);
  end if;
  return null;
end $$;

create trigger event_endpoints_changed after insert or delete on event_endpoints
for each row execute function note_event_endpoint();

-- Numbers and stores an event, and queues it for each endpoint. The update locks the connection until the commit, so that
-- events of one connection commit in the order of their numbers.
create function record_event(of_application text, of_sub text, of_type text, with_data json, as_part_of text)
returns void language plpgsql as $$
declare
  number bigint;
  event_id text;
  now bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
begin
  update connections set event_number = event_number + 1
  where application_id = of_application and sub = of_sub returning event_number into number;
  if number is null then return; end if;
  event_id := new_event_id(number);
  insert into events (id, application_id, sub, type, at, sequence, data, part_of)
  values (event_id, of_application, of_sub, of_type, now, number, with_data, as_part_of);
  insert into event_deliveries (id, event_id, endpoint_id, sub, sequence, created_at, next_try_at)
  select new_event_id(number), event_id, e.id, of_sub, number, now, now
  from event_endpoints e
  where e.application_id = of_application and e.disabled_at is null
    and of_type in (select json_array_elements_text(e.types));
end $$;

-- The same event for every live connection of an account.
create function record_account_event(of_account text, of_type text, with_data json)
returns void language plpgsql as $$
begin
  perform record_event(c.application_id, c.sub, of_type, with_data, null)
  from connections c join applications a on a.id = c.application_id
  where c.account_id = of_account and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events;
end $$;

create function record_connection_events() returns trigger language plpgsql as $$
declare
  was_live boolean := false;
  act record;
  agreed json;
  withdrawn json;
begin
  -- Asks for the endpoint itself: a move copies applications first, and endpoints last.
  if not exists (select 1 from event_endpoints where application_id = new.application_id) then return null; end if;
  if tg_op = 'UPDATE' then
    was_live := old.ended_at is null;
    if was_live and (new.ended_at is not null or new.epoch > old.epoch) then
      was_live := false;
      -- A connection with an older epoch than its application was ended by the act in unlinked_applications.
      select u.act, u.ended_by into act from unlinked_applications u
      where u.id = new.application_id and u.epoch > old.epoch;
      -- A program from before this version does not say who.
      perform record_event(new.application_id, new.sub, 'connection.ended',
        json_build_object('by', coalesce(act.ended_by, new.ended_by, 'person')), act.act);
    end if;
  end if;
  if new.ended_at is not null then return null; end if;
  if not was_live then
    perform record_event(new.application_id, new.sub, 'connection.created', '{}', null);
    return null;
  end if;
  select coalesce(json_agg(key order by key collate "C") filter (where is_agreed and not was_agreed), '[]'),
    coalesce(json_agg(key order by key collate "C") filter (where not is_agreed and was_agreed), '[]')
  into agreed, withdrawn
  from (
    select key, (value->>'agreed')::boolean as is_agreed,
      coalesce((old.answers->key->>'agreed')::boolean, false) as was_agreed
    from json_each(new.answers)) answered;
  if agreed::text <> '[]' or withdrawn::text <> '[]' then
    perform record_event(new.application_id, new.sub, 'consent.changed',
      json_build_object('agreed', agreed, 'withdrawn', withdrawn), null);
  end if;
  return null;
end $$;

create trigger events_connection_made after insert on connections
for each row execute function record_connection_events();
create trigger events_connection_changed after update of ended_at, epoch, answers on connections
for each row execute function record_connection_events();

-- The claims of an item that are in the profile.
create function profile_claims_of_item(item text) returns text[] language sql immutable as $$
  select case item
    when 'profile_image' then array['picture']
    when 'name' then array['name', 'given_name', 'family_name', 'middle_name']
    when 'website' then array['website', 'profile']
    when 'locale' then array['locale', 'zoneinfo']
    else array[item] end
$$;

create function record_account_events() returns trigger language plpgsql as $$
declare
  connection record;
begin
  if (new.disabled_at is null) <> (old.disabled_at is null) then
    perform record_account_event(new.id, case when new.disabled_at is null then 'account.enabled' else 'account.disabled' end,
      '{}');
  end if;
  -- Whatever ends all grants of an account, such as a new password. Disabling has an event of its own.
  if new.grant_epoch > old.grant_epoch and new.disabled_at is null then
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

create trigger events_account_changed
after update of email, email_verified, username, profile, disabled_at, grant_epoch on accounts
for each row execute function record_account_events();

create function record_account_deleted() returns trigger language plpgsql as $$
begin
  update events e set sub = null
  from connections c where c.account_id = old.id and e.application_id = c.application_id and e.sub = c.sub;
  perform record_account_event(old.id, 'connection.ended', json_build_object('by', 'deletion'));
  perform record_account_event(old.id, 'account.deleted', '{}');
  return old;
end $$;

create trigger events_account_deleted before delete on accounts
for each row execute function record_account_deleted();

create function record_session_ended() returns trigger language plpgsql as $$
begin
  perform record_event(a.id, new.sub, 'session.ended', json_build_object('sid', new.sid), null)
  from platforms p join applications a on a.id = p.application_id
  where p.api_key = new.api_key and a.records_events;
  return null;
end $$;

-- A row of session_clients becomes due when somebody ended its session (decision 10).
create trigger events_session_ended after update of next_try_at on session_clients
for each row when (old.next_try_at is null and new.next_try_at is not null) execute function record_session_ended();

create function record_tokens_revoked() returns trigger language plpgsql as $$
begin
  perform record_event(a.id, c.sub, 'tokens.revoked', json_build_object('reason', new.end_reason), null)
  from applications a
  join connections c on c.application_id = a.id and c.account_id = new.account_id and c.ended_at is null
    and c.epoch = a.connection_epoch and c.generation = new.connection_generation
  where a.id = new.application_id and a.records_events;
  return null;
end $$;

create trigger events_tokens_revoked after update of ended_at on grants
for each row when (old.ended_at is null and new.ended_at is not null and new.end_reason is not null)
execute function record_tokens_revoked();
