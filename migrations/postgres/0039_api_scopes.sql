-- The operator's own APIs for people (contract 45).

-- Any application may ask people for its scopes.
alter table apis add column any_application boolean not null default false;
-- So may clients that nobody registered (contract 46).
alter table apis add column documents boolean not null default false;
-- Only members of the groups that it names with the use 'admits' get tokens for it.
alter table apis add column admits_groups boolean not null default false;

alter table api_scopes add column label text collate "C";
-- Label and description in other languages.
alter table api_scopes add column translations json;
-- Whether a request that names no scope of the API gets it.
alter table api_scopes add column by_default boolean not null default false;

-- Which applications may ask people for its scopes, where not any may.
create table api_applications (
  api_id text collate "C" not null references apis (id) on delete cascade,
  application_id text collate "C" not null references applications (id) on delete cascade,
  primary key (api_id, application_id)
);
create index api_applications_by_application on api_applications (application_id);

-- The groups that it receives of people, and those whose members get tokens for it.
create table api_groups (
  api_id text collate "C" not null references apis (id) on delete cascade,
  use text collate "C" not null check (use in ('receives', 'admits')),
  group_id text collate "C" not null references user_groups (id) on delete cascade,
  primary key (api_id, use, group_id)
);
create index api_groups_by_group on api_groups (group_id);

-- What an application asks people for, beside its consent items.
create table application_api_scopes (
  application_id text collate "C" not null references applications (id) on delete cascade,
  scope_name text collate "C" not null references api_scopes (name) on delete cascade,
  position integer not null,
  consent text collate "C" not null check (consent in ('required', 'optional')),
  purpose text collate "C",
  translations json,
  created_at bigint not null,
  primary key (application_id, scope_name)
);
create index application_api_scopes_by_scope on application_api_scopes (scope_name);

-- Whom an API knows a person as, through whichever application.
create table api_subjects (
  api_id text collate "C" not null references apis (id) on delete cascade,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  sub text collate "C" not null,
  primary key (api_id, account_id),
  unique (api_id, sub)
);
create index api_subjects_by_account on api_subjects (account_id);

-- Null: its tokens are for user-info alone.
alter table grants add column api_access json;
-- Of a person's token. Null: a program's.
alter table resource_tokens add column grant_id text collate "C";

-- Scopes are agreed to again like items.
create or replace function record_connection_events() returns trigger language plpgsql as $$
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
  select coalesce(json_agg(key order by key collate "C") filter (where is_agreed and (not was_agreed or was_before)), '[]'),
    coalesce(json_agg(key order by key collate "C") filter (where not is_agreed and was_agreed), '[]')
  into agreed, withdrawn
  from (
    select key, (value->>'agreed')::boolean as is_agreed,
      coalesce((old.answers->key->>'agreed')::boolean, false) as was_agreed,
      exists (
        select from (
          select item, created_at from consent_items where application_id = new.application_id
          union all
          select scope_name, created_at from application_api_scopes where application_id = new.application_id) i
        where i.item = key
          and (old.answers->key->>'answeredAt')::bigint < i.created_at and (value->>'answeredAt')::bigint >= i.created_at
      ) as was_before
    from json_each(new.answers)) answered;
  if agreed::text <> '[]' or withdrawn::text <> '[]' then
    perform record_event(new.application_id, new.sub, 'consent.changed',
      json_build_object('agreed', agreed, 'withdrawn', withdrawn), null);
  end if;
  return null;
end $$;
