-- Events to applications (contract 60; decision 50). Triggers write an event in the transaction of its cause, so that no
-- statement that ends or changes a connection can forget it.

-- Where an application receives events, at most three.
create table event_endpoints (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  url text not null,
  -- The types that it receives, in JSON.
  types text not null,
  created_at integer not null,
  disabled_at integer,
  -- Id of the first event that it did not get because it was disabled.
  missed_from text,
  -- The first failed try since the last one that succeeded, and the last failed one.
  failing_since integer,
  failed_at integer
) strict, without rowid;

create index event_endpoints_by_application on event_endpoints (application_id, id);

-- What signs its messages: at most two, encrypted with the server's secret.
create table event_secrets (
  id text primary key,
  endpoint_id text not null references event_endpoints (id) on delete cascade,
  sealed blob not null,
  created_at integer not null
) strict, without rowid;

create index event_secrets_by_endpoint on event_secrets (endpoint_id, id);

-- Kept for 30 days. No foreign key to applications, for the reason that connections have none.
create table events (
  id text primary key default (
    printf('%012x', cast(unixepoch('subsec') * 1000 as integer)) || '7' || substr(lower(hex(randomblob(2))), 2)
    || '8' || substr(lower(hex(randomblob(8))), 2)),
  application_id text not null,
  -- Null: a test, or the account was deleted since.
  sub text,
  type text not null,
  at integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  -- The number of the event in its connection. A producer leaves it null, and the trigger events_made sets it.
  sequence integer,
  -- Without personal values, in JSON.
  data text not null,
  -- The act that concerned many people.
  part_of text
) strict, without rowid;

create index events_by_application on events (application_id, id);
create index events_by_sub on events (sub) where sub is not null;

-- The outbox: one row for each time an event goes to an endpoint. No foreign keys: removing an endpoint must not touch
-- all its deliveries in one commit.
create table event_deliveries (
  id text primary key default (
    printf('%012x', cast(unixepoch('subsec') * 1000 as integer)) || '7' || substr(lower(hex(randomblob(2))), 2)
    || '8' || substr(lower(hex(randomblob(8))), 2)),
  event_id text not null,
  endpoint_id text not null,
  -- Whom it is about, until it was delivered or given up. It waits for earlier ones of the same sub.
  sub text,
  sequence integer not null,
  created_at integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  -- null: delivered or given up.
  next_try_at integer,
  -- Whether a process has it in hand, until next_try_at.
  claimed integer not null default 0 check (claimed in (0, 1)),
  tries integer not null default 0,
  -- HTTP status of the last answer; null: none yet, or no answer.
  last_status integer,
  last_tried_at integer,
  ended_at integer,
  -- Why it was given up.
  failure text
) strict, without rowid;

create index event_deliveries_due on event_deliveries (endpoint_id, next_try_at) where next_try_at is not null;
create index event_deliveries_in_order on event_deliveries (endpoint_id, sub, sequence) where ended_at is null;
create index event_deliveries_in_hand on event_deliveries (endpoint_id) where claimed = 1;
create index event_deliveries_by_endpoint on event_deliveries (endpoint_id, id);
create index event_deliveries_by_event on event_deliveries (event_id);

-- Settings that the triggers need: unverified-email-released.
create table event_rules (
  name text primary key
) strict, without rowid;

-- Whether the application has an endpoint: without one, nothing is recorded.
alter table applications add column records_events integer not null default 0 check (records_events in (0, 1));
alter table connections add column event_number integer not null default 0;
-- Who ended it: person, application, owner or operator.
alter table connections add column ended_by text;
-- Why the tokens of the grant were revoked.
alter table grants add column end_reason text;
-- An act that ends every connection: its id, and who did it.
alter table unlinked_applications add column act text;
alter table unlinked_applications add column ended_by text;

create trigger event_endpoints_added after insert on event_endpoints
begin
  update applications set records_events = 1, version = version + 1
  where id = new.application_id and records_events = 0;
end;

create trigger event_endpoints_removed after delete on event_endpoints
begin
  update applications set records_events = 0, version = version + 1
  where id = old.application_id and records_events = 1
    and not exists (select 1 from event_endpoints where application_id = old.application_id);
end;

-- Numbers the event, and queues it for each endpoint. The number is also in the id, so that events of one connection and
-- millisecond are in order.
create trigger events_made after insert on events when new.sequence is null
begin
  update connections set event_number = event_number + 1
  where application_id = new.application_id and sub = new.sub;
  insert into event_deliveries (event_id, endpoint_id, sub, sequence, next_try_at)
  select substr(new.id, 1, 13) || printf('%03x', c.event_number % 4096) || substr(new.id, 17), e.id, new.sub,
    c.event_number, new.at
  from event_endpoints e join connections c on c.application_id = e.application_id and c.sub = new.sub
  where e.application_id = new.application_id and e.disabled_at is null
    and exists (select 1 from json_each(e.types) where value = new.type);
  update events set (id, sequence) = (
    select substr(new.id, 1, 13) || printf('%03x', event_number % 4096) || substr(new.id, 17), event_number
    from connections where application_id = new.application_id and sub = new.sub)
  where id = new.id;
end;

-- Asks for the endpoint itself: a move copies applications first, and endpoints last.
create trigger events_connection_made after insert on connections
when exists (select 1 from event_endpoints where application_id = new.application_id)
begin
  insert into events (application_id, sub, type, data)
  values (new.application_id, new.sub, 'connection.created', '{}');
end;

-- A connection with an older epoch than its application was ended by the act in unlinked_applications. A consent that
-- comes before its row was ended makes two events here, in this order.
create trigger events_connection_ended after update of ended_at, epoch on connections
when (old.ended_at is null) <> (new.ended_at is null) or new.epoch > old.epoch
begin
  insert into events (application_id, sub, type, data, part_of)
  select new.application_id, new.sub, 'connection.ended',
    -- A program from before this version does not say who.
    json_object('by', coalesce(u.ended_by, new.ended_by, 'person')), u.act
  from applications a left join unlinked_applications u on u.id = a.id and u.epoch > old.epoch
  where a.id = new.application_id and a.records_events = 1 and old.ended_at is null;
  insert into events (application_id, sub, type, data)
  select new.application_id, new.sub, 'connection.created', '{}'
  from applications where id = new.application_id and records_events = 1 and new.ended_at is null;
end;

create trigger events_consent_changed after update of answers on connections
when old.ended_at is null and new.ended_at is null and new.epoch = old.epoch and new.answers is not old.answers
begin
  insert into events (application_id, sub, type, data)
  select new.application_id, new.sub, 'consent.changed', json_object('agreed', json(agreed), 'withdrawn', json(withdrawn))
  from (
    select
      (select json_group_array(key order by key) from json_each(new.answers)
       where json_extract(value, '$.agreed') = 1
         and coalesce(json_extract(old.answers, '$.' || key || '.agreed'), 0) = 0) as agreed,
      (select json_group_array(key order by key) from json_each(new.answers)
       where json_extract(value, '$.agreed') = 0
         and coalesce(json_extract(old.answers, '$.' || key || '.agreed'), 0) = 1) as withdrawn
    from applications a where a.id = new.application_id and a.records_events = 1)
  where agreed <> '[]' or withdrawn <> '[]';
end;

-- Names the items that changed, that the application may read now: agreed, registered, and not withheld. A test compares
-- the claims of each item with the catalogue.
create trigger events_account_updated after update of email, email_verified, username, profile on accounts
when new.email is not old.email or new.email_verified is not old.email_verified or new.username is not old.username
  or new.profile is not old.profile
begin
  insert into events (application_id, sub, type, data)
  select application_id, sub, 'account.updated', json_object('items', json(items))
  from (
    select c.application_id, c.sub, (
      select json_group_array(i.item order by i.item) from consent_items i
      where i.application_id = c.application_id
        and json_extract(c.answers, '$.' || i.item || '.agreed') = 1
        and json_extract(c.answers, '$.' || i.item || '.answeredAt') >= i.created_at
        and case i.item
          when 'email' then (new.email is not old.email or new.email_verified is not old.email_verified)
            and (new.email_verified = 1 or (i.verified is not 1
              and exists (select 1 from event_rules where name = 'unverified-email-released')))
          when 'username' then new.username is not old.username
          else exists (
            select 1 from json_each(case i.item
              when 'profile_image' then '["picture"]'
              when 'name' then '["name","given_name","family_name","middle_name"]'
              when 'website' then '["website","profile"]'
              when 'locale' then '["locale","zoneinfo"]'
              else json_array(i.item) end) claim
            where json_extract(new.profile, '$.' || claim.value) is not json_extract(old.profile, '$.' || claim.value))
        end) as items
    from connections c join applications a on a.id = c.application_id
    where c.account_id = new.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1)
  where items <> '[]';
end;

create trigger events_account_switched after update of disabled_at on accounts
when (new.disabled_at is null) <> (old.disabled_at is null)
begin
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, iif(new.disabled_at is null, 'account.enabled', 'account.disabled'), '{}'
  from connections c join applications a on a.id = c.application_id
  where c.account_id = new.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1;
end;

-- Whatever ends all grants of an account, such as a new password. Disabling has an event of its own.
create trigger events_grants_ended after update of grant_epoch on accounts
when new.grant_epoch > old.grant_epoch and new.disabled_at is null
begin
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, 'tokens.revoked', json_object('reason', 'account-secured')
  from connections c join applications a on a.id = c.application_id
  where c.account_id = new.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1;
end;

-- Before the connections are deleted with the account. Earlier events lose their sub; these two keep it for as long as
-- events are kept, because an application that reads them later needs it.
create trigger events_account_deleted before delete on accounts
begin
  update events set sub = null
  where sub in (select sub from connections where account_id = old.id) and exists (
    select 1 from connections c
    where c.account_id = old.id and c.application_id = events.application_id and c.sub = events.sub);
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, 'connection.ended', json_object('by', 'deletion')
  from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1;
  insert into events (application_id, sub, type, data)
  select c.application_id, c.sub, 'account.deleted', '{}'
  from connections c join applications a on a.id = c.application_id
  where c.account_id = old.id and c.ended_at is null and c.epoch = a.connection_epoch and a.records_events = 1;
end;

-- A row of session_clients becomes due when somebody ended its session (decision 10).
create trigger events_session_ended after update of next_try_at on session_clients
when old.next_try_at is null and new.next_try_at is not null
begin
  insert into events (application_id, sub, type, data)
  select a.id, new.sub, 'session.ended', json_object('sid', new.sid)
  from platforms p join applications a on a.id = p.application_id join connections c on c.application_id = a.id and c.sub = new.sub
  where p.api_key = new.api_key and a.records_events = 1;
end;

create trigger events_tokens_revoked after update of ended_at on grants
when old.ended_at is null and new.ended_at is not null and new.end_reason is not null
begin
  insert into events (application_id, sub, type, data)
  select a.id, c.sub, 'tokens.revoked', json_object('reason', new.end_reason)
  from applications a
  join connections c on c.application_id = a.id and c.account_id = new.account_id and c.ended_at is null
    and c.epoch = a.connection_epoch and c.generation = new.connection_generation
  where a.id = new.application_id and a.records_events = 1;
end;
